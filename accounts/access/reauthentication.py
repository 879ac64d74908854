"""Before what somebody else at an open browser must not do: who is signed in shows again that it is them.

Written against the insides of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def is_confirmed(request: HttpRequest) -> bool:
    """Whether who is signed in has shown it again lately, or has nothing to show."""
    return bool(did_recently_reauthenticate(request))


def confirmed(view: View) -> View:
    """The view is only for who has shown it again within settings.ACCOUNT_REAUTHENTICATION_TIMEOUT (five minutes), by
    password, code or passkey. Anybody else is asked, and comes back to it; a form that was sent goes through then.

    A guest has nothing to show, and is let through. It stands below `login_required`.
    """
    guarded = reauthentication_required(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase = guarded(request, *args, **kwargs)
        return response

    return wrapped
