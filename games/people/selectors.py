"""Lookup of other players by public id."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.lookups import user_by_id
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId


def player_by_id(public_id: PublicId) -> User:
    """Return the user with this public id. Raise Refusal 404 `not_found` if there is none."""
    found = user_by_id(public_id)
    if found is None:
        raise Refusal(404, "not_found", gettext_noop("Player “%(id)s” not found."), id=public_id[:20])
    return found
