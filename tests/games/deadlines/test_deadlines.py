"""Deadlines through the services, on a clock that the test sets: enforced once, never early, never because of an
outage.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.newtypes import SeatNumber, UnixMs
from games.deadlines.selectors import outages
from games.deadlines.services.enforce_deadlines import enforce_deadline, sweep_deadlines
from games.deadlines.services.heartbeat import beat
from games.models import Event, Game, Outage, Seat
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, SILENCE_MS, Calendar
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import HOLD_MS, SiteClock
from tests.games import play
from tests.games.threads import at_once
from tests.games.timed import ENDED, MONDAY, Now, checked, due, kinds, per_move, table, under_way

pytestmark = pytest.mark.django_db(transaction=True)


# --- at the time, and once --------------------------------------------------------------------------------------------
def test_not_a_millisecond_early_and_once_though_eight_sweep(now: Now) -> None:
    game, _ = under_way(per_move(MINUTE_MS))
    assert due(game) == MONDAY + MINUTE_MS
    late = play.position(game).to_move[0]
    now.ms = MONDAY + MINUTE_MS - 1
    assert now.sweep() == 0 and kinds(game, *ENDED) == []
    now.ms += 1
    answers = at_once([sweep_deadlines] * 8)
    assert sum(count for count in answers if not isinstance(count, Refusal)) == 1
    assert kinds(game, *ENDED) == ["timed_out", "finished"]
    at = checked(game)
    assert at.left[late] == "timed_out" and at.outcome is not None and at.outcome.winners == (1 - late,)
    assert now.sweep() == 0 and play.fresh(game).deadline_ms is None
    assert list(Seat.objects.filter(game=game).order_by("number").values_list("departure", flat=True)) == [
        "timed_out" if seat == late else "" for seat in (0, 1)
    ]


def test_a_player_who_acts_in_time_is_not_late(now: Now) -> None:
    game, _ = under_way(per_move(MINUTE_MS))
    now.ms = MONDAY + MINUTE_MS - 1
    at = play.position(game)
    play.play_until(game, Random(2), lambda later: later.to_move != at.to_move)
    now.ms += 2
    assert now.sweep() == 0 and due(game) == MONDAY + 2 * MINUTE_MS - 1
    assert not enforce_deadline(game.public_id)


def test_a_game_that_has_hardly_begun_is_called_off(now: Now) -> None:
    game, _ = table(per_move(MINUTE_MS), seats=3, substitute="greedy")
    assert now.sweep(after=MINUTE_MS) == 1
    assert kinds(game) == ["start", "aborted"]
    late = Event.objects.get(game_id=game.pk, kind="aborted")
    assert late.payload["late"] is True and late.seat is not None
    assert Seat.objects.get(game=game, number=late.seat).departure == "timed_out", "an absence like any other"
    assert checked(game).aborted and play.fresh(game).status == Game.Status.ABORTED


@pytest.mark.parametrize("substitute", [None, "greedy"])
def test_the_others_finish_their_game(now: Now, substitute: str | None) -> None:
    game, people = under_way(per_move(MINUTE_MS), 3, play.GAME, substitute)
    late = play.position(game).to_move[0]
    assert now.sweep(after=MINUTE_MS) == 1
    at = play.position(game)
    assert not at.ended and at.persons == tuple(seat for seat in range(3) if seat != late)
    assert at.ai[late] == substitute and (due(game) if substitute is None else now.ms) >= now.ms
    play.play_to_the_end(game)
    at = checked(game)
    assert at.outcome is not None and at.outcome.ranks[late] == 3
    assert Seat.objects.get(game=game, user=people[late]).departure == "timed_out"


@pytest.mark.parametrize(("seats", "substitute"), [(2, None), (3, None), (3, "greedy")])
def test_all_late_players_of_a_secret_phase_leave(now: Now, seats: int, substitute: str | None) -> None:
    game, _ = table(per_move(MINUTE_MS), seats, play.AI_GAME, substitute)
    play.play_until(game, Random(1), lambda at: at.under_way and len(at.to_move) == seats)
    there = seats - 1  # the seat that submitted
    if seats == 3:
        at = play.position(game)
        submit_action(game.public_id, SeatNumber(there), at.seq, play.random_action(at, there, Random(1)))
    assert now.sweep(after=MINUTE_MS) == 1
    at = play.position(game)
    assert at.left[:2] == (("timed_out", None) if seats == 2 else ("timed_out", "timed_out"))
    assert at.over == (substitute is None)
    if not at.over:
        assert at.persons == (there,)
        play.play_to_the_end(game)
    at = checked(game)
    assert at.outcome is not None and at.outcome.ranks[0] > at.outcome.ranks[there]


def test_a_silence_of_ninety_days_ends_a_table_without_a_limit(now: Now) -> None:
    game, _ = under_way({}, 3, play.AI_GAME)
    play.play_until(game, Random(1), lambda at: len(at.to_move) == 3)
    assert due(game) == MONDAY + SILENCE_MS
    now.ms = MONDAY + SILENCE_MS - 1
    assert now.sweep() == 0
    now.ms += 1
    assert now.sweep() == 1
    at = checked(game)
    assert at.over and at.left == ("timed_out", "timed_out", None), (
        "the whole table was silent, not just its first seat"
    )


# --- outages ----------------------------------------------------------------------------------------------------------
def test_a_day_s_outage_adds_exactly_that_much_time_once(now: Now) -> None:
    game, _ = under_way(per_move(DAY_MS, vacation=False))
    now.sweep(after=HOUR_MS)
    now.ms += DAY_MS + 1
    assert now.sweep() == 1
    assert list(Outage.objects.values_list("from_ms", "to_ms")) == [(MONDAY + HOUR_MS, MONDAY + HOUR_MS + DAY_MS + 1)]
    assert kinds(game, *ENDED) == ["grace"] and due(game) == MONDAY + 2 * DAY_MS + 1
    assert now.sweep() == 0 and checked(game).clocks is not None
    now.sweep(after=23 * HOUR_MS - 1)
    assert kinds(game, *ENDED) == ["grace"]
    now.sweep(after=1)
    assert kinds(game, *ENDED) == ["grace", "timed_out", "finished"]
    checked(game)


def test_a_gap_of_two_minutes_adds_no_time_and_a_longer_one_does(now: Now) -> None:
    for gap in (2 * MINUTE_MS, 2 * MINUTE_MS + 1):
        game, _ = under_way(per_move(MINUTE_MS))
        deadline = due(game)
        now.ms += gap
        now.sweep()
        assert kinds(game, *ENDED) == (["timed_out", "finished"] if gap == 2 * MINUTE_MS else ["grace"])
        if gap > 2 * MINUTE_MS:
            assert due(game) == deadline + gap


def test_outages_while_a_clock_did_not_run_give_nothing(now: Now) -> None:
    game, _ = under_way(per_move(DAY_MS))
    now.ms += HOUR_MS
    now.sweep()
    at = play.position(game)
    play.play_until(game, Random(3), lambda later: later.to_move != at.to_move)
    now.sweep(after=DAY_MS - 1)
    assert kinds(game, *ENDED) == []
    now.sweep(after=1)
    assert kinds(game, *ENDED) == ["timed_out", "finished"]


def test_an_outage_during_a_weekend_changes_no_deadline(now: Now) -> None:
    game, _ = under_way(per_move(5 * DAY_MS, weekend="UTC"))
    assert due(game) == MONDAY + 7 * DAY_MS
    now.sweep(after=4 * DAY_MS + 16 * HOUR_MS)  # Saturday, 1:00
    now.ms += DAY_MS
    now.sweep()
    now.sweep(after=MONDAY + 7 * DAY_MS - now.ms)
    assert Outage.objects.count() == 1
    assert kinds(game, *ENDED) == ["timed_out", "finished"]


def test_a_clock_that_was_set_back_goes_on_being_watched(now: Now) -> None:
    beat(UnixMs(MONDAY + DAY_MS))
    Outage.objects.all().delete()
    beat(UnixMs(MONDAY + DAY_MS - 1000))
    beat(MONDAY)
    beat(UnixMs(MONDAY + HOUR_MS))
    assert list(Outage.objects.values_list("from_ms", "to_ms")) == [(MONDAY, MONDAY + HOUR_MS)]


def test_a_move_before_the_first_sweep_gets_an_outage_back_too(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    bank = {"system": "fischer", "initial": 2 * 86400, "increment": 0, "max": 2 * 86400}
    for noticed in (False, True):
        game, _ = under_way({"time_control": bank})
        (seat,) = play.position(game).to_move
        before = due(game)
        gone_ms = now.ms
        now.ms += 36 * HOUR_MS
        with monkeypatch.context() as real:
            if noticed:
                beat(UnixMs(now.ms))
            else:
                real.setattr(outages, "last_sweep_ms", lambda since=gone_ms: since)
            outages.cache.forget()
            turn = play.position(game).turn(seat)
            play.play_until(game, Random(3), lambda at, seat=seat, turn=turn: at.turn(seat) != turn or at.over)
        clock = play.position(game).clocks["seats"][seat]  # type: ignore[index]
        assert before - gone_ms - clock["left_ms"] < HOUR_MS, "no time counts during which deadlines were not enforced"
        beat(UnixMs(now.ms))
        assert now.sweep() == 0
        checked(game)


def test_a_move_gets_back_an_outage_of_months_ago(now: Now) -> None:
    """A clock of 90 days that stands on weekends runs for up to 126 days."""
    bank = {"system": "fischer", "initial": 90 * 86400, "increment": 0, "max": 90 * 86400}
    game, _ = under_way({"time_control": bank, "weekend": "UTC", "vacation": False})
    (seat,) = play.position(game).to_move
    now.sweep(after=HOUR_MS)
    now.ms += DAY_MS
    now.sweep()
    now.sweep(after=120 * DAY_MS)
    assert Outage.objects.count() == 1 and kinds(game, *ENDED, "grace") == []
    outages.cache.forget()
    turn = play.position(game).turn(seat)
    play.play_until(game, Random(3), lambda at: at.turn(seat) != turn or at.over)
    clock = play.position(game).clocks["seats"][seat]  # type: ignore[index]
    used = Calendar("UTC").counted(MONDAY, UnixMs(MONDAY + HOUR_MS + 121 * DAY_MS))
    assert abs(90 * DAY_MS - clock["left_ms"] - (used - DAY_MS)) < HOUR_MS
    checked(game)


# --- clocks that disagree ---------------------------------------------------------------------------------------------
class Clocks:
    def __init__(self) -> None:
        self.wall: int = MONDAY
        self.monotonic = 100_000

    def run(self, ms: int) -> None:
        self.wall += ms
        self.monotonic += ms

    def steady(self) -> SiteClock:
        """Return a clock that has been read once."""
        clock = SiteClock(lambda: self.wall, lambda: self.monotonic)
        assert clock.trusted(None)
        return clock


@pytest.mark.parametrize("jump", [2001, -2001, DAY_MS, -DAY_MS])
def test_after_a_jump_no_player_is_late_until_the_clock_is_steady(jump: int) -> None:
    at = Clocks()
    steady = at.steady()
    for _ in range(5):
        at.run(1000)
        assert steady.trusted(None) and steady.trusted(at.wall)
    at.wall += jump
    assert not steady.trusted(None) and not steady.trusted(at.wall)
    at.run(HOLD_MS - 1)
    assert not steady.trusted(None)
    at.run(1)
    assert steady.trusted(None) and steady.trusted(at.wall)


def test_a_jump_before_the_first_look_holds_nothing_up() -> None:
    at = Clocks()
    clock = SiteClock(lambda: at.wall, lambda: at.monotonic)
    at.wall += DAY_MS
    assert clock.trusted(None)
    at.wall -= DAY_MS
    assert not clock.trusted(None)


def test_small_differences_and_the_database_s_clock() -> None:
    at = Clocks()
    steady = at.steady()
    for _ in range(2000):  # 2 ms a second: the clock is being adjusted slowly
        at.run(500)
        at.wall += 1
        assert steady.trusted(at.wall)
    for off, trusted in ((2000, True), (-2000, True), (2001, False), (-2001, False)):
        assert steady.trusted(at.wall + off) is trusted


def test_a_sweep_does_nothing_while_the_clocks_disagree(now: Now, monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = under_way(per_move(MINUTE_MS))
    at = Clocks()
    monkeypatch.setattr(site_clock, "clock", at.steady())
    monkeypatch.setattr(site_clock, "database_ms", lambda: at.wall)
    at.wall += 5000
    now.ms += MINUTE_MS
    assert now.sweep() == 0 and kinds(game, *ENDED) == []
    at.run(HOLD_MS)
    monkeypatch.setattr(site_clock, "database_ms", lambda: at.wall - 2001)
    assert now.sweep() == 0
    monkeypatch.setattr(site_clock, "database_ms", lambda: at.wall)
    assert now.sweep() == 1 and kinds(game, *ENDED) == ["timed_out", "finished"]
