"""Twin games that differ only in what watchers do not see yet, at a table that delays them.

They look the same to watchers, byte for byte, over every way out of the site: neither what was moved nor that there was
a move may show.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import table_verbs
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event as LogEvent
from engine.position import Position, Step
from engine.replay import start
from engine.simulate import START_MS
from games.models import Game, Seat
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
UNSEEN = 99
"""The number of an event that there is in none of the games."""
LEFT = SeatNumber(2)
"""The seat whose player has left to an AI, where there are three."""


@dataclass(frozen=True)
class Logs:
    """Logs that differ in what watchers do not see yet; `seen` is the last event that they see."""

    seen: int
    steps: list[Step]

    @property
    def seqs(self) -> list[int]:
        """Events to ask for: that watchers see, that are in some of the logs, and that is in none."""
        return sorted({0, self.seen, self.seen + 1, self.steps[-1].position.seq, UNSEEN})


class Watched(Twin):
    """A twin with all of its log, and watchers who are behind."""

    def __init__(self, cast: Cast, opening: Opening, logs: Logs) -> None:
        super().__init__(cast, opening)
        self.last_seen, self.seqs = logs.seen, logs.seqs

    def lay(self) -> None:
        super().lay()
        Game.objects.filter(public_id=self.public_id).update(watch_delay=DELAY)
        for seat, left in enumerate(self.opening.position.left):
            Seat.objects.filter(game__public_id=self.public_id, number=seat).update(departure=left or "")
        positions.cache.drop(self.public_id)


def opening(position: Position, events: tuple[LogEvent, ...]) -> Opening:
    return Opening(position, events, SEAT_0, (), {}, {})


def beginning(game: str = play.GAME, seats: int = 2) -> Step:
    return start(game, None, {"seats": seats}, bytes(range(32)), [bytes(32)] * seats, START_MS)


def played(step: Step, moves: int, seed: int) -> Step:
    """Return the log so far with some random moves added."""
    position, events, rng = step.position, step.events, Random(seed)
    for _ in range(moves):
        step = act(position, position.to_move[0], rng)
        position, events = step.position, (*events, *step.events)
    return Step(position, events)


def added(step: Step, more: Step) -> Step:
    return Step(more.position, (*step.events, *more.events))


def after(step: Step, ms: int) -> UnixMs:
    return UnixMs(step.position.at_ms + ms)


def at_the_start() -> Logs:
    """Logs of which watchers see the first event alone."""
    first = beginning()
    asked = table_verbs.ask(first.position, SEAT_0, "pause", at_ms=after(first, 700))
    return Logs(0, [first, added(first, asked), *(played(first, moves, seed=moves) for moves in (1, DELAY))])


def later_on() -> Logs:
    """Logs of which watchers see the same beginning."""
    begun = played(beginning(), 7, seed=1)
    found = [played(begun, DELAY, seed) for seed in (2, 3)]
    asked = table_verbs.ask(found[0].position, SEAT_1, "pause", at_ms=after(found[0], 90_000))
    return Logs(7, [*found, added(found[0], asked)])


def with_one_who_has_left() -> Logs:
    """Logs of three, one of whom has left to an AI, which watchers see, before another one did, which they do not."""
    first = played(beginning(play.AI_GAME, 3), 3, seed=1)
    left = added(first, table_verbs.take_over(first.position, LEFT, "greedy", at_ms=after(first, 500)))
    found = [played(left, DELAY, seed) for seed in (2, 3)]
    another = table_verbs.take_over(found[0].position, SEAT_1, "greedy", at_ms=after(found[0], 800))
    return Logs(left.position.seq, [*found, added(found[0], another)])


def addresses(twin: Watched) -> list[str]:
    api, page = f"/api/v1/games/{twin.public_id}", f"/games/{twin.public_id}"
    seen, seqs, player = twin.last_seen, twin.seqs, twin.cast.people[0].public_id
    return [
        api,
        f"{api}/view",
        *(f"{api}/{name}?since={seq}" for name in ("events", "steps") for seq in (-1, *seqs)),
        *(f"{api}/{name}" for name in ("events", "steps", "points", "export", "ending", "hint", "chat", "plan")),
        *(f"{api}/{name}" for name in ("legal-actions", "note", "ratings", "steps?seat=0")),
        *(f"{api}/views/{seq}" for seq in seqs),
        *(f"{start}/pictures/{seq}.svg?board=0" for start in (api, page) for seq in seqs),
        *(f"{page}/previews/en/{seq}/0.svg" for seq in seqs),
        *(f"{page}/previews/en/{seq}.png" for seq in seqs if seq > seen),
        f"{page}/",
        f"/studies/new/?game={twin.public_id}&seq={seen}",
        "/api/v1/games",
        "/api/v1/games?status=running",
        f"/api/v1/games?players={player}",
        "/api/v1/running-games",
        f"/api/v1/players/{player}/games",
        "/games/watch/",
        "/games/",
        "/games/mine/",
        "/games/mine/?part=kept",
        "/games/mine/?part=waiting",
        "/",
        f"/players/{player}/",
        f"/players/{twin.cast.people[-1].public_id}/",
        "/api/v1/account/notifications",
    ]


def refused(twin: Watched) -> dict[str, Any]:
    """Return requests that are refused to watchers, by what is asked and a note."""
    found: dict[str, Any] = {"actions, malformed": "{", "requests": {"what": "pause"}, "plan/preview": {"do": [[]]}}
    found |= {verb: {} for verb in ("resign", "abort", "resume", "rematch", "seats")}
    for seq in twin.seqs:
        found |= {f"{verb}, at {seq}": {"expected_seq": seq} for verb in ("take-back", "hint")}
        found[f"actions, at {seq}"] = {"expected_seq": seq, "action": {}}
        found[f"requests/answer, at {seq}"] = {"agree": True, "asked_seq": seq}
    return found


def told(twin: Watched, user: User | None, client: Client) -> dict[str, str]:
    """Return what a watcher gets from everywhere."""
    found = {path: without_clocks(whole_answer(client.get(path))) for path in addresses(twin)}
    for note, body in refused(twin).items():
        answer = twin._post(client, note.partition(",")[0], body)
        assert answer.status_code >= 400, (note, answer.content)
        found[note] = whole_answer(answer)
    if user is None:
        return found
    found["own data"] = without_clocks(twin._own_data(client))
    for seq in twin.seqs:
        body = {"game": twin.public_id, "seq": seq, "title": "Mine", "seed": "ef" * 32}
        answer = client.post("/api/v1/studies", json.dumps(body), content_type="application/json")
        text = answer.content.decode()
        if answer.status_code == 201:
            study = answer.json()["id"]
            text = text.replace(study, "<study>")
            assert client.delete(f"/api/v1/studies/{study}", content_type="application/json").status_code == 204
        found[f"study at {seq}"] = without_clocks(f"{answer.status_code} {text}")
    return found


async def heard(twin: Watched, user: User | None) -> list[str]:
    """Return what a watcher's new socket and stream say."""
    found = []
    for number, since in enumerate(("", *(f"?since={seq}" for seq in twin.seqs[1:-1]))):
        socket = await Socket.to(twin.public_id, user, since)
        found.append(await socket.text())
        await socket.send("{")
        found.append(await socket.text())
        for seq in twin.seqs:
            await socket.send({"type": "sync", "since": seq})
            found.append(await socket.text())
        await socket.send({"type": "act", "ref": number, "expected_seq": twin.last_seen, "action": {}})
        found.append(await socket.text())
        await socket.close()
        stream = await Lines.of(f"games/{twin.public_id}/stream{since}", user)
        found.append(json.dumps(await stream.frame()))
        await stream.cut()
    return [without_clocks(text) for text in found]


@pytest.mark.parametrize("made", [at_the_start, later_on, with_one_who_has_left])
async def test_twins_look_the_same(made: Callable[[], Logs]) -> None:
    logs = made()
    at = logs.steps[0].position
    cast = await in_database(Cast, len(at.ai))
    watchers: dict[str, tuple[User | None, Client]] = {
        "visitor": (None, cast.visitor),
        "passer-by": (cast.passer_by, cast.clients[cast.passer_by.pk]),
    }
    if any(at.left):
        watchers["who has left"] = (cast.people[LEFT], cast.seat(LEFT))
    sights: list[Any] = []
    for step in logs.steps:
        twin = Watched(cast, opening(step.position, step.events), logs)
        await in_database(twin.lay)
        forget_limits()
        try:
            sight: dict[str, Any] = {}
            for who, (user, client) in watchers.items():
                sight |= {f"{who} {path}": text for path, text in (await in_database(told, twin, user, client)).items()}
                sight[f"{who} hears"] = await heard(twin, user)
            sights.append(sight)
        finally:
            await twin.__aexit__(None, None, None)
    for sight in sights[1:]:
        for where, text in sights[0].items():
            assert sight[where] == text, where
