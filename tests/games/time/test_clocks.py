"""`games.time.clocks` and `terms` to the millisecond, compared with readings that check every quarter of an hour.

In one file: each reading of a clock is beside the others it is compared with.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.newtypes import SeatNumber, UnixMs
from games.requests.refusals import Refusal
from games.seating.selectors import table_terms
from games.time import clocks, terms
from games.time.clocks import (
    DAY_MS,
    HOUR_MS,
    MINUTE_MS,
    SECOND_MS,
    SILENCE_MS,
    Calendar,
    Clock,
    Clocks,
    Control,
    Fischer,
    Night,
    PerMove,
)
from tests.sampling import examples
from tests.seats import SEAT_0, by_seat

ZONES = ["UTC", "Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu"]
QUARTER = 15 * MINUTE_MS
"""In every zone, days begin and clocks change on a quarter of an hour UTC."""

EVERY_HOUR = Calendar()


def ms(text: str, zone: str = "UTC") -> UnixMs:
    """Return the milliseconds of a local time like 2026-03-28 23:30."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
    return UnixMs(int(local.timestamp()) * SECOND_MS)


CHANGES = [
    ms("2026-03-29 00:00"),  # Zurich puts its clocks forward, on a Sunday
    ms("2026-10-25 00:00"),  # and back
    ms("2026-03-08 00:00"),  # New York, forward
    ms("2026-11-01 00:00"),  # and back
    ms("2026-04-04 12:00"),  # Lord Howe, half an hour
    ms("2026-10-03 12:00"),
    ms("2011-12-30 00:00"),  # Apia's Friday that never was
    ms("2026-06-15 00:00"),
]

zones = st.sampled_from(ZONES)
instants = st.builds(int.__add__, st.sampled_from(CHANGES), st.integers(-10 * DAY_MS, 10 * DAY_MS))


