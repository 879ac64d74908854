"""Who is calling: the session of the pages."""

from __future__ import annotations

from typing import Any

from rest_framework import authentication, exceptions
from rest_framework.request import Request


class CSRFFailed(exceptions.PermissionDenied):
    """A session's request without the token that proves that it comes from a page of this site."""

    default_code = "csrf_failed"


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session with its CSRF check. Whoever is not signed in gets 401 where signing in would help."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"

    def enforce_csrf(self, request: Any) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise CSRFFailed(str(error.detail)) from error
