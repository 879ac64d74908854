"""Features about time: pauses, consent, nights, vacations, absence, and their notifications.

In one file: pauses, nights and vacations are tested together, as they occur together in games.
"""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Notification, User
from accounts.notifications import preferences
from engine.newtypes import Seq, UnixMs
from games import tasks
from games.computer import selectors as computer
from games.computer.services.play_ai import play_ai
from games.deadlines.selectors import due as deadlines
from games.deadlines.selectors import vacation_days as vacations
from games.deadlines.services import consent, vacation
from games.models import Game, Seat, Vacation
from games.notices import selectors as notices
from games.notices.services import tell_players
from games.record import command_context, positions
from games.record.append import CommandResult
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action
from games.record.services.take_back import take_back
from games.requests.refusals import Refusal
from games.seating.selectors import may_play_rated, table_terms
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time import clocks, terms
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS, PAUSE_LIMIT_MS, SECOND_MS
from tests.games import play
from tests.games.threads import at_once
from tests.games.timed import ENDED, MONDAY, Now, checked, due, kinds, per_move, reply, table, under_way
from tests.sampling import examples
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


# --- pauses, consent, keys --------------------------------------------------------------------------------------------
def test_a_pause_stops_the_clocks_and_ends_after_thirty_days(now: Now) -> None:
    game, _ = under_way(per_move(DAY_MS))
    now.sweep(after=HOUR_MS)
    consent.ask(game.public_id, SEAT_0, "pause")
    reply(game, 1, True)
    assert due(game) == now.ms + PAUSE_LIMIT_MS
    at = play.position(game)
    with pytest.raises(Refusal) as refusal:
        submit_action(game.public_id, at.to_move[0], at.seq, play.random_action(at, at.to_move[0], Random(1)))
    assert refusal.value.code == "paused"
    checked(game)
    now.sweep(after=PAUSE_LIMIT_MS - 1)
    assert play.position(game).paused_ms is not None
    now.sweep(after=1)
    assert play.position(game).paused_ms is None and due(game) == now.ms + 23 * HOUR_MS
    assert kinds(game, "paused", "resumed", *ENDED) == ["paused", "resumed"]
    now.sweep(after=23 * HOUR_MS)
    assert kinds(game, *ENDED) == ["timed_out", "finished"]
    checked(game)


def test_an_ai_rests_in_a_pause_and_goes_on_after_it(now: Now) -> None:
    game, _ = play.with_ai("greedy", seats=3)
    play.play_until(game, Random(1), lambda at: 1 in at.to_move)
    assert play.fresh(game).automatic_due
    consent.ask(game.public_id, SEAT_0, "pause")
    reply(game, 2, True)
    row, at = play.fresh(game), play.position(game)
    assert not row.automatic_due and computer.ai_turns_due(now.ms + DAY_MS, 9) == []
    assert play_ai(game.public_id, SEAT_1, at.owed_since[1]) is None
    consent.resume(game.public_id, SEAT_2)
    assert play.fresh(game).automatic_due
    assert play_ai(game.public_id, SEAT_1, at.owed_since[1]) is not None
    checked(game)


def test_keys_of_the_new_verbs_answer_alike_and_write_once(now: Now) -> None:
    game, _ = under_way(per_move(DAY_MS))
    other, _ = table(per_move(DAY_MS))
    first = Seq(play.position(game).seq + 1)
    for call in (
        partial(consent.ask, game.public_id, SEAT_0, "pause", key="a"),
        partial(consent.answer, game.public_id, SEAT_1, True, first, key="a"),
        partial(consent.resume, game.public_id, SEAT_0, key="b"),
        partial(consent.ask, game.public_id, SEAT_0, "pause", key="c"),
        partial(consent.answer, game.public_id, SEAT_1, False, Seq(first + 4), key="d"),
        partial(abort, other.public_id, SEAT_1, key="a"),
    ):
        answers = at_once([call] * 3)
        assert isinstance(answers[0], CommandResult) and all(answer == answers[0] for answer in answers)
        positions.cache.clear()
        assert call() == answers[0]
    assert kinds(game, "asked", "agreed", "paused", "resumed", "declined") == [
        *("asked", "agreed", "paused", "resumed", "asked", "declined")
    ]
    for changed in (
        partial(consent.answer, game.public_id, SEAT_1, False, first, key="a"),
        partial(consent.ask, game.public_id, SEAT_0, "take_back", key="a"),
        partial(abort, game.public_id, SEAT_0, key="b"),
    ):
        with pytest.raises(Refusal) as refusal:
            changed()
        assert (refusal.value.status, refusal.value.code) == (422, "key_reused")
    assert checked(other).aborted and checked(game).asked is None


