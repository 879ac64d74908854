"""Bots play many games at once on the real server, over HTTP and streams, to find actions that are lost or done twice.

`make bots` (BOTS=50, GAMES=200). The bots are docs/examples/bot.py, on a network that cuts connections, loses requests
and responses, and delivers requests twice. At the end every game is verified and compared with the responses its bots
received.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from itertools import combinations, cycle
from pathlib import Path
from random import Random
from typing import Any

import httpx

from docs.examples.bot import Bot
from engine.export import Export, read, rebuild
from tests import servers
from tests.live import LiveSite, new_site

JSON = dict[str, Any]

AT_ONCE = 24
"""Concurrent requests; with more, the run would measure its own queues."""

LOST_REQUEST, LOST_ANSWER, TWICE = 0.01, 0.02, 0.02
"""Shares of requests that act."""
CUT_STREAM = 0.5
"""Share of streams that are cut, after at most this many chunks:"""
PIECES = 30

GAMES = ("forgotten-treasures", "pyramido", "silver-gold-pyramids")

LIVE = {"time_control": {"system": "per_move", "seconds": 3000}}
"""In play by days all players would be notified of every turn."""

NEW_BOTS = """
import json, secrets
from accounts.access import tokens
from accounts.models import User
from games.bots.selectors.bot_policies import Policy
from games.bots.services.set_policy import set_policy
from games.people.services.become_bot import become_bot
made = []
for number in range({count}):
    name = f"Bot {{secrets.token_hex(4)}}"
    user = become_bot(User.objects.create_user(name), name)
    set_policy(user, Policy(automatic={automatic}, most_games=1000))
    scopes = ["games:read", "games:play", "challenges:write", "bot:play"]
    made.append([user.public_id, tokens.make(user, "run", scopes, 30)[1]])
