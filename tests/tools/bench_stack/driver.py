"""The players and the watchers, in processes of their own that carry out orders, so that watchers do not delay players.
Times are the computer's monotonic clock (ns), which all processes share.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import multiprocessing.connection
import random
import time
import traceback
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, NamedTuple

from tests.tools.bench_actions.driver import CSRF, Game
from tests.tools.bench_stack.wire import Frame, Line, Refused, Seat, Wire, open_socket

OPENING_AT_ONCE = 20
"""Sockets opened concurrently."""
BUSY = 503
"""Status with which the site asks for a retry."""
QUIET_S = 20.0
"""Silence (s) after which a page asks for news (games/static/games/board/socket.js)."""


class Action(NamedTuple):
    """An accepted action: game, seq, time of request and of response (ns)."""

    game: str
    seq: int
    sent: int
    answered: int

    @property
    def took(self) -> float:
        """Duration in seconds."""
        return (self.answered - self.sent) / 1e9


class Heard(NamedTuple):
    """A frame with events that a watcher received."""

    game: str
    seq: int
    at: int


class Table:
    """A game whose next moves are known, with a socket for each player or one kept connection for all of them."""

    def __init__(self, game: Game, way: str, played: int, seq: int) -> None:
        self.game, self.way = game, way
        self.next, self.seq = played, seq
        self.seats: list[Seat] = []
        self.line: Line | None = None

    @property
    def over(self) -> bool:
        return self.next >= len(self.game.moves)

    async def open(self, url: str) -> None:
        if self.way == "http":
            self.line = Line(url)
            return
        for cookie in self.game.cookies:
            seat = Seat()
            await seat.open(url, self.game.id, cookie)
            self.seats.append(seat)

    async def act(self) -> Action:
        """Make the next move. Raise Refused."""
        seat, action = self.game.moves[self.next]
        key = f"{seat}-{self.seq}"
        sent = time.monotonic_ns()
        if self.line is None:
            seq = await self.seats[seat].act(self.seq, action, key)
        else:
            seq = await self._post(seat, action, key)
        answered = time.monotonic_ns()
        self.next, self.seq = self.next + 1, seq
        return Action(self.game.id, seq, sent, answered)

    async def _post(self, seat: int, action: Any, key: str) -> int:
        assert self.line is not None
        while True:
            status, content = await self.line.ask(
                "POST", f"/api/v1/games/{self.game.id}/actions",
                f"sessionid={self.game.cookies[seat]}; csrftoken={CSRF}",
                {"expected_seq": self.seq, "action": action}, X_CSRFToken=CSRF, Idempotency_Key=key,
            )  # fmt: skip
            if status == 200:
                return int(json.loads(content)["seq"])
            if status != BUSY:
                raise Refused(f"{status} {content[:300].decode(errors='replace')}")

    async def close(self) -> None:
        for seat in self.seats:
            seat.close()
        if self.line is not None:
            await self.line.close()


class Crew:
    """The operations of a driver process; each public method is an order that `Remote` passes on."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tables: dict[str, Table] = {}
        self.watchers: list[Wire] = []
        self.heard: list[Heard] = []
        self.quiet: set[asyncio.Task[None]] = set()
        self.leaving = asyncio.Event()

    async def pause(self, seconds: float) -> None:
        """Wait for a time, or until everything is closed; frames are still read."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.leaving.wait(), seconds)

    async def open_tables(self, games: Sequence[Game], way: str) -> None:
        """Open games to play. Raise Refused."""
        tables = [Table(game, way, game.played, game.seq) for game in games]
        await _few_at_once([table.open(self.url) for table in tables])
        self.tables |= {table.game.id: table for table in tables}

    async def open_watchers(self, wanted: Sequence[tuple[str, str | None]], syncing: bool = False) -> None:
        """Open sockets on games, with a session or anonymously. `syncing`: they ask for news now and then, as pages do.
        Raise Refused.
        """
        await _few_at_once([self._watch(game, cookie, syncing) for game, cookie in wanted])

    async def _watch(self, game: str, cookie: str | None, syncing: bool) -> None:
        cursor: int | None = None

        def hear(frame: Frame, now: int) -> None:
            nonlocal cursor
            if frame.type in ("events", "view") and frame.seq is not None:
                if frame.type == "events" and frame.seq != cursor:
                    self.heard.append(Heard(game, frame.seq, now))
                cursor = frame.seq

        wire = await open_socket(self.url, game, cookie, hear)
        self.watchers.append(wire)
        if syncing:
            self.quiet.add(asyncio.create_task(self._ask_now_and_then(wire, lambda: cursor)))

    async def _ask_now_and_then(self, wire: Wire, cursor: Callable[[], int | None]) -> None:
        await self.pause(random.uniform(0, QUIET_S))
        while not wire.closed and not self.leaving.is_set():
            wire.send({"type": "sync", "since": cursor()})
            await self.pause(QUIET_S)

    async def rush(self, games: Sequence[str], at_once: int, seconds: float) -> list[Action]:
        """Play `at_once` games concurrently, each move sent as soon as the last one was accepted; a finished game is
        replaced by the next one. Raise Refused.
        """
        waiting = iter(games)
        end = time.monotonic() + seconds
        taken: list[Action] = []
        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(self._rush(waiting, end, taken))
        return taken

    async def _rush(self, waiting: Iterator[str], end: float, taken: list[Action]) -> None:
        for game in waiting:
            table = self.tables[game]
            while not table.over:
                if time.monotonic() > end:
                    return
                taken.append(await table.act())

    async def stroll(self, games: Sequence[str], pause: float, seconds: float) -> list[Action]:
        """Play all games concurrently at a human pace: a pause of `pause` seconds on average (exponential) before each
        move. Raise Refused.
        """
        end = time.monotonic() + seconds
        taken: list[Action] = []
        async with asyncio.TaskGroup() as group:
            for game in games:
                group.create_task(self._stroll(self.tables[game], pause, end, taken))
        return taken

    async def _stroll(self, table: Table, pause: float, end: float, taken: list[Action]) -> None:
        while not table.over:
            wait = random.expovariate(1 / pause)
            if time.monotonic() + wait > end:
                return
            await self.pause(wait)
            taken.append(await table.act())

    async def in_turn(self, games: Sequence[str], moves: int, pause: float) -> list[Action]:
        """Make one move in each game in turn, `moves` times, with `pause` seconds between any two, so that each move
        has the stack for itself. Ends early if a game ends. Raise Refused.
        """
        taken: list[Action] = []
        for _ in range(moves):
            for game in games:
                if self.tables[game].over:
                    return taken
                taken.append(await self.tables[game].act())
                await self.pause(pause)
        return taken

    async def get(self, paths: Sequence[str], cookie: str) -> list[float]:
        """Request pages one after the other; return the seconds for each. Raise Refused."""
        line, took = Line(self.url), []
        for path in paths:
            begun = time.monotonic()
            status = BUSY
            while status == BUSY:
                status, _ = await line.ask("GET", path, f"sessionid={cookie}")
            took.append(time.monotonic() - begun)
            if status != 200:
                raise Refused(f"{path} was answered with {status}")
        await line.close()
        return took

    async def take_heard(self) -> list[Heard]:
        """Return the frames that watchers have received since the last call."""
        heard, self.heard = self.heard, []
        return heard

    async def still_open(self) -> int:
        """Return how many of the watchers' sockets are open."""
        return sum(not wire.closed for wire in self.watchers)

    async def close(self) -> None:
        """Close all sockets."""
        self.leaving.set()
        await asyncio.gather(*self.quiet)
        for table in self.tables.values():
            await table.close()
        for wire in self.watchers:
            wire.close()
        self.tables, self.watchers, self.quiet, self.heard = {}, [], set(), []
        self.leaving.clear()

    async def cpu(self) -> float:
        """Return the processor time (s) of this process so far."""
        return time.process_time()


