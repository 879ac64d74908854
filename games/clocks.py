"""Time controls: pure arithmetic in integer milliseconds.

A seat's clock runs while the seat owes something. What it has left counts down in counted time, which passes over
weekends where the table rests on them. `PerMove` gives each turn the same time; `Fischer` gives a time for the game and
adds to it after each turn, up to a limit. Both count once a turn, not once an action. A night may move a deadline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct, convert, to_builtins
from msgspec.structs import replace

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

SILENCE = 90 * DAY
"""So long a table without a time control waits for whoever is to move."""

PAUSE_LIMIT = 30 * DAY
"""So long a pause lasts at most."""

SLOW = HOUR
"""Nights count where a turn begins with at least so much on the clock."""

SATURDAY = 5

Fast = Annotated[int, Meta(ge=3, le=30 * 86400)]
Bank = Annotated[int, Meta(ge=3, le=90 * 86400)]
Bonus = Annotated[int, Meta(ge=0, le=7 * 86400)]


class PerMove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="per_move"):
    """So many seconds for each turn: 3 s to 30 days."""

    seconds: Fast

    @property
    def slow(self) -> bool:
        """Whether this is correspondence rather than live play."""
        return self.seconds * SECOND >= SLOW


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="fischer"):
    """Seconds to begin with, added after each turn, and the most that a clock may show then; 3 s to 90 days."""

    initial: Bank
    increment: Bonus
    max: Bank

    def __post_init__(self) -> None:
        if self.max < self.initial:
            raise ValueError(f"max must be at least initial, {self.initial}, not {self.max}")

    @property
    def slow(self) -> bool:
        return self.initial * SECOND >= SLOW


class Unlimited(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="none"):
    """No time control."""

    @property
    def slow(self) -> bool:
        return True


Control = PerMove | Fischer | Unlimited


class Night(Struct, frozen=True):
    """When somebody sleeps: from and to minutes of the day (0–1439) in a time zone; over midnight when to ≤ from."""

    zone: str
    from_minute: int
    to_minute: int

    def end(self, at_ms: int) -> int | None:
        """The end of the night that `at_ms` lies in, or None by day."""
        local = _local(at_ms, self.zone)
        for day in (local.date() - timedelta(1), local.date()):
            start = _minute_of(day, self.from_minute, self.zone)
            over = self.to_minute <= self.from_minute
            end = _minute_of(day + timedelta(1) if over else day, self.to_minute, self.zone)
            if start <= at_ms < end:
                return end
        return None


class Calendar(Struct, frozen=True):
    """Which time counts: all of it, or all but Saturdays and Sundays in the time zone `weekend`."""

    weekend: str | None = None

    def counted(self, since_ms: int, until_ms: int) -> int:
        """How much counted time lies between two instants; 0 when `until_ms` is the earlier one."""
        if until_ms <= since_ms:
            return 0
        rests = sum(min(end, until_ms) - max(start, since_ms) for start, end in self._rests(since_ms, until_ms))
        return until_ms - since_ms - rests

    def after(self, since_ms: int, counted_ms: int) -> int:
        """The first instant with so much counted time since `since_ms` behind it, and counted time before it."""
        at, left = since_ms, counted_ms
        if self.weekend is None:
            return at + left
        while True:
            start, end = next(self._rests(at, at + 8 * DAY))
            if at + left <= start and (left or at < start):
                return at + left
            left -= max(0, start - at)
            at = end

    def _rests(self, since_ms: int, until_ms: int) -> Iterator[tuple[int, int]]:
        """The weekends that reach into the time between two instants: their beginnings and ends."""
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


class Clock(Struct, frozen=True):
    """A seat's clock. It had `left_ms` at `since_ms` and runs out at `deadline_ms`; both are None while it stands.

    `turn` is the turn that it was last started for, `bonus_ms` what the end of that turn added, and `moved` says that
    a night has moved that turn's deadline.
    """

    left_ms: int
    turn: int
    since_ms: int | None = None
    deadline_ms: int | None = None
    bonus_ms: int = 0
    moved: bool = False

    @property
    def running(self) -> bool:
        return self.since_ms is not None

    def left_at(self, at_ms: int, calendar: Calendar) -> int:
        if self.since_ms is None:
            return self.left_ms
        return max(0, self.left_ms - calendar.counted(self.since_ms, at_ms))

    def stopped(self, at_ms: int, calendar: Calendar) -> Clock:
        return replace(self, left_ms=self.left_at(at_ms, calendar), since_ms=None, deadline_ms=None)

    def started(self, at_ms: int, calendar: Calendar, night: Night | None) -> Clock:
        """Running from now on. A deadline in the night moves to the night's end, once a turn."""
        deadline = calendar.after(at_ms, self.left_ms)
        if night is None or self.moved:
            return replace(self, since_ms=at_ms, deadline_ms=deadline)
        day = by_day(deadline, calendar, night)
        return replace(self, since_ms=at_ms, deadline_ms=day, moved=day != deadline)


