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
    if isinstance(value, dict):
        for key, item in value.items():
            if not key.isascii():
                raise ValueError(f"the key {key!r} is not ASCII")
            _check(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item)
    elif isinstance(value, float):
        raise ValueError(f"{value!r} is not an integer")
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) >= _SAFE:
        raise ValueError(f"{value!r} is beyond what JSON carries exactly")


def chain(previous: str, event: dict[str, Any]) -> str:
    """SHA-256(previous hash ‖ canonical JSON of the event), hashes as lower-case hex."""
    return hashlib.sha256(bytes.fromhex(previous) + encode(event)).hexdigest()