def local(at_ms: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at_ms // SECOND_MS, UTC).astimezone(ZoneInfo(zone))


def read_counted(since: int, until: int, zone: str) -> int:
    """Count every quarter of an hour by itself: is it in a weekend?"""
    counted, at = 0, since
    while at < until:
        end = min(until, at - at % QUARTER + QUARTER)
        counted += (end - at) * (local(at, zone).weekday() < 5)
        at = end
    return counted


@settings(max_examples=examples(100))
@given(zone=zones, since=instants, span=st.integers(-DAY_MS, 17 * DAY_MS))
def test_weekends_do_not_count(zone: str, since: int, span: int) -> None:
    assert Calendar(zone).counted(UnixMs(since), UnixMs(since + span)) == read_counted(since, since + span, zone)
    assert EVERY_HOUR.counted(UnixMs(since), UnixMs(since + span)) == max(0, span)


@settings(max_examples=examples(200))
@given(zone=st.none() | zones, since=instants, span=st.integers(0, 90 * DAY_MS) | st.integers(0, 3))
def test_counting_on_is_the_inverse_of_counting(zone: str | None, since: int, span: int) -> None:
    calendar = Calendar(zone)
    at = calendar.after(UnixMs(since), span)
    assert calendar.counted(UnixMs(since), at) == span
    if span:
        assert calendar.counted(UnixMs(since), UnixMs(at - 1)) == span - 1, "it is the first such instant"
    assert calendar.after(at, span) == calendar.after(UnixMs(since), 2 * span) or not span


def test_a_weekend_is_as_long_as_the_clocks_make_it() -> None:
    friday = ms("2026-03-27 12:00", "Europe/Zurich")
    assert Calendar("Europe/Zurich").after(UnixMs(friday), DAY_MS) == friday + DAY_MS + 47 * HOUR_MS
    autumn = ms("2026-10-23 12:00", "Europe/Zurich")
    assert Calendar("Europe/Zurich").after(UnixMs(autumn), DAY_MS) == autumn + DAY_MS + 49 * HOUR_MS
    howe = ms("2026-04-03 12:00", "Australia/Lord_Howe")
    assert Calendar("Australia/Lord_Howe").after(UnixMs(howe), DAY_MS) == howe + DAY_MS + 48 * HOUR_MS + 30 * MINUTE_MS
    assert Calendar("UTC").after(ms("2026-06-12 23:59"), MINUTE_MS) == ms("2026-06-13 00:00"), "at its very beginning"
    assert Calendar("UTC").after(ms("2026-06-12 23:59"), MINUTE_MS + 1) == ms("2026-06-15 00:00") + 1
    assert Calendar("UTC").after(ms("2026-06-13 10:00"), 5) == ms("2026-06-15 00:00") + 5


# Nights that do not begin or end in the small hours in which clocks change.
nights = st.builds(
    Night, zones, st.integers(20 * 60, 1439) | st.integers(5 * 60, 15 * 60), st.integers(5 * 60, 12 * 60)
).filter(lambda night: 60 <= (night.to_minute - night.from_minute) % 1440 <= 720)


def asleep(night: Night, at_ms: int) -> bool:
    at = local(at_ms, night.zone)
    minute = at.hour * 60 + at.minute
    if night.to_minute > night.from_minute:
        return night.from_minute <= minute < night.to_minute
    return minute >= night.from_minute or minute < night.to_minute


@settings(max_examples=examples(100))
@given(night=nights, at=instants)
def test_a_night_ends_where_its_sleeper_s_clock_says_so(night: Night, at: int) -> None:
    end = night.end(UnixMs(at))
    assert (end is not None) == asleep(night, at)
    if end is not None:
        assert at < end <= at + 13 * HOUR_MS
        assert not asleep(night, end)
        assert asleep(night, end - 1)


@settings(max_examples=examples(100))
@given(night=nights, at=instants, left=st.integers(0, 14 * DAY_MS), weekend=st.none() | zones)
def test_a_moved_deadline_is_the_first_moment_by_day(night: Night, at: int, left: int, weekend: str | None) -> None:
    calendar = Calendar(weekend)
    deadline = calendar.after(UnixMs(at), left)
    clock = Clock(left, 0).started(UnixMs(at), calendar, night)
    assert clock.deadline_ms is not None and clock.deadline_ms >= deadline
    assert not asleep(night, clock.deadline_ms)
    assert (clock.night_ms is not None) == asleep(night, deadline)
    between = range(deadline, clock.deadline_ms, QUARTER)
    rests = [weekend is not None and local(moment, weekend).weekday() >= 5 for moment in between]
    assert all(rest or asleep(night, moment) for rest, moment in zip(rests, between, strict=True))


@pytest.mark.parametrize("at", ["2011-12-29 21:00", "2011-12-31 00:00", "2011-12-31 04:59"])
def test_a_night_in_which_a_zone_skips_a_day(at: str) -> None:
    samoa = "Pacific/Apia"
    night = Night(samoa, 20 * 60, 5 * 60)
    assert night.end(ms(at, samoa)) == ms("2011-12-31 05:00", samoa)
    assert night.end(ms("2011-12-31 05:00", samoa)) is None


def test_nights_by_example() -> None:
    home = "Europe/Zurich"
    night, monday = Night(home, 23 * 60, 7 * 60), ms("2026-06-15 07:00", home)
    for calendar, deadline, moved in (
        (EVERY_HOUR, ms("2026-06-12 23:30", home), ms("2026-06-13 07:00", home)),
        (Calendar(home), ms("2026-06-12 23:30", home), monday),
        (Calendar("America/New_York"), ms("2026-06-13 05:30", home), monday),
        (EVERY_HOUR, ms("2026-06-12 22:59", home), ms("2026-06-12 22:59", home)),
        (EVERY_HOUR, ms("2026-03-29 01:59", home), ms("2026-03-29 07:00", home)),
    ):
        assert clocks.by_day(UnixMs(deadline), calendar, night) == moved


# --- turns ------------------------------------------------------------------------------------------------------------
PER_DAY = PerMove(86_400)
BLITZ = Fischer(300, 5, 310)
START = ms("2026-06-15 12:00")


def step(
    control: Control,
    now: Clocks,
    owing: dict[int, int],
    at_ms: int,
    resting: tuple[int, ...] = (),
    nights: dict[int, Night] | None = None,
    calendar: Calendar = EVERY_HOUR,
) -> Clocks:
    seats = tuple(map(SeatNumber, resting))
    return clocks.advance(control, now, by_seat(owing), seats, UnixMs(at_ms), calendar, by_seat(nights or {}))


def deadlines(now: Clocks) -> list[int | None]:
    return [None if clock is None else clock.deadline_ms for clock in now]


def left(now: Clocks, seat: int, at_ms: int) -> int:
    clock = now[seat]
    assert clock is not None
    return max(0, clock.stopped(UnixMs(at_ms), EVERY_HOUR).left_ms)


def test_a_turn_counts_once_and_not_once_an_action() -> None:
    for control, whole in ((PER_DAY, DAY_MS), (BLITZ, 300 * SECOND_MS)):
        now = step(control, (None, None), {0: 1}, START)
        assert deadlines(now) == [START + whole, None]
        for n in range(1, 5):
            now = step(control, now, {0: 1}, START + n * 1000)
            assert deadlines(now) == [START + whole, None], "an action within the turn changes nothing"
        now = step(control, now, {1: 0}, START + 60_000)
        assert deadlines(now) == [None, START + 60_000 + whole]
        gained = 5000 if isinstance(control, Fischer) else 0
        assert left(now, 0, START + HOUR_MS) == whole - 60_000 + gained


def test_a_deadline_that_would_fall_into_the_night_moves_however_little_is_left() -> None:
    night = {0: Night("UTC", 22 * 60, 7 * 60)}
    bank = Fischer(3 * 86400, 0, 3 * 86400)
    little = (Clock(50 * MINUTE_MS, 1),)
    assert deadlines(step(bank, little, {0: 2}, ms("2026-06-15 23:40"), nights=night)) == [ms("2026-06-16 07:00")]
    now = step(PER_DAY, (None,), {0: 1}, ms("2026-06-15 12:00"), nights=night)
    paused = step(PER_DAY, now, {0: 1}, ms("2026-06-16 11:30"), resting=(0,))
    resumed = step(PER_DAY, paused, {0: 1}, ms("2026-06-17 03:00"), nights=night)
    assert deadlines(resumed) == [ms("2026-06-17 07:00")]
    graced = clocks.extended(now, {SEAT_0: 11 * 60 * MINUTE_MS}, EVERY_HOUR, by_seat(night))
    assert deadlines(graced) == [ms("2026-06-17 07:00")]
    assert left(graced, 0, ms("2026-06-16 23:00")) == 0
    again = clocks.extended(graced, {SEAT_0: 16 * 60 * MINUTE_MS}, EVERY_HOUR, by_seat(night))
    assert deadlines(again) == [ms("2026-06-17 23:00")], "once a turn"
    at_night = step(PER_DAY, (None,), {0: 1}, ms("2026-06-15 23:00"))
    for lost_ms in (0, -1):
        assert clocks.extended(at_night, {SEAT_0: lost_ms}, EVERY_HOUR, by_seat(night)) == at_night, "nothing was lost"


def test_an_increment_stops_at_the_most_never_takes_away_and_makes_up_for_no_lateness() -> None:
    for used, then in (
        (0, 305_000),
        (7_000, 298_000),
        (299_999, 5_001),
        (300_000, 5_000),
        (302_000, 3_000),
        (310_000, 0),
    ):
        now = step(BLITZ, (None, None), {0: 1}, START)
        now = step(BLITZ, now, {1: 1}, START + used)
        assert left(now, 0, START) == then
    late = Clock(300_000, 1, UnixMs(START), UnixMs(START + 300_000))
    assert clocks.finished(BLITZ, late, UnixMs(START + 310_000), EVERY_HOUR).left_ms == 0
    now = step(BLITZ, (Clock(309_000, 1, UnixMs(START), UnixMs(START + 309_000)),), {}, START)
    assert left(now, 0, START) == 310_000
    above = step(BLITZ, (Clock(999_000, 1, UnixMs(START), UnixMs(START + 999_000)),), {}, START + 1)
    assert left(above, 0, START) == 998_999


def test_turns_in_a_row_and_the_last_to_submit_get_a_turn_each() -> None:
    now = step(PER_DAY, (None,) * 3, {0: 4, 1: 4, 2: 7}, START)
    assert deadlines(now) == [START + DAY_MS] * 3, "all seats' clocks run at once"
    now = step(PER_DAY, now, {1: 4, 2: 7}, START + 5)
    now = step(PER_DAY, now, {2: 7}, START + 9)
    assert deadlines(now) == [None, None, START + DAY_MS]
    now = step(PER_DAY, now, {0: 5, 1: 5, 2: 8}, START + 1000)
    assert deadlines(now) == [START + 1000 + DAY_MS] * 3
    fischer = step(BLITZ, (None,), {0: 1}, START)
    for turn in range(2, 5):
        fischer = step(BLITZ, fischer, {0: turn}, START + turn * 10_000)
    assert left(fischer, 0, START + 40_000) == (300 - 40 + 3 * 5) * 1000


def test_a_rest_stops_the_time_and_it_goes_on_with_as_much() -> None:
    now = step(PER_DAY, (None, None), {0: 1, 1: 1}, START)
    now = step(PER_DAY, now, {0: 1, 1: 1}, START + HOUR_MS, resting=(0,))
    assert deadlines(now) == [None, START + DAY_MS], "a vacation belongs to one player"
    now = step(PER_DAY, now, {0: 1, 1: 1}, START + 2 * HOUR_MS, resting=(0, 1))
    assert [left(now, seat, START + 90 * DAY_MS) for seat in (0, 1)] == [23 * HOUR_MS, 22 * HOUR_MS]
    again = START + 30 * DAY_MS
    now = step(PER_DAY, now, {0: 1, 1: 1}, again)
    assert deadlines(now) == [again + 23 * HOUR_MS, again + 22 * HOUR_MS]


def test_time_added_by_a_night_survives_a_pause() -> None:
    """No player runs out of time by agreeing to a pause."""
    night = {0: Night("UTC", 22 * 60, 7 * 60)}
    start = ms("2026-06-15 02:00")
    now = step(PER_DAY, (None,), {0: 1}, start, nights=night)
    assert deadlines(now) == [ms("2026-06-16 07:00")]
    paused = step(PER_DAY, now, {0: 1}, ms("2026-06-16 04:00"), resting=(0,))
    resumed = step(PER_DAY, paused, {0: 1}, ms("2026-06-20 20:00"), nights=night)
    assert deadlines(resumed) == [ms("2026-06-20 23:00")], "once a turn"
    assert left(resumed, 0, ms("2026-06-20 20:00")) == 0
    for at in ("2026-06-16 01:00", "2026-06-16 06:00"):  # a take-back in the night, before and after the turn's time
        acted = step(PER_DAY, now, {}, ms(at) - 1)
        back = clocks.taken_back(PER_DAY, now, acted, SEAT_0, ms(at), EVERY_HOUR)
        assert deadlines(step(PER_DAY, back, {0: 1}, ms(at), nights=night)) == [ms("2026-06-16 07:00") + 1]
    next_turn = step(PER_DAY, now, {0: 2}, ms("2026-06-15 12:00"), nights=night)  # whose time ends by day
    back = clocks.taken_back(PER_DAY, now, next_turn, SEAT_0, ms("2026-06-15 13:00"), EVERY_HOUR)
    assert [clock and clock.night_ms for clock in (*now, *next_turn, *back)] == [5 * HOUR_MS, None, 5 * HOUR_MS]
    short = step(PerMove(1800), (None,), {0: 1}, ms("2026-06-15 21:45"), nights=night)
    assert deadlines(short) == [ms("2026-06-15 22:15")], "nights are for turns of an hour or more"
    bank = step(Fischer(86_400, 60, 86_400), (None,), {0: 1}, start, nights=night)
    bank = step(Fischer(86_400, 60, 86_400), bank, {}, ms("2026-06-16 06:00"))
    assert left(bank, 0, 0) == 60_000, "a night does not count for later turns"


@settings(max_examples=examples(100))
@given(
    used=st.lists(st.integers(0, 100), min_size=4, max_size=4),
    control=st.sampled_from([PerMove(300), Fischer(300, 7, 320)]),
    several=st.booleans(),
)
def test_a_take_back_returns_no_time(used: list[int], control: Control, several: bool) -> None:
    """Also if the action led to the seat's own next turn."""
    first, second, third, fourth = (n * SECOND_MS for n in used)
    then = step(control, (None, None), {0: 1}, START)
    at = START + first
    acted = step(control, then, {0: 2} if several else {1: 1}, at)
    at += second
    back = clocks.taken_back(control, then, acted, SEAT_0, UnixMs(at), EVERY_HOUR)
    now = step(control, back, {0: 1}, at)
    assert left(now, 0, at) == 300 * SECOND_MS - first, (
        "as at the time of acting, without what the end of the turn added"
    )
    at += third
    again = step(control, now, {0: 2} if several else {1: 1}, at)
    gained = min(320 * SECOND_MS, 300 * SECOND_MS - first - third + 7 * SECOND_MS)
    lost = second if several else 0
    if isinstance(control, Fischer):
        assert left(again, 0, at) == gained - lost
    if several:
        whole = gained if isinstance(control, Fischer) else 300 * SECOND_MS
        assert left(again, 0, at) == whole - lost, "time used for the next turn stays used"
    else:
        assert deadlines(again) == [None, at + 300 * SECOND_MS], "the waiting player has a whole turn"
    twice = step(
        control, clocks.taken_back(control, now, again, SEAT_0, UnixMs(at + fourth), EVERY_HOUR), {0: 1}, at + fourth
    )
    assert left(twice, 0, at + fourth) == 300 * SECOND_MS - first - third


def test_a_take_back_beyond_another_s_action_returns_no_time() -> None:
    for control, whole in ((PER_DAY, DAY_MS), (BLITZ, 300 * SECOND_MS)):
        gained = 5000 if isinstance(control, Fischer) else 0
        then = step(control, (None, None), {0: 1}, START)
        mine = step(control, then, {1: 1}, START + 10_000)
        theirs = step(control, mine, {0: 2}, START + 30_000)
        at = START + 70_000
        back = clocks.taken_back(control, then, theirs, SEAT_0, UnixMs(at), EVERY_HOUR)
        assert back[1] == Clock(whole, -1, used_ms=20_000, debt_ms=20_000), "as before its first turn, but in debt"
        now = step(control, back, {0: 1}, at)
        assert deadlines(now) == [at + whole - 10_000, None]
        again = step(control, now, {1: 1}, at)
        assert deadlines(again) == [None, at + whole - 20_000], "the other seat's turn has what it had left"
        again = step(control, again, {0: 2}, at)
        expected = DAY_MS - 40_000 if not gained else whole - 10_000 + gained - 40_000
        assert left(again, 0, at) == expected


def test_an_outage_in_a_turn_that_a_take_back_undoes_is_no_credit() -> None:
    for control, whole in ((PER_DAY, DAY_MS), (BLITZ, 300 * SECOND_MS)):
        then = step(control, (None,), {0: 1}, START)
        acted = step(control, then, {0: 2}, START + 10_000)
        graced = clocks.extended(acted, by_seat({0: 5000}), EVERY_HOUR)
        at = UnixMs(START + 11_000)
        back = clocks.taken_back(control, then, graced, SEAT_0, at, EVERY_HOUR)
        assert back == (Clock(whole - 10_000, 1, used_ms=6000),)
        later = clocks.taken_back(control, then, graced, SEAT_0, UnixMs(START + 25_000), EVERY_HOUR)
        assert later == (Clock(whole - 10_000, 1, used_ms=20_000, debt_ms=10_000),)


@settings(max_examples=examples(100))
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(["part", "end", "back", "rest", "wait"]), st.integers(0, 60_000)), max_size=40
    ),
    control=st.sampled_from([PerMove(100), Fischer(200, 10, 250)]),
)
def test_no_sequence_of_moves_gains_time(moves: list[tuple[str, int]], control: Control) -> None:
    """In a sequence of turns, each turn lasts at most its time, including all take-backs. On a Fischer clock, time used
    in an undone turn is owed, and is not deducted before the turn's end.
    """
    at: int = START
    turn, resting, owed = 1, False, 0
    now = step(control, (None,), {0: turn}, at)
    chain: list[tuple[Clocks, int]] = []
    ran: Counter[int] = Counter()
    for what, wait in moves:
        at += wait
        clock = now[0]
        assert clock is not None
        if clock.deadline_ms is not None:
            ran[turn] += min(at, clock.deadline_ms) - (at - wait)
            if at >= clock.deadline_ms:
                break
        if what == "rest":
            resting = not resting
        elif not resting and what in ("part", "end"):
            chain.append((now, turn))
            turn += what == "end"
        elif not resting and what == "back" and chain:
            then, turn = chain.pop()
            now = clocks.taken_back(control, then, now, SEAT_0, UnixMs(at), EVERY_HOUR)
            assert then[0] is not None and now[0] is not None
            owed += max(0, now[0].debt_ms - then[0].debt_ms)
        now = step(control, now, {0: turn}, at, resting=(0,) if resting else ())
    if isinstance(control, PerMove):
        assert all(time <= 100 * SECOND_MS for time in ran.values())
    else:
        assert sum(ran.values()) <= (200 + 10 * (max(ran, default=1))) * SECOND_MS + owed


