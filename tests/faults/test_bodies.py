"""Malformed, deep, large, doubled and wrong input: a typed error each time, no 5xx, and no process dies.

Every POST, PUT and PATCH of the API's document, every page that takes a form, every frame of a game's socket; all made
from a seed (bad_input.py).
"""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import httpx
from django.urls import URLResolver, get_resolver
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pyramido_site.asgi_server import SOCKET_FRAME_LIMIT
from tests.faults import bad_input
from tests.faults.bad_input import Sent
from tests.faults.players import CSRF
from tests.faults.report import report
from tests.faults.scale import times
from tests.faults.world import Table, World
from tests.site.plain_http import NO_TLS

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

AT_ONCE = 12
TOO_LARGE = 1009
"""Close code of a socket for a message that is too large (RFC 6455)."""
BURST = 40
"""Frames that a socket accepts at once before it is throttled."""
PROBLEM = "application/problem+json"


@dataclass
class Answers:
    """Counts of statuses and codes, and responses that must not occur."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str, problem: str = "") -> None:
        self.counts[what] += 1
        if problem:
            self.wrong.append(problem)

    @property
    def tried(self) -> int:
        return sum(self.counts.values())


def judge(sent: Sent, answer: httpx.Response, answers: Answers) -> None:
    """Check that there is no 5xx, and below /api/ that each refusal is a problem document with a code and a
    sentence.
    """
    shown = f"{sent.method} {sent.path} {sent.content_type} {sent.body[:200]!r}: {answer.status_code}"
    problem = ""
    if answer.status_code >= 500:
        problem = f"{shown} {answer.text[:200]}"
    elif sent.path.startswith("/api/") and answer.status_code >= 400:
        said = answer.json() if answer.headers.get("content-type", "").startswith(PROBLEM) else {}
        if not (said.get("code") and said.get("detail")):
            problem = f"{shown} says no more than {answer.text[:200]}"
    answers.note(str(answer.status_code), problem)


def form_paths() -> list[str]:
    """Return the paths of all pages below the site's root, with their parameters in braces; not the API's."""
    return [path for path in _paths(get_resolver(), "/") if not path.startswith(("/api/", "/static/"))]


def _paths(resolver: URLResolver, before: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern).lstrip("^").replace("\\Z", "").rstrip("$")
        if isinstance(pattern, URLResolver):
            yield from _paths(pattern, route)
        elif not any(sign in route for sign in "()[]?"):
            yield "{".join(part.rpartition(":")[2] if "<" in route else part for part in route.split("<")).replace(
                ">", "}"
            )


def form_requests(rng: Random, ids: dict[str, list[str]]) -> Iterator[Sent]:
    paths, names = form_paths(), bad_input.field_names()
    while True:
        fields = bad_input.form(rng, names)
        body = urlencode([("csrfmiddlewaretoken", CSRF), *fields]).encode()
        kind = "application/x-www-form-urlencoded"
        chance = rng.random()
        if chance < 0.2:
            body = bad_input.broken(body, rng)
        elif chance < 0.4:
            kind = f"multipart/form-data; boundary={'b' * rng.choice((1, 20, 70))}"
        if rng.random() < 0.1:
            kind += f"; charset={rng.choice(('latin-1', 'utf-8', 'hex', 'none'))}"
        yield Sent("POST", bad_input.path_of(rng.choice(paths), rng, ids), body, kind)


async def send_all(stack: Stack, requests: Iterator[Sent], cookies: list[str], answers: Answers) -> None:
    """Send requests over kept connections, each with one of these sessions."""
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=stack.url, limits=limits, timeout=60, verify=NO_TLS) as http:

        async def worker(number: int) -> None:
            for sent in requests:
                headers = {
                    "Content-Type": sent.content_type,
                    "Cookie": f"sessionid={cookies[number % len(cookies)]}; csrftoken={CSRF}",
                    "X-CSRFToken": CSRF,
                }
                try:
                    answer = await http.request(sent.method, sent.path, content=sent.body, headers=headers)
                except httpx.TransportError as error:
                    answers.note(type(error).__name__, f"{sent.method} {sent.path} {sent.body[:200]!r}: {error!r}")
                else:
                    judge(sent, answer, answers)

        await asyncio.gather(*(worker(number) for number in range(AT_ONCE)))


def unread(rng: Random) -> Iterator[Sent]:
    """Yield bodies that the site does not read, up to the proxy's limit, to addresses of pages, streams and sockets."""
    while True:
        path = rng.choice(("/nowhere/", "/notifications/unsubscribe/none/", "/api/v1/stream/events", "/ws/games/none/"))
        yield Sent("POST", path, b"x" * rng.choice((60_000, 900_000, 2_000_000)), "application/x-www-form-urlencoded")


