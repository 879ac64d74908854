"""`games.time.timing`, with times written out in ms: what an event says about clocks, and what a table shows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from msgspec.structs import replace

from engine import replay, table_verbs
from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.position import Asked, Position, Step
from games.time import clocks, timing
from games.time.clocks import Calendar, Clock, Night
from tests.seats import SEAT_0, SEAT_1

SECRET = bytes(range(32))
NOON = UnixMs(1_781_697_600_000)
"""Wednesday 2026-06-17 12:00 UTC."""
SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS = 1000, 60_000, 3_600_000, 86_400_000
A_DAY = {"time_control": {"system": "per_move", "seconds": 86_400}}
A_MINUTE = {"time_control": {"system": "per_move", "seconds": 60}}


def after_noon(ms: int) -> UnixMs:
    """The instant so many milliseconds after noon, or before it."""
    return UnixMs(NOON + ms)


class Site:
    """What a stamper asks: players' nights and outages. It notes whose nights were asked for."""

    def __init__(self, night: Night | None = None) -> None:
        self.night = night
        self.asked: list[list[int]] = []
        self.outages: list[tuple[UnixMs, UnixMs]] = []
        self.stamper = timing.clock_stamper(self._nights, lambda: self.outages)

    def _nights(self, seats: Collection[SeatNumber]) -> dict[SeatNumber, Night]:
        self.asked.append(list(seats))
        return {} if self.night is None else dict.fromkeys(seats, self.night)


def begun(site: Site, terms: dict[str, Any]) -> tuple[Position, SeatNumber, SeatNumber]:
    """Return a game of two at its beginning, the seat to move, and the other one."""
    made = replay.start(
        "pyramido", None, {"seats": 2}, SECRET, [bytes(32)] * 2, NOON, terms=terms, clocks=site.stamper
    ).position
    (mover,) = made.to_move
    return made, mover, SEAT_1 if mover == SEAT_0 else SEAT_0


def acted(at: Position, site: Site, at_ms: int) -> Position:
    """Return the position after the first legal action."""
    (seat,) = at.to_move
    action = next(iter(at.rules.legal_actions(at.state, seat)))
    step: Step = replay.act(
        at, seat, at.rules.action_to_json(action), expected_seq=None, at_ms=UnixMs(at_ms), clocks=site.stamper
    )
    return step.position


def next_turn(at: Position, site: Site, at_ms: int) -> Position:
    """Return the position when the other seat is to move."""
    before = at.to_move
    while at.to_move == before:
        at = acted(at, site, at_ms)
    return at


def clock(at: Position, seat: SeatNumber) -> Clock:
    found = timing.read(at)[seat]
    assert found is not None
    return found


def test_a_turn_runs_from_the_event_that_begins_it() -> None:
    site = Site()
    at, mover, other = begun(site, A_DAY)
    assert clock(at, mover) == Clock(DAY_MS, at.turn(mover), NOON, after_noon(DAY_MS))
    assert timing.read(at)[other] is None
    assert timing.deadline_ms(at) == after_noon(DAY_MS)
    later = next_turn(at, site, after_noon(HOUR_MS))
    own = clock(later, mover)
    assert (own.left_ms, own.used_ms, own.since_ms, own.deadline_ms) == (DAY_MS - HOUR_MS, HOUR_MS, None, None)
    assert clock(later, other) == Clock(DAY_MS, later.turn(other), after_noon(HOUR_MS), after_noon(HOUR_MS + DAY_MS))
    assert timing.deadline_ms(later) == after_noon(HOUR_MS + DAY_MS)
    assert timing.table_state(later)["clocks"][mover] == {
        "left_ms": DAY_MS - HOUR_MS, "since_ms": None, "deadline_ms": None,
    }  # fmt: skip
    assert timing.table_state(later)["clocks"][other] == {
        "left_ms": DAY_MS, "since_ms": after_noon(HOUR_MS), "deadline_ms": after_noon(HOUR_MS + DAY_MS),
    }  # fmt: skip


def test_nights_are_asked_for_once_a_turn_of_the_seat_that_begins_it() -> None:
    site = Site(Night("UTC", 11 * 60, 14 * 60))
    at, mover, other = begun(site, A_DAY)
    assert site.asked == [[mover]]
    assert clock(at, mover).deadline_ms == after_noon(DAY_MS + 2 * HOUR_MS)
    assert clock(at, mover).night_ms == 2 * HOUR_MS
    same = acted(at, site, after_noon(MINUTE_MS))
    assert same.to_move == (mover,) and site.asked == [[mover]]
    next_turn(same, site, after_noon(HOUR_MS))
    assert site.asked == [[mover], [other]]


def test_nights_are_asked_for_again_when_a_clock_that_was_stopped_goes_on() -> None:
    site = Site(Night("UTC", 11 * 60, 14 * 60))
    at, mover, _ = begun(site, A_DAY)
    away = replace(at, away=(mover,))
    away = replace(away, clocks=site.stamper(at, away, after_noon(HOUR_MS)))
    site.asked.clear()
    assert site.stamper(away, replace(away, away=()), after_noon(2 * HOUR_MS)) is not None
    assert site.asked == [[mover]]


