"""E-mail addresses of accounts: at most one confirmed, and possibly one waiting for confirmation.

A confirmed address belongs to one account: it receives that account's mail, signs in, and resets the password. An
unconfirmed one receives only the link to confirm it, and several accounts may have entered it.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from accounts.users.models import User

HAS_CONFIRMED = Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True))
"""Annotation for queries of users: whether the user has a confirmed address."""


def confirmed(user: User) -> str:
    """Return the confirmed address of this account, or ""."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return found.values_list("email", flat=True).first() or ""


def waiting(user: User) -> EmailAddress | None:
    """Return the address waiting for confirmation, the latest if there are several, or None."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("pk").last()


def has(user: User, address: str) -> bool:
    """Whether the account has entered this address (lower case), confirmed or not."""
    return bool(EmailAddress.objects.filter(user=user, email=address).exists())


def owner(address: str) -> User | None:
    """Return the account that has confirmed this address, or None: the only way from an address to its account."""
    found = EmailAddress.objects.filter(email=address.lower(), verified=True)
    row = found.select_related("user").first()
    return row.user if row and not row.user.is_guest else None


def is_of_another(address: EmailAddress) -> bool:
    """Whether another account has confirmed the address."""
    others = EmailAddress.objects.filter(email=address.email, verified=True).exclude(user=address.user_id)
    return bool(others.exists())
