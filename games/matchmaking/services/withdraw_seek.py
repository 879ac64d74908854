"""Somebody seeks a game no more."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.live.lobby import lobby_changed
from games.matchmaking import selectors
from games.matchmaking.models import Seek
from games.requests.refusals import Refusal


def withdraw_seek(user: User, public_id: str) -> None:
    """Of a seek that has ended without a game it does nothing. Raises Refusal when it has led to one."""
    made = selectors.own_seek(user, public_id)
    if Seek.objects.filter(selectors.LASTS, pk=made.pk).update(state=Seek.State.WITHDRAWN, nonce=""):
        lobby_changed()
        return
    made.refresh_from_db(fields=["state"])
    if made.state == Seek.State.PAIRED:
        raise Refusal(409, "already_paired", gettext_noop("This seek has already been paired."))


def withdraw_live_seeks(user: User) -> None:
    """The person sits down at a live table, and seeks no other such game any more."""
    waiting = Seek.objects.filter(state=Seek.State.WAITING, user=user, pool__live=True)
    if waiting.update(state=Seek.State.WITHDRAWN, nonce=""):
        lobby_changed()
