"""The lessons of each game, and where a learner stands in one. Nothing is stored: a position of a lesson follows from
its data.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from engine import registry, replay
from engine.chance import NO_NONCE
from engine.core import JSON
from engine.forgotten_treasures.lessons import LESSONS as FORGOTTEN_TREASURES
from engine.lesson import LEARNER, Lesson, Step
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position
from engine.pyramido.lessons import LESSONS as PYRAMIDO
from engine.silver_gold_pyramids.lessons import LESSONS as SILVER_GOLD_PYRAMIDS

LESSONS: dict[str, tuple[Lesson, ...]] = {
    "forgotten-treasures": FORGOTTEN_TREASURES,
    "pyramido": PYRAMIDO,
    "silver-gold-pyramids": SILVER_GOLD_PYRAMIDS,
}
"""The lessons of each game by its key, in the order in which they are offered; the first one teaches the game."""

OPPONENT = "greedy"
"""The level shown on the other seats, whose actions are those of the lesson."""


class Moment(msgspec.Struct, frozen=True):
    """A position to show, and the events that lead to it from the one before."""

    position: Position
    events: tuple[Event, ...]


def find(game: str, key: str) -> Lesson | None:
    """Return a game's lesson, or None."""
    return next((lesson for lesson in LESSONS.get(game, ()) if lesson.key == key), None)


@lru_cache(256)
def moments(game: str, key: str, step: int, action: str = "") -> tuple[Moment, ...]:
    """Return the moments to show before step `step` of a lesson: the outcome of the previous step, and what followed
    it. The last moment is the position in which the step is done.

    Steps count from 0; the number of steps stands for the end of the lesson. `action` is what the learner did in the
    previous step, if it was one of `also`. Raise LookupError if there is no such lesson or step.
    """
    lesson = find(game, key)
    if lesson is None or not 0 <= step <= len(lesson.steps):
        raise LookupError(f"no step {step} of {game}/{key}")
    if step == 0:
        return (_joined([_dealt(game, lesson), *_played(_dealt(game, lesson).position, lesson.before)]),)
    done = lesson.steps[step - 1]
    before = position(game, key, step - 1)
    if done.draft:
        return (Moment(before, ()),)
    last = step == len(lesson.steps)
    meant = _after(before, LEARNER, before.rules.action_from_text(done.action))
    own = _after(before, LEARNER, before.rules.action_from_text(action)) if action else meant
    followed = _played((own if last else meant).position, done.then)
    left_out = _played((followed or [meant])[-1].position, done.meanwhile)
    shown = [*followed, *([_joined(left_out)] if left_out else [])]
    return (own if shown or last else meant, *shown)


def position(game: str, key: str, step: int) -> Position:
    """Return the position in which a step is done, or that at the end. Raise LookupError as `moments` does."""
    return moments(game, key, step)[-1].position


def accepted(game: str, key: str, step: int, action: object) -> str | None:
    """Return the text form of an action, given as JSON, as a step has it: the one that is meant, or one that does as
    well; None if it is neither. Raise Malformed if it is no action.
    """
    rules, one = registry.get(game), _step(game, key, step)
    done, free = rules.action_to_json(rules.action_from_json(action)), dict.fromkeys(one.free)
    wanted = ((text, _as_json(game, text)) for text in (one.action, *one.also))
    return next((text for text, raw in wanted if _unordered({**done, **free}) == _unordered({**raw, **free})), None)


def is_meant(game: str, key: str, step: int, action: object) -> bool:
    """Return whether a step accepts an action, given as JSON. Raise Malformed if it is no action."""
    return accepted(game, key, step, action) is not None


def meant(game: str, key: str, step: int) -> JSON:
    """Return the action that a step means, as JSON. Raise LookupError if there is no such step."""
    return _as_json(game, _step(game, key, step).action)


def also(game: str, key: str, step: int) -> list[JSON]:
    """Return the actions that do as well as the one that a step means, as JSON. Raise LookupError as `meant` does."""
    return [_as_json(game, text) for text in _step(game, key, step).also]


def begun(game: str, key: str, step: int) -> JSON | None:
    """Return the action that is laid out when a step begins, as JSON: what the step names, or that of a draft before
    it; None if there is none. Raise LookupError as `meant` does.
    """
    text = _step(game, key, step).begin
    if not text and step > 0 and _step(game, key, step - 1).draft:
        text = _step(game, key, step - 1).action
    return _as_json(game, text) if text else None


def _as_json(game: str, text: str) -> JSON:
    rules = registry.get(game)
    return rules.action_to_json(rules.action_from_text(text))


def _step(game: str, key: str, step: int) -> Step:
    lesson = find(game, key)
    if lesson is None or not 0 <= step < len(lesson.steps):
        raise LookupError(f"no step {step} of {game}/{key}")
    return lesson.steps[step]


def _unordered(value: Any) -> Any:
    """Return JSON for comparing: areas, cards and cells are the same in any order, the cells for red crosses only in
    one (docs/formats/actions.md).
    """
    if isinstance(value, dict):
        return {name: item if name == "extra" else _unordered(item) for name, item in value.items()}
    return sorted(map(_unordered, value), key=repr) if isinstance(value, list) else value


def _dealt(game: str, lesson: Lesson) -> Moment:
    rules = registry.get(game)
    kinds = rules.seat_kinds(rules.options_from_json(lesson.options))
    others = {SeatNumber(seat): OPPONENT for seat, kind in enumerate(kinds) if seat != LEARNER and kind != "legend"}
    secret = hashlib.sha256(lesson.deal.encode()).digest()
    nonces = [NO_NONCE] * (1 + len(others))
    start = replay.start(game, None, lesson.options, secret, nonces, UnixMs(0), others)
    return Moment(start.position, start.events)


def _played(position: Position, actions: str) -> list[Moment]:
    found = []
    for text in actions.split("; ") if actions else ():
        found.append(_after(position, position.to_move[-1], position.rules.action_from_text(text)))
        position = found[-1].position
    return found


def _after(position: Position, seat: SeatNumber, action: Any) -> Moment:
    raw = position.rules.action_to_json(action)
    step = replay.act(position, seat, raw, expected_seq=None, at_ms=UnixMs(0))
    return Moment(step.position, step.events)


def _joined(parts: list[Moment]) -> Moment:
    return Moment(parts[-1].position, tuple(event for part in parts for event in part.events))
