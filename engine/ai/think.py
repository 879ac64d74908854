"""A worker process in which AIs think: `python -m engine think` (docs/moves.md, "AI turns").

Each line on standard input is a request, `{"player", "view", "seed"}`: a player's name, the view of the seat that owes
a decision, and the seed of the player's random choices. Each is answered by a line on standard output: `{"action"}`, or
`{"error"}` with a sentence. The process exits as soon as its standard input closes, even while thinking, as the client
is gone.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from random import Random
from typing import Any, BinaryIO

import msgspec

from engine import registry
from engine.ai import players
from engine.core import JSON

NICE = 5
"""Lower priority, so that web requests on the same machine come first."""


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request: the player, the view, and the seed."""

    player: str
    view: dict[str, Any]
    seed: str


def answer(line: bytes) -> JSON:
    """Return the response to one request. Any failure of a player becomes an `error` response."""
    try:
        request = msgspec.json.decode(line, type=Request)
        view = request.view
        action = players.get(request.player).choose(view, Random(request.seed))
        return {"action": registry.get(view["game"], view["version"]).action_to_json(action)}
    except Exception as error:  # noqa: BLE001 (the client is told, and decides what to do)
        return {"error": f"{type(error).__name__}: {error}"}


def main() -> int:
    """Answer requests for actions until standard input closes."""
    return serve(answer)


def serve(answer_line: Callable[[bytes], JSON]) -> int:
    """Answer requests until standard input closes, by calling `answer_line` with each line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes standard input on exit
    if hasattr(os, "nice"):
        os.nice(NICE)
    lines: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, lines), daemon=True).start()
    while True:
        reply = msgspec.json.encode(answer_line(lines.get()))
        try:
            sys.stdout.buffer.write(reply + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(0)


def _read(source: BinaryIO, lines: queue.Queue[bytes]) -> None:
    for line in source:
        lines.put(line)
    os._exit(0)
