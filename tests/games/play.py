"""Helpers for play in tests: people, tables, and whole random games through the services."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from django.db import transaction

from accounts.models import User
from engine.position import Position
from games.computer.services.play_ai import play_ai
from games.computer.services.play_automatic import play_automatic
from games.models import Game, Seat
from games.people.services.purge_game import purge_game
from games.record import positions
from games.record.projections import ai_seats, legend_seats
from games.record.services.submit_action import submit_action
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down, start_if_full
from pyramido_site.infrastructure.public_ids import PublicId

GAME = "forgotten-treasures"
AI_GAME = "silver-gold-pyramids"

_numbers = itertools.count(1)


def person(name: str | None = None) -> User:
    return User.objects.create_user(name or f"Player {next(_numbers)}")


def table(seats: int = 2, nonces: list[bytes | None] | None = None) -> tuple[Game, list[User]]:
    """Start a game of people; return it with them."""
    people = [person() for _ in range(seats)]
    given = nonces or [None] * seats
    game = open_table(people[0], GAME, {"seats": seats}, given[0])
    for user, nonce in zip(people[1:], given[1:], strict=True):
        sit_down(user, game.public_id, nonce)
    return fresh(game), people


def solo(user: User | None = None, legend: str = "a") -> tuple[Game, User]:
    """A running game against the Legend."""
    user = user or person()
    return fresh(open_table(user, GAME, {"seats": 1, "legend": legend})), user


def with_ai(*levels: str, seats: int | None = None, substitute: str | None = None) -> tuple[Game, list[User]]:
    """Start a game of one host, AIs of these levels, and people on the other seats."""
    count = seats or 1 + len(levels)
    people = [person() for _ in range(count - len(levels))]
    game = open_table(people[0], AI_GAME, {"seats": count}, None, levels, substitute)
    for user in people[1:]:
        sit_down(user, game.public_id)
    return fresh(game), people


def against(user: User, game_key: str, levels: list[str]) -> Game:
    """Start a game of one person, who is to move, and AIs of any level, including those that no table offers."""
    while True:
        game = _against(user, game_key, levels)
        if 0 in position(game).to_move:
            return fresh(game)
        purge_game(game.public_id, "an AI begins")


def _against(user: User, game_key: str, levels: list[str]) -> Game:
    game = open_table(user, game_key, {"seats": 1 + len(levels)})
    for number, level in enumerate(levels, 1):
        Seat.objects.filter(game=game, number=number).update(ai=level)
    with transaction.atomic():
        assert start_if_full(Game.objects.select_for_update().get(pk=game.pk))
    return game


def fresh(game: Game | str) -> Game:
    """Return the current row from the database."""
    return Game.objects.get(public_id=game if isinstance(game, str) else game.public_id)


def position(game: Game | str) -> Position:
    return positions.load(fresh(game)).position


def random_action(at: Position, seat: int, rng: Random) -> Any:
    return at.rules.action_to_json(at.rules.random_action(at.state, seat, rng))


def step(game: Game | str, rng: Random) -> None:
    """Make one random move of a seat that is to move."""
    public_id = PublicId(game) if isinstance(game, str) else game.public_id
    at = position(public_id)
    seat = rng.choice(at.to_move)
    if seat in legend_seats(at):
        play_automatic(public_id, at.seq)
    elif seat in ai_seats(at):
        play_ai(public_id, seat, at.owed_since[seat])
    else:
        submit_action(public_id, seat, at.seq, random_action(at, seat, rng))


def play_until(game: Game | str, rng: Random, done: Any) -> Position:
    """Make random moves until `done(position)` is true."""
    while not done(position(game)):
        step(game, rng)
    return position(game)


def play_to_the_end(game: Game | str, seed: int = 1) -> Position:
    return play_until(game, Random(seed), lambda at: at.over)


def owner_of(game: Game, seat: int) -> User:
    user = Seat.objects.select_related("user").get(game=game, number=seat).user
    assert user is not None
    return user
