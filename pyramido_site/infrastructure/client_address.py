"""The address that a request or socket comes from, also behind proxies."""

from __future__ import annotations

from typing import Any

from django.conf import settings


def address_of(forwarded: str, remote: str) -> str:
    """Return the caller's address, on which all limits are based, from X-Forwarded-For and the connection."""
    if not settings.TRUSTED_PROXIES or not forwarded:
        return remote
    hops = forwarded.split(",")
    return hops[-min(settings.TRUSTED_PROXIES, len(hops))].strip()


def address_of_scope(scope: Any) -> str:
    """Return the same for the scope of an ASGI connection."""
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    return address_of(forwarded, (scope.get("client") or ("",))[0])
