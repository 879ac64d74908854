"""Twin games that differ only in what watchers do not see yet, at a table that delays them.

They look the same to watchers, byte for byte, over every way out of the site: neither what was moved nor that there was
a move may show.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import table_verbs
from engine.newtypes import UnixMs
from engine.position import Event as LogEvent
from engine.position import Position, Step
from engine.replay import start
from engine.simulate import START_MS
from games.models import Game
from games.record import positions
from tests.games import play
from tests.games.lines import Lines
from tests.games.secret_phases import Opening, act
from tests.games.sockets import Socket, in_database
from tests.games.twins import Cast, Twin, whole_answer, without_clocks
from tests.people import forget_limits
from tests.seats import SEAT_0, SEAT_1

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

DELAY = 3
SEEN, UNSEEN = 7, 12
"""The last event that watchers see later on, and one that there is in none of the games."""


class Watched(Twin):
    """A twin with all of its log, and watchers who are behind."""

    def lay(self) -> None:
        super().lay()
        Game.objects.filter(public_id=self.public_id).update(watch_delay=DELAY)
        positions.cache.drop(self.public_id)


def opening(position: Position, events: tuple[LogEvent, ...]) -> Opening:
    return Opening(position, events, SEAT_0, (), {}, {})


def beginning() -> Step:
    return start(play.GAME, None, {"seats": 2}, bytes(range(32)), [bytes(32)] * 2, START_MS)


def played(step: Step, moves: int, seed: int) -> Step:
    """Return the log so far with some random moves added."""
    position, events, rng = step.position, step.events, Random(seed)
    for _ in range(moves):
        step = act(position, position.to_move[0], rng)
        position, events = step.position, (*events, *step.events)
    return Step(position, events)


def added(step: Step, more: Step) -> Step:
    return Step(more.position, (*step.events, *more.events))


def at_the_start() -> list[Step]:
    """Logs of which watchers see the first event alone."""
    first = beginning()
    asked = table_verbs.ask(first.position, SEAT_0, "pause", at_ms=UnixMs(START_MS + 700))
    return [first, added(first, asked), *(played(first, moves, seed=moves) for moves in range(1, DELAY + 1))]


def later_on() -> list[Step]:
    """Logs of which watchers see the same beginning."""
    begun = played(beginning(), SEEN, seed=1)
    assert begun.position.seq == SEEN
    found = [played(begun, DELAY, seed) for seed in (2, 3)]
    asked = table_verbs.ask(found[0].position, SEAT_1, "pause", at_ms=UnixMs(found[0].position.at_ms + 90_000))
    return [*found, added(found[0], asked)]


def addresses(twin: Twin) -> list[str]:
    api, page = f"/api/v1/games/{twin.public_id}", f"/games/{twin.public_id}"
    seqs = range(UNSEEN + 1)
    player = twin.cast.people[0].public_id
    return [
        api,
        f"{api}/view",
        *(f"{api}/{name}?since={seq}" for name in ("events", "steps") for seq in (-1, 2, SEEN, UNSEEN)),
        *(f"{api}/{name}" for name in ("events", "steps", "points", "export", "ending", "hint", "chat", "plan")),
        *(f"{api}/legal-actions?seat={seat}" for seat in (0, 1)),
        f"{api}/steps?seat=0",
        *(f"{api}/views/{seq}" for seq in seqs),
        *(f"{start}/pictures/{seq}.svg?board=0" for start in (api, page) for seq in (SEEN, SEEN + 1, UNSEEN)),
        *(f"{page}/previews/en/{seq}/0.svg" for seq in (SEEN, SEEN + 1, UNSEEN)),
        f"{page}/previews/en/{UNSEEN}.png",
        f"{page}/",
        f"/studies/new/?game={twin.public_id}&seq={SEEN}",
        "/api/v1/games",
        "/api/v1/games?status=running",
        f"/api/v1/games?players={player}",
        "/api/v1/running-games",
        f"/api/v1/players/{player}/games",
        "/games/watch/",
        "/games/",
        "/",
        f"/players/{player}/",
    ]


def told(twin: Twin, user: User | None, client: Client) -> dict[str, str]:
    """Return what a watcher gets from everywhere."""
    found = {path: without_clocks(whole_answer(client.get(path))) for path in addresses(twin)}
    found["no body"] = whole_answer(twin._post(client, "actions", "{"))
    if user is None:
        return found
    for seq in (0, SEEN, SEEN + 1, UNSEEN):
        body = {"game": twin.public_id, "seq": seq, "title": "Mine", "seed": "ef" * 32}
        answer = client.post("/api/v1/studies", json.dumps(body), content_type="application/json")
        text = answer.content.decode()
        if answer.status_code == 201:
            study = answer.json()["id"]
            text = text.replace(study, "<study>")
            assert client.delete(f"/api/v1/studies/{study}", content_type="application/json").status_code == 204
        found[f"study at {seq}"] = without_clocks(f"{answer.status_code} {text}")
    return found


async def heard(twin: Twin, user: User | None) -> list[str]:
    """Return what a watcher's new socket and stream say."""
    found = []
    for since in ("", "?since=0", f"?since={SEEN}", f"?since={UNSEEN}"):
        socket = await Socket.to(twin.public_id, user, since)
        found.append(await socket.text())
        await socket.send("{")
        found.append(await socket.text())
        await socket.send({"type": "sync", "since": SEEN})
        found.append(await socket.text())
        await socket.close()
    stream = await Lines.of(f"games/{twin.public_id}/stream", user)
    found.append(json.dumps(await stream.frame()))
    await stream.cut()
    return [without_clocks(text) for text in found]


@pytest.mark.parametrize("logs", [at_the_start, later_on])
async def test_twins_look_the_same(logs: Callable[[], list[Step]]) -> None:
    cast = await in_database(Cast, 2)
    watchers: list[tuple[User | None, Client]] = [
        (None, cast.visitor),
        (cast.passer_by, cast.clients[cast.passer_by.pk]),
    ]
    sights: list[Any] = []
    for step in logs():
        twin = Watched(cast, opening(step.position, step.events))
        await in_database(twin.lay)
        forget_limits()
        try:
            sight: dict[str, Any] = {}
            for user, client in watchers:
                who = "visitor" if user is None else "passer-by"
                sight |= {f"{who} {path}": text for path, text in (await in_database(told, twin, user, client)).items()}
                sight[f"{who} hears"] = await heard(twin, user)
            sights.append(sight)
        finally:
            await twin.__aexit__(None, None, None)
    for sight in sights[1:]:
        for where, text in sights[0].items():
            assert sight[where] == text, where
