"""Deleting an account at its owner's request.

The account is anonymized at once (accounts.identity.deletion). A task then ends its games and removes its remaining
data; a sweep asks for that task again until nothing is left.
"""

from __future__ import annotations

import functools

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.identity import deletion
from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.chat.models import ChatLine, PrivateNote
from games.conditional_moves.models import ConditionalMoves
from games.deadlines.models import Vacation
from games.fair_play.models import Flag
from games.learn.models import LessonProgress
from games.live import followups
from games.matchmaking.models import Seek
from games.matchmaking.services.leave_everything import leave_games, leave_lobby
from games.moderation.models import Report
from games.pictures.services.keep import forget
from games.record.models import Game, Invitation, Seat
from games.requests.refusals import Refusal

LATER = (Invitation, ConditionalMoves, Seek, Vacation)
"""Models that running games may still use; their rows are deleted once the account's games have ended."""


def delete_account(user: User) -> None:
    """Delete the account for good; repeating it changes nothing. Raise Refusal 409 `last_administrator` for the only
    one.
    """
    with transaction.atomic():
        if user.is_superuser and not _others_administer(user):
            template = gettext_noop("You are the only administrator. Make someone else an administrator first.")
            raise Refusal(409, "last_administrator", template)
        under_eye = is_under_eye(user)
        if not deletion.anonymise(user, under_eye=under_eye, later=(*LATER, *((Flag,) if under_eye else ()))):
            return
        PrivateNote.objects.filter(user=user).delete()
        LessonProgress.objects.filter(user=user).delete()
        ChatLine.objects.filter(user=user).update(text="", hidden=True, key=None)
        transaction.on_commit(functools.partial(followups.account_deleted, user.pk))


def is_under_eye(user: User) -> bool:
    """Return whether a sanction of the user is in force, or a report about the user waits for moderators."""
    waiting = Report.objects.filter(reported=user, state__in=Report.WAITING)
    return bool(sanctions.in_force(user)) or waiting.exists()


def clear_deleted(user_id: int) -> None:
    """Leave the running games of a deleted account, and delete what waits for it. Repeating it changes nothing.

    Games are resigned, except for a suspended or banned account, which the site takes out of them. Kept pictures of its
    games, with its name, are removed.
    """
    user = User.objects.filter(pk=user_id, deleted_ms__isnull=False).first()
    if user is None:
        return
    leave_lobby(user)
    forget(set(Seat.objects.filter(user=user).values_list("game__public_id", flat=True)))
    leave_games(user, removed=sanctions.closing(user) is not None)
    if not _playing().filter(user=user).exists():
        for model in LATER:
            model._default_manager.filter(user=user).delete()
        Invitation.objects.filter(by=user).delete()


def deleted_to_clear(limit: int) -> list[int]:
    """Return row ids of deleted accounts with data left to clear."""
    own = {"user": OuterRef("pk")}
    left = Q(Exists(_playing().filter(**own))) | Q(Exists(Invitation.objects.filter(by=OuterRef("pk"))))
    for model in LATER:
        left |= Q(Exists(model._default_manager.filter(**own)))
    deleted = User.objects.filter(left, deleted_ms__isnull=False)
    return list(deleted.order_by("pk").values_list("pk", flat=True)[:limit])


def _playing() -> QuerySet[Seat]:
    running = Q(game__status=Game.Status.RUNNING, departure="", ai="")
    return Seat.objects.filter(running | Q(game__status=Game.Status.OPEN))


def _others_administer(user: User) -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk).exists()
