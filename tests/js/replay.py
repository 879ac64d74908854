"""Whole games as the API's steps, for the tests of the browser's replay, each with the engine's views.

`{game, seats, me, pages, views, stands}`: a random game with moves taken back, seen by a seat or the public (null).
`pages` are what `GET …/steps` returns, `views` the digest of the view after each event, and `stands` for each event the
last one at or before it that stands to the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from engine import replay
from engine.newtypes import SeatNumber
from engine.position import Event
from engine.simulate import random_game
from games.replay.steps import steps_after

GAMES: tuple[tuple[str, dict[str, Any], tuple[SeatNumber | None, ...]], ...] = (
    ("forgotten-treasures", {"seats": 2}, (SeatNumber(0), None)),
    ("forgotten-treasures", {"seats": 1, "legend": "a"}, (SeatNumber(0),)),
    ("pyramido", {"seats": 3}, (SeatNumber(1),)),
    ("silver-gold-pyramids", {"seats": 2}, (SeatNumber(1), None)),
)
PAGE = 40


def samples(seed: int = 7) -> list[dict[str, Any]]:
    return list(_samples(Random(seed)))


def _samples(rng: Random) -> Iterator[dict[str, Any]]:
    for game, options, audiences in GAMES:
        last, events = random_game(game, options, rng, take_back=0.1, resubmit=0.1)
        positions = [replay.fold(events[:1], last.secret, last.nonces)]
        for event in events[1:]:
            positions.append(replay.advance(positions[-1], event, last.secret, last.nonces))
        for me in audiences:
            pages, since = [], 0
            while since < last.seq:
                steps, _ = steps_after(positions[since], events[since + 1 :], me, ended=True, most=PAGE)
                pages.append({"since": since, "view": positions[since].view(me), "steps": steps})
                since = steps[-1]["seq"]
            yield {
                "game": game, "seats": options["seats"], "me": me, "pages": pages,
                "views": [digest(at.view(me)) for at in positions], "stands": stands(events),
            }  # fmt: skip


def stands(events: list[Event]) -> list[int]:
    found: list[int] = []
    for event in events:
        found.append(event.seq)
        if event.kind == "taken_back":
            to = event.payload["to"]
            found[to + 1 :] = [found[to]] * (event.seq - to)
    return found


def digest(view: dict[str, Any]) -> str:
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
