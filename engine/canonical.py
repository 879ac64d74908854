"""Canonical JSON (RFC 8785, integers only) and the hash chain of a log."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="deterministic").encode

GENESIS = "0" * 64
_SAFE = 2**53


def encode(value: Any) -> bytes:
    """RFC 8785 bytes of dicts, lists, strings, integers, booleans and None.

    Raises ValueError for floats and for integers beyond ±(2⁵³−1), which RFC 8785 cannot carry exactly. Object keys
    must be ASCII, where RFC 8785's UTF-16 order and byte order are the same; ours all are.
    """
    _check(value)
    return _encode(value)


def _check(value: Any) -> None:
    parts = [value]
    for part in parts:  # which grows
        kind = type(part)
        if kind is dict:
            if not "".join(part).isascii():
                raise ValueError(f"the key {next(key for key in part if not key.isascii())!r} is not ASCII")
            parts.extend(part.values())
        elif kind is list or kind is tuple:
            parts.extend(part)
        elif kind is int:
            if not -_SAFE < part < _SAFE:
                raise ValueError(f"{part!r} is beyond what JSON carries exactly")
        elif kind is not str and kind is not bool and part is not None:
            raise ValueError(f"{part!r} is not an integer")


def chain(previous: str, event: dict[str, Any]) -> str:
    """SHA-256(previous hash ‖ canonical JSON of the event), hashes as lower-case hex."""
    return hashlib.sha256(bytes.fromhex(previous) + encode(event)).hexdigest()
