"""Opening a table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, TypeVar

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.chance import commitment
from engine.core import GameError
from engine.newtypes import SeatNumber
from engine.substitutes import SUBSTITUTE_SEATS
from games.live.lobby import lobby_changed
from games.record.models import Game, GameSecret, Seat
from games.requests.refusals import Refusal
from games.seating.selectors.expiry import expiry
from games.seating.selectors.invitations import check_invitable, new_link
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.seating.selectors.table_kinds import check_open_to, player_seats
from games.seating.services import one_sitting
from games.seating.services.hold_seats import let_programs_answer, make_invitations
from games.seating.services.make_unrated_at_limit import make_unrated_at_limit
from games.seating.services.rematch_changed import rematch_changed
from games.seating.services.seat_ai import check_level
from games.seating.services.sit_down import seat_nonce, start_if_full
from games.time import terms
from games.time.terms import UNLIMITED, Terms

SECRET_BYTES = 32

HOST: Final = SeatNumber(0)

T = TypeVar("T")


def open_table(
    user: User,
    game_key: object,
    options: object,
    nonce: bytes | None = None,
    ai: Sequence[str] = (),
    substitute: str | None = None,
    agreed: Terms = UNLIMITED,
    listed: bool = True,
    invited: Sequence[User] = (),
    watch_delay: int = 0,
) -> Game:
    """Return a new table with its host on the first seat; it starts at once if no seat is free.

    `nonce` is the host's 32 bytes for the game's seed (docs/rules.md E). AIs of the levels in `ai` take the seats after
    the host's; the next ones are held for the `invited` users. `substitute` is the level of the AI that plays on for
    users who leave; `agreed` are the table's terms. A table that is not `listed` does not appear in the lobby: its free
    seats are for users with its link, and its game stays private. While the game runs, watchers are `watch_delay` moves
    behind. Raise Refusal if any of this is not possible or not allowed.
    """
    try:
        rules = registry.get(game_key)
        checked = rules.options_from_json(options)
    except GameError as error:
        raise Refusal.of(error) from error
    check_open_to(user, rules, checked)
    _check_ai(rules.key, player_seats(rules, checked), ai, substitute)
    _check_rated(user, player_seats(rules, checked), agreed)
    if len(ai) + len(invited) >= player_seats(rules, checked) and invited:
        template = gettext_noop("There are not enough free seats.")
        raise Refusal(422, "no_such_seat", template, field="invited")
    check_invitable(user, invited, agreed.rated)
    with transaction.atomic():
        return lay_table(
            Game(
                game_key=rules.key, rules_version=rules.version, options=checked, substitute=substitute or "",
                terms=agreed.to_json(), rated=agreed.rated, host=user, listed=listed,
                private=not listed, watch_delay=watch_delay,
            ),
            {HOST: user},
            _seated(ai, HOST + 1),
            _seated(invited, HOST + 1 + len(ai)),
            seat_nonce(HOST, nonce),
        )  # fmt: skip


def _seated(those: Sequence[T], first: int) -> dict[SeatNumber, T]:
    return {SeatNumber(number): one for number, one in enumerate(those, first)}


def lay_table(
    game: Game,
    sitting: dict[SeatNumber, User],
    ai: dict[SeatNumber, str],
    invited: dict[SeatNumber, User],
    nonces: dict[str, str],
) -> Game:
    """Store a new table with its seats, its secret and its invitations, by seat; start it if no seat is free.

    Call in a transaction, after all checks except those on pending invitations and on other live tables of the users.
    Raise Refusal if one of these two fails.
    """
    for user in sitting.values():
        one_sitting.free_for_seat(user, terms.of(game.terms))
    rules = registry.get(game.game_key, game.rules_version)
    secret = secrets.token_bytes(SECRET_BYTES)
    game.commitment = commitment(secret)
    game.expires_ms = expiry(terms.of(game.terms))
    game.link = None if game.listed else new_link()
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, kind=kind, user=sitting.get(number), ai=ai.get(number, ""))
        for number, kind in _seated(rules.seat_kinds(game.options), 0).items()
    )
    GameSecret.objects.create(game=game, secret=secret, nonces=nonces)
    assert game.host is not None
    invitations = make_invitations(game, game.host, invited)
    make_unrated_at_limit(game)
    if not start_if_full(game):
        rematch_changed(game)
        lobby_changed()
    if let_programs_answer(invitations):
        game.refresh_from_db()
    return game


def _check_rated(user: User, seats: int, agreed: Terms) -> None:
    """Raise Refusal unless the user may open a rated table with this many `seats` for people and AIs."""
    if not agreed.rated:
        return
    if seats < 2:
        template = gettext_noop("A single-player table cannot be rated.")
        raise Refusal(422, "unrated", template, field="terms.rated")
    check_may_play_rated(user)


def _check_ai(game_key: str, seats: int, ai: Sequence[str], substitute: str | None) -> None:
    """Raise Refusal unless these levels are offered and fit on `seats` seats for people and AIs."""
    for number, level in enumerate(ai):
        check_level(game_key, level, f"ai[{number}]")
    if len(ai) >= seats:
        raise Refusal(
            422,
            "no_such_seat",
            gettext_noop(
                "You asked for more computer players (%(ai)s) than there are seats besides yours (%(seats)s)."
            ),
            field="ai",
            ai=len(ai),
            seats=seats - 1,
        )
    if substitute is None:
        return
    check_level(game_key, substitute, "substitute")
    if seats < SUBSTITUTE_SEATS:
        raise Refusal(
            422,
            "no_substitute",
            gettext_noop("The table needs at least %(fewest)s seats for the computer to replace players who leave."),
            field="substitute",
            fewest=SUBSTITUTE_SEATS,
        )
