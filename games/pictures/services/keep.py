"""Keeping made pictures as files: found again by name, of a limited number, and removed with their game."""

from __future__ import annotations

import contextlib
from collections.abc import Collection

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages

from games.pictures.files import STORAGE, WHOLE, file_name
from pyramido_site.infrastructure.public_ids import PublicId

MOST = 4000
"""Number of pictures that are kept; of more, the oldest are removed."""


def keep(public_id: PublicId, tag: str, ending: str, content: bytes) -> None:
    """Keep a picture of a game. Without room on the disk it is not kept, and made again for the next reader."""
    assert content.endswith(WHOLE[ending]), "a file that is not whole would never be read"
    storage = storages[STORAGE]
    with contextlib.suppress(OSError):
        storage.save(file_name(public_id, tag, ending), ContentFile(content))
        _make_room(storage)


def forget(games: Collection[PublicId]) -> None:
    """Remove the pictures of these games from this machine's disk, because they show names.

    No reader depends on it: when a name changes, so does the tag, and a game that is gone has no address. On another
    machine the files stay until newer ones take their place.
    """
    storage = storages[STORAGE]
    for name in _names(storage):
        if name.rsplit("-", 1)[0] in games:
            storage.delete(name)


def _make_room(storage: Storage) -> None:
    names = _names(storage)
    if len(names) <= MOST:
        return
    made = []
    for name in names:
        with contextlib.suppress(FileNotFoundError):  # another process has just removed it
            made.append((storage.get_modified_time(name), name))
    for _, name in sorted(made)[: len(names) - MOST * 7 // 8]:
        storage.delete(name)


def _names(storage: Storage) -> list[str]:
    try:
        return storage.listdir("")[1]
    except FileNotFoundError:  # none has been kept yet
        return []
