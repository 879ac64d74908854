"""Filters and searches that the URL of an administration's list may contain."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

_FORMS = ("", "__exact", "__in", "__isnull", "__id__exact")


MOST_SOUGHT = 1000
"""Characters of a search that count: the length of the longest text that is searched. SQLite refuses 50,000."""


class ListedLookups(ModelAdmin):
    """Allows only the filters in `list_filter`, and searches of a reasonable length.

    Django allows a URL to filter by every column of a model, so that hidden values could be guessed bit by bit. Any
    other filter is answered with 400.
    """

    list_filter: ClassVar[Any]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether the filter is one of `list_filter`, by a form that its links use."""
        return any(lookup == f"{name}{form}" for name in self.list_filter for form in _FORMS)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search for at most MOST_SOUGHT characters."""
        found: tuple[QuerySet[Any], bool] = super().get_search_results(request, queryset, search_term[:MOST_SOUGHT])
        return found
