"""What the address of an administration's list may filter by."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpRequest

_FORMS = ("", "__exact", "__in", "__isnull", "__id__exact")


class ListedLookups:
    """Only what `list_filter` offers.

    Django lets an address filter by every column of a model: what a page hides could be asked for bit by bit. Anything
    else gets a 400.
    """

    list_filter: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return any(lookup == f"{name}{form}" for name in self.list_filter for form in _FORMS)
