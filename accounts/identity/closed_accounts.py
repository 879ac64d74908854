"""What signing in comes to with an account that moderators have closed.

Written against the insides of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from accounts.sanctions import services as sanctions


class ClosedAccounts(DefaultAccountAdapter):
    """Of allauth's adapter: whoever proves to be its person is led to the decision instead, by whatever way."""

    def pre_login(self, request: HttpRequest, user: Any, **login: Any) -> HttpResponse | None:
        """The way goes on: the second factor, where there is one, comes before what `login` gives away."""
        if sanctions.why_closed(user) is not None:
            return None
        response: HttpResponse | None = super().pre_login(request, user, **login)
        return response

    def login(self, request: HttpRequest, user: Any) -> None:
        """Raises ImmediateHttpResponse for an account that is closed."""
        closed = sanctions.why_closed(user)
        if closed is not None:
            raise ImmediateHttpResponse(HttpResponseRedirect(closed.path))
        super().login(request, user)
