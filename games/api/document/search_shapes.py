"""Shapes of the API's answers about saved filters (docs/formats/api.md)."""

from __future__ import annotations

from typing import TypedDict

from games.search.selectors.filters import Filters
from pyramido_site.infrastructure.json_bodies import Millis


class SavedFilters(TypedDict):
    """Filters that the caller has saved."""

    id: str
    title: str
    filters: Filters
    made_ms: Millis


class SavedFiltersList(TypedDict):
    """All filters that the caller has saved, latest first; at most 50."""

    results: list[SavedFilters]
