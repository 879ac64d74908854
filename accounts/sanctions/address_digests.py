"""Digests that keep a banned user from returning by deleting the account: the verified address and the name are
recognised.

Only an HMAC-SHA-256 of each, keyed with the site's key, is stored. It bars them from new accounts while a sanction of
the deleted account is in force, and is deleted after KEPT_MS, or once no sanction is in force any more.
"""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.crypto import salted_hmac

from accounts.sanctions import selectors as sanctions
from accounts.sanctions.models import AddressDigest
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

DAY_MS: Final = 24 * 3600 * 1000
KEPT_MS: Final = 2 * 365 * DAY_MS


def digest(address: str, key: str | None = None) -> bytes:
    """Return the HMAC (32 bytes) with the site's key, or with a previous one."""
    return salted_hmac("accounts.address_marks", address.strip().casefold(), secret=key, algorithm="sha256").digest()


def note(user: User) -> None:
    """Store the digests before the name and addresses are deleted: verified
    addresses only, others may not be the user's.
    """
    addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    now = now_ms()
    known = {digest(one) for one in (*addresses, user.name_key)}  # an address has an @, a name never does
    AddressDigest.objects.bulk_create([AddressDigest(user=user, digest=one, at_ms=now) for one in known])


def bars(text: str) -> bool:
    """Whether a sanction of a deleted account bars this address, or this name's key, from a new account."""
    digests = [digest(text, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return AddressDigest.objects.filter(_held(), digest__in=digests, at_ms__gte=now_ms() - KEPT_MS).exists()


def delete_old_digests() -> int:
    """Delete digests that no longer bar anything; return how many."""
    return AddressDigest.objects.filter(Q(at_ms__lt=now_ms() - KEPT_MS) | ~Q(_held())).delete()[0]


def _held() -> Exists:
    kinds = [kind for kind in sanctions.Kind.values if kind != sanctions.Kind.WARNING]
    return Exists(sanctions.holding().filter(user=OuterRef("user"), kind__in=kinds))
