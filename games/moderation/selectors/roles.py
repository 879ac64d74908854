"""Roles at the desk and what they allow. A role is a Django group with permissions; superusers may do everything."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet

from accounts.models import User
from games.moderation.models import ModerationDecision

PLAYER, MODERATOR, SENIOR, ADMINISTRATOR = range(4)

PERMISSIONS: Final = {
    MODERATOR: ("moderate",),
    SENIOR: ("moderate", "moderate_senior"),
    ADMINISTRATOR: ("moderate", "moderate_senior", "give_roles"),
}
GROUPS: Final = {MODERATOR: "Moderators", SENIOR: "Senior moderators", ADMINISTRATOR: "Administrators"}

Action = ModerationDecision.Action


def moderators() -> QuerySet[User]:
    """Return all active users who work at the desk."""
    name = {"content_type__app_label": "games", "codename": PERMISSIONS[MODERATOR][-1]}
    given = Permission.objects.filter(**name)
    roled = Q(is_superuser=True) | Q(groups__permissions__in=given) | Q(user_permissions__in=given)
    return User.objects.filter(roled, is_active=True).distinct()


def with_a_role() -> QuerySet[User]:
    """Return the users to whom a role was given, by name."""
    return User.objects.filter(groups__name__in=GROUPS.values()).distinct().order_by("name_key")


def is_moderator(user: User) -> bool:
    """Return whether the user works at the desk, as a moderator or in a higher role."""
    return rank(user) >= MODERATOR


def is_senior(user: User) -> bool:
    """Return whether the user is a senior moderator or an administrator."""
    return rank(user) >= SENIOR


def rank(user: User) -> int:
    """Return the user's role: 0 player, 1 moderator, 2 senior moderator, 3 administrator. An inactive user is a
    player.
    """
    for role in (ADMINISTRATOR, SENIOR, MODERATOR):
        if user.has_perm(f"games.{PERMISSIONS[role][-1]}"):
            return role
    return PLAYER


def rank_kept(user: User) -> int:
    """Return the user's role, which a closed account keeps: moderators of the same role cannot reopen it."""
    if user.is_active:
        return rank(user)
    kept = Permission.objects.filter(Q(group__user=user) | Q(user=user), content_type__app_label="games")
    held = set(kept.values_list("codename", flat=True))
    own = (role for role in (ADMINISTRATOR, SENIOR, MODERATOR) if user.is_superuser or PERMISSIONS[role][-1] in held)
    return next(own, PLAYER)