def bursts(frames: Iterator[bytes | str]) -> Iterator[list[bytes | str]]:
    """Yield as many frames as a socket accepts at once; an oversized frame alone."""
    burst: list[bytes | str] = []
    for frame in frames:
        if is_too_large(frame):
            yield [frame]
            continue
        burst.append(frame)
        if len(burst) == BURST - 5:
            yield burst
            burst = []
    if burst:
        yield burst


def is_too_large(frame: bytes | str) -> bool:
    return len(frame if isinstance(frame, bytes) else frame.encode()) > SOCKET_FRAME_LIMIT


async def send_frames(stack: Stack, table: Table, frames: Iterator[bytes | str], answers: Answers) -> None:
    """Open a socket for each burst; each frame is answered, or the socket is closed with a code."""
    address = urlsplit(stack.url)
    headers = {"Cookie": f"sessionid={table.cookies[0]}"}
    for burst in bursts(frames):
        async with connect(
            f"ws://{address.netloc}/ws/games/{table.id}/",
            origin=f"http://{address.netloc}",  # type: ignore[arg-type]
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
        ) as socket:
            await socket.recv()
            try:
                for frame in burst:
                    await socket.send(frame)
                await socket.send(json.dumps({"type": "ping", "ref": "the end"}))
                codes = await _until_the_end(socket)
            except ConnectionClosed as closed:
                # the close code is lost if a frame was still being sent
                how = closed.rcvd.code if closed.rcvd else None
                fits = is_too_large(burst[0]) and how in (TOO_LARGE, None)
                answers.note(f"closed {how}", "" if fits else f"{burst!r:.300} closed: {closed}")
                continue
        for code in codes:
            answers.note(code, f"{burst!r:.300} got {code}" if code in ("server_error", "") else "")
        if len(codes) < len(burst):
            answers.note("silence", f"{len(codes)} answers to {len(burst)} frames: {burst!r:.300}")


async def _until_the_end(socket: Any) -> list[str]:
    """Return the responses to the frames: the code of an error, or the type of another frame."""
    codes: list[str] = []
    async with asyncio.timeout(60):
        while True:
            frame = json.loads(await socket.recv())
            if frame.get("ref") == "the end":
                return codes
            codes.append(frame["code"] if frame["type"] == "error" and frame["detail"] else frame["type"])


async def inject(world: World, rng: Random) -> str:
    """Send some bad bodies as people of a game without other players, because some of the requests may succeed."""
    table, people, answers = world.tables(1)[0], world.people(1), Answers()
    world.set_aside(table)
    ids = {"public_id": [table.id], "player_id": [one["id"] for one in people]}
    cookies = [*table.cookies.values(), people[0]["cookie"]]
    await send_all(world.stack, itertools.islice(bad_input.bodies(rng, ids), 60), cookies, answers)
    assert not answers.counts["500"], answers.wrong  # being busy is allowed
    return f"{answers.tried} bad bodies: {dict(answers.counts)}"


async def test_bad_input_kills_no_process(stack: Stack, world: World) -> None:
    count, rng, answers = times(short=600, whole=100_000), Random(9), Answers()
    tables, people = [*world.tables(3), *world.solo(1)], await asyncio.to_thread(world.people, 4)
    ids = {"public_id": [table.id for table in tables], "player_id": [one["id"] for one in people]}
    # A form may sign its sender out, so different sessions send frames.
    cookies = [*(table.cookies[0] for table in tables if table is not tables[1]), *(one["cookie"] for one in people)]
    starts = {process.name: process.starts for name in ("web", "sockets") for process in stack.processes(name)}
    began = time.monotonic()
    await send_all(stack, itertools.islice(bad_input.bodies(rng, ids), count * 6 // 10), cookies, answers)
    await send_all(stack, itertools.islice(form_requests(rng, ids), count // 5), cookies, answers)
    await send_all(stack, itertools.islice(unread(rng), count // 100), cookies, answers)
    await send_frames(stack, tables[1], itertools.islice(bad_input.frames(rng), count // 5), answers)
    took = time.monotonic() - began
    now = {process.name: process.starts for name in ("web", "sockets") for process in stack.processes(name)}
    broken = await asyncio.to_thread(world.inside.call, "faults", ids=ids["public_id"])
    common = ", ".join(f"{what} {number}" for what, number in answers.counts.most_common(12))
    report("bad bodies, forms and frames", tried=answers.tried, lost=len(broken), note=f"{took:.0f} s: {common}")
    assert answers.wrong == [], answers.wrong[:5]
    assert now == starts, "a process died"
    assert broken == {}
    assert answers.tried >= count