def test_live_play_has_no_nights() -> None:
    site = Site(Night("UTC", 11 * 60, 14 * 60))
    at, mover, _ = begun(site, A_MINUTE)
    next_turn(at, site, after_noon(SECOND_MS))
    assert site.asked == []
    assert clock(at, mover).deadline_ms == after_noon(MINUTE_MS)


def test_without_a_time_control_there_are_no_clocks() -> None:
    site = Site()
    at, _, _ = begun(site, {})
    assert at.clocks is None and timing.read(at) == (None, None)
    assert timing.table_state(at)["clocks"] is None
    assert timing.graced(at) is None
    assert timing.deadline_ms(at) == after_noon(90 * DAY_MS)
    assert timing.deadline_ms(acted(at, site, after_noon(DAY_MS))) == after_noon(91 * DAY_MS)


@pytest.mark.parametrize("terms", [{}, A_DAY])
def test_a_pause_ends_after_thirty_days_and_an_ended_game_never(terms: dict[str, Any]) -> None:
    site = Site()
    at, mover, _ = begun(site, terms)
    assert timing.deadline_ms(replace(at, paused_ms=after_noon(5))) == after_noon(5 + 30 * DAY_MS)
    ended = table_verbs.resign(at, mover, at_ms=after_noon(HOUR_MS), clocks=site.stamper).position
    assert timing.deadline_ms(ended) is None
    assert timing.table_state(ended)["may_abort"] is False


def test_a_silent_game_of_ais_alone_is_not_looked_at() -> None:
    made = replay.start(
        "pyramido", None, {"seats": 2}, SECRET, [bytes(32)] * 2, NOON, ai={SEAT_0: "greedy", SEAT_1: "greedy"}
    ).position
    assert timing.deadline_ms(made) is None


def test_clocks_stop_in_a_pause_and_while_a_player_is_away() -> None:
    site = Site()
    at, mover, other = begun(site, A_DAY)
    for after in (replace(at, paused_ms=after_noon(HOUR_MS)), replace(at, away=(mover,))):
        said = site.stamper(at, after, after_noon(HOUR_MS))
        assert said is not None
        stopped = said["seats"][mover]
        assert (stopped["left_ms"], stopped["since_ms"], stopped["deadline_ms"]) == (DAY_MS - HOUR_MS, None, None)
        again = site.stamper(replace(after, clocks=said), replace(at, clocks=said), after_noon(3 * HOUR_MS))
        assert again is not None
        assert (again["seats"][mover]["since_ms"], again["seats"][mover]["deadline_ms"]) == (
            after_noon(3 * HOUR_MS), after_noon(2 * HOUR_MS + DAY_MS),
        )  # fmt: skip
    said = site.stamper(at, replace(at, away=(other,)), after_noon(HOUR_MS))
    assert said is at.clocks


def test_an_event_that_changes_no_clock_keeps_the_object() -> None:
    site = Site()
    at, _, _ = begun(site, A_DAY)
    assert site.stamper(at, at, after_noon(HOUR_MS)) is at.clocks
    assert timing.with_clocks(at, timing.read(at)) is at.clocks
    changed = timing.with_clocks(at, timing.read(at), UnixMs(7))
    assert changed == {**(at.clocks or {}), "graced_ms": 7}
    graced = replace(at, clocks=changed)
    assert timing.graced(graced) == 7
    assert timing.with_clocks(graced, timing.read(at)) is changed
    assert timing.with_clocks(graced, timing.read(at), UnixMs(7)) is changed
    assert timing.with_clocks(graced, (None, None)) == {"seats": [None, None], "graced_ms": 7}
    assert timing.with_clocks(graced, timing.read(at), UnixMs(8))["graced_ms"] == 8


def test_time_lost_in_an_outage_is_restored_once() -> None:
    site = Site()
    at, mover, _ = begun(site, A_DAY)
    site.outages = [
        (after_noon(-HOUR_MS), after_noon(MINUTE_MS)),
        (after_noon(5 * MINUTE_MS), after_noon(7 * MINUTE_MS)),
    ]
    after = acted(at, site, after_noon(HOUR_MS))
    assert after.to_move == (mover,)
    assert timing.graced(after) == after_noon(7 * MINUTE_MS)
    own = clock(after, mover)
    assert (own.left_ms, own.used_ms, own.deadline_ms) == (
        DAY_MS + 3 * MINUTE_MS,
        -3 * MINUTE_MS,
        after_noon(DAY_MS + 3 * MINUTE_MS),
    )
    same = site.stamper(after, after, after_noon(2 * HOUR_MS))
    assert same is after.clocks
    site.outages.append((after_noon(6 * MINUTE_MS), after_noon(9 * MINUTE_MS)))
    again = site.stamper(after, after, after_noon(2 * HOUR_MS))
    assert again is not None
    assert again["graced_ms"] == after_noon(9 * MINUTE_MS)
    assert again["seats"][mover]["left_ms"] == DAY_MS + 5 * MINUTE_MS


