"""Bans and suspensions in running games: how the seat is left, and that no rating changes between it and the others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import convert

from accounts.models import Notification, Sanction, User
from engine.export import from_log
from engine.newtypes import SeatNumber
from engine.published import Player, Pool, RatedGame, as_json, check_line
from games import tasks
from games.exports import selectors as exports
from games.fair_play import selectors as reading
from games.models import Game
from games.moderation.services import appeal as appeals
from games.moderation.services import carry_out as effects
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.people.services.delete_account import clear_deleted
from games.rated_games.selectors.rating_changes import changes_json
from games.record import selectors
from games.record.positions import read_events
from games.record.services.resign import resign
from games.seating.selectors import table_terms
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time import terms
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from ratings.elo import START
from ratings.models import Rating, RatingPool, Result
from ratings.services.rebuild import differences, rebuild
from tests.games import play
from tests.games.moderation.desk import fresh
from tests.games.rated_games.test_rated import rate_all, rated_game
from tests.games.timed import Now, checked, kinds, per_move
from tests.ratings.results import NOW_MS, finish
from tests.seats import SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


def seat_of(game: Game, user: User) -> int:
    return game.seats.get(user=user).number


def banned(by: User, user: User) -> Any:
    made = decide(by, "ban", user, "several accounts")
    tasks.sanctions()
    return made


def suspended(by: User, user: User, lasts: int, now: Now) -> Any:
    made = decide(by, "suspension", user, "a quarrel", until_ms=now.ms + lasts)
    tasks.sanctions()
    return made


def values(*users: User) -> list[tuple[int, int]]:
    """Return rating and number of games of each, in the only pool."""
    found = {row.user_id: (row.value, row.games) for row in Rating.objects.all()}
    return [found.get(user.pk, (START, 0)) for user in users]


def rebuilds() -> bool:
    return [said for pool in RatingPool.objects.all() for said in differences(pool)] == []


def test_a_ban_ends_a_game_of_two_and_moves_no_rating(senior: User) -> None:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)
    banned(senior, ben)
    rate_all()
    assert (play.fresh(game).status, kinds(game, "removed", "resigned")) == ("finished", ["removed"])
    assert values(ada, ben) == [(START, 0), (START, 0)] and rebuilds()
    assert [change["k"] for change in changes_json(game.public_id)] == [0, 0]
    assert selectors.table_of(play.fresh(game), None)["standing"]["left"] == [None, "removed"]
    assert [seat.rank for seat in Result.objects.get().seats.all()] == [1, 2]
    checked(game)
    tasks.announce(game.public_id)
    told = {one.user: one.data["how"] for one in Notification.objects.filter(kind="left_game")}
    assert told == {ada: "removed"}


def test_the_others_play_on_and_are_rated_among_themselves(senior: User) -> None:
    """Just as if they had played without the third."""
    ada, ben, cat = (play.person() for _ in range(3))
    game = rated_game(ada, ben, cat)
    banned(senior, ben)
    assert play.fresh(game).status == "running"
    play.play_to_the_end(game)
    rate_all()
    ranks = dict(Result.objects.get().seats.values_list("user", "rank"))
    assert ranks[ben.pk] == 3
    moved = [value - START for value, _games in values(ada, cat)]
    assert moved in ([2000, -2000], [-2000, 2000], [0, 0]) and (moved[0] > 0) == (ranks[ada.pk] < ranks[cat.pk])
    assert values(ben) == [(START, 0)] and [games for _value, games in values(ada, cat)] == [1, 1]
    assert rebuilds() and rebuild(RatingPool.objects.get(), 1) == []
    checked(game)
    line = as_json(_line(game))
    assert check_line(line).left == (None, "removed", None)
    assert check_line(as_json(next(exports._batch([Result.objects.get().pk])))).left == (None, "removed", None)


def _line(game: Game) -> RatedGame:
    row = play.fresh(game)
    result = Result.objects.get(game=row.public_id)
    players = tuple(Player(s.number, None, None, False, None, None, s.rank, s.score) for s in result.seats.all())
    return RatedGame(
        "pyramido-rated-game/1", row.public_id, result.finished_ms, terms.public_json(row.terms),
        convert({"pace": result.pool.pace, "population": result.pool.population}, Pool), players,
        from_log(read_events(row.pk)),
    )  # fmt: skip


def test_the_substitute_plays_on(senior: User) -> None:
    people = [play.person() for _ in range(3)]
    agreed = table_terms.read(per_move(rated=True))
    game = open_table(people[0], "pyramido", {"seats": 3}, substitute="greedy", agreed=agreed)
    for user in people[1:]:
        sit_down(user, game.public_id)
    play.play_until(game, Random(1), lambda at: at.under_way)
    banned(senior, people[1])
    at = play.position(game)
    assert (at.ai[1], at.taken_over, at.left, at.ended) == ("greedy", (1,), (None, "removed", None), False)
    resign(game.public_id, SEAT_2)
    play.play_to_the_end(game)
    rate_all()
    assert values(*people) == [(START + 2000, 1), (START, 0), (START - 2000, 1)] and rebuilds()
    checked(game)


def test_two_removed_players_leave_nothing_to_rate(senior: User) -> None:
    people = [play.person() for _ in range(3)]
    game = rated_game(*people)
    for user in people[1:]:
        banned(senior, user)
    rate_all()
    assert play.fresh(game).status == "finished" and values(*people) == [(START, 0)] * 3 and rebuilds()


def test_a_removal_does_not_count_as_leaving_at_once(now: Now, senior: User) -> None:
    """Otherwise honest players who met members of a ring would be mistaken for members."""
    ada = play.person()
    for _ in range(2):
        rated_game(ada, ben := play.person())
        banned(senior, ben)
    assert [played.quick for played in reading.played(ada.pk, now.ms)] == [frozenset()] * 2


def test_the_clock_runs_out_before_the_ban_is_carried_out(now: Now, senior: User) -> None:
    """Neither a timeout nor the deletion of the account changes the banned player's ratings."""
    ada, ben, cat = (play.person() for _ in range(3))
    timed, resigned = rated_game(ada, ben), rated_game(ada, cat)
    late = play.owner_of(timed, play.position(timed).to_move[0])
    for user in (late, cat):
        Sanction.objects.create(user=user, kind="ban", reason="several accounts", at_ms=now.ms)
    User.objects.filter(pk=cat.pk).update(deleted_ms=now.ms)
    clear_deleted(cat.pk)
    now.sweep(2 * DAY_MS)
    rate_all()
    assert kinds(timed, "removed", "timed_out") == kinds(resigned, "removed", "resigned") == ["removed"]
    assert values(ada, ben, cat) == [(START, 0)] * 3


