"""Events, the position that folding them leads to, and the functions by which a command appends events to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from engine import canonical, ranking
from engine.core import JSON, GameError, Illegal, Malformed, Outcome, Rules, Stale, gettext_noop
from engine.limits import TAKE_BACKS_PER_TURN
from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.refusals import game_over


class LogError(Exception):
    """The log is invalid at event `seq`, the first at fault; `reason` says why, `good` is the position before it."""

    def __init__(self, seq: Seq, reason: str, good: Position | None = None) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq
        self.reason = reason
        self.good = good


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the log. `at_ms` is Unix time in milliseconds; `hash` is 64 hex digits."""

    seq: Seq
    seat: SeatNumber | None
    kind: str
    payload: JSON
    at_ms: UnixMs
    hash: str

    def body(self) -> JSON:
        """Return the part of the event that its hash covers, as JSON."""
        return {
            "at_ms": self.at_ms,
            "kind": self.kind,
            "payload": self.payload,
            "seat": self.seat,
            "seq": self.seq,
        }


class Asked(msgspec.Struct, frozen=True):
    """An open request: with event `seq`, a seat asked for a pause or a take-back. It takes effect when all other
    persons have agreed.
    """

    what: str
    seat: SeatNumber
    seq: Seq
    agreed: tuple[SeatNumber, ...] = ()


class Position(msgspec.Struct, frozen=True):
    """A log folded up to `seq`. Immutable: it may be cached and shared.

    - `owed_since[seat]`: the seq since which the seat has owed its current decision. An action that expects an earlier
      seq is stale.
    - `undo`: the position before the last action, made by `undo_seat`, if that action revealed nothing. These positions
      form a chain back to the last action that revealed something.
    - `ai[seat]`: the level of the AI that plays the seat. On the seats of `taken_over` it substitutes for a person who
      left.
    - `left[seat]`: how that person left: resigned, timed_out or removed (by the site).
    - `acted`: a bit set of the seats that have ever acted.
    - `away`: the seats whose person is away (on vacation or suspended).
    - `terms`: the table terms, as event 0 stores them under `table`; `engine.logged_terms` decodes them.
    - `clocks`: the clocks as stored in the last event that has them.

    Folding stores terms and clocks without reading them; `engine.time_checks` verifies them.
    """

    rules: Rules[Any, Any]
    options: JSON
    state: Any
    secret: bytes
    nonces: tuple[bytes, ...]
    seq: Seq
    hash: str
    at_ms: UnixMs
    owed_since: tuple[Seq, ...]
    ai: tuple[str | None, ...]
    left: tuple[str | None, ...]
    terms: JSON
    clocks: JSON | None = None
    taken_over: tuple[SeatNumber, ...] = ()
    undo: Position | None = None
    undo_seat: SeatNumber | None = None
    take_backs: int = 0
    acted: int = 0
    aborted: bool = False
    paused_ms: UnixMs | None = None
    away: tuple[SeatNumber, ...] = ()
    asked: Asked | None = None

    @property
    def over(self) -> bool:
        """Whether the game was played to an end."""
        return self.outcome is not None

    @property
    def ended(self) -> bool:
        """Whether the game is over or was aborted, so that no event can follow."""
        return self.aborted or self.over

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, in which seats that were taken over rank below the other seats still in; None if not over."""
        outcome = self.rules.outcome(self.state)
        return None if outcome is None else ranking.rank_below(outcome, self.taken_over, self.rules.out(self.state))

    @property
    def to_move(self) -> tuple[SeatNumber, ...]:
        """The seats that owe a decision, ascending; empty if the game is over or was aborted."""
        return () if self.aborted else cast("tuple[SeatNumber, ...]", self.rules.to_move(self.state))

    @property
    def persons(self) -> tuple[SeatNumber, ...]:
        """The seats that are played by people: neither the Legend, nor AIs, nor players who left or are out."""
        kinds = self.rules.seat_kinds(self.options)
        out = self.rules.out(self.state)
        people = (SeatNumber(seat) for seat, kind in enumerate(kinds) if kind != "legend" and self.ai[seat] is None)
        return tuple(seat for seat in people if seat not in out)

    @property
    def under_way(self) -> bool:
        """Whether each person has acted at least once."""
        return all(self.acted >> seat & 1 for seat in self.persons)

    def turn(self, seat: SeatNumber) -> int:
        """The number of the seat's turn (`Rules.turn`)."""
        return self.rules.turn(self.state, seat)

    def view(self, seat: SeatNumber | None) -> JSON:
        """Return the seat's view (`Rules.view`), with the outcome as `outcome` ranks it."""
        view = self.rules.view(self.state, seat)
        outcome = self.outcome
        return {**view, "outcome": outcome.to_json()} if self.taken_over and outcome is not None else view

    def undos(self) -> Iterator[tuple[SeatNumber, Position, Position]]:
        """Yield the actions that revealed nothing, last first: the seat, and the positions before and after."""
        after = self
        while after.undo is not None and after.undo_seat is not None:
            yield after.undo_seat, after.undo, after
            after = after.undo

    def can_take_back(self, seat: SeatNumber | None) -> bool:
        """Whether the seat may take back its last action: it revealed nothing, and no other seat has acted since."""
        return self._may_undo(seat) and seat == self.undo_seat

    def can_ask_back(self, seat: SeatNumber | None) -> bool:
        """Whether the seat may ask the others to let it take back its last action: nothing was revealed since."""
        return self._may_undo(seat) and any(actor == seat for actor, _, _ in self.undos())

    def _may_undo(self, seat: SeatNumber | None) -> bool:
        if self.undo is None or seat is None or self.ai[seat] is not None:
            return False
        return not self.ended and self.paused_ms is None and self.take_backs < TAKE_BACKS_PER_TURN


