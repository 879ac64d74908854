"""Clocks: calculations in integer milliseconds, without queries.

A seat's clock runs while the seat has to act. It counts down in counted time, which leaves out weekends if the table
agreed that clocks stop on them. `PerMove` sets the same time for each turn; `Fischer` sets a time for the game and adds
an increment after each turn, up to a maximum. Both count turns, not actions. A deadline at night moves to the morning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from engine import time_checks
from engine.limits import PAUSE_LIMIT_MS as PAUSE_LIMIT_MS
from engine.limits import SILENCE_MS as SILENCE_MS
from engine.logged_terms import Control as Control
from engine.logged_terms import Fischer as Fischer
from engine.logged_terms import PerMove as PerMove
from engine.logged_terms import Unlimited as Unlimited
from engine.newtypes import SeatNumber, UnixMs

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

NO_TURN = -1
"""The `turn` of a clock that has never been started."""

SATURDAY = 5


class Night(Struct, frozen=True):
    """The hours in which a player sleeps: minutes of the day (0–1439) in a time zone, past midnight if `to_minute` ≤
    `from_minute`.
    """

    zone: str
    from_minute: int
    to_minute: int

    def end(self, at_ms: UnixMs) -> UnixMs | None:
        """Return the end (ms) of the night that includes `at_ms`, or None by day."""
        local = _local(at_ms, self.zone)
        for days in (2, 1, 0):  # a night began two dates ago if its zone has skipped a day, as Samoa did in 2011
            day = local.date() - timedelta(days)
            start = _minute_of(day, self.from_minute, self.zone)
            past_midnight = self.to_minute <= self.from_minute
            end = _minute_of(day + timedelta(1) if past_midnight else day, self.to_minute, self.zone)
            if start <= at_ms < end:
                return end
        return None


class Calendar(Struct, frozen=True):
    """Which time counts: all of it, or all but Saturdays and Sundays in the time zone `weekend`."""

    weekend: str | None = None

    def counted(self, since_ms: UnixMs, until_ms: UnixMs) -> int:
        """Return the counted milliseconds between two instants; 0 if `until_ms` is the earlier one."""
        if until_ms <= since_ms:
            return 0
        rests = sum(min(end, until_ms) - max(start, since_ms) for start, end in self._rests(since_ms, until_ms))
        return until_ms - since_ms - rests

    def after(self, since_ms: UnixMs, counted_ms: int) -> UnixMs:
        """Return the first instant at which `counted_ms` of counted time have passed since `since_ms`. If `counted_ms`
        is 0, that is `since_ms` itself, or the end of the weekend if `since_ms` is in one that does not count.
        """
        at, left = since_ms, counted_ms
        if self.weekend is None:
            return UnixMs(at + left)
        while True:
            start, end = next(self._rests(at, UnixMs(at + 8 * DAY_MS)))
            if at + left <= start and (left or at < start):
                return UnixMs(at + left)
            left -= max(0, start - at)
            at = end

    def _rests(self, since_ms: UnixMs, until_ms: UnixMs) -> Iterator[tuple[UnixMs, UnixMs]]:
        """Yield the beginnings and ends of the weekends that overlap the time between two instants."""
        if self.weekend is None:
            return
        day = _local(since_ms, self.weekend).date()
        saturday = day - timedelta((day.weekday() - SATURDAY) % 7)
        while True:
            start, end = (_minute_of(saturday + timedelta(n), 0, self.weekend) for n in (0, 2))
            if start >= until_ms:
                return
            if end > since_ms:
                yield start, end
            saturday += timedelta(7)


class Clock(time_checks.Clock, frozen=True):
    """A seat's clock, as stored in an event."""

    @property
    def running(self) -> bool:
        """Whether the clock runs."""
        return self.since_ms is not None

    def stopped(self, at_ms: UnixMs, calendar: Calendar) -> Clock:
        """Return the clock stopped at this time."""
        if self.since_ms is None:
            return self
        ran = calendar.counted(self.since_ms, at_ms)
        left, used = self.left_ms - ran, self.used_ms + ran
        return replace(self, left_ms=left, used_ms=used, since_ms=None, deadline_ms=None)

    def started(self, at_ms: UnixMs, calendar: Calendar, night: Night | None) -> Clock:
        """Return the clock running from this time. A deadline at night moves to the night's end, once per turn."""
        deadline = calendar.after(at_ms, max(0, self.left_ms + (self.night_ms or 0)))
        if night is None or self.night_ms is not None:
            return replace(self, since_ms=at_ms, deadline_ms=deadline)
        day = by_day(deadline, calendar, night)
        added = calendar.counted(deadline, day) if day != deadline else None
        return replace(self, since_ms=at_ms, deadline_ms=day, night_ms=added)


