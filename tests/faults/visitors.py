"""Abusive visitors in a process of their own: `python -m tests.faults.visitors JOB`.

They send as much as the computer can send beside everything else. Since in reality they would run on other computers,
they have the lowest priority and leave the processor to the stack.

JOB is JSON: `{"url", "addresses", "seconds"}`; `addresses` is the number of loopback addresses for each kind, used by
no other client. A line is printed when each kind has done something, and after `seconds` a line with the counts: {"KIND
response": count}.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlsplit

AT_ONCE = 300
"""Connections of an address, each with one request after the other: more than the proxy lets wait."""
SLOW_AT_ONCE, UPLOADS_AT_ONCE = 100, 10
UPLOAD = 900_000
NICE = 5
CSRF = "c" * 32
ANSWER_S = 60
LONG_NEXT = quote("/" + "\U0001f600" * 2000)
FIRST_OF_KIND = 30
"""127.0.30.1, 127.0.30.2 … are of the first kind, 127.0.31.1 … of the second."""


def request(method: str, path: str, body: bytes = b"", *headers: str, host: str = "localhost") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, f"Content-Length: {len(body)}", "", ""]
    return "\r\n".join(lines).encode() + body


def form(path: str, fields: str) -> bytes:
    body = f"csrfmiddlewaretoken={CSRF}&{fields}".encode()
    return request("POST", path, body, f"Cookie: csrftoken={CSRF}", "Content-Type: application/x-www-form-urlencoded")


def redirects() -> Iterator[bytes]:
    """Yield requests with a `next` that would make a redirect of 24 KB."""
    yield form("/i18n/setlang/", f"language=en&next={LONG_NEXT}")
    yield form("/accounts/guest/", f"next={LONG_NEXT}")
    yield request("GET", "/games/mine/?next=" + quote("\U0001f600" * 280))


def errors() -> Iterator[bytes]:
    """Yield invalid requests of every kind."""
    yield request("GET", "/nowhere/")
    yield request("GET", "/", host="elsewhere.example")
    yield request("POST", "/accounts/login/", b"login=a&password=b")
    yield request("POST", "/accounts/login/", b"&".join([b"a=1"] * 2000), f"Cookie: csrftoken={CSRF}")
    yield request("GET", "/api/v1/nowhere")
    yield request("POST", "/api/v1/games", b"[" * 5000, "Content-Type: application/json", "Authorization: Bearer x")
    yield request("GET", "/static/nowhere.css")
    yield request("BREW", "/")
    yield request("GET", "/ws/games/nothing/")


def headers() -> Iterator[bytes]:
    """Yield requests with many and large headers, up to the proxy's limits."""
    yield request("GET", "/rules/", b"", *(f"X-{number}: {number}" for number in range(2000)))
    yield request("GET", "/rules/", b"", *(f"X-{number}: {'x' * 7000}" for number in range(4)))
    yield request("GET", "/rules/", b"", *(f"X-{number}: {'x' * 7000}" for number in range(8)))
    yield request("GET", "/rules/", b"", f"Cookie: {'a=b; ' * 1500}")
    yield request("GET", f"/rules/?{'x' * 7000}")
    yield request("GET", f"/rules/?{'x' * 70000}")


class Visitor:
    """One address, which counts its responses under the name of its kind."""

    def __init__(self, url: str, kind: str, address: str, counts: Counter[str]) -> None:
        self.place = urlsplit(url)
        self.kind, self.address, self.counts = kind, address, counts

    async def connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        there = (self.place.hostname, self.place.port)
        return await asyncio.open_connection(*there, local_addr=(self.address, 0), limit=1 << 20)

    def note(self, what: str) -> None:
        self.counts[f"{self.kind} {what}"] += 1

    async def asking(self, sent: Callable[[], Iterator[bytes]]) -> None:
        """Send one request after the other, on a connection kept as long as the site allows."""
        endless = itertools.cycle(list(sent()))
        while True:
            try:
                reader, writer = await self.connected()
            except OSError as error:
                self.note(type(error).__name__)
                continue
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                while not writer.is_closing():
                    writer.write(next(endless))
                    async with asyncio.timeout(ANSWER_S):
                        self.note(await answered(reader))
            writer.close()

    async def slow(self) -> None:
        """Send a body one byte at a time."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self.connected()
                self.note("begun")
                writer.write(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
                answer = asyncio.create_task(answered(reader))
                while not answer.done():
                    writer.write(b"a")
                    await asyncio.wait([answer], timeout=0.5)
                self.note(await answer)
                writer.transport.abort()
                await asyncio.sleep(0.1)

    async def aborting(self) -> None:
        """Break off an upload half way."""
        head = f"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {UPLOAD}\r\n\r\n".encode()
        while True:
            with contextlib.suppress(OSError):
                _reader, writer = await self.connected()
                writer.write(head + b"x" * (UPLOAD // 2))
                async with asyncio.timeout(ANSWER_S):
                    await writer.drain()
                writer.transport.abort()
                self.note("broken off")


async def answered(reader: asyncio.StreamReader) -> str:
    """Read a response to its end; return its status. Raise IncompleteReadError if there is none."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    fields = dict(line.split(": ", 1) for line in head.splitlines()[1:] if ": " in line)
    if fields.get("transfer-encoding") == "chunked":
        await reader.readuntil(b"0\r\n\r\n")
    else:
        await reader.readexactly(int(fields.get("content-length", 0)))
    return head.split()[1]


KINDS: dict[str, Callable[[], Iterator[bytes]] | None] = {
    "redirects": redirects, "slow": None, "aborted": None, "errors": errors, "headers": headers,
}  # fmt: skip


def works(url: str, addresses: int, counts: Counter[str]) -> Iterator[Any]:
    """Yield the work of all kinds, as coroutines without end."""
    for number, (kind, sent) in enumerate(KINDS.items()):
        for place in range(1, addresses + 1):
            visitor = Visitor(url, kind, f"127.0.{FIRST_OF_KIND + number}.{place}", counts)
            if sent is not None:
                yield from (visitor.asking(sent) for _ in range(AT_ONCE))
            elif kind == "slow":
                yield from (visitor.slow() for _ in range(SLOW_AT_ONCE))
            else:
                yield from (visitor.aborting() for _ in range(UPLOADS_AT_ONCE))


async def come(job: dict[str, Any]) -> None:
    counts: Counter[str] = Counter()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work) for work in works(job["url"], job["addresses"], counts)]
        while {what.split()[0] for what in counts} < {*KINDS}:  # noqa: ASYNC110 (each of them counts)
            await asyncio.sleep(0.05)
        print("{}", flush=True)
        await asyncio.sleep(job["seconds"])
        for task in tasks:
            task.cancel()
    print(json.dumps(counts), flush=True)


def main() -> None:
    os.nice(NICE)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # each connection is a file descriptor
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(come(json.loads(sys.argv[1])))


if __name__ == "__main__":
    main()
