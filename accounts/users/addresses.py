"""The e-mail addresses of accounts: one that is confirmed, and perhaps one that waits to be.

A confirmed address belongs to one account. It gets that account's mail, signs in, and resets the password. One that
is not confirmed gets the link to confirm it and nothing else; any number of accounts may have given it.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from accounts.users.models import User

HAS_CONFIRMED = Exists(EmailAddress.objects.filter(user=OuterRef("pk"), verified=True))
"""Of a user, in a query."""


def confirmed(user: User) -> str:
    """Where this account's mail goes; "" for nowhere."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return found.values_list("email", flat=True).first() or ""


def waiting(user: User) -> EmailAddress | None:
    """The address that is not confirmed yet, the latest if there are several."""
    return EmailAddress.objects.filter(user=user, verified=False).order_by("pk").last()


def owner(address: str) -> User | None:
    """Whose confirmed address it is: the one way from an address to its account."""
    found = EmailAddress.objects.filter(email=address.lower(), verified=True)
    row = found.select_related("user").first()
    return row.user if row and not row.user.is_guest else None


def is_of_another(address: EmailAddress) -> bool:
    """Whether another account has confirmed it."""
    others = EmailAddress.objects.filter(email=address.email, verified=True).exclude(user=address.user_id)
    return bool(others.exists())
