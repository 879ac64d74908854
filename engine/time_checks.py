"""Checks of the times and clocks in a log, as far as the log alone allows (docs/formats/log.md).

A log shows which vacations stop a clock, and the end of the last outage whose time was given back to the clocks, but
neither the players' nights nor the outages themselves, so clocks cannot be recomputed from it. But the log does show
that a clock runs only for a person who is to move, and whether a deadline has passed.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from engine import logged_terms
from engine.limits import PAUSE_LIMIT_MS, SILENCE_MS
from engine.logged_terms import Terms
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position

LoggedTime = Annotated[UnixMs, Meta(ge=0)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's clock. It had `left_ms` at `since_ms` and runs out at `deadline_ms`; both times are None while it is
    stopped.

    - `turn`: the turn for which it was last started.
    - `used_ms`: how long it had run in the whole game before `since_ms`; `begun_ms`: the value of `used_ms` when this
      turn began (a length of time, not an instant).
    - `night_ms`: the extra time that a night gave this turn (None: no night has moved the deadline). Because of it,
      `left_ms` may fall to −`night_ms`.
    - `debt_ms`: the time used for a turn that was taken back; it is deducted when the turn begins anew.

    An example: a player who sleeps from 23:00 to 7:00 and has used 5 h so far is to move at 22:30 with `left_ms` 1 h.
    The deadline would be 23:30, at night, and moves to 7:00: `night_ms` is 7 h 30 min. If the player acts at 6:30, the
    clock has run for 8 h: `left_ms` is −7 h, `used_ms` 13 h, and `begun_ms` still 5 h.
    """

    left_ms: int
    turn: Annotated[int, Meta(ge=-1)]
    since_ms: LoggedTime | None = None
    deadline_ms: LoggedTime | None = None
    used_ms: int = 0
    begun_ms: int = 0
    night_ms: Annotated[int, Meta(ge=0)] | None = None
    debt_ms: int = 0


class LoggedClocks(Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks by seat, null for a seat that has had no turn yet, and the end of the last outage that has been made
    up for.
    """

    seats: tuple[Clock | None, ...]
    graced_ms: LoggedTime | UnsetType = UNSET


NO_CLOCKS = LoggedClocks(())


class Watch:
    """The table terms and clocks of a log, followed step by step from its beginning."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.clocks = NO_CLOCKS
        self.last_event_ms = 0
        """Time (ms) of the latest event before the time of the current one. Several seats may time out at one
        instant; for each of them, the silence before that instant counts.
        """
        self.started_ms = 0
        """Time (ms) of the first event."""

    def follow(self, before: Position | None, event: Event, after: Position) -> None:
        """Check the times and clocks in `event`, which begins the step from one position to the other.

        Raise ValueError if they are impossible.
        """
        if event.at_ms < 0:
            raise ValueError("its time lies before 1970")
        if before is None:
            self.terms, self.last_event_ms = logged_terms.of_log(after.terms), event.at_ms
            self.started_ms = event.at_ms
        else:
            if event.at_ms > before.at_ms:
                self.last_event_ms = before.at_ms
            self._check_due(before, event)
        clocks = self._read(event, after)
        self._check_grace(event, clocks)
        self.clocks = clocks

    def _check_due(self, before: Position, event: Event) -> None:
        """Raise ValueError if the event is one that only the passing of time may cause (a time-out, the end of a pause)
        and it comes too early.
        """
        if event.kind == "resumed" and event.seat is None:
            if before.paused_ms is None or (before.persons and event.at_ms < before.paused_ms + PAUSE_LIMIT_MS):
                raise ValueError("only a pause of 30 days, or one without a person left, ends by itself")
        elif event.kind == "timed_out" or (event.kind == "aborted" and event.payload.get("late") is True):
            assert event.seat is not None
            if not self._time_is_up(before, event.seat, event.at_ms):
                raise ValueError(f"the time of seat {event.seat} is not up")

    def _time_is_up(self, before: Position, seat: SeatNumber, at_ms: UnixMs) -> bool:
        if seat not in owed_turns(before) or before.paused_ms is not None:
            return False
        if not self.timed:
            return at_ms >= self.last_event_ms + SILENCE_MS
        clock = self.clocks.seats[seat]
        return clock is not None and clock.deadline_ms is not None and clock.deadline_ms <= at_ms

    @property
    def timed(self) -> bool:
        """Whether the table has a time control."""
        return not isinstance(self.terms.time_control, logged_terms.Unlimited)

    def _read(self, event: Event, after: Position) -> LoggedClocks:
        """Return the clocks in the event. Raise ValueError if they are missing or impossible."""
        if not self.timed:
            if "clocks" in event.payload:
                raise ValueError("there are clocks at a table without a time control")
            return NO_CLOCKS
        if "clocks" not in event.payload:
            raise ValueError("it has no clocks, although the table has a time control")
        clocks = msgspec.convert(event.payload["clocks"], LoggedClocks)
        if len(clocks.seats) != len(after.owed_since):
            raise ValueError(f"it has clocks for {len(clocks.seats)} seats of {len(after.owed_since)}")
        owing = {} if after.paused_ms is not None else owed_turns(after)
        for seat, clock in enumerate(clocks.seats):
            if clock is not None:
                _check_clock(seat, clock, owing.get(SeatNumber(seat)), event.at_ms)
                if max(map(abs, (clock.used_ms, clock.begun_ms, clock.debt_ms))) > event.at_ms - self.started_ms:
                    raise ValueError(f"the clock of seat {seat} has used more time than the game has taken")
        return clocks

    def _check_grace(self, event: Event, clocks: LoggedClocks) -> None:
        """Raise ValueError if a `grace` event does not raise `graced_ms`, or if any event lowers it."""
        if event.kind == "grace" and not (self.timed and _graced(clocks) > _graced(self.clocks)):
            raise ValueError("it is a grace event, but does not raise `graced_ms`")
        if _graced(clocks) < _graced(self.clocks):
            raise ValueError("its `graced_ms` is earlier than before")


def owed_turns(position: Position) -> dict[SeatNumber, int]:
    """Return the persons' seats that owe a decision, each with the number of its turn."""
    if position.ended:
        return {}
    persons = position.persons
    return {seat: position.turn(seat) for seat in position.to_move if seat in persons}


def _check_clock(seat: int, clock: Clock, turn: int | None, at_ms: UnixMs) -> None:
    """Raise ValueError for an impossible clock. `turn` is the turn that the seat owes now (None: none)."""
    if clock.since_ms is None or clock.deadline_ms is None:
        if (clock.since_ms is None) != (clock.deadline_ms is None):
            raise ValueError(f"the clock of seat {seat} has only one of a start time and a deadline")
    elif not clock.since_ms <= at_ms or clock.deadline_ms < clock.since_ms:
        raise ValueError(f"the times of the clock of seat {seat} are out of order")
    elif clock.turn != turn:
        raise ValueError(f"the clock of seat {seat} runs for a turn that is not to be played")


def _graced(clocks: LoggedClocks) -> int:
    return -1 if clocks.graced_ms is UNSET else clocks.graced_ms
