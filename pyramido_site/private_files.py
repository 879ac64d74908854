"""Privacy of files: games, addresses and keys are stored so that only their owner can read them."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

from pyramido_site import environment

OF_OTHERS: Final = 0o077
"""The bits of a file's mode that concern group and others."""


def private_folder(name: str, default: Path) -> Path:
    """Return a folder as `environment.folder` does, accessible to its owner only, with all that it contains.

    Raise ImproperlyConfigured if it cannot be created or is not a folder.
    """
    path = environment.folder(name, default)
    _keep_to_owner(path)
    for base, folders, files in os.walk(path):
        for found in (*folders, *files):
            _keep_to_owner(Path(base, found))
    return path


def _keep_to_owner(path: Path) -> None:
    """Remove all access of others, unless the file has another owner or was just removed."""
    with contextlib.suppress(FileNotFoundError):
        found = path.lstat()
        if found.st_uid == os.geteuid() and found.st_mode & OF_OTHERS and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & ~OF_OTHERS)


def keep_to_owner() -> None:
    """Let only the owner read files that this process creates from now on."""
    os.umask(OF_OTHERS)
