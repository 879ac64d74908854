"""Canonical JSON (RFC 8785, integers only) and the hash chain of a log."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="deterministic").encode

GENESIS = "0" * 64
_SAFE = 2**53


DEEPEST = 64
"""How deeply objects and lists may lie in one another. Logs need 8; Python's own limit differs between versions."""
TOO_DEEP = f"objects or lists lie more than {DEEPEST} deep in one another"


def encode(value: Any) -> bytes:
    """RFC 8785 bytes of dicts, lists, strings, integers, booleans and None.

    Raises ValueError for floats, for integers beyond ±(2⁵³−1), which RFC 8785 cannot carry exactly, and for what lies
    deeper than `DEEPEST`. Object keys must be ASCII, where RFC 8785's UTF-16 order and byte order are the same; ours
    all are.
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        level = _checked(level)
        if not level:
            return _encode(value)
    raise ValueError(TOO_DEEP)


def _checked(parts: list[Any]) -> list[Any]:
    """Return what lies in these parts. Raise ValueError for one that has no canonical JSON."""
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
                raise ValueError(f"{part!r} is beyond what JSON carries exactly")
        elif kind is not str and kind is not bool and part is not None:
            raise ValueError(f"{part!r} is not an integer")
    return inner


def check_depth(value: Any) -> None:
    """Raise ValueError for JSON whose objects and lists lie deeper in one another than `DEEPEST`."""
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
    """SHA-256(previous hash ‖ canonical JSON of the event), hashes as lower-case hex."""
    return hashlib.sha256(bytes.fromhex(previous) + encode(event)).hexdigest()
