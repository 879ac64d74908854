"""What CI would say about the files that are about to be committed: `python -m tests.tools.before_commit` (the hook
`.githooks/pre-commit`, which `make hooks` switches on).

Each check runs only where a file of its kind has changed, and all run side by side. They read the files as they lie in
the folder. The exit status is 1 if any of them failed; then its output is shown.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.repository.tree import ROOT

BIN = Path(sys.executable).parent
PRODUCT = r"^(engine|games|accounts|ratings|pyramido_site)/"


@dataclass(frozen=True)
class Check:
    """`command` runs if a changed path matches `files`; with `named` it gets those paths as arguments."""

    name: str
    files: str
    command: tuple[str, ...]
    named: bool = False

    def about(self, changed: Sequence[str]) -> list[str]:
        return [path for path in changed if re.search(self.files, path)]


CHECKS = (
    Check("style", r"\.py$", (f"{BIN}/ruff", "check", "--quiet", "--force-exclude"), named=True),
    Check("format", r"\.py$", (f"{BIN}/ruff", "format", "--check", "--quiet", "--force-exclude"), named=True),
    Check(
        "style of the browser code",
        r"^(?!pyramido_site/static/bundles/).*\.(js|mjs|ts|css)$",
        ("node_modules/.bin/biome", "check", "--error-on-warnings"),
        named=True,
    ),
    Check("types", r"\.py$|^pyproject\.toml$", (f"{BIN}/mypy", "--no-error-summary")),
    Check("imports", rf"{PRODUCT}.*\.py$|^pyproject\.toml$", (f"{BIN}/lint-imports",)),
    Check(
        "message catalogues",
        rf"{PRODUCT}.*\.(py|js|html|txt|po|mo)$|^templates/",
        (sys.executable, "-m", "tests.tools.catalogues", "check"),
    ),
    Check(
        "migrations",
        rf"{PRODUCT}.*(models|migrations)",
        (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"),
    ),
    Check(
        "a line about changed names",
        r"^tests/repository/stored_names\.txt$",
        ("sh", "-c", "! git diff --cached --quiet -- CHANGELOG.md || { echo 'CHANGELOG.md does not say it'; exit 1; }"),
    ),
    Check(
        "types of the browser code",
        r"\.(js|ts)$|^tsconfig\.json$",
        ("node_modules/.bin/tsc", "--project", "tsconfig.json"),
    ),
    Check(
        "types of the verifier",
        r"^docs/clients/typescript/verifier/",
        ("node_modules/.bin/tsc", "--project", "docs/clients/typescript/verifier", "--noEmit"),
    ),
)


def changed_files() -> list[str]:
    """The paths that the commit adds or changes."""
    command = ["git", "diff", "--cached", "--name-only", "--diff-filter=d", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.split("\0") if path]


def chosen(changed: Sequence[str]) -> list[tuple[Check, list[str]]]:
    """The checks that these files call for, each with its command."""
    called = [(check, check.about(changed)) for check in CHECKS]
    return [(check, [*check.command, *(about if check.named else ())]) for check, about in called if about]


def run(command: Sequence[str]) -> tuple[int, str, float]:
    """The exit status, what was written, and the seconds that it took."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return 0, f"left out: {command[0]} is not installed", 0.0
    return done.returncode, done.stdout, time.monotonic() - began


def main() -> int:
    wanted = chosen(changed_files())
    if not wanted:
        return 0
    failed = []
    with ThreadPoolExecutor(len(wanted)) as pool:
        for (check, _), (status, said, seconds) in zip(wanted, pool.map(run, [c for _, c in wanted]), strict=True):
            print(f"{check.name} {'.' * (30 - len(check.name))} {'failed' if status else f'{seconds:.1f} s'}")
            if status:
                failed.append(check.name)
            if status or said.startswith("left out"):
                print(said.rstrip())
    if failed:
        mends = "`make format` mends style; " if any(name.startswith(("style", "format")) for name in failed) else ""
        print(f"Not committed: {', '.join(failed)}. {mends}--no-verify leaves these checks out.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