def test_a_take_back_returns_no_time(now: Now) -> None:
    agreed = {"time_control": {"system": "fischer", "initial": 3600, "increment": 60, "max": 7200}}
    game, _ = table(agreed, game=play.GAME)
    at = play.play_until(game, Random(1), lambda at: at.under_way and at.undo is not None and len(at.to_move) == 1)
    seat, before = at.undo_seat, play.fresh(game).table_state
    assert seat is not None and before is not None and at.to_move != (seat,)
    now.ms += 10 * MINUTE_MS
    take_back(game.public_id, seat, at.seq)
    row = play.fresh(game)
    assert row.table_state is not None
    clock = row.table_state["clocks"][seat]
    assert clock["left_ms"] == before["clocks"][seat]["left_ms"] - 60 * SECOND_MS, "without the increment"
    assert row.deadline_ms == now.ms + clock["left_ms"]
    play.play_until(game, Random(1), lambda later: later.to_move != (seat,))
    checked(game)


# --- nights, weekends, vacations --------------------------------------------------------------------------------------
def test_nights_and_weekends_through_the_services(now: Now) -> None:
    game, people = under_way(per_move(HOUR_MS * 14, weekend="Europe/Zurich"))
    for user in people:
        preferences.change(user.pk, {"zone": "Europe/Zurich", "night_from": 23 * 60, "night_to": 7 * 60})
    command_context.nights.forget()
    at = play.position(game)
    play.play_until(game, Random(3), lambda later: later.to_move != at.to_move)
    tuesday = MONDAY + 20 * HOUR_MS  # 7:00 in Zurich
    assert due(game) == tuesday, "09:00 UTC and 14 hours is 1:00 in Zurich"
    now.ms = MONDAY + 4 * DAY_MS + 5 * HOUR_MS  # Friday, 16:00 in Zurich
    at = play.position(game)
    play.play_until(game, Random(3), lambda later: later.to_move != at.to_move)
    # Eight hours are left on Friday; the other six end on Monday at 6:00, which is in the night.
    assert due(game) == MONDAY + 6 * DAY_MS + 20 * HOUR_MS
    checked(game)


def test_a_vacation_stops_the_clock_in_every_game_once_and_resumes_it(now: Now) -> None:
    games = [under_way(per_move(DAY_MS, **more)) for more in ({}, {"vacation": False})]
    user = play.person()
    mine = [table(per_move(DAY_MS)) for _ in range(2)]
    for game, _ in [*games, *mine]:
        seat = play.position(game).to_move[0]
        assert Seat.objects.filter(game=game, number=seat).update(user=user) == 1
    vacation.begin_vacation(user, 3)
    vacation.settle_vacations(user.pk)
    for answer in at_once([partial(vacation.settle_vacations, user.pk)] * 4):
        assert answer is None
    (allowed, _), (forbidden, _) = games
    assert kinds(forbidden, "vacation") == [] and due(forbidden) == MONDAY + DAY_MS
    stopped = [allowed, *(game for game, _ in mine)]
    for game in stopped:
        assert kinds(game, "vacation") == ["vacation"] and play.fresh(game).deadline_ms is None
        checked(game)
    now.sweep(after=2 * DAY_MS)
    assert kinds(forbidden, *ENDED) == ["timed_out", "finished"] and kinds(allowed, *ENDED) == []
    now.ms += DAY_MS
    tasks.vacations()
    tasks.vacations()
    for game in stopped:
        assert kinds(game, "vacation") == ["vacation"] * 2 and due(game) == now.ms + DAY_MS
        checked(game)
    assert Vacation.objects.get(user=user).settled and deadlines.vacations_to_settle(UnixMs(now.ms), 9) == []


def test_a_lost_worker_s_vacations_are_found(now: Now) -> None:
    game, _ = under_way(per_move(DAY_MS))
    seat = play.position(game).to_move[0]
    user = play.owner_of(game, seat)
    vacation.begin_vacation(user, 2)  # and no other task runs
    assert kinds(game, "vacation") == []
    tasks.vacations()
    assert play.position(game).away == (seat,)
    now.ms += HOUR_MS
    vacation.end_vacation(user)
    tasks.vacations()
    assert play.position(game).away == () and due(game) == now.ms + DAY_MS
    with pytest.raises(Refusal) as refusal:
        vacation.end_vacation(user)
    assert refusal.value.code == "no_vacation"
    assert vacations.vacation_left_ms(user, UnixMs(now.ms)) == 10 * DAY_MS - HOUR_MS
    checked(game)


