"""Rated games change ratings: how much, who sees it, and that no result is lost or counted twice."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.access import tokens
from accounts.models import Notification, User
from games import tasks
from games.models import Game, ModerationDecision
from games.moderation.selectors import roles
from games.moderation.services import give_role
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.presenters.ratings import as_json as rating_reads
from games.rated_games.selectors.rating_changes import changes_json
from games.rated_games.services.annul_game import tell_late_refunds
from games.record import checking
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors.table_terms import read
from games.seating.services.open_table import open_table
from games.seating.services.seat_ai import seat_ai, unseat_ai
from games.seating.services.sit_down import sit_down
from games.time.clocks import HOUR_MS, MINUTE_MS
from pyramido_site.infrastructure.public_ids import PublicId
from ratings.elo import START
from ratings.models import Annulment, RatingChange, RatingPool, Result, Snapshot
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.threads import at_once
from tests.games.timed import Now, per_move, under_way
from tests.people import confirm_all
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

RATED = per_move(rated=True)


def rated_game(*people: User, ms: int = 24 * HOUR_MS, ai: tuple[str, ...] = ()) -> Game:
    """Start a game of these people in which all have moved."""
    seats = len(people) + len(ai)
    game = open_table(people[0], "pyramido", {"seats": seats}, ai=ai, agreed=read(per_move(ms, rated=True)))
    for user in people[1:]:
        sit_down(user, game.public_id)
    play.play_until(game, Random(1), lambda at: at.under_way)
    return play.fresh(game)


def rate_all() -> None:
    for pool in RatingPool.objects.all():
        tasks.rate(pool.pk)


def annulled(by: User, user: User, game: PublicId, reason: str) -> ModerationDecision:
    return decide(by, ModerationDecision.Action.ANNUL, user, reason, game=game)


def standing(user: User, pace: str = "correspondence", population: str = "people") -> tuple[int, int]:
    """Return rating and number of games."""
    for one in rating_reads.ratings_json(user):
        if (one["pace"], one["population"]) == (pace, population):
            return one["rating"], one["games"]
    return START, 0


def test_a_game_moves_the_ratings_of_its_players_and_says_why() -> None:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)
    assert changes_json(game.public_id) == []
    resign(game.public_id, play.fresh(game).seats.get(user=ben).number)
    tasks.rate(Result.objects.get(game=game.public_id).pool_id)
    tasks.rate_late()
    assert standing(ada) == (START + 2000, 1) and standing(ben) == (START - 2000, 1)
    first, second = changes_json(game.public_id)
    assert first | {"player": None} == {
        "seat": 0, "player": None, "ai": None, "before": START, "after": START + 2000, "expected": 500_000,
        "scored": 1_000_000, "k": 40, "games": 1, "provisional": True, "cause": "result", "annulled": False,
        "reason": "",
    }  # fmt: skip
    assert (first["player"]["id"], second["after"]) == (ada.public_id, START - 2000)
    assert checking.faults(play.fresh(game)) == []


def test_paces_and_populations_have_ratings_of_their_own() -> None:
    ada, ben = play.person(), play.person()
    for game in (rated_game(ada, ben), rated_game(ada, ben, ms=MINUTE_MS), rated_game(ada, ai=("greedy",))):
        resign(game.public_id, SEAT_0)
    rate_all()
    assert {(p.pace, p.population) for p in RatingPool.objects.all()} == {
        ("correspondence", "people"), ("live", "people"), ("correspondence", "bots"),
    }  # fmt: skip
    assert standing(ben) == standing(ben, "live") == (START + 2000, 1)
    assert standing(ben, population="bots") == (START, 0)
    pool = RatingPool.objects.get(population="bots")
    assert sorted((r.ai, r.value) for r in pool.ratings.all()) == [("", START - 2000), ("greedy", START + 2000)]


def test_unrated_games_and_games_without_a_result_change_no_rating() -> None:
    unrated, _ = under_way(per_move())
    aborted = open_table(ada := play.person(), "pyramido", {"seats": 2}, agreed=read(RATED))
    sit_down(play.person(), aborted.public_id)
    resign(unrated.public_id, SEAT_0)
    abort(aborted.public_id, SEAT_0)
    rate_all()
    assert not Result.objects.exists() and standing(ada) == (START, 0)


def test_a_player_who_leaves_ranks_last_even_if_the_computer_takes_over(now: Now) -> None:
    people = [play.person() for _ in range(3)]
    game = open_table(people[0], "pyramido", {"seats": 3}, substitute="greedy", agreed=read(RATED))
    for user in people[1:]:
        sit_down(user, game.public_id)
    play.play_until(game, Random(1), lambda at: at.under_way)
    resign(game.public_id, SEAT_1)
    play.play_to_the_end(game)
    rate_all()
    changes = changes_json(game.public_id)
    assert (changes[1]["player"]["id"], changes[1]["ai"], changes[1]["scored"]) == (people[1].public_id, None, 0)
    assert changes[0]["scored"] + changes[2]["scored"] == 1_500_000  # even if one of them reached a limit
    assert Result.objects.get(game=game.public_id).pool.population == "people"
    assert checking.faults(play.fresh(game)) == []


def test_the_computer_takes_no_seat_among_people_who_sat_down_for_a_rated_game() -> None:
    people = [play.person() for _ in range(2)]
    game = open_table(people[0], "pyramido", {"seats": 3}, agreed=read(RATED))
    sit_down(people[1], game.public_id)
    with pytest.raises(Refusal) as refused:
        seat_ai(people[0], game.public_id, "greedy")
    assert refused.value.code == "rated_settled"
    with_ai = open_table(people[0], "pyramido", {"seats": 4}, ai=("greedy",), agreed=read(RATED))
    sit_down(people[1], with_ai.public_id)
    with pytest.raises(Refusal) as refused:
        unseat_ai(people[0], with_ai.public_id, SEAT_1)
    assert refused.value.code == "rated_settled"


def test_a_table_for_one_is_not_rated_and_there_are_no_hints() -> None:
    with pytest.raises(Refusal) as refused:
        open_table(play.person(), play.GAME, {"seats": 1, "legend": "a"}, agreed=read(RATED))
    assert (refused.value.code, refused.value.field) == ("unrated", "terms.rated")


def test_concurrent_ends_and_duplicate_or_lost_tasks_lead_to_the_same_as_a_rebuild(now: Now) -> None:
    people = [play.person() for _ in range(4)]
    games = [rated_game(people[i % 4], people[(i + 1 + i // 4) % 4]) for i in range(8)]
    at_once([partial(resign, game.public_id, SEAT_0) for game in games])
    pool = RatingPool.objects.get()
    at_once([lambda: tasks.rate(pool.pk)] * 4)
    at_once([tasks.rate_late] * 2)
    assert set(Result.objects.values_list("rating_seq", flat=True)) == set(range(1, 9))
    assert RatingChange.objects.count() == 16
    call_command("rebuild_ratings", check=True, verbosity=0)
    late = rated_game(people[0], people[1])
    resign(late.public_id, SEAT_1)  # and the task is lost
    now.ms += tasks.SWEEP_AFTER_MS
    tasks.rate_late()
    assert Result.objects.get(game=late.public_id).rating_seq is None  # its rating may be in progress
    now.ms += 1
    tasks.rate_late()
    assert Result.objects.get(game=late.public_id).rating_seq == 9


def test_the_leaderboards_of_a_month_are_kept_when_it_has_ended(now: Now) -> None:
    ada = play.person()
    for _ in range(10):
        resign(rated_game(ada, play.person()).public_id, SEAT_1)
    confirm_all()
    rate_all()
    tasks.keep_leaderboards()
    assert not Snapshot.objects.exists()
    now.ms += 30 * 24 * HOUR_MS
    tasks.keep_leaderboards()
    tasks.keep_leaderboards()
    kept = Snapshot.objects.get()
    assert (kept.month, kept.place, kept.rating.user, kept.games) == ("2026-06", 1, ada, 10)


def test_months_that_are_none_are_refused() -> None:
    for month in ("\x00", "2026", "2026-1", "soon", "٢٠٢٦-١٠"):
        with pytest.raises(Refusal) as refused:
            rating_reads.past_json(None, month)
        assert (refused.value.status, refused.value.field) == (400, "month")


def test_staff_annul_over_the_interface() -> None:
    ada, ben = play.person(), play.person()
    game = rated_game(ada, ben)
    resign(game.public_id, SEAT_1)
    rate_all()
    moderator = staff(roles.SENIOR)
    _, text = tokens.make(moderator, "desk", ["mod:write"], None)
    path, headers = f"/api/v1/moderation/games/{game.public_id}/annulment", {"authorization": f"Bearer {text}"}

    def ask(method: str, reason: str = "one person", **more: Any) -> int:
        body = json.dumps({"reason": reason} | ({"player": ben.public_id} if method == "PUT" else {}))
        return Client().generic(method, path, body, content_type="application/json", **more).status_code

    assert [ask("PUT"), ask("PUT", "", headers=headers), ask("PUT", headers=headers)] == [401, 422, 204]
    assert standing(ada) == (START, 0)
    assert list(Annulment.objects.values_list("by", "reason")) == [(moderator.pk, "one person")]
    assert ask("DELETE", "two people after all", headers=headers) == 204
    assert standing(ada) == (START + 2000, 1)
    assert [one.action for one in ModerationDecision.objects.order_by("pk")] == ["annul", "undo"]
    give_role.give(moderator, roles.PLAYER)
    assert ask("PUT", headers=headers) == 403 and standing(ada) == (START + 2000, 1)


def test_an_annulment_is_refunded_and_told_once() -> None:
    ada, ben, cem = (play.person() for _ in range(3))
    game = rated_game(ada, ben)
    resign(game.public_id, SEAT_1)
    later = rated_game(ben, cem)
    resign(later.public_id, SEAT_0)
    rate_all()
    moderator = staff(roles.SENIOR)
    made = [annulled(moderator, ben, game.public_id, "the two are one person") for _ in range(2)]
    tell_late_refunds()
    assert Annulment.objects.count() == 1
    assert standing(ada) == (START, 0) and standing(ben) == (START - 2000, 1) and standing(cem)[0] == START + 2000
    told: dict[int, Any] = dict(Notification.objects.filter(kind="rating").values_list("user_id", "data"))
    assert told.keys() == {ada.pk, ben.pk, cem.pk}
    assert told[ada.pk].items() >= {"game": "Pyramido", "before": "1520", "after": "1500", "what": "annulled"}.items()
    assert {one["cause"]: one["annulled"] for one in changes_json(game.public_id)} == {"annulment": True}
    undo(moderator, made[0].public_id, "they are not")
    assert made[0] == made[1] and standing(ada) == (START + 2000, 1)
    with pytest.raises(Refusal) as refused:
        annulled(moderator, ben, play.table()[0].public_id, "unrated")
    assert (refused.value.status, refused.value.code) == (404, "unrated")