Clocks = tuple[Clock | None, ...]
"""Clocks by seat; None for a seat that has not had a turn, or without a time control."""


def by_day(deadline_ms: UnixMs, calendar: Calendar, night: Night) -> UnixMs:
    """Return the first instant from the deadline on that is neither at night nor in a weekend that does not count."""
    at = deadline_ms
    for _ in range(4):  # a night may end in a weekend, and a weekend in a night
        woken = night.end(at)
        moved = at if woken is None else calendar.after(woken, 0)
        if moved == at:
            break
        at = moved
    return at


def begun(control: Control, clock: Clock | None, turn: int) -> Clock:
    """Return the stopped clock at the beginning of a turn. `control` must have a limit."""
    assert isinstance(control, PerMove | Fischer)
    if clock is None:
        return Clock((control.seconds if isinstance(control, PerMove) else control.initial) * SECOND_MS, turn)
    left = control.seconds * SECOND_MS if isinstance(control, PerMove) else clock.left_ms
    return Clock(max(0, left - clock.debt_ms), turn, used_ms=clock.used_ms, begun_ms=clock.used_ms)


def finished(control: Control, clock: Clock, at_ms: UnixMs, calendar: Calendar) -> Clock:
    """Return the clock at the end of its turn, with the increment."""
    stopped = clock.stopped(at_ms, calendar)
    if not isinstance(control, Fischer):
        return stopped
    late = max(0, -stopped.left_ms - (stopped.night_ms or 0))  # acted after the deadline, but before it was enforced
    left = max(0, stopped.left_ms)
    left = max(left, min(control.max * SECOND_MS, left + control.increment * SECOND_MS))
    return replace(stopped, left_ms=max(0, left - late - stopped.debt_ms), debt_ms=0)


def advance(
    control: Control,
    clocks: Clocks,
    owing: Mapping[SeatNumber, int],
    resting: Sequence[SeatNumber],
    at_ms: UnixMs,
    calendar: Calendar,
    nights: Mapping[SeatNumber, Night],
) -> Clocks:
    """Return the clocks after an event.

    `owing` maps each seat that has to act to its turn. `resting` are seats whose clocks are stopped (a pause, a
    vacation). `nights` are the players' nights by seat, used only in correspondence play.
    """
    out: list[Clock | None] = []
    for number, clock in enumerate(clocks):
        seat = SeatNumber(number)
        turn = owing.get(seat)
        if clock is not None and clock.running and turn != clock.turn:
            clock = finished(control, clock, at_ms, calendar)
        if turn is not None:
            if clock is None or clock.turn != turn:
                clock = begun(control, clock, turn)
            if seat in resting:
                clock = clock.stopped(at_ms, calendar)
            elif not clock.running:
                clock = clock.started(at_ms, calendar, nights.get(seat) if control.slow else None)
        out.append(clock)
    return tuple(out)


