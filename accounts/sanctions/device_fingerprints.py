"""By what two accounts are seen to be one person's: marks of the network and of the device that they are used from.

A mark is an HMAC-SHA-256 with a key of the site's. Of an address only its network counts (IPv4 /24, IPv6 /48), of a
device a random cookie of this site's own. Neither is stored, and a mark is forgotten when it has not been seen for
`KEPT_MS`.
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
"""A session is noted again after so long at the earliest."""

COOKIE = "device"
COOKIE_S = KEPT_MS // 1000
NOTED, DEVICE = "noted_ms", "device"
"""In a session: when it was last noted, and the device that it was begun on."""

_DEVICE = re.compile(r"[A-Za-z0-9_-]{22}")
PREFIXES = {4: 24, 6: 48}


def network_of(address: str) -> str | None:
    """`192.0.2.0/24` or `2001:db8:1::/48`; None for what is no address of somebody else's machine."""
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
    """32 bytes. The key is derived from SECRET_KEY: with another one, marks of before mean nothing any more."""
    key = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.marks", "sha256")
    return hmac.digest(key, f"{kind}:{text}".encode(), "sha256")


def note(request: HttpRequest) -> None:
    """Write down the marks of whoever is signed in, and in the session that it was done."""
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
    """The device that the browser names; "" for none."""
    device = request.COOKIES.get(COOKIE, "")
    return device if _DEVICE.fullmatch(device) else request.session.get(DEVICE, "")


def known_device(request: HttpRequest, user: User | None) -> str:
    """The device, if this account was signed in on it within KEPT_MS; otherwise "". One query where the browser names
    a device, also without a user.
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
    """The account was proven to be the owner's on this device, though nobody is signed in to it."""
    _note(request, user)


@receiver(user_logged_in)
def at_sign_in(request: HttpRequest, user: User, **_: Any) -> None:
    _note(request, user)


def noting(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a session in use is noted again after AGAIN_MS, and its device keeps the cookie."""

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
    """Remove the marks that have not been seen for KEPT_MS; gives how many."""
    removed, _ = Fingerprint.objects.filter(last_ms__lt=now_ms() - KEPT_MS).delete()
    return removed
