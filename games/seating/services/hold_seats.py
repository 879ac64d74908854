"""Holding seats for invited users, and releasing them once they have answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from engine.newtypes import SeatNumber
from games.record.models import Game, Invitation
from games.requests.refusals import Refusal
from games.seating.selectors.invitations import PENDING
from pyramido_site.infrastructure.site_clock import now_ms

MOST_PENDING = 20
"""Greatest number of pending invitations that a user may have sent."""

Answerer = Callable[[Sequence[Invitation]], bool]
"""Function that answers new invitations of players that are programs, and returns whether any was answered."""


_answerers: list[Answerer] = []


def register(*answerers: Answerer) -> None:
    """Add what answers invitations for players that are programs (`games/apps.py`)."""
    _answerers.extend(one for one in answerers if one not in _answerers)


def let_programs_answer(made: Sequence[Invitation]) -> bool:
    """Let programs answer new invitations to bots. Return whether any was answered; then rows of the table have
    changed, and the caller has to load them again. Call inside the transaction that made the invitations.
    """
    answers = [answer(made) for answer in _answerers]
    return any(answers)


def settle(invitation: Invitation, state: Invitation.State, reason: str = "") -> None:
    """Set the final state of an invitation and remove its notification. Call inside the transaction that locks the
    table's row.
    """
    invitation.state, invitation.reason, invitation.answered_ms = state, reason, now_ms()
    invitation.save(update_fields=["state", "reason", "answered_ms"])
    subject = Game.objects.values_list("public_id", flat=True).get(pk=invitation.game_id)
    notify.forget([invitation.user_id], subject=subject, kinds=["invitation"])


def make_invitations(game: Game, by: User, seats: dict[SeatNumber, User]) -> list[Invitation]:
    """Hold these seats for these users and notify them. Call inside the transaction that locks the table's row, after
    `check_invitable`. Raise Refusal 409 `too_many_invitations` if too many invitations of `by` are pending.
    """
    if not seats:
        return []
    User.objects.select_for_update(no_key=True).get(pk=by.pk)  # serializes the count
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
    for one in sorted(made, key=lambda one: one.user_id):  # notifications lock users in one order everywhere
        data = {"game": registry.get(game.game_key).name, "who": by.display_name}
        key = f"invitation:{one.public_id}"
        notify.tell("invitation", [one.user_id], subject=game.public_id, key=key, data=data)
    return made
