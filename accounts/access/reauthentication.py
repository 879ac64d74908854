"""Reauthentication: sensitive pages require fresh proof of identity, in case of an unattended browser.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
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
    """Whether the signed-in user has reauthenticated recently or has no credential to do so with (a guest)."""
    return bool(did_recently_reauthenticate(request))


def confirmed(view: View) -> View:
    """Decorate a view to require reauthentication within settings.ACCOUNT_REAUTHENTICATION_TIMEOUT (five minutes).

    The user proves their identity by password, code or passkey and is then returned to the view; a form that was
    submitted is processed then. Guests have no credential and pass. Place it below `login_required`.
    """
    guarded = reauthentication_required(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase = guarded(request, *args, **kwargs)
        return response

    return wrapped
