"""Who has agreed to which terms."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms


def agree(user: User) -> None:
    """The user is as old as the terms ask for and agrees to them as they are now."""
    user.terms_version, user.terms_ms = settings.TERMS_VERSION, now_ms()
    User.objects.filter(pk=user.pk).update(terms_version=user.terms_version, terms_ms=user.terms_ms)


def is_asked(user: object) -> bool:
    """Whether somebody has yet to agree to the terms as they are now. Guests agree where they begin to play, and bots
    have somebody behind them who did.
    """
    if not isinstance(user, User) or user.is_guest or user.is_bot:
        return False
    return user.terms_version < settings.TERMS_VERSION


def context(request: HttpRequest) -> dict[str, Any]:
    """For templates: `terms_asked`, `terms_version` (0: there are none), `minimum_age`."""
    return {
        "terms_asked": is_asked(getattr(request, "user", None)),
        "terms_version": settings.TERMS_VERSION,
        "minimum_age": settings.MINIMUM_AGE,
    }
