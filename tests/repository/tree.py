"""The repository's files."""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = {".git", ".venv", "var", "node_modules", "__pycache__"}


@cache
def tracked_files() -> tuple[Path, ...]:
    """Return the repository's files, relative to its root; in a copy without Git, all files except installed ones."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        paths = [Path(name) for name in listed.split("\0") if name]
    else:
        paths = []
        for folder, folders, files in os.walk(ROOT):
            folders[:] = [name for name in folders if name not in NOT_OURS and not name.endswith("_cache")]
            paths += [(Path(folder) / name).relative_to(ROOT) for name in files]
    return tuple(sorted(path for path in paths if (ROOT / path).is_file()))


def tracked_texts(*suffixes: str) -> list[tuple[Path, str]]:
    """Path and text of each tracked file with one of the suffixes (all text files when none is given)."""
    found = []
    for path in tracked_files():
        if suffixes and path.suffix not in suffixes:
            continue
        try:
            found.append((path, (ROOT / path).read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue  # an image or a compiled catalogue
    return found
