"""A process that examines finished games for flags: `python -m games.fair_play` (games.computer.services.thinking).

Each line on standard input is a `replayed.Question`. Each is answered by a line on standard output: `{"finding"}`, null
if there is none, or `{"error"}` with a sentence.
"""

from __future__ import annotations

import sys

import msgspec

from engine.ai.think import serve
from engine.core import JSON
from games.fair_play.detectors.replayed import Question, detect


def answer(line: bytes) -> JSON:
    """Return the answer to one question. Any failure is returned as an answer as well."""
    try:
        return {"finding": detect(msgspec.json.decode(line, type=Question))}
    except Exception as error:  # noqa: BLE001 (the caller receives the error and logs it)
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    sys.exit(serve(answer))