class Step(msgspec.Struct, frozen=True):
    """The result of a command: the new position, and the events that lead to it, to be appended together."""

    position: Position
    events: tuple[Event, ...]


ClockStamper = Callable[[Position | None, Position, UnixMs], JSON | None]
"""(position before the event, or None for the first event; position after it; its time) → the clocks to store in the
event, or None to store none.
"""


def expect(position: Position, seat: SeatNumber, expected_seq: Seq | None) -> None:
    """Check the seq that a command expects. Raise Malformed if the log has not reached it, Stale if the seat's decision
    is newer."""
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
def place_on_errors(position: Position) -> Iterator[None]:
    """Set the log's seq and the game on each GameError raised in the block."""
    try:
        yield
    except GameError as error:
        error.seq = position.seq
        error.game = position.rules.key
        raise


def check_goes_on(position: Position) -> None:
    """Raise Illegal if the game has ended or is paused."""
    if position.ended:
        raise game_over()
    if position.paused_ms is not None:
        raise Illegal("paused", gettext_noop("The game is paused. Resume it first."))


def moved_on(
    position: Position, undo: Position | None = None, undo_seat: SeatNumber | None = None, take_backs: int = 0
) -> Position:
    """Return the position with `owed_since` set to the next event's seq for every seat, and with no open request."""
    owed_since = (Seq(position.seq + 1),) * len(position.owed_since)
    return replace(position, owed_since=owed_since, undo=undo, undo_seat=undo_seat, take_backs=take_backs, asked=None)


def append(
    position: Position, kind: str, seat: SeatNumber | None, payload: JSON, at_ms: UnixMs, events: tuple[Event, ...] = ()
) -> tuple[Position, tuple[Event, ...]]:
    """Append one event. Return the position after it, and `events` with it added. Its time is never before the last
    event's.
    """
    at_ms = max(at_ms, position.at_ms)
    seq = Seq(position.seq + 1)
    bare = Event(seq, seat, kind, payload, at_ms, "")
    event = replace(bare, hash=canonical.chain(position.hash, bare.body()))
    return replace(position, seq=seq, hash=event.hash, at_ms=at_ms), (*events, event)


def append_first(
    before: Position | None,
    after: Position,
    kind: str,
    seat: SeatNumber | None,
    payload: JSON,
    at_ms: UnixMs,
    clocks: ClockStamper | None,
    final: Position | None = None,
) -> tuple[Position, tuple[Event, ...]]:
    """Append the first event of a step. Only this event stores clocks: those that apply after the whole step.

    `after` is the position with this event's changes, but still with the previous event's seq. `final` is the position
    after the whole step, if its later events change more; the clocks are computed from it. An example is the last
    agreement to a request: the step is `agreed`, then `paused` or `taken_back`, and `agreed` stores the clocks as they
    are after that (`engine.table_verbs`).
    """
    at_ms = max(at_ms, after.at_ms)
    made = None if clocks is None else clocks(before, final or after, at_ms)
    if made is not None:
        payload, after = {**payload, "clocks": made}, replace(after, clocks=made)
    return append(after, kind, seat, payload, at_ms)


def close(position: Position, events: tuple[Event, ...]) -> Step:
    """Return the step, with a `finished` event appended if the game is over."""
    outcome = position.outcome
    if outcome is not None:
        payload = {
            "outcome": outcome.to_json(),
            "secret": position.secret.hex(),
            "nonces": [nonce.hex() for nonce in position.nonces],
        }
        position, events = append(position, "finished", None, payload, position.at_ms, events)
    return Step(position, events)
