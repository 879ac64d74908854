"""Somebody opens a table."""

from __future__ import annotations

import secrets

from django.db import transaction

from accounts.models import User
from engine import registry
from engine.chance import commitment
from engine.core import GameError
from games.errors import Refusal
from games.kinds import check_open_to
from games.models import Game, GameSecret, Seat
from games.services.sit_down import seat_nonce, start_if_full

SECRET_BYTES = 32


def open_table(user: User, game_key: object, options: object, nonce: bytes | None = None) -> Game:
    """A new table with its host on the first seat; it starts at once when no person's seat is left.

    `nonce` is the host's 32 bytes for the game's seed (RULES.md E). Raises Refusal.
    """
    try:
        rules = registry.get(game_key)
        checked = rules.options_from_json(options)
    except GameError as error:
        raise Refusal.of(error) from error
    check_open_to(user, rules, checked)
    secret = secrets.token_bytes(SECRET_BYTES)
    with transaction.atomic():
        game = Game.objects.create(
            game=rules.key, rules_version=rules.version, options=checked, commitment=commitment(secret)
        )
        kinds = rules.seat_kinds(checked)
        Seat.objects.bulk_create(
            Seat(game=game, number=number, kind=kind, user=user if number == 0 else None)
            for number, kind in enumerate(kinds)
        )
        GameSecret.objects.create(game=game, secret=secret, nonces=seat_nonce(0, nonce))
        start_if_full(game)
    return game
