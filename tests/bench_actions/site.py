"""The site that is measured: `python -m tests.bench_actions.site serve PORT` (the embedded shape, or with REDIS_URL an
ASGI server alone), or `… games` to make games in its database from a description on standard input.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import django

SECONDS_TO_START = 60


def serve(port: str) -> None:
    from accounts import sockets

    sockets.RATE = sockets.BURST = 1e9
    if not os.environ.get("REDIS_URL"):
        from django.core.management import call_command

        call_command("runembedded", port=port)
        return
    import uvicorn

    uvicorn.run("pyramido_site.asgi:application", port=int(port), lifespan="on", log_level="warning", access_log=False)


def make_games(wanted: list[dict[str, Any]]) -> None:
    """For each of `wanted` (`{"game", "seats", "count", "scripts"}`) so many games, a line of JSON each:

    `{"id", "cookies": of its players, by seat, "moves": [[seat, action], …]}`. A game has the secret of a random game
    that was played before, so that its moves are known; there are `scripts` different ones.
    """
    for kind in wanted:
        scripts = [_script(kind["game"], kind["seats"], number) for number in range(kind["scripts"])]
        for number in range(kind["count"]):
            print(json.dumps(_make(kind["game"], *scripts[number % len(scripts)])), flush=True)


def _script(key: str, seats: int, seed: int) -> tuple[Any, list[Any]]:
    """A position, for its secret and nonces, and the moves that led to it."""
    from engine.simulate import random_game

    position, events = random_game(key, {"seats": seats}, random.Random(seed))
    moves = [[e.seat, e.payload["action"]] for e in events if e.kind in ("action", "submission")]
    return position, moves


def _make(key: str, position: Any, moves: list[Any]) -> dict[str, Any]:
    from django.conf import settings
    from django.test import Client

    from engine.chance import commitment
    from games.models import Game, GameSecret
    from games.services.open_table import open_table
    from games.services.sit_down import sit_down
    from tests.games.play import person

    people = [person(f"Bench {random.SystemRandom().getrandbits(60):x}") for _ in position.nonces]
    game = open_table(people[0], key, {"seats": len(people)}, position.nonces[0])
    GameSecret.objects.filter(game=game).update(secret=position.secret)
    Game.objects.filter(pk=game.pk).update(commitment=commitment(position.secret))
    for user, nonce in zip(people[1:], position.nonces[1:], strict=True):
        sit_down(user, game.public_id, nonce)
    cookies = []
    for user in people:
        client = Client()
        client.force_login(user)
        cookies.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
    return {"id": game.public_id, "cookies": cookies, "moves": moves}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench_actions.settings"
    django.setup()
    if sys.argv[1] == "serve":
        serve(sys.argv[2])
    else:
        make_games(json.loads(sys.stdin.read()))
