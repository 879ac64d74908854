"""Redirects to an address that a request names."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def safe_next(request: HttpRequest, fallback: str | None = None) -> str:
    """Return the address in `next` if it is on this host, otherwise `fallback` (settings.LOGIN_REDIRECT_URL)."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return resolve_url(fallback or settings.LOGIN_REDIRECT_URL)
