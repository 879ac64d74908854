"""A process inside the site that makes tables for the tests and reads what the site does not expose.

`python -m tests.faults.inside` with the stack's environment answers lines of JSON on its standard input, one after the
other: `{"call": name, "arguments": {…}}` → `{"answer": …}` or `{"error": text}`. World (world.py) holds the other end.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
import traceback
from random import Random
from typing import Any

import django

from engine.newtypes import SeatNumber
from pyramido_site.infrastructure.public_ids import PublicId
from tests.faults.inside_work import WORK

TRIES = 40
"""How often a call is retried, every `PAUSE_S`, while the database is down or read-only."""
PAUSE_S = 0.5

JSON = dict[str, Any]


def tables(game: str, options: JSON, count: int, scripts: int, seed: int, terms: JSON) -> list[JSON]:
    """Make running games of people: `{"id", "game", "cookies": {seat: session}, "moves": [[seat, action], …]}`.

    A game gets the secret of a random game that was played before, so that its moves are known; there are `scripts`
    different ones.
    """
    from engine.simulate import random_game

    played = [random_game(game, options, Random(seed + number)) for number in range(min(scripts, count))]
    made = []
    for number in range(count):
        position, events = played[number % len(played)]
        moves = [[e.seat, e.payload["action"]] for e in events if e.kind in ("action", "submission")]
        made.append(_table(game, options, position, moves, terms))
    return made


def _table(game: str, options: JSON, position: Any, moves: list[Any], terms: JSON) -> JSON:
    from engine.chance import commitment
    from games.models import Game, GameSecret
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from games.time import terms as agreements

    people = [_person() for _ in position.nonces]
    agreed = agreements.of(terms)
    if len(people) == 1:
        # A solo table draws its own secret when it starts, so its moves are not known beforehand.
        return _made(open_table(people[0], game, options, position.nonces[0], agreed=agreed), people, [])
    table = open_table(people[0], game, options, position.nonces[0], agreed=agreed)
    GameSecret.objects.filter(game=table).update(secret=position.secret)
    Game.objects.filter(pk=table.pk).update(commitment=commitment(position.secret))
    for user, nonce in zip(people[1:], position.nonces[1:], strict=True):
        sit_down(user, table.public_id, nonce)
    return _made(table, people, moves)


def against_ai(game: str, seats: int, count: int, level: str, terms: JSON) -> list[JSON]:
    """Make running games of one person on seat 0 and AIs on all other seats."""
    from games.seating.services.open_table import open_table
    from games.time import terms as agreements

    made = []
    for _ in range(count):
        user = _person()
        levels = [level] * (seats - 1)
        table = open_table(user, game, {"seats": seats}, None, levels, agreed=agreements.of(terms))
        made.append(_made(table, [user], []))
    return made


def people(count: int) -> list[JSON]:
    """Make new accounts: `{"id", "name", "cookie"}`."""
    users = [_person() for _ in range(count)]
    return [{"id": user.public_id, "name": user.display_name, "cookie": _session(user)} for user in users]


def _person() -> Any:
    from accounts.models import User

    return User.objects.create_user(f"Explorer {secrets.token_hex(6)}")


def _made(table: Any, people: list[Any], moves: list[Any]) -> JSON:
    cookies = {str(seat): _session(user) for seat, user in enumerate(people)}
    return {"id": table.public_id, "game": table.game_key, "cookies": cookies, "moves": moves}


def _session(user: Any) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def faults(ids: list[str]) -> dict[str, list[str]]:
    """Return the faults that `manage.py check_games` finds, for each game that has any."""
    from games.models import Game
    from games.record.checking import faults as of

    found = {game.public_id: of(game) for game in Game.objects.filter(public_id__in=ids)}
    missing = {public_id: ["is not there"] for public_id in set(ids) - set(found)}
    return {public_id: sentences for public_id, sentences in (found | missing).items() if sentences}


def owed(ids: list[str]) -> list[PublicId]:
    """Return the games in which a seat that plays by itself (the Legend, an AI) is to move."""
    from games.models import Game
    from games.record import positions
    from games.record.projections import ai_seats, legend_seats

    waiting = []
    for game in Game.objects.filter(public_id__in=ids, status=Game.Status.RUNNING):
        position = positions.load(game).position
        if legend_seats(position) or set(ai_seats(position)) & set(position.to_move):
            waiting.append(game.public_id)
    return waiting


def alternatives(id: PublicId, seat: SeatNumber, count: int) -> JSON:  # noqa: A002 (JSON's name)
    """Return `{"seq", "actions"}`: up to `count` different legal actions of a seat in the current position."""
    from games.record.selectors import legal_actions

    legal = legal_actions(id, seat)
    return {"seq": legal["seq"], "actions": legal["actions"][:count]}


CALLS = {call.__name__: call for call in (tables, against_ai, people, faults, owed, alternatives, *WORK)}


def answer(line: str) -> JSON:
    from django.db import InterfaceError, InternalError, OperationalError, close_old_connections

    asked = json.loads(line)
    for attempt in range(TRIES):
        try:
            return {"answer": CALLS[asked["call"]](**asked["arguments"])}
        except (OperationalError, InterfaceError, InternalError):  # the last of these: its disk is full
            if attempt == TRIES - 1:
                return {"error": traceback.format_exc()}
            close_old_connections()
            time.sleep(PAUSE_S)
        except Exception:  # noqa: BLE001 (whatever it is, the test shall say it)
            return {"error": traceback.format_exc()}
    raise AssertionError("unreachable")


def main() -> None:
    django.setup()
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