print(json.dumps(made))
"""


def new_bots(site: LiveSite, count: int, automatic: bool = True) -> list[tuple[str, str]]:
    """Return (public id, token) of new bot accounts."""
    script = NEW_BOTS.format(count=count, automatic=automatic)
    made: list[tuple[str, str]] = [(public_id, token) for public_id, token in json.loads(site.run(script))]
    return made


class BadNetwork(httpx.AsyncHTTPTransport):
    """A transport that loses requests and responses, sends requests twice at once, and cuts streams."""

    def __init__(self, rng: Random, counts: Counter[str]) -> None:
        super().__init__(limits=httpx.Limits(max_connections=None))
        self.rng, self.counts = rng, counts

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if "/stream" in request.url.path:
            answer = await super().handle_async_request(request)
            if self.rng.random() < CUT_STREAM:
                answer.stream = Cut(answer.stream, self.rng.randrange(PIECES), self.counts)
            return answer
        if not request.url.path.endswith("/actions"):
            return await super().handle_async_request(request)
        what = self.rng.random()
        if what < LOST_REQUEST:
            self.counts["lost requests"] += 1
            raise httpx.ConnectError("lost", request=request)
        if what < LOST_REQUEST + LOST_ANSWER:
            await (await super().handle_async_request(request)).aread()
            self.counts["lost answers"] += 1
            raise httpx.ReadError("lost", request=request)
        if what < LOST_REQUEST + LOST_ANSWER + TWICE:
            send = super().handle_async_request
            both = await asyncio.gather(send(request), send(request))
            bodies = [await one.aread() for one in both]
            self.counts["sent twice"] += 1
            if both[0].status_code == both[1].status_code == 200 and bodies[0] != bodies[1]:
                self.counts["two answers"] += 1
            return both[0]
        return await super().handle_async_request(request)


class Cut(httpx.AsyncByteStream):
    """A stream that breaks off after a number of chunks."""

    def __init__(self, stream: Any, pieces: int, counts: Counter[str]) -> None:
        self.stream, self.pieces, self.counts = stream, pieces, counts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self.stream:
            if self.pieces == 0:
                self.counts["cut streams"] += 1
                raise httpx.ReadError("cut")
            self.pieces -= 1
            yield piece

    async def aclose(self) -> None:
        await self.stream.aclose()


class Player(Bot):
    """The example bot, which also records the responses it receives."""

    def __init__(self, site: str, public_id: str, token: str, rng: Random, gate: asyncio.Semaphore) -> None:
        self.counts: Counter[str] = Counter()
        super().__init__(site, token, BadNetwork(rng, self.counts))
        self.public_id, self.gate, self.rng = public_id, gate, rng
        self.answers: dict[str, list[JSON]] = {}

    def choose(self, actions: list[JSON], frame: JSON) -> JSON:
        return self.rng.choice(actions)

    async def call(self, method: str, path: str, body: JSON | None = None) -> JSON:
        async with self.gate:
            answer = await super().call(method, path, body)
        if method == "POST" and path.endswith("/actions"):
            self.counts["actions" if "events" in answer else f"refused: {answer.get('code')}"] += 1
            if "events" in answer:
                self.answers.setdefault(path.split("/")[2], []).append(answer)
        return answer


async def play(site: str, accounts: list[tuple[str, str]], games: int, seed: int, seconds: float) -> JSON:
    """Return the figures of a run. Raise TimeoutError if the games have not ended after `seconds`."""
    rng, gate = Random(seed), asyncio.Semaphore(AT_ONCE)
    players = {one: Player(site, one, token, Random(rng.random()), gate) for one, token in accounts}
    begun = time.perf_counter()
    pairs = list(combinations(players, 2))
    rng.shuffle(pairs)
    made: dict[str, tuple[str, str]] = {}

    async def challenge(one: str, other: str, key: str) -> None:
        body = {"game": key, "options": {"seats": 2}, "terms": LIVE, "invited": [other]}
        table = await players[one].call("POST", "/games", body)
        assert table.get("status") == "running", table  # the opponent accepts all challenges
        made[table["id"]] = (one, other)

    async with asyncio.timeout(seconds):
        wanted = zip(cycle(pairs), (GAMES[number % 3] for number in range(games)), strict=False)
        await asyncio.gather(*(challenge(one, other, key) for (one, other), key in wanted))
        running = [asyncio.create_task(player.run()) for player in players.values()]
        for game, two in made.items():
            for one in two:
                players[one].begin(game)
        await asyncio.gather(*(players[one].games[game] for game, two in made.items() for one in two))
    lasted = time.perf_counter() - begun
    faults = []
    async with httpx.AsyncClient(base_url=f"{site}/api/v1", timeout=60) as http:
        for game, two in made.items():
            answer = await http.get(f"/games/{game}/export")
            faults += [f"{game}: {fault}" for fault in faults_of(answer, [players[one].answers[game] for one in two])]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    counts = sum((player.counts for player in players.values()), Counter[str]())
    faults += ["one key had two answers"] * counts.pop("two answers", 0)
    return {"bots": len(players), "games": len(made), **dict(sorted(counts.items())), "seconds": round(lasted, 1),
            "faults": faults}  # fmt: skip


def faults_of(answer: httpx.Response, answers: list[list[JSON]]) -> list[str]:
    """Return what is wrong with a game, comparing its export with the responses to its bots' actions (by seat)."""
    if answer.status_code != 200:
        return [f"no export: {answer.text[:100]}"]
    export: Export = read(answer.content)
    if not rebuild(export).over:
        return ["it is not over"]
    log = {event.seq: event for event in export.events}
    faults = []
    for seat, got in enumerate(answers):
        told = Counter(e["seq"] for one in got for e in one["events"] if (e["seat"], e["kind"]) == (seat, "action"))
        stored = {seq for seq, event in log.items() if (event.seat, event.kind) == (seat, "action")}
        faults += [f"event {seq} of seat {seat} was lost" for seq in sorted(told.keys() - stored)]
        faults += [f"event {seq} of seat {seat} was nobody's answer" for seq in sorted(stored - told.keys())]
        faults += [f"event {seq} of seat {seat} was the answer to {n} actions" for seq, n in told.items() if n > 1]
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=50)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    asked = parser.parse_args()
    servers.begin_run()
    try:
        with tempfile.TemporaryDirectory() as folder:
            site = new_site(Path(folder) / "var")
            site.start()
            try:
                accounts = new_bots(site, asked.bots)
                figures = asyncio.run(play(site.url, accounts, asked.games, asked.seed, asked.seconds))
            finally:
                site.stop()
    finally:
        servers.end_run()
    sys.stdout.write(json.dumps(figures) + "\n")
    return 1 if figures["faults"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
