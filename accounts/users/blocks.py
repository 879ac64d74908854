"""Blocks between players. Only the blocker sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.users.models import Block, User

MOST = 500
"""Number of players that a user can block."""


class TooMany(Exception):
    """The user has reached the limit of blocks; the text is a sentence for them."""


Separator = Callable[[User, User], None]
"""Function that separates a blocker and the user whom they block, where they are together."""

_separators: list[Separator] = []


def register(*separators: Separator) -> None:
    """Add functions that are called after each block. They must be idempotent."""
    _separators.extend(one for one in separators if one not in _separators)


def block(blocker: User, blocked: User) -> None:
    """Block a user, and separate the two. Idempotent. Raise TooMany at the limit, and ValueError for oneself."""
    _store(blocker, blocked)
    for separate in _separators:
        separate(blocker, blocked)


def _store(blocker: User, blocked: User) -> None:
    if blocker.pk == blocked.pk:
        raise ValueError("nobody blocks himself")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=blocker.pk)  # serialised, so that the limit holds
        mine = Block.objects.filter(blocker=blocker)
        if mine.filter(blocked=blocked).exists():
            return
        if mine.count() >= MOST:
            raise TooMany(_("You have already blocked %(most)s people, the maximum.") % {"most": MOST})
        Block.objects.create(blocker=blocker, blocked=blocked)


def unblock(blocker: User, blocked: User) -> None:
    """Remove a block, if there is one."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def of(user: User) -> QuerySet[Block]:
    """Return the user's blocks, the latest first, each with its blocked user."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-pk")


def blocks(blocker: User, blocked: User) -> bool:
    """Whether `blocker` blocks `blocked`."""
    return Block.objects.filter(blocker=blocker, blocked=blocked).exists()


def blockers_among(user_ids: Collection[int], blocked: User) -> set[int]:
    """Return which of these users block `blocked`."""
    found = Block.objects.filter(blocker__in=user_ids, blocked=blocked)
    return set(found.values_list("blocker_id", flat=True))


def apart(user_id: int, others: Collection[int]) -> bool:
    """Whether the user blocks one of the others, or is blocked by one of them."""
    here = Q(blocker_id=user_id, blocked__in=others) | Q(blocked_id=user_id, blocker__in=others)
    return bool(others) and Block.objects.filter(here).exists()


def kept_apart_from(user_id: int) -> tuple[QuerySet[Block, int], QuerySet[Block, int]]:
    """Return the ids of users blocked by the user, and of users who block the user, for subqueries."""
    return (
        Block.objects.filter(blocker_id=user_id).values_list("blocked_id", flat=True),
        Block.objects.filter(blocked_id=user_id).values_list("blocker_id", flat=True),
    )
