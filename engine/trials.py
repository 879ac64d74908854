"""Things to try on small boards beside the rules: positions of lessons in which a reader does one thing."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine import lessons, replay
from engine.core import JSON, gettext_noop
from engine.lesson import LEARNER
from engine.lessons import Moment
from engine.newtypes import UnixMs
from engine.position import Position


class Trial(msgspec.Struct, frozen=True):
    """Something to try in the position of step `step` of a lesson, counted from 0. `key` is the anchor of the paragraph
    of the rules that it belongs to.

    `text`: what to try. `refused`: placements (`x,y,rotation`), separated by "; ", that the board offers although the
    rules refuse them.
    """

    key: str
    lesson: str
    step: int
    text: str
    refused: str = ""


TRIALS: dict[str, tuple[Trial, ...]] = {
    "forgotten-treasures": (
        Trial(
            "first-stage",
            "basics",
            5,
            gettext_noop("Lay the domino somewhere. At the bottom right, the board offers a place that breaks a rule."),
            "2,2,0",
        ),
        Trial(
            "later-stages",
            "edges",
            1,
            gettext_noop(
                "Lay the domino on stage 2. On the right, the board also offers a place outside of the stage."
            ),
            "3,0,0",
        ),
        Trial("costs", "basics", 9, gettext_noop("Choose which areas to score, and send it: what do they bring?")),
    ),
    "pyramido": (
        Trial("mark", "basics", 1, gettext_noop("Which block gets the marker? Choose one, and mark it.")),
        Trial("resurface", "cards", 1, gettext_noop("Lay a card on the new domino: which areas are marked then?")),
        Trial(
            "several-stages",
            "edges",
            0,
            gettext_noop(
                "Take a domino, and lay it on the edge of stage 2 so that it makes an area of stage 1 larger."
            ),
        ),
    ),
    "silver-gold-pyramids": (
        Trial("where-to-mark", "basics", 6, gettext_noop("Mark the shape, or a single cell, on the way to the tomb.")),
        Trial("crosses", "crosses", 0, gettext_noop("Cover a red cross with the shape, and mark what you owe for it.")),
    ),
}
"""What can be tried in each game, by its key."""


def find(game: str, key: str) -> Trial | None:
    """Return a game's trial, or None."""
    return next((trial for trial in TRIALS.get(game, ()) if trial.key == key), None)


@lru_cache(64)
def position(game: str, key: str) -> Position:
    """Return the position in which something is tried. Raise LookupError if there is no such trial."""
    trial = find(game, key)
    if trial is None:
        raise LookupError(f"no trial {key} of {game}")
    return lessons.position(game, trial.lesson, trial.step)


def offered(game: str, key: str) -> JSON:
    """Return the reader's view of the position, in which the decision also offers what the rules refuse. Raise
    LookupError if there is no such trial.
    """
    view = position(game, key).view(LEARNER)
    trial = find(game, key)
    if trial is None or not trial.refused:
        return view
    more = [[int(number) for number in one.split(",")] for one in trial.refused.split("; ")]
    decision = {**view["decision"], "placements": [*view["decision"]["placements"], *more]}
    return {**view, "decision": decision}


def example(game: str, key: str) -> JSON:
    """Return an action that the rules allow there, as JSON. Raise LookupError if there is no such trial."""
    trial = find(game, key)
    if trial is None:
        raise LookupError(f"no trial {key} of {game}")
    return lessons.meant(game, trial.lesson, trial.step)


def tried(game: str, key: str, action: object) -> Moment:
    """Return what comes of the reader's action, given as JSON. Raise GameError if the rules refuse it, LookupError if
    there is no such trial.
    """
    step = replay.act(position(game, key), LEARNER, action, expected_seq=None, at_ms=UnixMs(0))
    return Moment(step.position, step.events)