@pytest.mark.parametrize(("ms", "stands"), [(DAY_MS, 7 * DAY_MS), (MINUTE_MS, HOUR_MS)])
def test_a_suspension_stops_the_clock_and_then_takes_out(now: Now, senior: User, ms: int, stands: int) -> None:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben, ms=ms)
    late = play.owner_of(game, play.position(game).to_move[0])
    suspended(senior, late, 30 * DAY_MS, now)
    assert play.position(game).away == (seat_of(game, late),) and play.fresh(game).deadline_ms is None
    now.sweep(stands - 1)
    tasks.sanctions()
    assert play.fresh(game).status == "running" and effects.lost(10) == []
    now.sweep(1)
    assert len(effects.lost(10)) == 1
    tasks.sanctions()
    rate_all()
    assert play.fresh(game).status == "finished" and kinds(game, "removed", "timed_out") == ["removed"]
    assert values(ada, ben) == [(START, 0)] * 2 and effects.lost(10) == []
    checked(game)


def test_the_clock_goes_on_after_a_suspension(now: Now, senior: User) -> None:
    """Also if the suspension was lifted, if the task was lost, and at tables without vacations."""
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben, ms=2 * DAY_MS)
    late = play.owner_of(game, play.position(game).to_move[0])
    before = play.fresh(game).deadline_ms or 0
    made = suspended(senior, late, DAY_MS, now)
    now.sweep(DAY_MS)
    tasks.sanctions()
    assert play.position(game).away == () and play.fresh(game).deadline_ms == before + DAY_MS
    again = suspended(senior, late, 3 * DAY_MS, now)
    now.sweep(2 * DAY_MS)
    undo(senior, again.public_id, "a mistake")
    assert len(effects.lost(10)) == 1, "tasks after a commit do not run by themselves in this test"
    tasks.sanctions()
    assert play.position(game).away == () and play.fresh(game).deadline_ms == before + 3 * DAY_MS
    assert made.sanction and effects.lost(10) == []
    now.sweep(2 * DAY_MS)
    assert kinds(game, "timed_out") == ["timed_out"]
    checked(game)


