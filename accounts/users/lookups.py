"""Finding users by public id or name, deleted ones too."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.users.models import User
from accounts.users.names import name_key


def user_by_id(public_id: str) -> User | None:
    """Return the user with this public id, or None."""
    return User.objects.filter(public_id=public_id).first()


def users_named(name: str) -> QuerySet[User]:
    """Return the user of this name, if there is one."""
    return User.objects.filter(name_key=name_key(name)) if "\0" not in name else User.objects.none()
