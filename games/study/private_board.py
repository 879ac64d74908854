"""The board of a study: a log of its own, which begins with a position dealt from a view, or with a whole game. Pure.

What the view leaves open is dealt at random from the study's seed (`Rules.imagine`), as computer players imagine it, so
that a study knows no more than the view. The same view and seed make the same deal, also with another version of
Python: it is drawn by the words and shuffles of docs/rules.md E. A test pins it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from engine import canonical, replay, table_verbs
from engine.chance import Stream, StreamRandom
from engine.core import JSON, Malformed, Rules, gettext_noop
from engine.newtypes import FIRST, SeatNumber, UnixMs
from engine.position import Event, Position, Step
from games.record.projections import legend_seats
from games.study.tree import BEGINNING, Move, MoveNumber

NOTHING: Final = bytes(32)
"""In place of a secret: a study has none."""
AT_MS: Final = UnixMs(0)
"""The time of all its events: a study has no clocks."""
STREAM: Final = "study"
"""The label of the stream that deals what a view leaves open."""
LEAVE: Final = "leave"
"""The type of the action of a seat whose player leaves the game: `{"type": "leave"}`, with `ai`, a level, if a computer
player plays the seat on. The rules know of none.
"""


def deal(rules: Rules[Any, Any], view: JSON, seed: str, *, whole_game: bool) -> Position:
    """Return the position with which a study begins: one that has this view. That of a whole game is the set-up of the
    game with this seed (32 bytes in hex).
    """
    key = bytes.fromhex(seed)
    if whole_game:
        state = rules.start(view["options"], key)
    else:
        state = rules.imagine(view, StreamRandom(Stream(key, STREAM)))
    seats = len(rules.seat_kinds(view["options"]))
    return Position(
        rules, view["options"], state, NOTHING, (), FIRST, canonical.GENESIS, AT_MS, owed_since=(FIRST,) * seats,
        ai=(None,) * seats, left=(None,) * seats, terms={},
    )  # fmt: skip


def act(position: Position, seat: SeatNumber, action: object) -> Step:
    """Return the step of an action (JSON), or of leaving. Raise GameError if the rules do not allow it."""
    try:
        if isinstance(action, dict) and action.get("type") == LEAVE:
            return _leave(position, seat, action)
        return replay.act(position, seat, action, expected_seq=None, at_ms=AT_MS)
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A position from a file may look sound and not be.
        raise Malformed("no_such_position", gettext_noop("The game cannot go on from this position.")) from error


def _leave(position: Position, seat: SeatNumber, action: JSON) -> Step:
    if set(action) == {"type"}:
        return table_verbs.resign(position, seat, at_ms=AT_MS)
    if set(action) == {"type", "ai"}:
        return table_verbs.take_over(position, seat, action["ai"], at_ms=AT_MS)
    template = gettext_noop("Leaving takes no field but “ai”: the level of the computer player that takes over.")
    raise Malformed("malformed_action", template)


def action_of(event: Event) -> JSON:
    """Return the action of the first event of a step, as `act` takes it."""
    leaves = {"type": LEAVE, "ai": event.payload["ai"]} if "ai" in event.payload else {"type": LEAVE}
    action: JSON = event.payload.get("action", leaves)
    return action


def played(beginning: Position, moves: Iterable[Move]) -> Iterator[tuple[Move, Position, Position, tuple[Event, ...]]]:
    """Yield each move with the positions before and after it, and its events. A move comes after the one that it
    follows. Raise GameError if the rules do not allow one.
    """
    positions: dict[MoveNumber, Position] = {BEGINNING: beginning}
    for move in moves:
        before = positions[move.parent]
        step = act(before, move.seat, move.action)
        positions[move.number] = step.position
        yield move, before, step.position, step.events


def after(beginning: Position, line: Iterable[Move]) -> Position:
    """Return the position after these moves, each of which follows the one before. Raise GameError if the rules do not
    allow one.
    """
    position = beginning
    for move in line:
        position = act(position, move.seat, move.action).position
    return position


def without_choice(position: Position) -> tuple[SeatNumber, JSON] | None:
    """Return the seat that is to move without a choice, and its only action; None if a player is to move."""
    for seat in legend_seats(position):
        (only,) = position.rules.legal_actions(position.state, seat)
        return seat, position.rules.action_to_json(only)
    return None


def follow_ups(position: Position, parent: MoveNumber, number: MoveNumber) -> Iterator[tuple[Move, Position]]:
    """Yield the moves without a choice that follow a position, numbered from `number`, with the positions after them.
    `parent` is the move that led to the position.
    """
    while (only := without_choice(position)) is not None:
        seat, action = only
        position = act(position, seat, action).position
        yield Move(number, parent, seat, action), position
        parent, number = number, MoveNumber(number + 1)


def own_seat(beginning: Position, view: JSON) -> SeatNumber | None:
    """Return the seat that a person plays against an opponent: the view's, or for a public view the first to move."""
    if view["seat"] is not None:
        return SeatNumber(view["seat"])
    return next(iter(beginning.to_move), None)


def seat_shown(position: Position, own: SeatNumber | None, *, alone: bool) -> SeatNumber | None:
    """Return the seat whose view is shown: the own one, or, for a person who is `alone` and plays by hand, the first
    that is to move.
    """
    if not alone or own is None:
        return own
    return next(iter(position.to_move), own)


def opponents_to_move(position: Position, own: SeatNumber | None) -> SeatNumber | None:
    """Return the seat that an opponent is to play now, or None: in simultaneous phases, opponents decide last."""
    if own in position.to_move or without_choice(position) is not None:
        return None
    return next(iter(position.to_move), None)
