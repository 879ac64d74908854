"""Withdrawing a seek."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.live.lobby import lobby_changed
from games.matchmaking.models import Seek
from games.matchmaking.selectors.seeks import LASTS, own_seek
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId


def withdraw_seek(user: User, public_id: PublicId) -> None:
    """Withdraw the user's seek; do nothing if it has ended without a game. Raise Refusal 409 `already_paired` if it has
    led to one, and 404 `not_found` if the user has no such seek.
    """
    made = own_seek(user, public_id)
    if Seek.objects.filter(LASTS, pk=made.pk).update(state=Seek.State.WITHDRAWN, nonce=""):
        lobby_changed()
        return
    made.refresh_from_db(fields=["state"])
    if made.state == Seek.State.PAIRED:
        raise Refusal(409, "already_paired", gettext_noop("This search has already found its opponents."))


def withdraw_live_seeks(user: User) -> None:
    """Withdraw the user's live seeks, because the user sits down at a live table."""
    waiting = Seek.objects.filter(state=Seek.State.WAITING, user=user, pool__live=True)
    if waiting.update(state=Seek.State.WITHDRAWN, nonce=""):
        lobby_changed()
