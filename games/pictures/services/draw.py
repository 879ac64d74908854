"""Drawing a position."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.core import Rules
from engine.newtypes import SeatNumber
from games.pictures import boards, rasters, share_card
from games.pictures.drawings import Drawing
from games.requests.refusals import busy
from pyramido_site.infrastructure.previews import WIDTH

logger = logging.getLogger(__name__)

Ending = Literal["svg", "png"]
MEDIA_TYPES: Mapping[Ending, str] = {"svg": "image/svg+xml", "png": "image/png"}

BOARD_WIDTH = 600
"""Width of a board alone, in pixels."""

PNGS_AT_ONCE = 4
"""Number of PNG files that are drawn at once for one server process: each occupies a process of its own for about a
second.
"""

_free = threading.BoundedSemaphore(PNGS_AT_ONCE)


@dataclass(frozen=True, slots=True)
class Captions:
    """What is written on a picture, in one language: the game, how far it is, who sits on each seat, and a sentence
    that says what the picture shows.
    """

    game: str
    stage: str
    names: Sequence[str]
    about: str


def draw(
    rules: Rules[Any, Any], view: Mapping[str, Any], captions: Captions, board: SeatNumber | None, ending: Ending
) -> bytes:
    """Return a file with the position of a view: the card of all seats, or one `board` alone.

    What the view does not have is not in it. The seat of a board alone must have one (`selectors.has_board`). Raise
    Refusal 503 `busy` if a PNG cannot be drawn in time, or too many are being drawn.
    """
    drawing, width = (
        (_card(rules, view, captions), WIDTH) if board is None else (boards.board(rules, view, board), BOARD_WIDTH)
    )
    svg = drawing.document(width, captions.about)
    if ending == "svg":
        return svg.encode()
    if not _free.acquire(blocking=False):
        raise busy()
    try:
        return rasters.png(svg)
    except subprocess.SubprocessError as error:
        logger.exception("a picture was not drawn")
        raise busy() from error
    finally:
        _free.release()


def _card(rules: Rules[Any, Any], view: Mapping[str, Any], captions: Captions) -> Drawing:
    winners = (view["outcome"] or {"winners": ()})["winners"]
    lines = [
        share_card.Line(
            name,
            shown["total"],
            boards.board(rules, view, SeatNumber(seat)) if boards.has_board(shown) else None,
            seat in winners,
        )
        for seat, (name, shown) in enumerate(zip(captions.names, view["seats"], strict=True))
    ]
    return share_card.card(captions.game, captions.stage, lines, boards.field(rules))
