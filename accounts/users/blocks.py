"""Who wants nothing to do with whom. What is shown of a block, only the blocker sees."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.users.models import Block, User

MOST = 500
"""People whom one person blocks."""


class TooMany(Exception):
    """Somebody blocks as many people as one may; the text is a sentence for that person."""


def block(blocker: User, blocked: User) -> None:
    """Again, it changes nothing. Raises TooMany, or ValueError for oneself."""
    if blocker.pk == blocked.pk:
        raise ValueError("nobody blocks himself")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=blocker.pk)  # counted one after the other
        mine = Block.objects.filter(blocker=blocker)
        if mine.filter(blocked=blocked).exists():
            return
        if mine.count() >= MOST:
            raise TooMany(_("You already block %(most)s people, the maximum.") % {"most": MOST})
        Block.objects.create(blocker=blocker, blocked=blocked)


def unblock(blocker: User, blocked: User) -> None:
    """Who is not blocked stays so."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def of(user: User) -> QuerySet[Block]:
    """Whom the user blocks, the latest first, each with that person."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-pk")


def blocks(blocker: User, blocked: User) -> bool:
    return Block.objects.filter(blocker=blocker, blocked=blocked).exists()


def blockers_among(user_ids: Collection[int], blocked: User) -> set[int]:
    """Which of these users block that one."""
    found = Block.objects.filter(blocker__in=user_ids, blocked=blocked)
    return set(found.values_list("blocker_id", flat=True))


def apart(user_id: int, others: Collection[int]) -> bool:
    """Whether the user blocks one of the others, or one of them the user."""
    here = Q(blocker_id=user_id, blocked__in=others) | Q(blocked_id=user_id, blocker__in=others)
    return bool(others) and Block.objects.filter(here).exists()


def kept_apart_from(user_id: int) -> tuple[QuerySet[Block, int], QuerySet[Block, int]]:
    """Ids of users, for subqueries: whom the user blocks, and who blocks the user."""
    return (
        Block.objects.filter(blocker_id=user_id).values_list("blocked_id", flat=True),
        Block.objects.filter(blocked_id=user_id).values_list("blocker_id", flat=True),
    )