def test_a_vacation_lasts_at_most_the_remaining_allowance(now: Now) -> None:
    user = play.person()
    for days in (0, -1, 367, 10**9):
        with pytest.raises(Refusal) as refusal:
            vacation.begin_vacation(user, days)
        assert (refusal.value.status, refusal.value.field) == (400, "days")
    with pytest.raises(Refusal) as refusal:
        vacation.begin_vacation(user, 11)
    assert refusal.value.code == "vacation_used_up"
    answers = at_once([partial(vacation.begin_vacation, user, 4)] * 4)
    assert sum(isinstance(answer, Vacation) for answer in answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refusal)} == {"on_vacation"}


def test_the_allowance() -> None:
    start, end = vacations.year_of(MONDAY)
    assert (start, end) == (1_767_225_600_000, 1_798_761_600_000)
    assert vacations.left_ms(MONDAY, 0, []) == 10 * DAY_MS
    assert vacations.left_ms(MONDAY, 7, [(start, start + DAY_MS)]) == 16 * DAY_MS
    assert vacations.left_ms(MONDAY, 1000, []) == 30 * DAY_MS
    assert vacations.left_ms(MONDAY, 0, [(start - DAY_MS, start + 5), (end - DAY_MS, end + DAY_MS)]) == 9 * DAY_MS - 5
    assert vacations.left_ms(MONDAY, 0, [(start, end)]) == 0


# --- absence ----------------------------------------------------------------------------------------------------------
@settings(max_examples=examples(200))
@given(history=st.lists(st.booleans(), max_size=30), then=st.integers(0, 12))
def test_absent_players_have_to_finish_as_many_games(history: list[bool], then: int) -> None:
    owed = may_play_rated.debt_after(history)
    assert 0 <= owed <= sum(history)
    assert may_play_rated.debt_after([*history, *[False] * then]) == max(0, owed - then)
    assert owed == 0 or may_play_rated.debt_after([*history, True]) == owed + 1
    if sum(history) < may_play_rated.ABSENCES:
        assert owed == 0
    assert may_play_rated.debt_after([*history, *[True] * may_play_rated.ABSENCES]) >= may_play_rated.ABSENCES


def test_rated_tables_are_closed_to_the_absent_until_they_have_finished_games(now: Now) -> None:
    rated = table_terms.read(per_move(DAY_MS, rated=True))
    user = play.person()
    for n in range(3):
        open_table(user, play.GAME, {"seats": 2}, agreed=rated)
        game, _ = table(per_move(MINUTE_MS))
        play.play_until(game, Random(1), lambda at: at.under_way)
        Seat.objects.filter(game=game, number=play.position(game).to_move[0]).update(user=user)
        now.sweep(after=MINUTE_MS)
        assert may_play_rated.games_owed(user) == (3 if n == 2 else 0)
    waiting = open_table(play.person(), play.GAME, {"seats": 2}, agreed=rated)
    for refused in (
        partial(open_table, user, play.GAME, {"seats": 2}, agreed=rated),
        partial(sit_down, user, waiting.public_id),
    ):
        with pytest.raises(Refusal) as refusal:
            refused()
        assert (refusal.value.status, refusal.value.code) == (403, "absent_too_often")
    for owed in (2, 1, 0):
        resigned = open_table(user, play.GAME, {"seats": 2})
        sit_down(play.person(), resigned.public_id)
        resign(resigned.public_id, SEAT_0)
        assert may_play_rated.games_owed(user) == owed + 1, "a game resigned by the player does not count as finished"
        won = open_table(user, play.GAME, {"seats": 2})
        sit_down(play.person(), won.public_id)
        resign(won.public_id, SEAT_1)
        assert may_play_rated.games_owed(user) == owed
        now.ms += 1
    assert sit_down(user, waiting.public_id).rated


# --- telling players --------------------------------------------------------------------------------------------------
def told(user: User, kind: str) -> int:
    return Notification.objects.filter(user=user, kind=kind).count()


