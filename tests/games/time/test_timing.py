"""`games.time.timing`, with times written out in ms: what an event says about clocks, and what a table shows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from msgspec.structs import replace

from engine import replay, table_verbs
from engine.newtypes import SeatNumber, Seq
from engine.position import Asked, Position, Step
from games.time import clocks, timing
from games.time.clocks import Calendar, Clock, Night
from tests.seats import SEAT_0, SEAT_1

SECRET = bytes(range(32))
NOON = 1_781_697_600_000
"""Wednesday 2026-06-17 12:00 UTC."""
SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000
A_DAY = {"time_control": {"system": "per_move", "seconds": 86_400}}
A_MINUTE = {"time_control": {"system": "per_move", "seconds": 60}}


class Site:
    """What a stamper asks: players' nights and outages. It notes whose nights were asked for."""

    def __init__(self, night: Night | None = None) -> None:
        self.night = night
        self.asked: list[list[int]] = []
        self.outages: list[tuple[int, int]] = []
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
        at, seat, at.rules.action_to_json(action), expected_seq=None, at_ms=at_ms, clocks=site.stamper
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
    assert clock(at, mover) == Clock(DAY, at.turn(mover), NOON, NOON + DAY)
    assert timing.read(at)[other] is None
    assert timing.deadline_ms(at) == NOON + DAY
    later = next_turn(at, site, NOON + HOUR)
    own = clock(later, mover)
    assert (own.left_ms, own.used_ms, own.since_ms, own.deadline_ms) == (DAY - HOUR, HOUR, None, None)
    assert clock(later, other) == Clock(DAY, later.turn(other), NOON + HOUR, NOON + HOUR + DAY)
    assert timing.deadline_ms(later) == NOON + HOUR + DAY
    assert timing.table_state(later)["clocks"][mover] == {
        "left_ms": DAY - HOUR, "since_ms": None, "deadline_ms": None,
    }  # fmt: skip
    assert timing.table_state(later)["clocks"][other] == {
        "left_ms": DAY, "since_ms": NOON + HOUR, "deadline_ms": NOON + HOUR + DAY,
    }  # fmt: skip


def test_nights_are_asked_for_once_a_turn_of_the_seat_that_begins_it() -> None:
    site = Site(Night("UTC", 11 * 60, 14 * 60))
    at, mover, other = begun(site, A_DAY)
    assert site.asked == [[mover]]
    assert clock(at, mover).deadline_ms == NOON + DAY + 2 * HOUR
    assert clock(at, mover).night_ms == 2 * HOUR
    same = acted(at, site, NOON + MINUTE)
    assert same.to_move == (mover,) and site.asked == [[mover]]
    next_turn(same, site, NOON + HOUR)
    assert site.asked == [[mover], [other]]


def test_live_play_has_no_nights() -> None:
    site = Site(Night("UTC", 11 * 60, 14 * 60))
    at, mover, _ = begun(site, A_MINUTE)
    next_turn(at, site, NOON + SECOND)
    assert site.asked == []
    assert clock(at, mover).deadline_ms == NOON + MINUTE


def test_without_a_time_control_there_are_no_clocks() -> None:
    site = Site()
    at, _, _ = begun(site, {})
    assert at.clocks is None and timing.read(at) == (None, None)
    assert timing.table_state(at)["clocks"] is None
    assert timing.graced(at) is None
    assert timing.deadline_ms(at) == NOON + 90 * DAY
    assert timing.deadline_ms(acted(at, site, NOON + DAY)) == NOON + 91 * DAY


@pytest.mark.parametrize("terms", [{}, A_DAY])
def test_a_pause_ends_after_thirty_days_and_an_ended_game_never(terms: dict[str, Any]) -> None:
    site = Site()
    at, mover, _ = begun(site, terms)
    assert timing.deadline_ms(replace(at, paused_ms=NOON + 5)) == NOON + 5 + 30 * DAY
    ended = table_verbs.resign(at, mover, at_ms=NOON + HOUR, clocks=site.stamper).position
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
    for after in (replace(at, paused_ms=NOON + HOUR), replace(at, away=(mover,))):
        said = site.stamper(at, after, NOON + HOUR)
        assert said is not None
        stopped = said["seats"][mover]
        assert (stopped["left_ms"], stopped["since_ms"], stopped["deadline_ms"]) == (DAY - HOUR, None, None)
        again = site.stamper(replace(after, clocks=said), replace(at, clocks=said), NOON + 3 * HOUR)
        assert again is not None
        assert (again["seats"][mover]["since_ms"], again["seats"][mover]["deadline_ms"]) == (
            NOON + 3 * HOUR, NOON + 2 * HOUR + DAY,
        )  # fmt: skip
    said = site.stamper(at, replace(at, away=(other,)), NOON + HOUR)
    assert said is at.clocks


