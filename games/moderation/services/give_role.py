"""Assigning and removing roles at the desk."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from accounts.models import User
from games.moderation.selectors.roles import ADMINISTRATOR, GROUPS, PERMISSIONS, PLAYER


def role_group(role: int) -> Group:
    """Return the group of a role with its permissions, created if it is missing."""
    group, _made = Group.objects.get_or_create(name=GROUPS[role])
    codenames = PERMISSIONS[role]
    group.permissions.add(*Permission.objects.filter(content_type__app_label="games", codename__in=codenames))
    return group


@transaction.atomic
def give(user: User, role: int) -> None:
    """Set the user's only role (`PLAYER`: none). Only administrators may open the Django admin."""
    user.groups.remove(*Group.objects.filter(name__in=GROUPS.values()))
    if role != PLAYER:
        user.groups.add(role_group(role))
    user.is_staff = user.is_superuser or role == ADMINISTRATOR
    user.save(update_fields=["is_staff"])
    for cached in ("_perm_cache", "_user_perm_cache", "_group_perm_cache"):
        user.__dict__.pop(cached, None)
