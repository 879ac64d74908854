"""What the site writes is for its owner alone to read: games, addresses and keys lie there."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

from pyramido_site import environment

OF_OTHERS: Final = 0o077
"""The bits of a file's mode that are about anybody but its owner."""


def private_folder(name: str, default: Path) -> Path:
    """A folder as `folder` makes it, which its owner alone may enter. What lies in it from before is made the owner's
    alone, too. Raises ImproperlyConfigured.
    """
    path = environment.folder(name, default)
    _keep_to_owner(path)
    for base, folders, files in os.walk(path):
        for found in (*folders, *files):
            _keep_to_owner(Path(base, found))
    return path


def _keep_to_owner(path: Path) -> None:
    """Take the rights of everybody else away, unless it is somebody else's file, or has just been removed."""
    with contextlib.suppress(FileNotFoundError):
        found = path.lstat()
        if found.st_uid == os.geteuid() and found.st_mode & OF_OTHERS and not stat.S_ISLNK(found.st_mode):
            path.chmod(stat.S_IMODE(found.st_mode) & ~OF_OTHERS)


def keep_to_owner() -> None:
    """From now on this process makes files that its owner alone may read."""
    os.umask(OF_OTHERS)