async def _few_at_once(opening: Sequence[Coroutine[Any, Any, None]]) -> None:
    limit = asyncio.Semaphore(OPENING_AT_ONCE)

    async def one(coroutine: Coroutine[Any, Any, None]) -> None:
        async with limit:
            await coroutine

    async with asyncio.TaskGroup() as group:
        for coroutine in opening:
            group.create_task(one(coroutine))


def _serve(url: str, orders: multiprocessing.connection.Connection) -> None:
    asyncio.run(_obey(Crew(url), orders))


async def _obey(crew: Crew, orders: multiprocessing.connection.Connection) -> None:
    """Carry out orders one after the other; frames are read meanwhile."""
    while (order := await asyncio.to_thread(orders.recv)) is not None:
        name, arguments = order
        try:
            answer: tuple[bool, Any] = (True, await getattr(crew, name)(*arguments))
        except Exception:  # noqa: BLE001 - the sender of the order is told
            answer = (False, traceback.format_exc(limit=-6))
        orders.send(answer)


class Remote:
    """A Crew in a process of its own: `remote.call("rush", …)`, or `begin` and `end` to do something else meanwhile."""

    def __init__(self, url: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._orders, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(url, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, name: str, *arguments: Any) -> None:
        self._orders.send((name, arguments))

    def end(self) -> Any:
        """Return the result of the last order. Raise Refused with the reason if it failed."""
        good, answer = self._orders.recv()
        if not good:
            raise Refused(answer)
        return answer

    def call(self, name: str, *arguments: Any) -> Any:
        self.begin(name, *arguments)
        return self.end()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # the process has died
            self._orders.send(None)
        self._process.join(10)
        if self._process.is_alive():
            self._process.kill()
