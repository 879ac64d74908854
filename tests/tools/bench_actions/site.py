"""The measured site: `python -m tests.tools.bench_actions.site serve PORT` runs it (the embedded shape, or with
REDIS_URL only an ASGI server), `… games` creates games in its database from a description on standard input, and `…
sessions` creates sessions for the users whose primary keys are on standard input.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import django

START_S = 60


def serve(port: str) -> None:
    if not os.environ.get("REDIS_URL"):
        from django.core.management import call_command

        call_command("runembedded", port=port)
        return
    import uvicorn

    uvicorn.run("pyramido_site.asgi:application", port=int(port), lifespan="on", log_level="warning", access_log=False)


def make_games(wanted: list[dict[str, Any]]) -> None:
    """Create games and print a line of JSON for each: `{"id", "cookies": of its players, by seat, "moves":
    [[seat, action], …], "played": number of moves already played, "seq"}`. A game gets the secret of a random game
    that was played before, so that its moves are known.

    `wanted`: `{"game", "seats", "count", "scripts": number of different games, "terms": as in a request (none if left
    out), "played": share of the moves that is already played, 0 to 1}`.
    """
    for kind in wanted:
        scripts = [_script(kind["game"], kind["seats"], number) for number in range(kind["scripts"])]
        for number in range(kind["count"]):
            made = _make(kind["game"], *scripts[number % len(scripts)], kind.get("terms", {}))
            _play(made, round(kind.get("played", 0) * len(made["moves"])))
            print(json.dumps(made), flush=True)


def _play(made: dict[str, Any], moves: int) -> None:
    from games.record.services.submit_action import submit_action

    made["played"], made["seq"] = moves, 0
    for seat, action in made["moves"][:moves]:
        made["seq"] = submit_action(made["id"], seat, made["seq"], action, f"{seat}-{made['seq']}").seq


def make_sessions(users: list[int]) -> None:
    """Print `[primary key, session cookie]` as a line of JSON for each user."""
    from accounts.models import User

    for row, user in User.objects.in_bulk(users).items():
        print(json.dumps([row, _session(user)]), flush=True)


def _session(user: Any) -> str:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _script(key: str, seats: int, seed: int) -> tuple[Any, list[Any]]:
    """Return a position, for its secret and nonces, and the moves that led to it."""
    from engine.simulate import random_game

    position, events = random_game(key, {"seats": seats}, random.Random(seed))
    moves = [[e.seat, e.payload["action"]] for e in events if e.kind in ("action", "submission")]
    return position, moves


def _make(key: str, position: Any, moves: list[Any], agreed: dict[str, Any]) -> dict[str, Any]:
    from engine.chance import commitment
    from games.models import Game, GameSecret
    from games.seating.selectors import table_terms
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games.play import person

    people = [person(f"Bench {random.SystemRandom().getrandbits(60):x}") for _ in position.nonces]
    options = {"seats": len(people)}
    game = open_table(people[0], key, options, position.nonces[0], agreed=table_terms.read(agreed))
    GameSecret.objects.filter(game=game).update(secret=position.secret)
    Game.objects.filter(pk=game.pk).update(commitment=commitment(position.secret))
    for user, nonce in zip(people[1:], position.nonces[1:], strict=True):
        sit_down(user, game.public_id, nonce)
    return {"id": game.public_id, "cookies": [_session(user) for user in people], "moves": moves}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.tools.bench_actions.settings"
    django.setup()
    if sys.argv[1] == "serve":
        serve(sys.argv[2])
    else:
        make = make_games if sys.argv[1] == "games" else make_sessions
        make(json.loads(sys.stdin.read()))