def test_no_outage_is_asked_for_while_no_clock_runs() -> None:
    def outages() -> list[tuple[UnixMs, UnixMs]]:
        raise AssertionError("it was asked for")

    quiet = timing.clock_stamper(lambda seats: {}, outages)
    at, mover, _ = begun(Site(), A_DAY)
    stopped = replace(at, clocks={"seats": [None, None]})
    said = quiet(stopped, at, NOON)
    assert said is not None and said["seats"][mover]["since_ms"] == NOON
    assert quiet(None, at, NOON) is not None


RUNS = Clock(DAY_MS, 1, NOON, after_noon(DAY_MS))
STANDS = Clock(DAY_MS, 1)


@pytest.mark.parametrize(
    ("running", "outages", "graced_ms", "lost"),
    [
        ((RUNS, None), [], 0, None),
        ((None, STANDS), [(NOON, after_noon(HOUR_MS))], 0, None),
        ((RUNS, STANDS), [(after_noon(-DAY_MS), NOON)], 0, None),
        ((RUNS, STANDS), [(after_noon(-DAY_MS), after_noon(1))], 0, (after_noon(1), {SEAT_0: 1})),
        (
            (STANDS, RUNS),
            [(after_noon(1), after_noon(5)), (after_noon(10), after_noon(11))],
            0,
            (after_noon(11), {SEAT_1: 5}),
        ),
        (
            (RUNS, RUNS),
            [(after_noon(10), after_noon(11)), (after_noon(1), after_noon(5))],
            0,
            (after_noon(11), {SEAT_0: 5, SEAT_1: 5}),
        ),
        (
            (RUNS, replace(RUNS, since_ms=after_noon(3))),
            [(after_noon(1), after_noon(5))],
            0,
            (after_noon(5), {SEAT_0: 4, SEAT_1: 2}),
        ),
        (
            (RUNS, replace(RUNS, since_ms=after_noon(5))),
            [(after_noon(1), after_noon(5))],
            0,
            (after_noon(5), {SEAT_0: 4}),
        ),
        ((RUNS, None), [(after_noon(1), after_noon(5))], after_noon(4), (after_noon(5), {SEAT_0: 1})),
        ((RUNS, None), [(after_noon(1), after_noon(5))], after_noon(5), None),
    ],
)
def test_the_time_that_is_lost(running: clocks.Clocks, outages: Any, graced_ms: int, lost: Any) -> None:
    assert timing.lost_time(running, outages, UnixMs(graced_ms), Calendar()) == lost


def test_no_time_is_lost_on_a_weekend_that_does_not_count() -> None:
    saturday_ms = 2 * DAY_MS + 12 * HOUR_MS
    outage = [(after_noon(saturday_ms - HOUR_MS), after_noon(saturday_ms + HOUR_MS))]
    assert timing.lost_time((RUNS,), outage, UnixMs(0), Calendar("UTC")) == (
        after_noon(saturday_ms + HOUR_MS),
        {SEAT_0: HOUR_MS},
    )


def test_a_take_back_returns_no_time() -> None:
    site = Site()
    at, mover, other = begun(site, A_DAY)
    placed = acted(at, site, after_noon(MINUTE_MS))
    assert placed.can_take_back(mover)
    back = replay.take_back(
        placed, mover, expected_seq=None, at_ms=after_noon(3 * MINUTE_MS), clocks=site.stamper
    ).position
    own = clock(back, mover)
    assert own.since_ms == after_noon(3 * MINUTE_MS)
    assert (own.used_ms, own.deadline_ms) == (3 * MINUTE_MS, after_noon(DAY_MS))
    assert timing.read(back)[other] is None


def test_what_a_table_shows_beside_the_view() -> None:
    at, mover, other = begun(Site(), A_DAY)
    shown = timing.table_state(at)
    assert shown == {
        "clocks": shown["clocks"], "paused_ms": None, "away": [], "asked": None, "left": [None, None],
        "may_ask_back": [], "may_abort": True,
    }  # fmt: skip
    both = replace(
        at, acted=0b11, paused_ms=5, away=(other,), left=("resigned", None),
        asked=Asked("pause", mover, Seq(3), (other,)),
    )  # fmt: skip
    shown = timing.table_state(both)
    assert (shown["paused_ms"], shown["away"], shown["left"]) == (5, [other], ["resigned", None])
    assert shown["asked"] == {"what": "pause", "seat": mover, "seq": 3, "agreed": [other]}
    assert shown["may_abort"] is False
    assert timing.table_state(acted(at, Site(), after_noon(MINUTE_MS)))["may_ask_back"] == [mover]


def test_time_used_beyond_the_end_is_shown_as_none_left() -> None:
    at, mover, _ = begun(Site(), A_DAY)
    used_up = [clocks.to_json((replace(RUNS, left_ms=-5),))[0] if seat == mover else None for seat in (0, 1)]
    shown = timing.table_state(replace(at, clocks={"seats": used_up}))["clocks"]
    assert shown[mover]["left_ms"] == 0
