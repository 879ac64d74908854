"""A game in the middle of its log: events, the position they lead to, and how a verb adds events to a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import canonical, substitutes
from engine.core import JSON, GameError, Illegal, Malformed, Outcome, Rules, Stale, gettext_noop
from engine.refusals import game_over

TAKE_BACKS_A_TURN = 20


class LogError(Exception):
    """The log does not fit: `seq` is the first event at fault, `reason` a sentence, `good` the position before it."""

    def __init__(self, seq: int, reason: str, good: Position | None = None) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq
        self.reason = reason
        self.good = good


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the log. `at_ms` is Unix time in milliseconds; `hash` is 64 hex digits."""

    seq: int
    seat: int | None
    kind: str
    payload: JSON
    at_ms: int
    hash: str

    def body(self) -> JSON:
        """What the hash covers."""
        return {
            "at_ms": self.at_ms,
            "kind": self.kind,
            "payload": self.payload,
            "seat": self.seat,
            "seq": self.seq,
        }


class Asked(msgspec.Struct, frozen=True):
    """What a seat has asked the others for with event `seq`: a pause or a take-back. It is done when all of them have
    agreed.
    """

    what: str
    seat: int
    seq: int
    agreed: tuple[int, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """A log folded up to `seq`. Immutable: it may be cached and shared.

    `owed_since[seat]` is the seq since which the seat owes its decision: an action that expects an earlier one is
    stale.
    `undo` is the position before the last action, made by `undo_seat`, if that showed nothing new; positions so make a
    chain back to the last that did. `ai[seat]` is the level of the AI that plays the seat; on the seats of `taken_over`
    it plays on for a person who has left. `left[seat]` says how that person left: resigned, timed_out or removed (by
    the site). `acted` are the seats that have ever acted, as bits. `away` are the seats whose person is away (on
    vacation, or suspended).

    `table` is what event 0 says about the table beside the rules, and `clocks` what the last event that said so left on
    the clocks; folding keeps both and reads neither, `engine.time_checks` verifies them.
    """

    rules: Rules[Any, Any]
    options: JSON
    state: Any
    secret: bytes
    nonces: tuple[bytes, ...]
    seq: int
    hash: str
    at_ms: int
    owed_since: tuple[int, ...]
    ai: tuple[str | None, ...]
    left: tuple[str | None, ...]
    table: JSON
    clocks: JSON | None = None
    taken_over: tuple[int, ...] = ()
    undo: Position | None = None
    undo_seat: int | None = None
    take_backs: int = 0
    acted: int = 0
    aborted: bool = False
    paused_ms: int | None = None
    away: tuple[int, ...] = ()
    asked: Asked | None = None

    @property
    def over(self) -> bool:
        """Whether the game was played to an end."""
        return self.outcome is not None

    @property
    def ended(self) -> bool:
        """Whether nothing can happen any more: it is over, or was aborted."""
        return self.aborted or self.over

    @property
    def outcome(self) -> Outcome | None:
        """Whose seat was taken over ranks below everybody else who is still in."""
        outcome = self.rules.outcome(self.state)
        return None if outcome is None else substitutes.below(outcome, self.taken_over, self.rules.out(self.state))

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe something; of an aborted game none does."""
        return () if self.aborted else self.rules.to_move(self.state)

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that people play: no Legend, no AI, and nobody who has left or is out."""
        kinds = self.rules.seat_kinds(self.options)
        out = self.rules.out(self.state)
        people = (seat for seat, kind in enumerate(kinds) if kind != "legend" and self.ai[seat] is None)
        return tuple(seat for seat in people if seat not in out)

    @property
    def under_way(self) -> bool:
        """Whether everybody who plays has acted."""
        return all(self.acted >> seat & 1 for seat in self.persons)

    def turn(self, seat: int) -> int:
        """Which of its turns the seat is in (`Rules.turn`)."""
        return self.rules.turn(self.state, seat)

    def view(self, seat: int | None) -> JSON:
        view = self.rules.view(self.state, seat)
        outcome = self.outcome
        return {**view, "outcome": outcome.to_json()} if self.taken_over and outcome is not None else view

    def undos(self) -> Iterator[tuple[int, Position, Position]]:
        """The actions that showed nothing new, back from the last: who acted, and the positions before and after."""
        after = self
        while after.undo is not None and after.undo_seat is not None:
            yield after.undo_seat, after.undo, after
            after = after.undo

    def can_take_back(self, seat: int | None) -> bool:
        """Whether the seat's last action may be taken back: nothing new was shown and nobody else has acted."""
        return self._may_undo(seat) and seat == self.undo_seat

    def can_ask_back(self, seat: int | None) -> bool:
        """Whether it may be, if the others agree: nothing new was shown."""
        return self._may_undo(seat) and any(actor == seat for actor, _, _ in self.undos())

    def _may_undo(self, seat: int | None) -> bool:
        if self.undo is None or seat is None or self.ai[seat] is not None:
            return False
        return not self.ended and self.paused_ms is None and self.take_backs < TAKE_BACKS_A_TURN


class Step(msgspec.Struct, frozen=True):
    """What a command did: the new position, and the events that lead to it, to be appended together."""

    position: Position
    events: tuple[Event, ...]


ClockStamper = Callable[[Position | None, Position, int], JSON | None]
"""Return what an event says about the clocks, from the positions before (None: the start) and after it and its time
(ms); None if it says nothing.
"""


def expect(position: Position, seat: int, expected_seq: int | None) -> None:
    """Raises Malformed for a seq that the log has not reached, Stale for one before the seat's decision."""
    if expected_seq is None:
        return
    if expected_seq > position.seq:
        raise Malformed(
            "seq_ahead",
            gettext_noop("expected_seq is %(expected)s, but the log ends at %(seq)s."),
            field="expected_seq",
            expected=expected_seq,
            seq=position.seq,
        )
    if 0 <= seat < len(position.owed_since) and expected_seq < position.owed_since[seat]:
        raise Stale(
            "stale",
            gettext_noop("The game has moved on: expected_seq is %(expected)s, the log is at %(seq)s."),
            field="expected_seq",
            expected=expected_seq,
            seq=position.seq,
        )


@contextmanager
def refusing(position: Position) -> Iterator[None]:
    """Adds the log's seq to whatever is refused."""
    try:
        yield
    except GameError as error:
        error.seq = position.seq
        raise


def check_goes_on(position: Position) -> None:
    """Raises Illegal for a game that has ended or rests."""
    if position.ended:
        raise game_over()
    if position.paused_ms is not None:
        raise Illegal("paused", gettext_noop("The game is paused. Resume it first."))


def moved_on(
    position: Position, undo: Position | None = None, undo_seat: int | None = None, take_backs: int = 0
) -> Position:
    """Every seat's decision is new from the next event on, and what was asked for is forgotten."""
    owed_since = (position.seq + 1,) * len(position.owed_since)
    return replace(position, owed_since=owed_since, undo=undo, undo_seat=undo_seat, take_backs=take_backs, asked=None)


def append(
    position: Position, kind: str, seat: int | None, payload: JSON, at_ms: int, events: tuple[Event, ...] = ()
) -> tuple[Position, tuple[Event, ...]]:
    """The position after one more event, and the events with it. Time never runs backwards."""
    at_ms = max(at_ms, position.at_ms)
    seq = position.seq + 1
    bare = Event(seq, seat, kind, payload, at_ms, "")
    event = replace(bare, hash=canonical.chain(position.hash, bare.body()))
    return replace(position, seq=seq, hash=event.hash, at_ms=at_ms), (*events, event)


def begin(
    before: Position | None,
    after: Position,
    kind: str,
    seat: int | None,
    payload: JSON,
    at_ms: int,
    clocks: ClockStamper | None,
    said: Position | None = None,
) -> tuple[Position, tuple[Event, ...]]:
    """The first event of a step, which says what the whole step leaves on the clocks.

    `after` is the position with what this event changes, still with the seq of the event before; `said` the one that
    the clocks are to follow, if further events change more.
    """
    at_ms = max(at_ms, after.at_ms)
    made = None if clocks is None else clocks(before, said or after, at_ms)
    if made is not None:
        payload, after = {**payload, "clocks": made}, replace(after, clocks=made)
    return append(after, kind, seat, payload, at_ms)


def close(position: Position, events: tuple[Event, ...]) -> Step:
    """Ends the step, with the `finished` event when the game is over."""
    outcome = position.outcome
    if outcome is not None:
        payload = {
            "outcome": outcome.to_json(),
            "secret": position.secret.hex(),
            "nonces": [nonce.hex() for nonce in position.nonces],
        }
        position, events = append(position, "finished", None, payload, position.at_ms, events)
    return Step(position, events)
