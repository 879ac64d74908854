"""Files that browsers and search engines look for at the root of a site: the icon, and what crawlers may fetch."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ICON = Path(__file__).parent / "static" / "site" / "img" / "favicon.ico"

NOT_FOR_CRAWLERS = (
    "/account/", "/accounts/", "/admin/", "/api/v1/", "/bot/", "/closed-account/", "/desk/", "/games/components/",
    "/games/mine/", "/games/new/", "/games/now/", "/i18n/", "/invitations/", "/next/", "/notifications/", "/oauth/",
    "/pairing/seek/", "/pairing/seeks/", "/reports/", "/standing/", "/studies/", "/terms/agree/", "/vacation/",
)  # fmt: skip
"""Beginnings of paths that are of no use to a search engine: forms, what belongs to one user, and what programs read.

Pages that can be previewed but not found, such as an invitation, are not among them: they say `noindex` themselves.
"""
PREVIEWED = ("/studies/shared/",)
"""Such pages below one of those paths."""


@require_safe
@cache_control(public=True, max_age=86400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Serve the icon to browsers that ask for it without having read a page."""
    return HttpResponse(_icon(), content_type="image/x-icon")


@cache
def _icon() -> bytes:
    return ICON.read_bytes()


@require_safe
@cache_control(public=True, max_age=3600)
def robots(request: HttpRequest) -> HttpResponse:
    """Serve `robots.txt` (RFC 9309)."""
    allowed = [f"Allow: {path}" for path in PREVIEWED]
    lines = ["User-agent: *", *allowed, *(f"Disallow: {path}" for path in NOT_FOR_CRAWLERS), ""]
    lines += [f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
