"""Making an account a bot's, which cannot be undone."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.matchmaking.models import Seek
from games.record.models import Game, Seat
from games.requests.refusals import Refusal


def become_bot(user: User, confirm: str) -> User:
    """Make the account a bot's; repeating it changes nothing. `confirm` must be the account's name. Raise Refusal for
    guests, for a wrong `confirm`, and for users who sit at a table or have played.
    """
    with transaction.atomic():
        # Taking a seat locks the user's row too: a user who sits down now is either seated before this or is a bot
        # after it.
        mine = User.objects.select_for_update().get(pk=user.pk)
        if mine.is_bot:
            return mine
        if mine.is_guest:
            raise Refusal(403, "guest", gettext_noop("Guests cannot become bots. Create an account first."))
        if confirm != mine.display_name:
            template = gettext_noop("To confirm, enter the account’s name: %(name)s.")
            raise Refusal(422, "not_confirmed", template, field="confirm", name=mine.display_name)
        if _seats(mine).exists():
            played = _seats(mine).filter(game__seq__isnull=False).exists()
            template = (
                gettext_noop("This account has already played games. Create another one for the bot.")
                if played
                else gettext_noop("This account is at a table. Leave it first.")
            )
            raise Refusal(409, "has_played" if played else "at_table", template)
        lasting = (Seek.State.WAITING, Seek.State.PAIRED)
        Seek.objects.filter(user=mine, state__in=lasting).update(state=Seek.State.WITHDRAWN, nonce="")
        mine.is_bot = True
        mine.save(update_fields=["is_bot"])
    return mine


def may_become_bot(user: User) -> bool:
    """Return whether `become_bot` would succeed now."""
    return not (user.is_guest or user.is_bot or _seats(user).exists())


def _seats(user: User) -> QuerySet[Seat]:
    """Return seats on which the user plays, has played or waits, without tables that closed before the game started."""
    return Seat.objects.filter(user=user).exclude(game__status=Game.Status.ABORTED, game__seq__isnull=True)
