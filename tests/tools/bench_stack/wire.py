"""The client side of a WebSocket and of a kept HTTP connection, with as little work as possible, because the benchmark
runs on the computer that it measures.

A WebSocket is opened as browsers open it, with an offer of compression (RFC 7692). Its frames are masked with zeros
(RFC 6455 requires random masks, as a protection against proxies of third parties; there are none here) and not
compressed.
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import os
import time
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

PATIENCE_S = 60
LOST = "lost"
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Refused(Exception):
    """The site did not accept a move or a socket; a benchmark should never see this."""


class Frame(msgspec.Struct):
    """The fields of a server's frame that are read."""

    type: str
    ref: Any = None
    seq: int | None = None


_decode = msgspec.json.Decoder(Frame).decode
_encode = msgspec.json.encode


class Wire(asyncio.Protocol):
    """One socket. `heard` is called with each frame and its time of arrival (monotonic ns), and at the end with a frame
    of type LOST.
    """

    def __init__(self, request: bytes, heard: Callable[[Frame, int], None]) -> None:
        self._request = request
        self._heard = heard
        self._buffer = bytearray()
        self._parts: list[bytes] = []
        self._inflate: Any = None
        self._compressed = False
        self._upgraded = False
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(Refused(f"a socket was closed while it was opened: {exc}"))
        self._heard(Frame(LOST), time.monotonic_ns())

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        self._buffer += data
        if not self._upgraded and not self._shake_hands():
            return
        while (frame := self._next()) is not None:
            self._take(*frame, now)

    def _shake_hands(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            if not self.opened.done():
                self.opened.set_exception(Refused(head.split(b"\r\n")[0].decode("latin-1")))
            self.transport.close()
            return False
        if b"permessage-deflate" in head.lower():
            self._inflate = zlib.decompressobj(wbits=-15)
        self._buffer = bytearray(rest)
        self._upgraded = True
        return True

    def _next(self) -> tuple[int, bytes] | None:
        """Return the first byte and the payload of a whole frame, or None if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        first, payload = buffer[0], bytes(buffer[start : start + size])
        del buffer[: start + size]
        return first, payload

    def _take(self, first: int, payload: bytes, now: int) -> None:
        kind = first & 15
        if kind == _PING:
            self._write(_PONG, payload)
        elif kind == _CLOSE:
            self.closed = True
            self.transport.close()
        elif kind in (0, _TEXT):
            if kind == _TEXT:
                self._compressed = bool(first & 64)  # set on the first fragment of a message
            self._parts.append(payload)
            if first & 128:
                whole, self._parts = b"".join(self._parts), []
                if self._compressed:
                    whole = self._inflate.decompress(whole + b"\0\0\xff\xff")
                frame = _decode(whole)
                if not self.opened.done():
                    self.opened.set_result(None)
                self._heard(frame, now)

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = bytes((128 | kind, 128 | size))
        else:
            head = bytes((128 | kind, 128 | 126)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + payload)

    def send(self, frame: dict[str, Any]) -> None:
        """Send a frame of at most 64 KiB of JSON. Raise Refused if the socket is closed."""
        if self.closed:
            raise Refused("the server has closed a player's socket")
        self._write(_TEXT, _encode(frame))

    def close(self) -> None:
        if not self.transport.is_closing():
            self._write(_CLOSE, (1000).to_bytes(2, "big"))
            self.transport.close()


async def open_socket(url: str, game: str, cookie: str | None, heard: Callable[[Frame, int], None]) -> Wire:
    """Return a socket on a game after its first frame has come. Raise Refused."""
    address = urlsplit(url)
    lines = [
        f"GET /ws/games/{game}/ HTTP/1.1", f"Host: {address.netloc}", f"Origin: {url}", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        *([f"Cookie: sessionid={cookie}"] if cookie else []),
    ]  # fmt: skip
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(request, heard), address.hostname or "", address.port or 80)
    async with asyncio.timeout(PATIENCE_S):
        await wire.opened
    return wire


class Seat:
    """A player's socket."""

    def __init__(self) -> None:
        self._refs = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Frame]] = {}
        self.wire: Wire

    async def open(self, url: str, game: str, cookie: str) -> None:
        self.wire = await open_socket(url, game, cookie, self._hear)

    def _hear(self, frame: Frame, now: int) -> None:
        if frame.type == LOST:
            for answer in self._waiting.values():
                answer.set_result(frame)
            self._waiting.clear()
        elif frame.type in ("done", "error"):
            waiting = self._waiting.pop(frame.ref, None) if frame.ref is not None else None
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)

    async def act(self, expected_seq: int, action: Any, key: str) -> int:
        """Return the seq after the action. Raise Refused."""
        ref = next(self._refs)
        answer = self._waiting[ref] = asyncio.get_running_loop().create_future()
        frame = {"type": "act", "ref": ref, "expected_seq": expected_seq, "action": action, "idempotency_key": key}
        self.wire.send(frame)
        async with asyncio.timeout(PATIENCE_S):
            done = await answer
        if done.type != "done" or done.seq is None:
            raise Refused(f"an action was answered with {done}")
        return done.seq

    def close(self) -> None:
        self.wire.close()


class Line:
    """One kept HTTP connection, for one request at a time."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, cookies: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Return status and body."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._address.hostname, self._address.port)
        reader, writer = self._streams
        content = b"" if body is None else _encode(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self._address.netloc}", f"Cookie: {cookies}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + content)
        async with asyncio.timeout(PATIENCE_S):
            head = await reader.readuntil(b"\r\n\r\n")
            found = _headers(head)
            if found.get(b"transfer-encoding") == b"chunked":
                content = await _chunks(reader)
            else:
                content = await reader.readexactly(int(found.get(b"content-length", 0)))
        if found.get(b"connection", b"").lower() == b"close":
            await self.close()
        return int(head[9:12]), content

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


def _headers(head: bytes) -> dict[bytes, bytes]:
    pairs = (line.partition(b":") for line in head.split(b"\r\n")[1:])
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)
