"""Who is banned does not come back by deleting the account: the address that was verified and the name are known again.

What is kept is an HMAC-SHA-256 of each with the site's key, never the address or the name. It bars them from new
accounts while a sanction of the deleted account holds, and is forgotten after KEPT_MS, or sooner once nothing holds any
more.
"""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils.crypto import salted_hmac

from accounts.sanctions import services as sanctions
from accounts.sanctions.models import AddressDigest
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms

DAY_MS: Final = 24 * 3600 * 1000
KEPT_MS: Final = 2 * 365 * DAY_MS


def digest(address: str, key: str | None = None) -> bytes:
    """32 bytes, with the site's key or one that it had before."""
    return salted_hmac("accounts.address_marks", address.strip().casefold(), secret=key, algorithm="sha256").digest()


def note(user: User) -> None:
    """Before the user's name and addresses are removed. Only verified ones: anybody can type the address of another."""
    addresses = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    now = now_ms()
    known = {digest(one) for one in (*addresses, user.name_key)}  # an address has an @, and no name has
    AddressDigest.objects.bulk_create([AddressDigest(user=user, digest=one, at_ms=now) for one in known])


def bars(text: str) -> bool:
    """Whether a sanction of a deleted account keeps this address, or this name's key, from having another one."""
    marks = [digest(text, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    return AddressDigest.objects.filter(_held(), digest__in=marks, at_ms__gte=now_ms() - KEPT_MS).exists()


def delete_old_digests() -> int:
    """Remove what bars nothing any more; gives how many that were."""
    return AddressDigest.objects.filter(Q(at_ms__lt=now_ms() - KEPT_MS) | ~Q(_held())).delete()[0]


def _held() -> Exists:
    kinds = [kind for kind in sanctions.Kind.values if kind != sanctions.Kind.WARNING]
    return Exists(sanctions.holding().filter(user=OuterRef("user"), kind__in=kinds))
