"""Players over HTTP as good clients: every action has an idempotency key, and is retried with it until there is a
response.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import time
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx

from tests.faults.history import Read, Request
from tests.faults.scale import seconds
from tests.faults.world import Table, World
from tests.site.plain_http import NO_TLS

CSRF = "c" * 32
AGAIN = (429, 500, 502, 503, 504)
"""Statuses after which a retry makes sense."""

POLL_S = 0.1
PATIENCE_S = seconds(short=120, whole=60)
ANSWERING_S = 0.05


class Players:
    """Clients of one world, which share their connections and act independently of each other.

    `url`: that of the proxy, or of a single process. A try may take `try_s`; `patience` seconds after the first
    try the outcome is `unknown`. Between tries there is a pause of `pause` seconds. Players think for `thinking`
    seconds about each move.
    """

    def __init__(
        self,
        world: World,
        *,
        url: str | None = None,
        try_s: float = 10,
        patience: float = PATIENCE_S,
        pause: float = 0.1,
        thinking: float = 0,
        seed: int = 1,
    ) -> None:
        self.world = world
        self.url = url or world.stack.url
        self.patience, self.pause, self.thinking = patience, pause, thinking
        self.rng = Random(seed)
        self.stopped = asyncio.Event()
        self._name = secrets.token_hex(4)
        self._numbers = itertools.count(1)
        limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
        self._http = httpx.AsyncClient(limits=limits, timeout=try_s, verify=NO_TLS)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    def key(self) -> str:
        """Return a new idempotency key."""
        return f"{self._name}-{next(self._numbers)}"

    async def submit(
        self,
        table: Table,
        seat: int,
        expected_seq: int,
        action: Any,
        key: str | None = None,
        *,
        url: str | None = None,
        again: bool = True,
    ) -> Request:
        """Send an action until there is a response, and record it. Without `again` there is one try."""
        request = Request(table.id, seat, key or self.key(), expected_seq, action, time.monotonic_ns())
        self.world.history.add(request)
        end = time.monotonic() + self.patience
        while True:
            try:
                answer = await self._http.post(
                    f"{url or self.url}/api/v1/games/{table.id}/actions",
                    json={"expected_seq": expected_seq, "action": action},
                    headers={**self._who(table, seat), "Idempotency-Key": request.key or ""},
                )
            except httpx.TransportError as error:
                request.failures.append(type(error).__name__)
            else:
                if answer.status_code not in AGAIN:
                    _settle(request, answer)
                    return request
                request.failures.append(_short(answer))
            if not again or time.monotonic() > end:
                return request
            await asyncio.sleep(self.pause)

    async def view(self, table: Table, seat: int | None = None, *, url: str | None = None) -> dict[str, Any]:
        """Read the game until there is a response, and record its seq. Raise TimeoutError."""
        began = time.monotonic_ns()
        found = await self._get(f"{url or self.url}/api/v1/games/{table.id}/view", table, seat)
        self.world.history.add(Read(table.id, seat, began, time.monotonic_ns(), found["seq"]))
        return found

    async def events(
        self, table: Table, seat: int | None = None, since: int = -1, *, url: str | None = None
    ) -> dict[str, Any]:
        """Return `{"seq", "events"}` after `since`, recorded in the same way."""
        began = time.monotonic_ns()
        found = await self._get(f"{url or self.url}/api/v1/games/{table.id}/events?since={since}", table, seat)
        self.world.history.add(Read(table.id, seat, began, time.monotonic_ns(), found["seq"]))
        return found

    async def catch_up(self, table: Table) -> None:
        """Bring the table's state up to date with the log."""
        found = await self.events(table)
        kinds = ("action", "submission", "submitted")
        people = [event for event in found["events"] if event["kind"] in kinds and event["seat"] in table.cookies]
        table.seq, table.done = found["seq"], len(people)

    async def step(self, table: Table) -> Request | None:
        """Make the table's next move; return None if the game is over, or if none of its people is to move now."""
        if table.moves:
            if table.done == len(table.moves):
                return None
            seat, action = table.moves[table.done]
        else:
            legal = await self._legal(table)
            if legal is None:
                return None
            seat, table.seq, action = legal
        request = await self.submit(table, seat, table.seq, action)
        if request.outcome == "accepted":
            assert request.seq is not None
            table.seq, table.done = request.seq, table.done + 1
        else:
            await self.catch_up(table)
        return request

    async def play(self, table: Table, moves: int | None = None) -> None:
        """Play to the end of the game, for a number of moves of people, or until `stop()`."""
        made = 0
        while not self.stopped.is_set() and (moves is None or made < moves):
            request = await self.step(table)
            if request is not None:
                made += request.outcome == "accepted"
                await asyncio.sleep(self.thinking)
            elif await self.is_over(table):
                return
            else:
                await asyncio.sleep(POLL_S)

    def stop(self) -> None:
        """Let every `play` end after its current move."""
        self.stopped.set()

    async def _legal(self, table: Table) -> tuple[int, int, Any] | None:
        for seat in table.cookies:
            legal = await self._get(f"{self.url}/api/v1/games/{table.id}/legal-actions", table, seat)
            if legal["actions"]:
                return seat, legal["seq"], self.rng.choice(legal["actions"])
        return None

    async def is_over(self, table: Table) -> bool:
        if table.moves:
            return table.done == len(table.moves)
        return bool((await self._get(f"{self.url}/api/v1/games/{table.id}", table, None))["status"] != "running")

    async def _get(self, url: str, table: Table, seat: int | None) -> dict[str, Any]:
        failure = ""
        async with asyncio.timeout(self.patience):
            while True:
                try:
                    answer = await self._http.get(url, headers=self._who(table, seat))
                except httpx.TransportError as error:
                    failure = type(error).__name__
                else:
                    if answer.status_code == 200:
                        found: dict[str, Any] = answer.json()
                        return found
                    failure = _short(answer)
                    assert answer.status_code in AGAIN, failure
                await asyncio.sleep(self.pause)

    def _who(self, table: Table, seat: int | None) -> dict[str, str]:
        if seat is None:
            return {}
        return {"Cookie": f"sessionid={table.cookies[seat]}; csrftoken={CSRF}", "X-CSRFToken": CSRF}


async def answering(url: str, seconds: float = 60) -> float:
    """Wait until the site (or one process of it) responds from its database; return how long that took. Raise
    TimeoutError.
    """
    began = time.monotonic()
    async with asyncio.timeout(seconds), httpx.AsyncClient(timeout=5, verify=NO_TLS) as http:
        while True:
            with contextlib.suppress(httpx.TransportError):
                if (await http.get(f"{url}/api/v1/games?limit=1")).status_code == 200:
                    return time.monotonic() - began
            await asyncio.sleep(ANSWERING_S)


def _settle(request: Request, answer: httpx.Response) -> None:
    request.ended = time.monotonic_ns()
    request.status, request.raw = answer.status_code, answer.content
    said = answer.json()
    request.seq = said["seq"]
    if answer.status_code == 200:
        request.outcome, request.events = "accepted", said["events"]
    else:
        request.outcome, request.code = "refused", said["code"]


def _short(answer: httpx.Response) -> str:
    """Return a summary like `503 busy`, marked if a Retry-After header is missing."""
    problem = answer.headers.get("content-type", "").startswith("application/problem+json")
    code = answer.json()["code"] if problem else "without a code"
    silent = answer.status_code in (429, 503) and "Retry-After" not in answer.headers
    return f"{answer.status_code} {code}{' without Retry-After' if silent else ''}"