def test_a_clock_that_ran_out_before_the_task_came_stands(now: Now, senior: User) -> None:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben, ms=MINUTE_MS)
    late = play.owner_of(game, play.position(game).to_move[0])
    Sanction.objects.create(user=late, kind="suspension", reason="a quarrel", at_ms=now.ms, until_ms=now.ms + DAY_MS)
    now.sweep(2 * MINUTE_MS)
    assert kinds(game, "vacation", "timed_out") == ["vacation"] and play.fresh(game).status == "running"
    assert len(effects.lost(10)) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_granted_appeal_leaves_no_trace_in_ratings(senior: User, other_senior: User, seed: int) -> None:
    """Ratings equal those of a world in which games ended by bans never began, and in which the removed players never
    sat at the larger tables.
    """
    random = Random(seed)
    users, twins = ([play.person() for _ in range(5)] for _ in range(2))
    twin_of = dict(zip(users, twins, strict=True))
    for number in range(8):
        players = random.sample(users, random.choice([2, 2, 3]))
        game = rated_game(*players)
        stays = players
        if number % 2:
            out = random.choice(players)
            made = banned(senior, out)
            asked = appeals.appeal(fresh(out), made.public_id, "It was not I.")
            appeals.decide_appeal(other_senior, asked.public_id, grant=True, answer="You are right.")
            stays = [one for one in players if one != out]
        if play.fresh(game).status == "running":
            resign(game.public_id, SeatNumber(seat_of(game, loser := random.choice(stays))))
            if play.fresh(game).status == "running":
                play.play_to_the_end(game, seed)
        rate_all()
        if len(stays) > 1:
            ranks = dict(Result.objects.get(game=game.public_id).seats.values_list("user", "rank"))
            assert loser in stays
            _twin_game([twin_of[one] for one in stays], [ranks[one.pk] for one in stays], number)
        User.objects.filter(pk__in=[one.pk for one in users]).update(is_active=True)
    rate_all()
    pools = {pool.game: pool for pool in RatingPool.objects.all()}
    here = {row.user_id: _standing(row) for row in pools["pyramido"].ratings.filter(games__gt=0)}
    there = {row.user_id: _standing(row) for row in pools["twin"].ratings.filter(games__gt=0)}
    assert {twin_of[one].pk: here[one.pk] for one in users if one.pk in here} == there and rebuilds()


def _standing(row: Rating) -> tuple[int, ...]:
    return row.value, row.games, row.wins, row.draws, row.streak, row.best_streak


def _twin_game(users: list[User], ranks: list[int], number: int) -> None:
    ranks = [1 + sum(other < rank for other in ranks) for rank in ranks]
    finish(f"twin{number}", *users, ranks=ranks, at_ms=NOW_MS + number, key="twin", pace="correspondence")
