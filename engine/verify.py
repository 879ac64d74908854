"""`python -m engine verify FILE`: verify one game, or a file of any length with one game per line."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import sys
import time
import zlib
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import IO, NamedTuple

from engine import published
from engine.export import BadExport, Export, read, rebuild
from engine.position import LogError

MOST_BYTES = 64 * 1024 * 1024
"""Size limit of one game."""
GZIP = b"\x1f\x8b"
PROGRESS_S = 0.5
BROKEN = (EOFError, zlib.error, gzip.BadGzipFile)
"""The exceptions that a truncated or damaged gzip file raises."""


class Line(NamedTuple):
    """A line by its number, from 1. `fault`: why it cannot be read; empty for a good line."""

    number: int
    content: bytes = b""
    fault: str = ""


def main(file: str) -> int:
    """Verify a file (`-`: standard input) and print the result. Return 1 if the file has no game, or has several of
    which one is invalid.

    Raise OSError for an unreadable file. For a file with a single game, raise BadExport or LogError if it is invalid.
    """
    with _opened(file) as stream:
        lines = _lines(stream)
        begun = list(islice(lines, 2))
        if not begun:
            print("nothing to verify: there is no game in it")
            return 1
        if file.removesuffix(".gz").endswith(".ndjson") or _begins_many(begun):
            return _check_many(chain(begun, lines))
        for line in begun:
            if line.fault:
                raise BadExport(line.fault)
        return _check_one(read(b"".join(line.content for line in begun) + _rest(stream)))


def _rest(stream: IO[bytes]) -> bytes:
    try:
        return stream.read(MOST_BYTES)
    except BROKEN as error:
        raise BadExport(_damaged(error)) from None


def _damaged(error: Exception) -> str:
    return f"the compressed file is damaged: {error}"


@contextlib.contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    with contextlib.ExitStack() as opened:
        raw = sys.stdin.buffer if file == "-" else opened.enter_context(Path(file).open("rb"))
        buffered = io.BufferedReader(raw)  # type: ignore[type-var]
        if buffered.peek(len(GZIP))[: len(GZIP)] == GZIP:
            with gzip.GzipFile(fileobj=buffered) as unpacked:
                yield io.BufferedReader(unpacked)
        else:
            yield buffered


def _lines(stream: IO[bytes]) -> Iterator[Line]:
    """Yield the lines that are not empty, one at a time, so that only one is in memory."""
    number = 0
    try:
        while line := stream.readline(MOST_BYTES):
            number += 1
            if not line.endswith(b"\n") and len(line) == MOST_BYTES:
                while (more := stream.readline(MOST_BYTES)) and not more.endswith(b"\n"):
                    pass
                yield Line(number, fault=f"it is longer than {MOST_BYTES >> 20} MiB")
            elif line.strip():
                yield Line(number, line)
    except BROKEN as error:
        yield Line(number + 1, fault=_damaged(error))


def _begins_many(begun: list[Line]) -> bool:
    """Whether the file has one game per line: one of its first two lines is a rated game, or it has two lines and one
    of them is a complete object with a `format`. (A single export may be spread over many lines, or be one line.)
    """
    documents = [document for document in map(_document, begun) if isinstance(document, dict)]
    return any(document.get("format") == published.FORMAT for document in documents) or (
        len(begun) > 1 and any("format" in document for document in documents)
    )


def _document(line: Line) -> object:
    try:
        return json.loads(line.content)
    except (ValueError, RecursionError):
        return None


def _check_one(document: Export) -> int:
    position = rebuild(document)
    outcome = position.outcome
    print(f"{document.game} (rules version {document.rules_version}): {len(document.events)} events verified")
    if outcome is None:
        print("aborted, without a result")
    else:
        for seat, kind in enumerate(position.rules.seat_kinds(position.options)):
            print(f"seat {seat} ({kind}): {outcome.scores[seat]} points, rank {outcome.ranks[seat]}")
    print(f"last hash {position.hash}")
    return 0


def _check_many(lines: Iterator[Line]) -> int:
    verified = faults = 0
    progress = _Progress()
    for line in lines:
        try:
            if line.fault:
                raise BadExport(line.fault)
            published.check_line(line.content)
            verified += 1
        except (BadExport, LogError) as error:
            faults += 1
            progress.clear()
            print(f"line {line.number}: {printable(str(error))}")
        progress.show(verified, faults)
    progress.clear()
    print(f"{verified} games verified, {faults} faults")
    return 1 if faults else 0


class _Progress:
    """A progress line on the terminal, overwritten in place."""

    def __init__(self) -> None:
        self.wanted = sys.stderr.isatty()
        self.last = time.monotonic()

    def show(self, verified: int, faults: int) -> None:
        if self.wanted and time.monotonic() - self.last >= PROGRESS_S:
            self.last = time.monotonic()
            sys.stderr.write(f"\r{verified} games verified, {faults} faults …")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.wanted:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def printable(text: str) -> str:
    """Return text from a file with its control characters escaped, so that it cannot control the terminal."""
    return "".join(ch if ch.isprintable() else ascii(ch)[1:-1] for ch in text)
