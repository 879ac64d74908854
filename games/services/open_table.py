"""Somebody opens a table."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from engine import registry
from engine.chance import commitment
from engine.core import GameError
from games.absence import check_may_play_rated
from games.errors import Refusal
from games.kinds import check_open_to, persons
from games.models import Game, GameSecret, Seat
from games.services.seat_ai import check_level
from games.services.sit_down import HOST, seat_nonce, start_if_full
from games.terms import UNLIMITED, Terms

SECRET_BYTES = 32
SUBSTITUTE_SEATS = 3
"""With fewer, the game ends when somebody leaves."""


def open_table(
    user: User,
    game_key: object,
    options: object,
    nonce: bytes | None = None,
    ai: Sequence[str] = (),
    substitute: str | None = None,
    agreed: Terms = UNLIMITED,
) -> Game:
    """A new table with its host on the first seat; it starts at once when no seat is free.

    `nonce` is the host's 32 bytes for the game's seed (RULES.md E). AIs of the levels in `ai` take the seats after the
    host's; `substitute` is the level of the AI that plays on for people who leave; `agreed` are the table's terms.
    Raises Refusal.
    """
    try:
        rules = registry.get(game_key)
        checked = rules.options_from_json(options)
    except GameError as error:
        raise Refusal.of(error) from error
    check_open_to(user, rules, checked)
    kinds = rules.seat_kinds(checked)
    _check_ai(rules.key, persons(rules, checked), ai, substitute)
    _check_rated(user, persons(rules, checked), ai, agreed)
    secret = secrets.token_bytes(SECRET_BYTES)
    with transaction.atomic():
        game = Game.objects.create(
            game=rules.key, rules_version=rules.version, options=checked, commitment=commitment(secret),
            substitute=substitute or "", terms=agreed.to_json(), rated=agreed.rated, host=user,
        )  # fmt: skip
        levels = dict(enumerate(ai, HOST + 1))
        Seat.objects.bulk_create(
            Seat(game=game, number=number, kind=kind, user=user if number == HOST else None, ai=levels.get(number, ""))
            for number, kind in enumerate(kinds)
        )
        GameSecret.objects.create(game=game, secret=secret, nonces=seat_nonce(HOST, nonce))
        start_if_full(game)
    return game


def _check_rated(user: User, seats: int, ai: Sequence[str], agreed: Terms) -> None:
    """`seats`: for people and AIs. Raises Refusal where a rated table cannot be."""
    if not agreed.rated:
        return
    if seats < 2 or ai:
        raise Refusal(422, "unrated", gettext_noop("Only a table of people can be rated."), field="terms.rated")
    check_may_play_rated(user)


def _check_ai(game_key: str, seats: int, ai: Sequence[str], substitute: str | None) -> None:
    """`seats`: for people and AIs. Raises Refusal."""
    for number, level in enumerate(ai):
        check_level(game_key, level, f"ai[{number}]")
    if len(ai) >= seats:
        raise Refusal(
            422,
            "no_such_seat",
            gettext_noop("Computer players asked for: %(ai)s; seats beside the host: %(seats)s."),
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
            gettext_noop(
                "The computer plays on for people who leave at tables of %(fewest)s or more, not of %(seats)s."
            ),
            field="substitute",
            fewest=SUBSTITUTE_SEATS,
            seats=seats,
        )
