"""Deleting saved filters."""

from __future__ import annotations

from accounts.models import User
from games.search.models import SavedFilters
from pyramido_site.infrastructure.public_ids import PublicId


def forget_filters(user: User, public_id: PublicId) -> None:
    """Delete the user's saved filters with this id; do nothing if there are none."""
    SavedFilters.objects.filter(user=user, public_id=public_id).delete()
