"""Filters that an account has saved."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from games.record.tables import JSON
from games.search.models import SavedFilters


def saved_by(user: User) -> QuerySet[SavedFilters]:
    """Return the user's saved filters, latest first."""
    return SavedFilters.objects.filter(user=user).order_by("-pk")


def saved_json(saved: SavedFilters) -> JSON:
    """Return saved filters as JSON, for their owner."""
    return {"id": saved.public_id, "title": saved.title, "filters": saved.filters, "made_ms": saved.made_ms}
