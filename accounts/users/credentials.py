"""Whose account a person signs in to: by the own name, or by the address that the account has confirmed."""

from __future__ import annotations

from typing import Any

from accounts.users import addresses
from accounts.users.models import User
from accounts.users.names import name_key


def owner(username: str | None = None, email: str | None = None, **_: Any) -> User | None:
    """Return the account that these credentials name, or None. One query in either case."""
    if username:
        return User.objects.filter(name_key=name_key(username)).first()
    return addresses.owner(email or "")
