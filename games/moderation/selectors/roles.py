"""Roles at the desk and what they allow. A role is a Django group with permissions; superusers may do everything."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import Permission
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ModerationDecision
from games.requests.refusals import Refusal

PLAYER, MODERATOR, SENIOR, ADMINISTRATOR = range(4)

PERMISSIONS: Final = {
    MODERATOR: ("moderate",),
    SENIOR: ("moderate", "moderate_senior"),
    ADMINISTRATOR: ("moderate", "moderate_senior", "give_roles"),
}
GROUPS: Final = {MODERATOR: "Moderators", SENIOR: "Senior moderators", ADMINISTRATOR: "Administrators"}

Action = ModerationDecision.Action
LEAST: Final = {
    Action.NOTE: MODERATOR,
    Action.CLOSE: MODERATOR,
    Action.WARNING: MODERATOR,
    Action.MUTE: MODERATOR,
    Action.HIDE_LINE: MODERATOR,
    Action.UNDO: MODERATOR,
    Action.CONFIRMED: MODERATOR,
    Action.UNRATED: SENIOR,
    Action.SUSPENSION: SENIOR,
    Action.BAN: SENIOR,
    Action.RENAME: SENIOR,
    Action.ANNUL: SENIOR,
    Action.APPEAL_GRANTED: SENIOR,
    Action.APPEAL_REJECTED: SENIOR,
}
"""The lowest role that an action needs. Moderators undo only their own decisions, and confirm what their role could
decide.
"""


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


def actions_of(by: User) -> list[ModerationDecision.Action]:
    """Return the actions that the role of `by` allows, in the order of `Action`."""
    own = rank(by)
    return [action for action in Action if LEAST[action] <= own]


def check_may(by: User, action: str, user: User) -> None:
    """Raise Refusal 403 unless `by` may do this to `user`. No one may act on themselves or on users of the same or a
    higher role, except that administrators add notes and close reports about one another.
    """
    own = rank(by)
    if own < LEAST[Action(action)]:
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."), field="action")
    if by.pk == user.pk:
        raise Refusal(403, "own_case", gettext_noop("You cannot moderate your own account."))
    if rank_kept(user) >= own and not (own == ADMINISTRATOR and action in (Action.NOTE, Action.CLOSE)):
        template = gettext_noop("You cannot act on someone whose role is equal to or above yours.")
        raise Refusal(403, "equal_or_superior", template)
