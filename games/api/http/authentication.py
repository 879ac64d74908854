"""Authentication: a token of a program, or the session of the pages."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts.access.callers import Caller, caller_of_token, sentence_if_closed, token_in
from accounts.models import User


class InvalidToken(exceptions.AuthenticationFailed):
    """The token is unknown, expired or revoked."""

    default_code = "invalid_token"


class AccountClosed(exceptions.AuthenticationFailed):
    """The token is valid, but moderators have closed the account."""

    default_code = "account_closed"


class BearerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …` with a personal token or an OAuth access token (RFC 6750); `auth` is the Caller.

    A request with an Authorization header is decided by it alone: its session is ignored.
    """

    def authenticate(self, request: Request) -> tuple[User, Caller] | None:
        """Return user and Caller; None without the header. Raise InvalidToken, or AccountClosed if moderators have
        closed the account.
        """
        header = request.headers.get("Authorization")
        if header is None:
            return None
        text = token_in(header)
        caller = None if text is None else caller_of_token(text)
        if caller is None or caller.user is None:
            sentence = None if text is None else sentence_if_closed(text)
            if sentence is not None:
                raise AccountClosed(sentence)
            raise InvalidToken(_("Invalid token: it is unknown, expired or revoked."))
        return caller.user, caller

    def authenticate_header(self, request: Request) -> str:
        """Return the `WWW-Authenticate` header for 401."""
        return 'Bearer error="invalid_token"' if "Authorization" in request.headers else "Bearer"


class CSRFFailed(exceptions.PermissionDenied):
    """A session's request lacks the token that proves that it comes from a page of this site."""

    default_code = "csrf_failed"


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with its CSRF check."""

    def enforce_csrf(self, request: Any) -> None:
        """Raise CSRFFailed if the CSRF token is missing or wrong."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CSRFFailed(_("The CSRF token of the page is missing or wrong (X-CSRFToken).")) from error
