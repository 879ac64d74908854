"""Names that were given up, by renaming or with the account, and stay reserved for a year.

Of such a name only HMACs of its skeletons are stored (keyed with the site's key), with the user who may take it back.
A guest's name was drawn at random and becomes free at once.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts.users.models import RestingName, User
from accounts.users.names import looks
from pyramido_site.infrastructure.site_clock import now_ms

REST_MS: Final = 365 * 24 * 3600 * 1000
"""How long (ms) a name stays reserved."""
SALT: Final = "accounts.names_taken"
"""Part of every stored HMAC: with another one, the reserved names would be free."""


def rest(name: str, user: User | None) -> None:
    """Reserve the name for a year; only `user`, if not None, can take it back. A guest's name is not reserved."""
    if user is not None and user.is_guest:
        return
    now = now_ms()
    RestingName.objects.bulk_create([RestingName(user=user, digest=one, at_ms=now) for one in _digests(name)])


def rest_of_deleted(user: User) -> None:
    """Reserve the name of a deleted user and all its earlier names, without exception."""
    RestingName.objects.filter(user=user).update(user=None)
    if not user.is_guest:
        rest(user.display_name, None)


def delete_old_resting_names() -> int:
    """Free the names that were reserved for a year; return how many digests were deleted."""
    return RestingName.objects.filter(at_ms__lt=now_ms() - REST_MS).delete()[0]


def resting(name: str) -> QuerySet[RestingName]:
    """Return the reservations of the name and of those that look like it."""
    digests = [
        digest for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS) for digest in _digests(name, key)
    ]
    return RestingName.objects.filter(digest__in=digests, at_ms__gte=now_ms() - REST_MS)


def _digests(name: str, key: str | None = None) -> list[bytes]:
    """Return the HMACs (32 bytes each) of the name's skeletons, as shown and in lower case."""
    return [
        salted_hmac(SALT, f"{way}:{look}", secret=key, algorithm="sha256").digest()
        for way, look in zip(("shown", "small"), looks(name), strict=True)
    ]