def test_an_event_that_changes_no_clock_keeps_the_object() -> None:
    site = Site()
    at, _, _ = begun(site, A_DAY)
    assert site.stamper(at, at, NOON + HOUR) is at.clocks
    assert timing.with_clocks(at, timing.read(at)) is at.clocks
    changed = timing.with_clocks(at, timing.read(at), 7)
    assert changed == {**(at.clocks or {}), "graced_ms": 7}
    graced = replace(at, clocks=changed)
    assert timing.graced(graced) == 7
    assert timing.with_clocks(graced, timing.read(at)) is changed
    assert timing.with_clocks(graced, timing.read(at), 7) is changed
    assert timing.with_clocks(graced, (None, None)) == {"seats": [None, None], "graced_ms": 7}
    assert timing.with_clocks(graced, timing.read(at), 8)["graced_ms"] == 8


def test_time_lost_in_an_outage_is_restored_once() -> None:
    site = Site()
    at, mover, _ = begun(site, A_DAY)
    site.outages = [(NOON - HOUR, NOON + MINUTE), (NOON + 5 * MINUTE, NOON + 7 * MINUTE)]
    after = acted(at, site, NOON + HOUR)
    assert after.to_move == (mover,)
    assert timing.graced(after) == NOON + 7 * MINUTE
    own = clock(after, mover)
    assert (own.left_ms, own.used_ms, own.deadline_ms) == (DAY + 3 * MINUTE, -3 * MINUTE, NOON + DAY + 3 * MINUTE)
    same = site.stamper(after, after, NOON + 2 * HOUR)
    assert same is after.clocks
    site.outages.append((NOON + 6 * MINUTE, NOON + 9 * MINUTE))
    again = site.stamper(after, after, NOON + 2 * HOUR)
    assert again is not None
    assert again["graced_ms"] == NOON + 9 * MINUTE
    assert again["seats"][mover]["left_ms"] == DAY + 5 * MINUTE


def test_no_outage_is_asked_for_while_no_clock_runs() -> None:
    def outages() -> list[tuple[int, int]]:
        raise AssertionError("it was asked for")

    quiet = timing.clock_stamper(lambda seats: {}, outages)
    at, mover, _ = begun(Site(), A_DAY)
    stopped = replace(at, clocks={"seats": [None, None]})
    said = quiet(stopped, at, NOON)
    assert said is not None and said["seats"][mover]["since_ms"] == NOON
    assert quiet(None, at, NOON) is not None


RUNS = Clock(DAY, 1, NOON, NOON + DAY)
STANDS = Clock(DAY, 1)


@pytest.mark.parametrize(
    ("running", "outages", "graced_ms", "lost"),
    [
        ((RUNS, None), [], 0, None),
        ((None, STANDS), [(NOON, NOON + HOUR)], 0, None),
        ((RUNS, STANDS), [(NOON - DAY, NOON)], 0, None),
        ((RUNS, STANDS), [(NOON - DAY, NOON + 1)], 0, (NOON + 1, {SEAT_0: 1})),
        ((STANDS, RUNS), [(NOON + 1, NOON + 5), (NOON + 10, NOON + 11)], 0, (NOON + 11, {SEAT_1: 5})),
        ((RUNS, RUNS), [(NOON + 10, NOON + 11), (NOON + 1, NOON + 5)], 0, (NOON + 11, {SEAT_0: 5, SEAT_1: 5})),
        ((RUNS, replace(RUNS, since_ms=NOON + 3)), [(NOON + 1, NOON + 5)], 0, (NOON + 5, {SEAT_0: 4, SEAT_1: 2})),
        ((RUNS, replace(RUNS, since_ms=NOON + 5)), [(NOON + 1, NOON + 5)], 0, (NOON + 5, {SEAT_0: 4})),
        ((RUNS, None), [(NOON + 1, NOON + 5)], NOON + 4, (NOON + 5, {SEAT_0: 1})),
        ((RUNS, None), [(NOON + 1, NOON + 5)], NOON + 5, None),
    ],
)
def test_the_time_that_is_lost(running: clocks.Clocks, outages: Any, graced_ms: int, lost: Any) -> None:
    assert timing.lost_ms(running, outages, graced_ms, Calendar()) == lost


def test_no_time_is_lost_on_a_weekend_that_does_not_count() -> None:
    saturday = NOON + 2 * DAY + 12 * HOUR
    outage = [(saturday - HOUR, saturday + HOUR)]
    assert timing.lost_ms((RUNS,), outage, 0, Calendar("UTC")) == (saturday + HOUR, {SEAT_0: HOUR})


def test_a_take_back_returns_no_time() -> None:
    site = Site()
    at, mover, other = begun(site, A_DAY)
    placed = acted(at, site, NOON + MINUTE)
    assert placed.can_take_back(mover)
    back = replay.take_back(placed, mover, expected_seq=None, at_ms=NOON + 3 * MINUTE, clocks=site.stamper).position
    own = clock(back, mover)
    assert own.since_ms == NOON + 3 * MINUTE
    assert (own.used_ms, own.deadline_ms) == (3 * MINUTE, NOON + DAY)
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
    assert timing.table_state(acted(at, Site(), NOON + MINUTE))["may_ask_back"] == [mover]


def test_time_used_beyond_the_end_is_shown_as_none_left() -> None:
    at, mover, _ = begun(Site(), A_DAY)
    used_up = [clocks.to_json((replace(RUNS, left_ms=-5),))[0] if seat == mover else None for seat in (0, 1)]
    shown = timing.table_state(replace(at, clocks={"seats": used_up}))["clocks"]
    assert shown[mover]["left_ms"] == 0
