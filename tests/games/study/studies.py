"""Studies on the site for tests: games, studies of them, and moves in them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.core import JSON
from engine.newtypes import SeatNumber, Seq
from games.models import Game, Study
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.study import private_board, selectors
from games.study.selectors import MoveNumber
from games.study.services import begin_study, play_move
from tests.games import play
from tests.games.study.trees import as_sent
from tests.seats import SEAT_1

GAMES = ("forgotten-treasures", "pyramido", "silver-gold-pyramids")
BEGINNING = MoveNumber(0)


def table(game_key: str = "pyramido", moves: int = 6) -> tuple[Game, list[User]]:
    """Return a running game of two people after some moves."""
    people = [play.person(), play.person()]
    game = open_table(people[0], game_key, {"seats": 2})
    sit_down(people[1], game.public_id)
    rng = Random(1)
    for _ in range(moves):
        play.step(game, rng)
    return play.fresh(game), people


def finished(game_key: str = "pyramido", moves: int = 6) -> tuple[Game, list[User]]:
    game, people = table(game_key, moves)
    resign(game.public_id, SEAT_1)
    return play.fresh(game), people


def begun(user: User, game: Game, seq: int | None = 4, **more: Any) -> Study:
    number = None if seq is None else Seq(seq)
    return begin_study.begin_study(user, game.public_id, number, title="A study", seed="cd" * 32, **more)


def at(study: Study, number: int) -> Any:
    """Return the position after a move."""
    line = selectors.tree_of(study).line(MoveNumber(number))
    return private_board.after(selectors.beginning_of(study), line)


def play_on(user: User, study: Study, number: int, rng: Random) -> int:
    """Play a random action of the seat to move after a move; return its number."""
    position = at(study, number)
    seat = SeatNumber(position.to_move[0])
    action = play.random_action(position, seat, rng)
    return play_move.play_move(user, study.public_id, MoveNumber(number), seat, action)


def refused(act: Any, *arguments: Any, **more: Any) -> tuple[int, str]:
    with pytest.raises(Refusal) as refusal:
        act(*arguments, **more)
    return refusal.value.status, refusal.value.code


def all_moves(study: Study) -> list[JSON]:
    found: list[JSON] = []
    since: int | None = 0
    while since is not None:
        page = as_sent(selectors.moves_json(study, MoveNumber(since)))
        found += page["moves"]
        since = page["next"]
    return found


def said_by_study(client: Client, public_id: str, seq: int) -> list[str]:
    """Begin a study of a game's position; return what the API says of it, its moves and its file, and of the study that
    this file becomes again, without ids. Nothing of it stays.
    """
    body = {"game": public_id, "seq": seq, "title": "Twins", "seed": "ef" * 32}
    made = client.post("/api/v1/studies", json.dumps(body), content_type="application/json")
    addresses = [f"/api/v1/studies/{made.json()['id']}"]
    parts = [client.get(addresses[0] + part) for part in ("", "/moves", "/export")]
    told = [(part.getvalue() if part.streaming else part.content).decode() for part in parts]
    again = client.post("/api/v1/studies/import", told[-1], content_type="application/json")
    addresses.append(f"/api/v1/studies/{again.json()['id']}")
    for address in addresses:
        assert client.delete(address, content_type="application/json").status_code == 204
    ids = [address.rpartition("/")[2] for address in addresses]
    return [text.replace(ids[0], "<study>").replace(ids[1], "<study>") for text in (*told, again.content.decode())]
