"""Secret phases of the registered games: logs up to the moment when several people are about to submit at once.

Nothing here knows a game by name: a secret phase is where `rules.submissions()` is not None.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine import registry, replay, table_verbs
from engine.core import JSON, Illegal, Malformed, Rules
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position, Step
from engine.simulate import START_MS

GAMES_LOOKED_AT = 4
SAMPLES = 16
"""Random submissions of a seat, of which the shortest, the longest and some in between become its choices."""


@dataclass(frozen=True)
class Opening:
    """A log that ends where a secret phase begins, with the submissions to come.

    `seat` has `choices`, different submissions from short to long; each other seat that is to move has one submission.
    `illegal` holds an action for each seat that the rules refuse now. An `unfolded` position is not the one of its log.
    """

    position: Position
    events: tuple[Event, ...]
    seat: SeatNumber
    choices: tuple[JSON, ...]
    submissions: dict[SeatNumber, JSON]
    illegal: dict[SeatNumber, JSON]
    unfolded: bool = False


@dataclass(frozen=True)
class Case:
    """A kind of opening: a phase of a game with `seats` seats, of which `left` have left before.

    `automatic`: a seat still in play has no choice, and has submitted from the beginning.
    """

    game: str
    phase: str
    seats: int
    left: int = 0
    automatic: bool = False

    def __str__(self) -> str:
        more = [f"{self.left}-left"] * bool(self.left) + ["automatic"] * self.automatic
        return "-".join([self.game, self.phase, f"{self.seats}-seats", *more])


def phase_of(position: Position) -> str:
    return str(position.view(None)["phase"])


def has_automatic(position: Position) -> bool:
    submissions = position.rules.submissions(position.state)
    return submissions is not None and any(submission is not None for submission in submissions)


def is_secret(position: Position) -> bool:
    """Return whether several seats owe a secret submission and no person has submitted yet."""
    return position.rules.submissions(position.state) is not None and len(position.to_move) > 1


def act(position: Position, seat: SeatNumber, rng: Random) -> Step:
    action = position.rules.action_to_json(position.rules.random_action(position.state, seat, rng))
    return replay.act(position, seat, action, expected_seq=position.seq, at_ms=UnixMs(position.at_ms + 1000))


def secret_moments(game: str, options: JSON, rng: Random, left: int = 0) -> Iterator[tuple[Position, list[Event]]]:
    """Yield the beginnings of the secret phases of one random game; the last `left` seats leave before the first
    action.
    """
    persons = len(registry.get(game).seat_kinds(options))
    nonces = [rng.randbytes(32) for _ in range(persons)]
    step = replay.start(game, None, options, rng.randbytes(32), nonces, START_MS)
    position, events = step.position, list(step.events)
    for seat in map(SeatNumber, range(persons - left, persons)):
        step = table_verbs.resign(position, seat, at_ms=UnixMs(position.at_ms + 1000))
        position, events = step.position, events + list(step.events)
    begun = -1
    while not position.over:
        revealed = position.rules.revealed(position.state)
        if is_secret(position) and revealed > begun:
            begun = revealed
            yield position, list(events)
        step = act(position, rng.choice(position.to_move), rng)
        position, events = step.position, events + list(step.events)


def options_of(rules: Rules[Any, Any], seats: int) -> JSON | None:
    try:
        return rules.options_from_json({"seats": seats})
    except Malformed:
        return None


@cache
def cases() -> tuple[Case, ...]:
    """Return every secret phase of every game: for two, for three, and for four people of whom one has left; and, if a
    few random games reach it, with a seat that has no choice.
    """
    found = []
    for rules in registry.games():
        smallest = options_of(rules, 2)
        assert smallest is not None
        phases = dict.fromkeys(phase_of(at) for at, _ in secret_moments(rules.key, smallest, Random(rules.key)))
        for seats, left in ((2, 0), (3, 0), (4, 1)):
            if options_of(rules, seats) is not None:
                found += [Case(rules.key, phase, seats, left) for phase in phases]
        for phase in phases:
            case = Case(rules.key, phase, 3, automatic=True)
            if any(moments(case)):
                found.append(case)
    return tuple(found)


def moments(case: Case) -> Iterator[tuple[Position, list[Event]]]:
    """Yield the moments of this kind in some random games, always the same ones."""
    options = options_of(registry.get(case.game), case.seats)
    if options is None:
        return
    for number in range(GAMES_LOOKED_AT):
        for position, events in secret_moments(case.game, options, Random(f"{case.game} {number}"), case.left):
            if phase_of(position) == case.phase and has_automatic(position) == case.automatic:
                yield position, events


@cache
def opening(case: Case) -> Opening:
    """Return the opening with the greatest difference in length between a seat's submissions, of some moments of this
    kind.
    """
    rng = Random(str(case))
    found = [pair for position, events in moments(case) for pair in _openings(position, events, rng)]
    assert found, f"{case} was never reached"
    return max(found, key=lambda pair: pair[0])[1]


def _openings(position: Position, events: list[Event], rng: Random) -> Iterator[tuple[int, Opening]]:
    """Yield the openings of one moment, each with the difference in length of its submissions."""
    choices = {seat: _choices(position, seat, rng) for seat in position.to_move}
    tried = [own[0] for own in choices.values()] + [e.payload["action"] for e in events if "action" in e.payload]
    illegal = {seat: _illegal(position, seat, tried) for seat in map(SeatNumber, range(len(position.owed_since)))}
    for seat, own in choices.items():
        others = {other: its[0] for other, its in choices.items() if other != seat}
        if len(own) > 1:
            difference = len(_text(own[-1])) - len(_text(own[0]))
            yield difference, Opening(position, tuple(events), seat, own, others, illegal)


def _choices(position: Position, seat: SeatNumber, rng: Random) -> tuple[JSON, ...]:
    """Return up to four different submissions of a seat, the shortest first and the longest last."""
    rules = position.rules
    drawn = (rules.action_to_json(rules.random_action(position.state, seat, rng)) for _ in range(SAMPLES))
    different = sorted({_text(action): action for action in drawn}.items(), key=lambda pair: (len(pair[0]), pair[0]))
    last = len(different) - 1
    return tuple(different[n][1] for n in sorted({0, last // 3, 2 * last // 3, last}))


def _illegal(position: Position, seat: SeatNumber, tried: list[JSON]) -> JSON:
    for action in tried:
        try:
            replay.act(position, seat, action, expected_seq=None, at_ms=position.at_ms)
        except Illegal:
            return action
    raise AssertionError(f"nothing that was tried is refused to seat {seat}")


def _text(action: JSON) -> str:
    return json.dumps(action, sort_keys=True)
