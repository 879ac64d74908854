"""Context processors for the header of every page."""

from __future__ import annotations

import functools
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from games.moderation.selectors import dossiers
from games.moderation.selectors.roles import is_moderator
from games.presenters.game_lists import waiting_count


def games_waiting(request: HttpRequest) -> dict[str, Any]:
    """Return the number of games that wait for the user; counted only if a template shows it."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"games_waiting": SimpleLazyObject(lambda: waiting_count(user))}


def desk(request: HttpRequest) -> dict[str, Any]:
    """Return `desk_waiting`: how much waits at the desk, for moderators; else None."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.is_guest:
        return {"desk_waiting": None}
    return {"desk_waiting": functools.cache(lambda: dossiers.waiting_for(user) if is_moderator(user) else None)}
