"""Signing in to an account that moderators have closed.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.sanctions import selectors as sanctions


class ClosedAccounts(DefaultAccountAdapter):
    """Adapter mixin that leads the owner of a closed account who signs in to the moderators' decision."""

    def pre_login(self, request: HttpRequest, user: Any, **login: Any) -> HttpResponse | None:
        """Return None for a closed account, so that its second factor is still
        asked for before `login` reveals anything.
        """
        if sanctions.why_closed(user) is not None:
            return None
        response: HttpResponse | None = super().pre_login(request, user, **login)
        return response

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in, or raise ImmediateHttpResponse (redirect to the decision) if the account is closed."""
        closed = sanctions.why_closed(user)
        if closed is not None:
            raise ImmediateHttpResponse(HttpResponseRedirect(closed.path))
        super().login(request, user)