def taken_back(
    control: Control, then: Clocks, now: Clocks, seat: SeatNumber, at_ms: UnixMs, calendar: Calendar
) -> Clocks:
    """Return the stopped clocks after a take-back: as they were `then`, before the action of `seat`, less the time used
    since.

    The seat gets no time back: neither what it used for the turn that is undone, nor what it has used for its next
    turn, which becomes a debt. Nor does another seat that has ended turns since; a turn that it had only begun begins
    anew. `then`, no other clock was running: an action can be taken back only where one seat alone is to move.
    """
    out: list[Clock | None] = []
    for number, (old, clock) in enumerate(zip(then, now, strict=True)):
        if clock is None:
            out.append(old)
        elif number == seat:
            out.append(None if old is None else _undone(old, clock.stopped(at_ms, calendar)))
        else:
            out.append(_crossed(begun(control, None, NO_TURN) if old is None else old, clock))
    return tuple(out)


def _crossed(old: Clock, clock: Clock) -> Clock:
    """Return the clock of another seat, to which what it used in turns that it has ended since is a debt."""
    spent = (clock.begun_ms if clock.running else clock.used_ms) - old.used_ms
    return replace(old, used_ms=old.used_ms + spent, debt_ms=old.debt_ms + spent)


def _undone(old: Clock, own: Clock) -> Clock:
    """Return the clock of the seat that takes back, from its clock before the action (`old`) and now
    (`own`, stopped).
    """
    owed = max(0, own.debt_ms - old.debt_ms) if own.turn == old.turn else own.used_ms - own.begun_ms
    left = old.left_ms - (own.used_ms - owed - old.used_ms)
    night = own.night_ms if own.turn == old.turn else old.night_ms
    debt = old.debt_ms + max(0, owed)
    return replace(
        old, left_ms=left, since_ms=None, deadline_ms=None, used_ms=own.used_ms, night_ms=night, debt_ms=debt
    )


def extended(
    clocks: Clocks, lost: Mapping[SeatNumber, int], calendar: Calendar, nights: Mapping[SeatNumber, Night] | None = None
) -> Clocks:
    """Add counted milliseconds to the running clocks of these seats; never move a deadline earlier.

    A deadline that would then fall into a night moves to the end of that night, unless a night has already moved the
    seat's deadline in this turn.
    """
    out = list(clocks)
    for seat, lost_ms in lost.items():
        clock = clocks[seat]
        if clock is not None and clock.deadline_ms is not None and lost_ms > 0:
            deadline = day = calendar.after(clock.deadline_ms, lost_ms)
            night = (nights or {}).get(seat)
            if night is not None and clock.night_ms is None:
                day = by_day(deadline, calendar, night)
            slept = clock.night_ms if day == deadline else calendar.counted(deadline, day)
            left, used = clock.left_ms + lost_ms, clock.used_ms - lost_ms
            out[seat] = replace(clock, left_ms=left, used_ms=used, deadline_ms=day, night_ms=slept)
    return tuple(out)


def deadline(clocks: Clocks) -> UnixMs | None:
    """Return the first deadline, or None while no clock runs."""
    return min((c.deadline_ms for c in clocks if c is not None and c.deadline_ms is not None), default=None)


def to_json(clocks: Clocks) -> list[dict[str, Any] | None]:
    """Return the clocks as JSON."""
    return [None if clock is None else to_builtins(clock) for clock in clocks]


def from_json(raw: Sequence[Any]) -> Clocks:
    """Return the clocks from JSON."""
    return tuple(None if one is None else convert(one, Clock) for one in raw)


def _local(at_ms: UnixMs, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms // SECOND_MS, UTC).astimezone(ZoneInfo(zone))


def _minute_of(day: date, minute: int, zone: str) -> UnixMs:
    """Return the instant (ms) of a minute of a local day. A minute that daylight saving time skips has the offset
    before it.
    """
    hour, rest = divmod(minute, 60)
    local = datetime(day.year, day.month, day.day, hour, rest, tzinfo=ZoneInfo(zone))
    return UnixMs(int(local.timestamp()) * SECOND_MS)