@settings(max_examples=examples(100))
@given(
    lost=st.dictionaries(st.integers(0, 2), st.integers(-DAY_MS, 3 * DAY_MS)),
    left_ms=st.integers(0, 9 * DAY_MS),
    weekend=st.none() | zones,
    night=st.none() | nights,
)
def test_lost_time_is_given_back_exactly(
    lost: dict[int, int], left_ms: int, weekend: str | None, night: Night | None
) -> None:
    calendar = Calendar(weekend)
    running = Clock(left_ms, 1).started(UnixMs(START), calendar, night)
    before: Clocks = (running, None, Clock(left_ms, 1))
    after = clocks.extended(before, by_seat(lost), calendar)
    assert after[1:] == before[1:], "only running clocks have lost time"
    more = after[0]
    assert more is not None and more.deadline_ms is not None and running.deadline_ms is not None
    assert more.deadline_ms >= running.deadline_ms
    assert calendar.counted(running.deadline_ms, more.deadline_ms) == max(0, lost.get(0, 0))
    rested = more.stopped(running.deadline_ms, calendar).started(running.deadline_ms, calendar, None)
    assert rested.deadline_ms == more.deadline_ms or not lost.get(0, 0)


def test_clocks_go_through_json_and_the_first_deadline_counts() -> None:
    now = step(BLITZ, (None, None, None), {0: 1, 2: 1}, START)
    assert clocks.from_json(clocks.to_json(now)) == now
    one = now[0]
    assert one is not None
    assert clocks.deadline((replace(one, deadline_ms=7), None, one)) == 7
    assert clocks.deadline((None, Clock(5, 1))) is None
    assert SILENCE_MS == 90 * DAY_MS


