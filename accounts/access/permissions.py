"""The check that a token has the scope which a view of the API requires (accounts.access.scopes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed, PermissionDenied
from rest_framework.permissions import BasePermission

from accounts.access import scopes
from accounts.access.callers import Caller
from accounts.access.reauthentication import is_confirmed

if TYPE_CHECKING:  # importing these reads the settings, which name a class below
    from rest_framework.request import Request
    from rest_framework.views import APIView


class InsufficientScope(PermissionDenied):
    """The token has none of the required scopes (RFC 6750, 3.1)."""

    default_code = "insufficient_scope"

    def __init__(self, need: scopes.Need) -> None:
        asked = scopes.names(need)
        super().__init__(_("The token needs the scope “%(scope)s”.") % {"scope": asked[0]})
        self.auth_header = f'Bearer error="insufficient_scope", scope="{asked[0]}"'


class SessionOnly(PermissionDenied):
    """A token was used where only a session of the pages may call."""

    default_code = "session_only"


class NotConfirmed(PermissionDenied):
    """The session has not been reauthenticated recently."""

    default_code = "not_confirmed"

    def __init__(self) -> None:
        where = f"{settings.SITE_URL}{reverse('account_reauthenticate')}"
        super().__init__(_("First confirm your identity on the page %(where)s.") % {"where": where})


class BotByToken(PermissionDenied):
    """A bot account tried to play with a session."""

    default_code = "bot_by_token"

    def __init__(self) -> None:
        super().__init__(_("Bot accounts play only through the API, with a token."))


class HasScope(BasePermission):
    """Check that the caller's token has a scope that the view requires for the method.

    Sessions and anonymous callers need no scope, but bot accounts may play only with a token. Session-only operations
    require a reauthentication within the last five minutes (accounts.access.reauthentication).
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return True if the caller may use the method.

        Raise BotByToken, NotConfirmed, SessionOnly or InsufficientScope if it may not, MethodNotAllowed if the view
        does not have the method, and KeyError for a view that names no scope for it.
        """
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method == "OPTIONS":
            return True
        if not hasattr(view, method.lower()):
            raise MethodNotAllowed(method)  # also to callers without an account, whom other permissions would refuse
        need: scopes.Need = view.scopes[method]  # type: ignore[attr-defined]
        if not isinstance(request.auth, Caller):
            if method != "GET" and getattr(request.user, "is_bot", False) and scopes.is_playing(need):
                raise BotByToken
            if need == scopes.SESSION and request.user.is_authenticated and not is_confirmed(request):
                raise NotConfirmed
            return True
        if need == scopes.SESSION:
            raise SessionOnly(_("This is possible only on the pages of this site, not with a token."))
        if not request.auth.may(need):
            raise InsufficientScope(need)
        return True
