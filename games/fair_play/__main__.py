"""A process that looks at finished games for the signals: `python -m games.fair_play`
(games.computer.services.thinking).

Each line on standard input is a `replayed.Question`. Each is answered by a line on standard output: `{"finding"}`, null
where there is none, or `{"error"}` with a sentence.
"""

from __future__ import annotations

import sys

import msgspec

from engine.ai.think import serve
from engine.core import JSON
from games.fair_play.detectors.replayed import Question, detect


def answer(line: bytes) -> JSON:
    """The answer to one question. A failure, of whatever kind, is an answer too."""
    try:
        return {"finding": detect(msgspec.json.decode(line, type=Question))}
    except Exception as error:  # noqa: BLE001 (whoever asked is told, and writes it down)
        return {"error": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    sys.exit(serve(answer))