def test_each_event_is_notified_once_also_after_duplicate_and_lost_tasks(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS))
    assert notices.untold_games(now.ms, 9) == [game.public_id], "no worker has sent a notification"
    now.ms += tasks.UNTOLD_MS
    tasks.announce_late()
    assert notices.untold_games(now.ms, 9) == []
    mover = play.position(game).to_move[0]
    for _ in range(2):
        Game.objects.filter(pk=game.pk).update(told_seq=-1)
        tell_players.tell_players(game.public_id)
        assert [told(user, "game_started") for user in people] == [1, 1]
        assert (told(people[mover], "your_turn"), told(people[1 - mover], "your_turn")) == (1, 0)
    consent.ask(game.public_id, mover, "pause")
    tell_players.tell_players(game.public_id)
    assert (told(people[mover], "request"), told(people[1 - mover], "request")) == (0, 1)
    now.ms = due(game) - 7 * HOUR_MS
    for _ in range(2):
        tasks.announce_late()
        assert told(people[mover], "time_running_out") == 0
    now.ms += HOUR_MS
    for _ in range(2):
        tasks.announce_late()
        Game.objects.filter(pk=game.pk).update(warned_ms=None)
        assert [told(people[seat], "time_running_out") for seat in (mover, 1 - mover)] == [1, 0]
    now.sweep(after=6 * HOUR_MS)
    for _ in range(2):
        Game.objects.filter(pk=game.pk).update(told_seq=-1)
        tell_players.tell_players(game.public_id)
        assert [told(user, "game_finished") for user in people] == [1, 1]
        assert told(people[1 - mover], "left_game") == 1
    unread = Notification.objects.filter(kind__in=tell_players.TURN_KINDS, read_ms__isnull=True)
    assert not unread.exists(), "whose turn it was no longer matters"


def test_a_player_to_move_again_after_a_take_back_is_notified_again(now: Now) -> None:
    game, people = table(per_move(DAY_MS), game=play.GAME)
    at = play.play_until(game, Random(1), lambda at: at.under_way and at.undo is not None and len(at.to_move) == 1)
    seat, (other,) = at.undo_seat, at.to_move
    assert seat is not None and seat != other

    def unread(number: int) -> int:
        tell_players.tell_players(game.public_id)
        found = Notification.objects.filter(user=people[number], kind="your_turn", read_ms__isnull=True)
        return found.count()

    assert (unread(other), unread(seat)) == (1, 0)
    take_back(game.public_id, seat, at.seq)
    assert unread(other) == 0
    play.play_until(game, Random(1), lambda later: later.to_move == (other,))
    assert (unread(other), unread(seat)) == (1, 0)


def test_players_who_have_left_are_not_asked(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS), 3, substitute="greedy")
    resign(game.public_id, SEAT_2)
    consent.ask(game.public_id, SEAT_0, "pause")
    tell_players.tell_players(game.public_id)
    assert [told(user, "request") for user in people] == [0, 1, 0]
    assert clocks.deadline(()) is None


# --- the ends of vacations' rules ------------------------------------------------------------------------------------
def test_a_vacation_begun_in_the_last_second_stops_the_clock_though_its_task_is_lost(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS))
    (seat,) = play.position(game).to_move
    now.sweep(after=DAY_MS - SECOND_MS)
    vacation.begin_vacation(people[seat], 3)
    assert kinds(game, "vacation", *ENDED) == ["vacation"] and play.fresh(game).deadline_ms is None
    now.sweep(after=HOUR_MS)
    assert kinds(game, *ENDED) == []
    checked(game)


def test_a_player_on_vacation_is_not_late_although_the_log_does_not_have_it(now: Now) -> None:
    game, people = under_way(per_move(DAY_MS))
    (seat,) = play.position(game).to_move
    Vacation.objects.create(user=people[seat], from_ms=now.ms, until_ms=now.ms + 3 * DAY_MS)
    now.sweep(after=DAY_MS)
    assert kinds(game, "vacation", *ENDED) == ["vacation"]


def test_vacations_are_of_their_year_and_not_begun_all_the_time(now: Now) -> None:
    user = play.person()
    now.ms += 199 * DAY_MS  # 31 December
    vacation.begin_vacation(user, 10)
    vacation.end_vacation(user)
    for _ in range(2):
        vacation.begin_vacation(user, 1)
        vacation.end_vacation(user)
    with pytest.raises(Refusal) as refused:
        vacation.begin_vacation(user, 1)
    assert refused.value.code == "vacations_too_often"
    now.ms += DAY_MS
    with pytest.raises(Refusal) as refused:
        vacation.begin_vacation(user, 11)
    assert (refused.value.code, refused.value.params["year"]) == ("vacation_used_up", "2027")


def test_live_games_do_not_rest_on_vacations(now: Now) -> None:
    game, people = under_way(per_move(30 * SECOND_MS))
    vacation.begin_vacation(people[0], 3)
    vacation.settle_vacations(people[0].pk)
    assert kinds(game, "vacation") == []
    assert terms.public_json(game.terms)["vacation"] is False
