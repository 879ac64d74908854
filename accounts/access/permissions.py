"""What a token may do is asked of every view of the API (accounts.access.scopes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission

from accounts.access import scopes
from accounts.access.callers import Caller
from accounts.access.reauthentication import is_confirmed

if TYPE_CHECKING:  # importing it reads the settings, which name the class below
    from rest_framework.request import Request
    from rest_framework.views import APIView


class InsufficientScope(PermissionDenied):
    """A token without any of the scopes that are needed (RFC 6750, 3.1)."""

    default_code = "insufficient_scope"

    def __init__(self, need: scopes.Need) -> None:
        asked = scopes.names(need)
        super().__init__(_("The token needs the scope “%(scope)s”.") % {"scope": asked[0]})
        self.auth_header = f'Bearer error="insufficient_scope", scope="{asked[0]}"'


class SessionOnly(PermissionDenied):
    """A token where only the pages may call."""

    default_code = "session_only"


class NotConfirmed(PermissionDenied):
    """A session of somebody who has not shown lately that it is them."""

    default_code = "not_confirmed"

    def __init__(self) -> None:
        where = f"{settings.SITE_URL}{reverse('account_reauthenticate')}"
        super().__init__(_("Confirm that it is you first, on the page %(where)s.") % {"where": where})


class BotByToken(PermissionDenied):
    """A bot account that would play with a session."""

    default_code = "bot_by_token"

    def __init__(self) -> None:
        super().__init__(_("Bot accounts play only through the API, with a token."))


class HasScope(BasePermission):
    """Whether the caller's token has a scope that the view names for the method. Sessions and strangers need none, but
    bots play with tokens alone.

    What only a session may do, it may for five minutes after its owner has shown it again
    (accounts.access.reauthentication). Raises InsufficientScope, SessionOnly, NotConfirmed, BotByToken, and KeyError
    for a view that forgot to name one.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method == "OPTIONS" or not hasattr(view, method.lower()):
            return True  # what a view does not do at all is answered with 405
        need: scopes.Need = view.scopes[method]  # type: ignore[attr-defined]
        if not isinstance(request.auth, Caller):
            if method != "GET" and getattr(request.user, "is_bot", False) and scopes.is_playing(need):
                raise BotByToken
            if need == scopes.SESSION and request.user.is_authenticated and not is_confirmed(request._request):
                raise NotConfirmed
            return True
        if need == scopes.SESSION:
            raise SessionOnly(_("This is possible only on the pages of this site, not with a token."))
        if not request.auth.may(need):
            raise InsufficientScope(need)
        return True
