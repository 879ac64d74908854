"""Finding the account for sign-in, by its name or its confirmed address."""

from __future__ import annotations

from typing import Any

from accounts.users import addresses
from accounts.users.models import User
from accounts.users.names import name_key


def owner(username: str | None = None, email: str | None = None, **_: Any) -> User | None:
    """Return the account with these credentials, or None. One query either way."""
    if username:
        return User.objects.filter(name_key=name_key(username)).first()
    return addresses.owner(email or "")
