"""The user who sends a request."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request

from accounts.models import User


def person(request: HttpRequest | Request) -> User | None:
    """Return the account or guest that sends the request, or None for a visitor."""
    user = request.user
    return user if isinstance(user, User) else None
