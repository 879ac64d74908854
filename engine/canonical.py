"""Canonical JSON (RFC 8785, integers only) and the log's hash chain."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="deterministic").encode

GENESIS = "0" * 64
_SAFE = 2**53


DEEPEST = 64
"""Limit for nested objects and lists. Logs need 8; Python's own limit differs between versions."""
TOO_DEEP = f"objects or lists are nested more than {DEEPEST} levels deep"


def encode(value: Any) -> bytes:
    """Return the RFC 8785 bytes of dicts, lists, strings, integers, booleans and None.

    Raise ValueError for floats, for integers beyond ±(2⁵³−1), which RFC 8785 cannot represent exactly, for values
    nested deeper than `DEEPEST`, and for object keys that are not ASCII: for ASCII keys the UTF-16 order of RFC 8785 is
    the order of bytes.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        level = _checked(level)
        if not level:
            return _encode(value)
    raise ValueError(TOO_DEEP)


def _checked(parts: list[Any]) -> list[Any]:
    """Return the children of these values. Raise ValueError for a value that has no canonical JSON."""
    inner: list[Any] = []
    for part in parts:
        kind = type(part)
        if kind is dict:
            if not "".join(part).isascii():
                raise ValueError(f"the key {next(key for key in part if not key.isascii())!r} is not ASCII")
            inner.extend(part.values())
        elif kind is list or kind is tuple:
            inner.extend(part)
        elif kind is int:
            if not -_SAFE < part < _SAFE:
                raise ValueError(f"{part!r} is too large to be exact in JSON")
        elif kind is not str and kind is not bool and part is not None:
            raise ValueError(f"{part!r} is not an integer")
    return inner


def check_depth(value: Any) -> None:
    """Raise ValueError if objects and lists are nested deeper than `DEEPEST`."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            inner for part in level if isinstance(part, dict | list)
            for inner in (part.values() if isinstance(part, dict) else part)
        ]  # fmt: skip
        if not level:
            return
    raise ValueError(TOO_DEEP)


def alike(one: object, other: object) -> bool:
    """Return whether two values have the same canonical JSON."""
    try:
        return encode(one) == encode(other)
    except ValueError:
        return False


def chain(previous: str, event: dict[str, Any]) -> str:
    """Return SHA-256(previous hash ‖ canonical JSON of the event); hashes are lower-case hex."""
    return hashlib.sha256(bytes.fromhex(previous) + encode(event)).hexdigest()
