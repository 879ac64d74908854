"""Agreement of users to versions of the terms."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms


def agree(user: User) -> None:
    """Record that the user has the minimum age and agrees to the current terms."""
    user.terms_version, user.terms_ms = settings.TERMS_VERSION, now_ms()
    User.objects.filter(pk=user.pk).update(terms_version=user.terms_version, terms_ms=user.terms_ms)


def is_asked(user: object) -> bool:
    """Whether the user has yet to agree to the current terms.

    Guests agree when they begin to play; the owner of a bot agrees for it.
    """
    if not isinstance(user, User) or user.is_guest or user.is_bot:
        return False
    return user.terms_version < settings.TERMS_VERSION


def context(request: HttpRequest) -> dict[str, Any]:
    """Return template context: `terms_asked`, `terms_version` (0: there are no terms) and `minimum_age`."""
    return {
        "terms_asked": is_asked(getattr(request, "user", None)),
        "terms_version": settings.TERMS_VERSION,
        "minimum_age": settings.MINIMUM_AGE,
    }