Clocks = tuple[Clock | None, ...]
"""By seat; None where nobody is held to time."""


def by_day(deadline_ms: int, calendar: Calendar, night: Night) -> int:
    """The first instant from the deadline on that is neither in the night nor in a rest."""
    at = deadline_ms
    for _ in range(4):  # a night may end in a weekend, and a weekend in a night
        woken = night.end(at)
        moved = at if woken is None else calendar.after(woken, 0)
        if moved == at:
            break
        at = moved
    return at


def read_control(raw: object) -> Control:
    """From JSON. Raises msgspec.ValidationError, which says what is wrong and where."""
    control: Control = convert(raw, Control)
    return control


def control_json(control: Control) -> dict[str, Any]:
    made: dict[str, Any] = to_builtins(control)
    return made


def begun(control: Control, clock: Clock | None, turn: int) -> Clock:
    """The standing clock at the beginning of a turn. `control` must have a limit."""
    if isinstance(control, PerMove):
        return Clock(control.seconds * SECOND, turn)
    assert isinstance(control, Fischer)
    return Clock(control.initial * SECOND if clock is None else clock.left_ms, turn)


def finished(control: Control, clock: Clock, at_ms: int, calendar: Calendar) -> Clock:
    """The clock at the end of its turn, with what that adds."""
    stopped = clock.stopped(at_ms, calendar)
    if not isinstance(control, Fischer):
        return stopped
    left = max(stopped.left_ms, min(control.max * SECOND, stopped.left_ms + control.increment * SECOND))
    return replace(stopped, left_ms=left, bonus_ms=left - stopped.left_ms)


def advance(
    control: Control,
    clocks: Clocks,
    owing: Mapping[int, int],
    resting: Sequence[int],
    at_ms: int,
    calendar: Calendar,
    nights: Mapping[int, Night],
) -> Clocks:
    """The clocks after an event. `owing` has the turn of each seat that owes something now, `resting` are those of them
    whose time stands (a pause, a vacation), `nights` those of people.
    """
    out: list[Clock | None] = []
    for seat, clock in enumerate(clocks):
        turn = owing.get(seat)
        if clock is not None and clock.running and turn != clock.turn:
            clock = finished(control, clock, at_ms, calendar)
        if turn is not None:
            if clock is None or clock.turn != turn:
                clock = begun(control, clock, turn)
            if seat in resting:
                clock = clock.stopped(at_ms, calendar)
            elif not clock.running:
                night = nights.get(seat) if clock.left_ms >= SLOW else None
                clock = clock.started(at_ms, calendar, night)
        out.append(clock)
    return tuple(out)


def taken_back(then: Clocks, acted: Clocks, seat: int, at_ms: int, calendar: Calendar) -> Clocks:
    """The standing clocks after a take-back, which gives `seat` no time back.

    `then` are the clocks as they were before its action, `acted` those right after it.
    """
    out = [None if clock is None else replace(clock, since_ms=None, deadline_ms=None) for clock in then]
    own = acted[seat]
    if own is not None:
        stopped = own.stopped(at_ms, calendar)
        out[seat] = replace(stopped, left_ms=stopped.left_ms - stopped.bonus_ms, bonus_ms=0)
    return tuple(out)


def extended(clocks: Clocks, lost: Mapping[int, int], calendar: Calendar) -> Clocks:
    """With so many milliseconds (counted time) more for the running clocks of these seats; no deadline comes nearer."""
    out = list(clocks)
    for seat, lost_ms in lost.items():
        clock = clocks[seat]
        if clock is not None and clock.since_ms is not None and clock.deadline_ms is not None and lost_ms > 0:
            left = clock.left_ms + lost_ms
            deadline = max(clock.deadline_ms, calendar.after(clock.since_ms, left))
            out[seat] = replace(clock, left_ms=left, deadline_ms=deadline)
    return tuple(out)


def deadline(clocks: Clocks) -> int | None:
    """The first deadline, or None while no clock runs."""
    return min((c.deadline_ms for c in clocks if c is not None and c.deadline_ms is not None), default=None)


def to_json(clocks: Clocks) -> list[dict[str, Any] | None]:
    return [None if clock is None else to_builtins(clock) for clock in clocks]


def from_json(raw: Sequence[Any]) -> Clocks:
    return tuple(None if one is None else convert(one, Clock) for one in raw)


def _local(at_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms // SECOND, UTC).astimezone(ZoneInfo(zone))


def _minute_of(day: date, minute: int, zone: str) -> int:
    """The instant of a minute of a local day. One that summer time passes over is taken with the offset before."""
    hour, rest = divmod(minute, 60)
    return int(datetime(day.year, day.month, day.day, hour, rest, tzinfo=ZoneInfo(zone)).timestamp()) * SECOND
