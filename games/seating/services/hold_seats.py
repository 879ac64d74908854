"""Seats are held for people who are invited, and let go when they have answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from games.record.models import Game, Invitation
from games.requests.refusals import Refusal
from games.seating.selectors.invitations import PENDING
from pyramido_site.infrastructure.site_clock import now_ms

MOST_PENDING = 20
"""Invitations of one person that wait for an answer."""

Answerer = Callable[[Sequence[Invitation]], bool]
"""Answers new invitations for players who do not answer themselves; whether it answered any."""


_answerers: list[Answerer] = []


def register(*answerers: Answerer) -> None:
    """Rooms whose players are programs add what answers for them (`games/apps.py`)."""
    _answerers.extend(one for one in answerers if one not in _answerers)


def answered(made: Sequence[Invitation]) -> bool:
    """Whether new invitations were answered for players who do not answer themselves, so that rows of the table have
    changed. Call it in the transaction that made them.
    """
    answers = [answer(made) for answer in _answerers]
    return any(answers)


def settle(invitation: Invitation, state: Invitation.State, reason: str = "") -> None:
    """It waits no more; whom it invited need not look at it. Call it in the transaction that holds the table's row."""
    invitation.state, invitation.reason, invitation.answered_ms = state, reason, now_ms()
    invitation.save(update_fields=["state", "reason", "answered_ms"])
    subject = Game.objects.values_list("public_id", flat=True).get(pk=invitation.game_id)
    notify.forget([invitation.user_id], subject=subject, kinds=["invitation"])


def make_invitations(game: Game, by: User, seats: dict[int, User]) -> list[Invitation]:
    """Hold these seats for these people, and tell them. Call it in the transaction that holds the table's row, after
    `check_invitable`. Raises Refusal.
    """
    if not seats:
        return []
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # counted one after the other
    if Invitation.objects.filter(by=by, state=PENDING).count() + len(seats) > MOST_PENDING:
        raise Refusal(
            409,
            "too_many_invitations",
            gettext_noop("You already have %(most)s open invitations, the maximum."),
            field="invited",
            most=MOST_PENDING,
        )
    now = now_ms()
    made = [
        Invitation.objects.create(game=game, seat=seat, user=user, by=by, at_ms=now) for seat, user in seats.items()
    ]
    for one in sorted(made, key=lambda one: one.user_id):  # all who tell take people in one order
        data = {"game": registry.get(game.game_key).name, "who": by.display_name}
        key = f"invitation:{one.public_id}"
        notify.tell("invitation", [one.user_id], subject=game.public_id, key=key, data=data)
    return made
