"""The clocks in an event: the calculations of `games.time.clocks`, applied to positions of a log.

The JSON is `{"seats": [clock or null, …]}`. After an outage it also has `graced_ms`, the end of the last outage whose
lost time was restored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from engine.identity_memo import IdentityMemo, listed
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Asked, ClockStamper, Position
from engine.time_checks import owed_turns as owed_turns
from games.time import clocks, terms
from games.time.clocks import Calendar, Clock, Clocks, Night, Unlimited

JSON = dict[str, Any]


_read, _clocks_memo = IdentityMemo(1024), IdentityMemo(1024)

NightsOf = Callable[[Collection[SeatNumber]], Mapping[SeatNumber, Night]]
"""Function that returns the nights of the players on these seats, by seat."""

Outages = Callable[[], Sequence[tuple[UnixMs, UnixMs]]]
"""Function that returns the beginnings and ends (ms) of outages."""


def clock_stamper(nights: NightsOf, outages: Outages = tuple) -> ClockStamper:
    """Return a function that sets the clocks after each event.

    `nights` is called with seats and returns their players' nights. `outages` returns when deadlines were not enforced;
    the time that running clocks lost in them is restored first.
    """

    def stamp(before: Position | None, after: Position, at_ms: UnixMs) -> JSON | None:
        agreed = terms.of(after.terms)
        control, calendar = agreed.time_control, agreed.calendar
        if isinstance(control, Unlimited):
            return None
        owing = owed_turns(after)
        resting = tuple(owing) if after.paused_ms is not None else after.away
        then, until_ms = _restored(_clocks_at(before, after, at_ms), before, outages, calendar)
        fresh = [seat for seat, turn in owing.items() if _begins(then[seat], turn)] if control.slow else []
        asleep = nights(fresh) if fresh else {}
        return with_clocks(after, clocks.advance(control, then, owing, resting, at_ms, calendar, asleep), until_ms)

    return stamp


def _restored(
    then: Clocks, before: Position | None, outages: Outages, calendar: Calendar
) -> tuple[Clocks, UnixMs | None]:
    """Return the clocks with the time that outages cost them restored, and the end of the last of these outages (None:
    no clock lost time).
    """
    if before is None or not any(clock is not None and clock.running for clock in then):
        return then, None
    lost = lost_time(then, outages(), graced(before) or UnixMs(0), calendar)
    if lost is None:
        return then, None
    until_ms, by_seat = lost
    return clocks.extended(then, by_seat, calendar), until_ms


def lost_time(
    running: Clocks, outages: Sequence[tuple[UnixMs, UnixMs]], graced_ms: UnixMs, calendar: Calendar
) -> tuple[UnixMs, dict[SeatNumber, int]] | None:
    """Return the end of the last outage and, by seat, the counted milliseconds that running clocks lost in outages
    after `graced_ms`; None if no clock lost time.
    """
    lost: dict[SeatNumber, int] = {}
    for number, clock in enumerate(running):
        seat = SeatNumber(number)
        if clock is None or clock.since_ms is None or clock.deadline_ms is None:
            continue
        for start, end in outages:
            start = max(start, clock.since_ms, graced_ms)
            lost[seat] = lost.get(seat, 0) + calendar.counted(start, end)
    lost = {seat: ms for seat, ms in lost.items() if ms}
    return (max(end for _, end in outages), lost) if lost else None


def _begins(clock: Clock | None, turn: int) -> bool:
    """Whether the seat begins this turn, or its clock has to be started again."""
    return clock is None or not clock.running or clock.turn != turn


def _clocks_at(before: Position | None, after: Position, at_ms: UnixMs) -> Clocks:
    """Return the clocks just before the event; for a take-back, those before the undone action
    (`clocks.taken_back`).
    """
    if before is None:
        return (None,) * len(after.owed_since)
    if after.take_backs > before.take_backs:
        for seat, earlier, _ in before.undos():
            if earlier.state is after.state:
                agreed = terms.of(after.terms)
                control, calendar = agreed.time_control, agreed.calendar
                return clocks.taken_back(control, read(earlier), read(before), seat, at_ms, calendar)
    return read(before)


def read(position: Position) -> Clocks:
    """Return the clocks at this position."""
    said = position.clocks
    if said is None:
        return (None,) * len(position.owed_since)
    return _read.of(said, make=lambda: clocks.from_json(said["seats"]))


def with_clocks(position: Position, made: Clocks, graced_ms: UnixMs | None = None) -> JSON:
    """Return the clocks as JSON for an event. `graced_ms` replaces the position's, if given. If nothing has changed,
    the result is the position's own object.
    """
    graced_ms = graced_ms if graced_ms is not None else graced(position)
    if position.clocks is not None and graced_ms == graced(position) and made == read(position):
        return position.clocks
    return {"seats": clocks.to_json(made)} | ({} if graced_ms is None else {"graced_ms": graced_ms})


def graced(position: Position) -> UnixMs | None:
    """Return the end (ms) of the last outage whose lost time was restored, or None."""
    return None if position.clocks is None else position.clocks.get("graced_ms")


def deadline_ms(position: Position) -> UnixMs | None:
    """Return when the sweep has to look at the game: the first clock runs out, or a pause or a silence has lasted too
    long.

    None if the game has ended or no clock runs.
    """
    if position.ended:
        return None
    if position.paused_ms is not None:
        return UnixMs(position.paused_ms + clocks.PAUSE_LIMIT_MS)
    if isinstance(terms.of(position.terms).time_control, Unlimited):
        return UnixMs(position.at_ms + clocks.SILENCE_MS) if owed_turns(position) else None
    return clocks.deadline(read(position))


def table_state(position: Position) -> JSON:
    """Return what a running game's table shows to all audiences in addition to the view.

    `clocks` has for each seat `left_ms` at `since_ms` and the `deadline_ms` at which it runs out, the last two null
    while it is stopped; `clocks` is null without a time control. The rest: since when the game is paused, who is on
    vacation, what a player has asked for, who has left and how, who may ask for a take-back, and whether the game may
    be aborted.
    """
    asked, said = position.asked, position.clocks
    return {
        "clocks": None
        if said is None
        else _clocks_memo.of(said, make=lambda: [_clock_json(c) for c in read(position)]),
        "paused_ms": position.paused_ms,
        "away": listed(position.away),
        "asked": None if asked is None else _asked(asked),
        "left": listed(position.left),
        "may_ask_back": listed(tuple(seat for seat in position.persons if position.can_ask_back(seat))),
        "may_abort": not position.ended and not position.under_way,
    }


def _asked(asked: Asked) -> JSON:
    return {"what": asked.what, "seat": asked.seat, "seq": asked.seq, "agreed": list(asked.agreed)}


def _clock_json(clock: Clock | None) -> JSON | None:
    if clock is None:
        return None
    return {"left_ms": max(0, clock.left_ms), "since_ms": clock.since_ms, "deadline_ms": clock.deadline_ms}
