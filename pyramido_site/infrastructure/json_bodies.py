"""Types that many JSON bodies and answers of the API share."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Millis = Annotated[int, Meta(description="Unix time in milliseconds.")]


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A body with no other fields than these."""


class Nothing(Strict, frozen=True):
    """An empty object."""
