"""Fingerprints of network and device, which show that two accounts may be one person's.

A fingerprint is an HMAC-SHA-256 keyed with a key of the site's: of an address's network (IPv4 /24, IPv6 /48), or of a
random cookie that marks the device. Neither is stored itself, and a fingerprint is deleted when it has not been seen
for `KEPT_MS`.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from accounts.sanctions.models import Fingerprint
from accounts.users.models import User
from pyramido_site.infrastructure.client_address import address_of
from pyramido_site.infrastructure.site_clock import now_ms

HOUR_MS = 3_600_000
KEPT_MS = 90 * 24 * HOUR_MS
AGAIN_MS = HOUR_MS
"""Shortest time between two notes of a session."""

COOKIE = "device"
COOKIE_S = KEPT_MS // 1000
NOTED, DEVICE = "noted_ms", "device"
"""Session keys: when it was last noted, and the device on which it began."""

_DEVICE = re.compile(r"[A-Za-z0-9_-]{22}")
PREFIXES = {4: 24, 6: 48}


def network_of(address: str) -> str | None:
    """Return `192.0.2.0/24` or `2001:db8:1::/48`; None for a loopback, unspecified or invalid one."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if ip.is_loopback or ip.is_unspecified:
        return None
    return str(ipaddress.ip_network((ip, PREFIXES[ip.version]), strict=False))


def digest_of(kind: str, text: str) -> bytes:
    """Return an HMAC of 32 bytes.

    The key is derived from SECRET_KEY: with a new one, old fingerprints match nothing.
    """
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.marks", "sha256")
    return hmac.digest(key, f"{kind}:{text}".encode(), "sha256")


def note(request: HttpRequest) -> None:
    """Store the fingerprints of the signed-in user, and the time in the session."""
    assert isinstance(request.user, User)
    _note(request, request.user)


def _note(request: HttpRequest, user: User) -> None:
    now, session = now_ms(), request.session
    device = _device_of(request) or secrets.token_urlsafe(16)
    session[NOTED], session[DEVICE] = now, device
    address = address_of(request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", ""))
    seen = {Fingerprint.Kind.DEVICE: device, Fingerprint.Kind.NETWORK: network_of(address)}
    Fingerprint.objects.bulk_create(
        [
            Fingerprint(user=user, kind=kind, digest=digest_of(kind, text), first_ms=now, last_ms=now)
            for kind, text in seen.items()
            if text is not None
        ],
        update_conflicts=True,
        unique_fields=["user", "kind", "digest"],
        update_fields=["last_ms"],
    )


def _device_of(request: HttpRequest) -> str:
    """Return the device in the browser's cookie, or in the session, or ""."""
    device = request.COOKIES.get(COOKIE, "")
    return device if _DEVICE.fullmatch(device) else request.session.get(DEVICE, "")


def known_device(request: HttpRequest, user: User | None) -> str:
    """Return the device if this account was signed in on it within KEPT_MS, otherwise "".

    One query if the browser names a device, even without a user.
    """
    device = _device_of(request)
    if not device:
        return ""
    seen = Fingerprint.objects.filter(
        user_id=user.pk if user is not None else 0,
        kind=Fingerprint.Kind.DEVICE,
        digest=digest_of(Fingerprint.Kind.DEVICE, device),
        last_ms__gte=now_ms() - KEPT_MS,
    )
    return device if seen.exists() else ""


def note_device(request: HttpRequest, user: User) -> None:
    """Note the device for a user who has proven to own the account without signing in."""
    _note(request, user)


@receiver(user_logged_in)
def at_sign_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Note the fingerprints at sign-in."""
    _note(request, user)


def noting(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that notes a session in use every AGAIN_MS, and keeps the device's cookie."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if not session.accessed or SESSION_KEY not in session:
            return response
        if now_ms() - session.get(NOTED, 0) >= AGAIN_MS and isinstance(request.user, User):
            note(request)
        device = session.get(DEVICE)
        if device and request.COOKIES.get(COOKIE) != device:
            response.set_cookie(COOKIE, device, max_age=COOKIE_S, secure=settings.HTTPS, httponly=True, samesite="Lax")
        return response

    return middleware


def delete_old_fingerprints() -> int:
    """Delete fingerprints not seen for KEPT_MS; return how many."""
    removed, _ = Fingerprint.objects.filter(last_ms__lt=now_ms() - KEPT_MS).delete()
    return removed
