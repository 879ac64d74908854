"""The table that follows an ended game: a rematch between people, or the next one against the computer."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine.newtypes import SeatNumber
from games.record.models import Game, Seat
from games.record.projections import LEGEND_KINDS
from games.requests.refusals import Refusal, not_found, not_seated
from games.seating.selectors import endings
from games.seating.selectors.invitations import check_invitable
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.seating.services.open_table import lay_table, open_table
from games.seating.services.seat_ai import check_level
from games.seating.services.sit_down import seat_nonce, sit_down
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId


def ask_rematch(user: User, public_id: PublicId, nonce: bytes | None = None, *, only_rated: bool = False) -> Game:
    """Return the table of the rematch, with the user seated. It is a new table with seats rotated by one and held for
    the other players, or the one that another player has opened already. Raise Refusal if the game has not ended, the
    user did not sit there, or the user may not sit down.
    """
    with transaction.atomic():
        ended = Game.objects.select_for_update().filter(public_id=public_id).first()
        if ended is None:
            raise not_found(public_id)
        seats = list(Seat.objects.filter(game=ended).select_related("user").order_by("number"))
        if all(seat.user_id != user.pk for seat in seats):
            raise not_seated()
        if ended.seq is None or ended.status not in (Game.Status.FINISHED, Game.Status.ABORTED):
            raise Refusal(
                409, "not_ended", gettext_noop("You can offer a rematch only after the game has ended."), seq=ended.seq
            )
        rematch = Game.objects.filter(rematch_of=ended).exclude(status=Game.Status.ABORTED).first()
        if rematch is None:
            rematch = _open(user, ended, seats, nonce)
        elif not Seat.objects.filter(game=rematch, user=user).exists():
            rematch = sit_down(user, rematch.public_id, nonce, rematch.link or "", only_rated=only_rated)
    return rematch


def _open(user: User, ended: Game, seats: list[Seat], nonce: bytes | None) -> Game:
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    if len(people) < 2:
        raise Refusal(422, "no_rematch", gettext_noop("A rematch needs a game of at least two people."))
    agreed = terms.of(ended.terms)
    if ended.unrated_by_limit:  # the game was meant to be rated, and so is its rematch
        agreed = msgspec.structs.replace(agreed, rated=True)
    if agreed.rated:
        check_may_play_rated(user)
    for seat in seats:
        if seat.ai and seat.user is None:
            check_level(ended.game_key, seat.ai)
    sitting: dict[SeatNumber, User] = {}
    invited: dict[SeatNumber, User] = {}
    ai: dict[SeatNumber, str] = {}
    for number, before in _rotated(seats).items():
        if before.user is None:
            ai[number] = before.ai
        else:
            (sitting if before.user == user else invited)[number] = before.user
    check_invitable(user, list(invited.values()), agreed.rated)
    (own,) = sitting
    game = Game(
        game_key=ended.game_key, rules_version=ended.rules_version, options=ended.options, substitute=ended.substitute,
        terms=agreed.to_json(), rated=agreed.rated, host=user, listed=False,
        private=ended.private, watch_delay=ended.watch_delay, rematch_of=ended,
    )  # fmt: skip
    return lay_table(game, sitting, ai, invited, seat_nonce(own, nonce))


def _rotated(seats: list[Seat]) -> dict[SeatNumber, Seat]:
    """Return the new seat number of each player's seat: each moves on by one, leaving out the game's own seats."""
    chairs = [seat for seat in seats if seat.kind not in LEGEND_KINDS]
    numbers = [seat.number for seat in chairs]
    return dict(zip([*numbers[1:], numbers[0]], chairs, strict=True))


def play_again(user: User, public_id: PublicId, nonce: bytes | None = None, *, harder: bool = False) -> Game:
    """Return a new table like that of an ended game, on the same terms; with `harder`, against the next stronger
    computer players. It has started.

    Raise Refusal if the game has not ended, if the user did not sit there or other people did, too, or if there is no
    next table of this kind to open.
    """
    ended = Game.objects.filter(public_id=public_id).first()
    if ended is None:
        raise not_found(public_id)
    seats = endings.ended_seats(ended, user)
    following = (endings.harder if harder else endings.again)(ended, seats, user)
    if following is None:
        template = gettext_noop("This table cannot be opened with one click. Use “Open a table”.")
        raise Refusal(422, "no_next_table", template)
    return open_table(
        user, ended.game_key, dict(following.options), nonce, following.ai, ended.substitute or None,
        terms.of(ended.terms), not ended.private, watch_delay=ended.watch_delay,
    )  # fmt: skip
