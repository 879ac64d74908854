"""Things to try on small boards beside the rules: positions of lessons in which a reader does one thing."""

from __future__ import annotations

import copy
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

    `text`: what to try. `refused`: actions in their text forms, separated by "; ", that the board offers although the
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
            gettext_noop(
                "Lay the domino somewhere. At the bottom right, the board also offers a place that is not allowed."
            ),
            "P2,2,0",
        ),
        Trial(
            "later-stages",
            "edges",
            1,
            gettext_noop("Lay the domino on stage 2. On the right, the board also offers a place outside the stage."),
            "P3,0,0",
        ),
        Trial(
            "costs",
            "basics",
            11,
            gettext_noop(
                "Choose which areas to activate, and send your choice. Also try what you cannot pay for: doubling the "
                "purple area."
            ),
        ),
    ),
    "pyramido": (
        Trial("mark", "basics", 1, gettext_noop("Which block gets the marker? Choose one, and mark it.")),
        Trial(
            "resurface",
            "cards",
            1,
            gettext_noop(
                "Lay your card on the upper block: which areas are marked then? The board also offers the lower block, "
                "which has a marker, and pile 4, which is not behind the gap."
            ),
            "C1g0; R4",
        ),
        Trial(
            "several-stages",
            "edges",
            0,
            gettext_noop(
                "Take a domino, and lay it on the edge of stage 2 so that it makes an area of stage 1 larger. On the "
                "right, the board also offers a place outside the stage."
            ),
            "P1,2,0,0",
        ),
    ),
    "silver-gold-pyramids": (
        Trial(
            "where-to-mark",
            "basics",
            6,
            gettext_noop(
                "Mark the shape, or a single cell, on the way to the tomb. The board also offers a place on a wall of "
                "pyramid 7, and a place on pyramid 8 that touches none of your marks."
            ),
            "M7 b2 c2 b3; M8 e2 d3 e3",
        ),
        Trial(
            "crosses",
            "crosses",
            3,
            gettext_noop(
                "Cover a red cross with the shape, then mark the extra cells. On pyramid 1 the board also offers the "
                "short way to the cross, through a wall."
            ),
            "M1 b4 b5 c5 d5",
        ),
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
    at, trial = position(game, key), find(game, key)
    view = at.view(LEARNER)
    if trial is None or not trial.refused:
        return view
    decision = copy.deepcopy(view["decision"])
    for action in refused(game, key):
        match action:
            case {"type": "place"}:
                decision["placements"].append([action["x"], action["y"], action["rotation"]])
            case {"type": "resurface"}:
                decision["blocks"].append(action["block"])
            case {"type": "replenish"}:
                decision["piles"].append(action["pile"])
            case {"type": "mark"}:
                own = next(card for card in decision["cards"] if card["number"] == action["card"])
                own["shapes"].append(action["cells"])
    return {**view, "decision": decision}


def refused(game: str, key: str) -> list[JSON]:
    """Return the actions that the board offers although the rules refuse them, as JSON. Raise LookupError if there is
    no such trial.
    """
    rules, trial = position(game, key).rules, find(game, key)
    texts = trial.refused.split("; ") if trial is not None and trial.refused else []
    return [rules.action_to_json(rules.action_from_text(text)) for text in texts]


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