# --- what a table may agree on ----------------------------------------------------------------------------------------
def test_every_preset_is_one_that_may_be_asked_for() -> None:
    for control in terms.PRESETS:
        raw = msgspec.to_builtins(control)
        assert table_terms.read({"time_control": raw}).time_control == control
        assert terms.of(table_terms.read({"time_control": raw}).to_json()).time_control == control
    agreed = table_terms.read(
        {"time_control": {"system": "per_move", "seconds": 86400}, "weekend": "UTC", "rated": True}
    )
    assert terms.of(agreed.to_json()) == agreed
    for left_out in ({}, None, {"time_control": None}):
        assert table_terms.read(left_out) == terms.UNLIMITED
    assert terms.UNLIMITED.to_json() == {}


def per_move(seconds: object) -> dict[str, Any]:
    return {"time_control": {"system": "per_move", "seconds": seconds}}


def fischer(initial: object, increment: object, most: object) -> dict[str, Any]:
    return {"time_control": {"system": "fischer", "initial": initial, "increment": increment, "max": most}}


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ([], None),
        ({"speed": 1}, "speed"),
        ({"time_control": {"system": "sand"}}, "time_control.system"),
        ({"time_control": {"seconds": 30}}, "time_control.system"),
        ({"time_control": {"system": "per_move"}}, "time_control.seconds"),
        *((per_move(bad), "time_control.seconds") for bad in (-1, 0, 2, 30 * 86400 + 1, 10**30, 60.0, float("nan"))),
        *((per_move(bad), "time_control.seconds") for bad in ("60", None, True, [60], float("inf"))),
        (fischer(2, 0, 10), "time_control.initial"),
        (fischer(60, -1, 90), "time_control.increment"),
        (fischer(60, 10**9, 90), "time_control.increment"),
        (fischer(60, 1, 10**12), "time_control.max"),
        (fischer(60, 1, 59), "time_control"),
        ({**per_move(86400), "weekend": "Mars/Olympus"}, "weekend"),
        ({**per_move(86400), "weekend": "localtime"}, "weekend"),
        ({**per_move(86400), "weekend": "Factory"}, "weekend"),
        ({**per_move(86400), "weekend": "../../etc/passwd"}, "weekend"),
        ({**per_move(86400), "weekend": 7}, "weekend"),
        ({**per_move(3599), "weekend": "UTC"}, "weekend"),
        ({**fischer(300, 5, 600), "weekend": "UTC"}, "weekend"),
        ({"weekend": "UTC"}, "weekend"),
        ({**per_move(60), "vacation": "no"}, "vacation"),
        ({**per_move(60), "rated": 1}, "rated"),
        ({"rated": True}, "rated"),
        ({"time_control": {"system": "none"}, "rated": True}, "rated"),
        ({"time_control": {"system": "none", "seconds": 5}}, "time_control.seconds"),
    ],
)
def test_terms_that_cannot_be_are_refused_by_name(raw: object, field: str | None) -> None:
    with pytest.raises(Refusal) as refusal:
        table_terms.read(raw)
    assert refusal.value.status in (400, 422)
    assert refusal.value.detail.endswith(".")
    assert refusal.value.field == ("terms" if field is None else f"terms.{field}")
