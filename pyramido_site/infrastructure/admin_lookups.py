"""What the address of an administration's list may filter by and search for."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

_FORMS = ("", "__exact", "__in", "__isnull", "__id__exact")


MOST_SOUGHT = 1000
"""Characters of a search that count, as many as the longest text that is searched has: SQLite refuses 50,000."""


class ListedLookups(ModelAdmin):
    """Only what `list_filter` offers, and searches of a reasonable length.

    Django lets an address filter by every column of a model: what a page hides could be asked for bit by bit. Anything
    else gets a 400.
    """

    list_filter: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return any(lookup == f"{name}{form}" for name in self.list_filter for form in _FORMS)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, search_term[:MOST_SOUGHT])
        return found
