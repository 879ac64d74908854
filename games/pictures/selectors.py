"""Functions that read: which seats have a board, and pictures that were made before."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.files.storage import storages

from games.pictures import boards, shapes
from games.pictures.files import STORAGE, WHOLE, file_name
from pyramido_site.infrastructure.public_ids import PublicId

TAG_DIGITS = 32


def has_board(seat: Mapping[str, Any]) -> bool:
    """Whether a seat of a view has a board to draw; one that plays by itself may have none."""
    return boards.has_board(seat)


def tag_of(*shown: object) -> str:
    """Return the tag of a picture, which depends on what it shows (JSON values), and on how this version draws."""
    text = json.dumps([_version(), *shown])
    return hashlib.sha256(text.encode()).hexdigest()[:TAG_DIGITS]


def kept(public_id: PublicId, tag: str, ending: str) -> bytes | None:
    """Return a picture that was made before, or None."""
    try:
        with storages[STORAGE].open(file_name(public_id, tag, ending)) as file:
            content: bytes = file.read()
    except OSError:
        return None
    return content if content.endswith(WHOLE[ending]) else None


@functools.cache
def _version() -> str:
    """Return a digest of the shapes and of the code that draws."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    return hashlib.sha256(shapes.version().encode() + b"".join(path.read_bytes() for path in sources)).hexdigest()
