"""Seeks: permissions, lifetime, representation in the API, and standing seeks.

In one file: the life of a seek from its creation to its end.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import Notification, User
from engine.newtypes import FIRST
from games import tasks
from games.live import followups
from games.matchmaking.pairing import CORRESPONDENCE
from games.matchmaking.seek_lifetimes import PATIENT_MS, PRESENT_MS
from games.matchmaking.services.end_or_renew_seeks import end_or_renew_seeks
from games.matchmaking.services.pair_seeks import pair_seeks
from games.models import Game, PairingPool, Seat, Seek, Vacation
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.selectors import live_tables, may_play_rated, table_terms
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, MINUTE_MS, SECOND_MS
from ratings.models import Rating, RatingPool
from tests.games import play
from tests.games.seeking import DAYS, GAME, LIVE, fresh, game_of, seeking
from tests.games.timed import Now
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db

BODY = {"game": GAME, "options": {"seats": 2}, "terms": DAYS}


class Api:
    """A client of a signed-in user."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user or play.person()
        self.client = Client()
        self.client.force_login(self.user)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}")

    def post(self, body: object, key: str | None = None) -> Any:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.client.post("/api/v1/seeks", body, content_type="application/json", headers=headers)

    def delete(self, seek: str) -> Any:
        return self.client.delete(f"/api/v1/seeks/{seek}")


# --- the API ----------------------------------------------------------------------------------------------------------
def test_from_seeking_to_the_table(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, now: Now
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(followups, "pair_seeks", lambda: asked.append("pair"))
    anna, berta = Api(), Api()
    with django_capture_on_commit_callbacks(execute=True):
        answer = anna.post({**BODY, "nonce": "AB" * 32})
    assert asked == ["pair"]
    assert answer.status_code == 201, answer.content
    made = answer.json()
    now.ms += 5 * SECOND_MS
    seen = anna.get(f"seeks/{made['id']}").json()
    assert seen == made | {"server_now_ms": now.ms, "waited_ms": 5 * SECOND_MS, "window": seen["window"]}
    assert {name: seen[name] for name in ("state", "keep", "table", "waiting", "rating", "nonce", "shown")} == {
        "state": "waiting", "keep": 0, "table": None, "waiting": 1, "rating": 150_000, "nonce": True, "shown": 0,
    }  # fmt: skip
    assert seen["window"] >= made["window"] > 0
    assert seen["until_ms"] == seen["made_ms"] + PATIENT_MS
    terms = {**DAYS, "weekend": None, "vacation": True}
    pool = {"game": GAME, "options": {"seats": 2}, "terms": terms, "rated": False, "live": False}
    assert seen["pool"] == {"id": seen["pool"]["id"], **pool}
    assert anna.get("pairing").json()["pools"] == [{**seen["pool"], "waiting": 1}]

    assert berta.get(f"seeks/{made['id']}").status_code == 404
    other = berta.post(BODY).json()
    assert other["pool"] == seen["pool"] and other["waiting"] == 2 and other["shown"] > 32
    pair_seeks()
    seen = anna.get(f"seeks/{made['id']}").json()
    game = Game.objects.get()
    assert seen["table"] == {"id": game.public_id, "url": f"/games/{game.public_id}/"}
    assert (seen["state"], seen["waiting"], seen["waited_ms"], seen["window"]) == ("paired", 0, None, None)
    assert anna.get("seeks").json()["results"] == [] and anna.get("pairing").json()["pools"] == []
    refused = anna.delete(made["id"])
    assert (refused.status_code, refused.json()["code"]) == (409, "already_paired")


def test_offered_pools_and_controls() -> None:
    offered = Client().get("/api/v1/pairing").json()
    assert {game["game"] for game in offered["games"]} == {"forgotten-treasures", "pyramido", "silver-gold-pyramids"}
    for game in offered["games"]:
        assert [kind["options"] for kind in game["kinds"]] == [{"seats": seats} for seats in (2, 3, 4)]
    controls = offered["time_controls"]
    assert LIVE["time_control"] in [one["time_control"] for one in controls if one["live"]]
    assert DAYS["time_control"] in [one["time_control"] for one in controls if not one["live"]]
    assert all(one["time_control"]["system"] != "none" for one in controls)


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        ({"game": "chess"}, 400, "unknown_game", "game"),
        ({"options": {"seats": 1}}, 400, "malformed_options", "seats"),
        ({"game": "forgotten-treasures", "options": {"seats": 1, "legend": "a"}}, 422, "not_offered", "options"),
        ({"options": [1]}, 400, "malformed", "options"),
        ({"terms": {}}, 422, "not_offered", "terms.time_control"),
        ({"terms": {"time_control": {"system": "per_move", "seconds": 61}}}, 422, "not_offered", "terms.time_control"),
        ({"terms": {"time_control": {"system": "hourglass"}}}, 400, "malformed", "terms.time_control.system"),
        ({"terms": {**LIVE, "weekend": "UTC"}}, 422, "no_weekends", "terms.weekend"),
        ({"terms": LIVE, "keep": 1}, 422, "not_standing", "keep"),
        ({"keep": 11}, 400, "malformed", "keep"),
        ({"keep": -1}, 400, "malformed", "keep"),
        ({"nonce": "AB"}, 400, "malformed", "nonce"),
        ({"colour": 1}, 400, "malformed", "colour"),
    ],
)
def test_invalid_seeks_are_refused(change: dict[str, Any], status: int, code: str, field: str) -> None:
    answer = Api().post({**BODY, **change})
    refused = answer.json()
    assert (answer.status_code, refused["code"], refused["field"]) == (status, code, field), refused
    assert not Seek.objects.exists()


def test_guests_seek_unrated_games_and_anonymous_callers_none() -> None:
    assert Client().post("/api/v1/seeks", BODY, content_type="application/json").status_code == 401
    assert Client().get("/api/v1/seeks").status_code == 401
    guest = Api(User.objects.create_user("Guest 1", is_guest=True))
    refused = guest.post({**BODY, "terms": {**DAYS, "rated": True}})
    assert (refused.status_code, refused.json()["code"]) == (403, "guests_unrated")
    assert guest.post(BODY).status_code == 201
    assert Api().post({**BODY, "terms": {**DAYS, "rated": True}}).json()["pool"]["rated"] is True
    assert pair_seeks() == 0, "rated and unrated are not the same"


def test_a_repeated_key_returns_the_first_response() -> None:
    anna = Api()
    body = {**BODY, "nonce": "ab" * 32}
    first = anna.post(body, "one").json()
    assert anna.post(body, "one").json()["id"] == first["id"]
    for other in ({**body, "keep": 1}, {**body, "nonce": "cd" * 32}, {**body, "options": {"seats": 3}}):
        refused = anna.post(other, "one")
        assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
    seeking()
    pair_seeks()
    again = anna.post(body, "one").json()
    assert (again["id"], again["state"]) == (first["id"], "paired")
    assert Api().post(body, "one").status_code == 201, "another user's key is independent"


def test_seeks_are_limited_in_total_and_to_one_in_a_pool() -> None:
    anna = Api()
    made = anna.post(BODY).json()
    refused = anna.post({**BODY, "keep": 2})
    assert (refused.status_code, refused.json()["code"]) == (409, "already_seeking")
    others = [{**BODY, "terms": {**DAYS, "weekend": zone}} for zone in ("Europe/Zurich", "Europe/Paris", "UTC")]
    for body in others:
        for seats in (2, 3, 4):
            assert anna.post({**body, "options": {"seats": seats}}).status_code == 201
    refused = anna.post({**BODY, "game": "pyramido"})
    assert (refused.status_code, refused.json()["code"]) == (422, "too_many_seeks")
    assert len(anna.get("seeks").json()["results"]) == 10
    for _ in range(2):
        assert anna.delete(made["id"]).status_code == 204
    assert anna.get(f"seeks/{made['id']}").json()["state"] == "withdrawn"
    assert anna.post({**BODY, "game": "pyramido"}).status_code == 201


def test_the_same_wish_in_other_words_waits_in_the_same_pool() -> None:
    one = seeking(agreed=LIVE)
    assert seeking(agreed={**LIVE, "vacation": False}).pool == one.pool
    assert seeking(agreed=DAYS).pool == seeking(agreed={**DAYS, "vacation": True, "rated": False}).pool != one.pool
    assert PairingPool.objects.count() == 2


def test_a_pools_commitments_by_number() -> None:
    pool = seeking().pool
    for _ in range(3):
        seeking()
    pair_seeks()
    pool.refresh_from_db()
    address = f"/api/v1/pairing-pools/{pool.public_id}"
    shown = Client().get(address).json()
    assert (shown["taken"], shown["results"][0]["number"], shown["next"]) == (2, 2, None)
    everything = Client().get(shown["previous"]).json()["results"]
    assert [one["number"] for one in everything] == list(range(pool.prepared))
    assert everything[2:] == shown["results"]
    games = [game.public_id for game in pool.games.order_by("pk")]
    assert [(one["taken"], one["game"]) for one in everything[:3]] == [
        (True, games[0]),
        (True, games[1]),
        (False, None),
    ]
    for number, game in enumerate(pool.games.order_by("pk")):
        assert everything[number]["commitment"] == game.commitment
    second = Client().get(Client().get(shown["previous"] + "&limit=1").json()["next"]).json()
    assert (second["results"], len(second["previous"])) == (everything[1:2], len(second["next"]))
    for bad in ("?cursor=-1", "?cursor=x", "?limit=٣", "?cursor=", "?number=1", "?limit=0", "?limit=101"):
        assert Client().get(address + bad).json()["code"] == "malformed"
    assert Client().get("/api/v1/pairing-pools/nowhere").json()["code"] == "not_found"


def test_the_rating_of_the_game_and_pace_decides_who_is_near(now: Now) -> None:
    anna = Api()
    pool = RatingPool.objects.create(game=GAME, pace="correspondence", population="people")
    Rating.objects.create(pool=pool, user=anna.user, value=2423_45)
    made = anna.post(BODY).json()
    assert made["rating"] == 242_345
    assert anna.post({**BODY, "terms": LIVE}).json()["rating"] == 150_000
    far = seeking()
    assert pair_seeks() == 0
    now.ms += CORRESPONDENCE.anybody_ms
    assert anna.get(f"seeks/{made['id']}").json()["window"] is None
    assert pair_seeks() == 1
    assert game_of(far).public_id == anna.get(f"seeks/{made['id']}").json()["table"]["id"]


def test_nothing_is_written_for_a_seek_that_is_refused() -> None:
    guest = Api(User.objects.create_user("Guest 1", is_guest=True))
    for zone in ("Europe/Zurich", "Europe/Paris", "UTC"):
        refused = guest.post({**BODY, "terms": {**DAYS, "rated": True, "weekend": zone}})
        assert refused.json()["code"] == "guests_unrated"
    for nonce in ("zz" * 32, "ab" * 31, "ab " * 32):
        with pytest.raises(Refusal) as malformed:
            seeking(nonce=nonce)
        assert (malformed.value.code, malformed.value.field) == ("malformed", "nonce")
    assert not PairingPool.objects.exists()


# --- people who may not play rated ------------------------------------------------------------------------------------
def ended(user: User, *absent: bool) -> None:
    """End games of this user, oldest first; each flag says whether the user was absent."""
    for timed_out in absent:
        at = Game.objects.count()
        game = Game.objects.create(
            game_key=GAME, rules_version=1, status=Game.Status.FINISHED, seq=FIRST, last_event_ms=at
        )
        Seat.objects.create(
            game=game, number=SEAT_0, kind="person", user=user, departure="timed_out" if timed_out else ""
        )


def test_excluded_users_are_found_with_four_queries(django_assert_num_queries: Any) -> None:
    rng = Random(3)
    people = [play.person() for _ in range(24)]
    ended(people[0], *[True] * 3, *[False] * may_play_rated.LOOKED_AT)
    ended(people[1], *[True] * 3, *[False] * 2)
    for user in people[2:]:
        ended(user, *(rng.random() < 0.5 for _ in range(rng.randrange(9))))
    with django_assert_num_queries(4):
        found = may_play_rated.excluded([user.pk for user in people])
    assert found == {user.pk for user in people if may_play_rated.games_owed(user)}
    assert people[1].pk in found and people[0].pk not in found and 2 < len(found) < 22


def test_a_player_excluded_while_seeking_is_not_paired_for_a_rated_game() -> None:
    rated = {**DAYS, "rated": True}
    anna = play.person()
    seeks, unrated = [seeking(anna, rated), seeking(agreed=rated)], seeking(anna)
    live = seeking(anna, {**LIVE, "rated": True})
    ended(anna, True, True, True)
    assert pair_seeks() == 0
    end_or_renew_seeks()
    end_or_renew_seeks()
    assert [fresh(seek).state for seek in (*seeks, live, unrated)] == ["withdrawn", "waiting", "withdrawn", "waiting"]
    told = Notification.objects.get()
    assert (told.kind, told.user, told.data["how"]) == ("seek_ended", anna, "left")
    seeking()
    assert pair_seeks() == 1, "unrated games are open to all"


# --- games of one sitting ---------------------------------------------------------------------------------------------
def live_table(user: User) -> Game:
    return open_table(user, GAME, {"seats": 2}, agreed=table_terms.read(LIVE))


def refused(call: Any) -> tuple[str, object]:
    with pytest.raises(Refusal) as refusal:
        call()
    return refusal.value.code, refusal.value.params.get("table")


def test_a_player_has_one_live_table_and_does_not_seek_beside_it() -> None:
    anna, berta = play.person(), play.person()
    table, other = live_table(anna), live_table(play.person())
    slow = open_table(anna, GAME, {"seats": 2}, agreed=table_terms.read(DAYS))
    sit_down(berta, slow.public_id)
    elsewhere = (
        lambda: seeking(anna, LIVE),
        lambda: live_table(anna),
        lambda: sit_down(anna, other.public_id),
    )
    assert [refused(call) for call in elsewhere] == [("waiting_live", table.public_id)] * 3
    sought, days = seeking(berta, LIVE), seeking(berta)
    sit_down(berta, table.public_id)
    assert (fresh(sought).state, fresh(days).state) == ("withdrawn", "waiting"), "a seated player no longer seeks"
    assert play.fresh(table).status == Game.Status.RUNNING
    assert [refused(call) for call in elsewhere] == [("playing_live", table.public_id)] * 3
    resign(table.public_id, SEAT_0)
    sit_down(anna, other.public_id)
    mine = live_table(berta)
    leave_table(berta, mine.public_id)
    seeking(berta, LIVE)


# --- how long a seek waits --------------------------------------------------------------------------------------------
def test_a_live_seek_waits_while_its_seeker_is_there(now: Now) -> None:
    anna = Api()
    made = anna.post({**BODY, "terms": LIVE}).json()
    assert PRESENT_MS >= 2 * MINUTE_MS, "browsers limit hidden pages to one request a minute"
    for path in (f"seeks/{made['id']}", "seeks"):
        now.ms += PRESENT_MS - 1
        assert anna.get(path).status_code == 200
        end_or_renew_seeks()
    assert Seek.objects.get().until_ms == now.ms + PRESENT_MS
    now.ms += PRESENT_MS
    assert anna.get(f"seeks/{made['id']}").json()["state"] == "expired", "it does not come back"
    assert anna.delete(made["id"]).status_code == 204
    seeking(anna.user, LIVE)
    now.ms += PRESENT_MS
    end_or_renew_seeks()
    assert set(Seek.objects.values_list("state", flat=True)) == {"expired"}
    assert not Notification.objects.exists()


def test_a_seek_of_days_waits_for_two_weeks_and_a_standing_one_for_ever(now: Now) -> None:
    once, standing = seeking(), seeking(seats=3, keep=2)
    now.ms += PATIENT_MS - 1
    end_or_renew_seeks()
    assert fresh(once).state == "waiting"
    now.ms += 1
    tasks.tend_seeks()
    tasks.tend_seeks()
    assert (fresh(once).state, fresh(standing).state) == ("expired", "waiting")
    told = Notification.objects.get()
    assert (told.kind, told.user, told.data["how"]) == ("seek_ended", once.user, "expired")


# --- standing seeks ---------------------------------------------------------------------------------------------------
def company(keep: int = 2) -> tuple[Seek, list[Seek]]:
    """Return a standing seek with as many games as it keeps, and the seeks of its opponents."""
    standing, others = seeking(keep=keep, nonce="ab" * 32), []
    for _ in range(keep):
        others.append(seeking())
        assert pair_seeks() == 1
        end_or_renew_seeks()
    return fresh(standing), [fresh(one) for one in others]


def test_a_standing_seek_keeps_its_number_of_games(now: Now) -> None:
    standing, (one, other) = company()
    assert standing.state == "paired"
    assert {game_of(one), game_of(other)} == {seat.game for seat in Seat.objects.filter(user=standing.user)}
    assert standing.nonce == ""
    extra = seeking()
    assert pair_seeks() == 0, "it has enough games"
    resign(game_of(one).public_id, game_of(one).seats.get(user=one.user).number)
    now.ms += DAY_MS
    end_or_renew_seeks()
    assert (fresh(standing).state, fresh(standing).since_ms) == ("waiting", now.ms)
    assert pair_seeks() == 1
    assert game_of(extra) == game_of(standing) != game_of(other)
    end_or_renew_seeks()
    assert fresh(standing).state == "paired"


def test_a_standing_seek_is_to_keep_fewer_games_or_more(now: Now) -> None:
    standing, others = company()
    anna = Api(standing.user)
    address = f"/api/v1/seeks/{standing.public_id}"

    def keep(number: object, path: str = address) -> tuple[int, str]:
        answer = anna.client.patch(path, {"keep": number}, content_type="application/json")
        return answer.status_code, answer.json().get("state") or answer.json()["code"]

    now.ms += SECOND_MS
    assert keep(3) == (200, "waiting")
    assert (fresh(standing).concurrent_games, fresh(standing).since_ms) == (3, now.ms)
    assert keep(1) == keep(2) == (200, "paired"), "two games run"
    for number in (0, 11, "2", None):
        assert keep(number) == (400, "malformed")
    once = seeking(anna.user, seats=3)
    assert keep(2, f"/api/v1/seeks/{once.public_id}") == (409, "not_lasting")
    assert keep(2, f"/api/v1/seeks/{others[0].public_id}") == (404, "not_found")
    anna.delete(standing.public_id)
    assert keep(2) == (409, "not_lasting")


def test_a_standing_seek_rests_on_vacation_and_with_an_inactive_account(now: Now) -> None:
    standing, once = seeking(keep=1), seeking()
    Vacation.objects.create(user=standing.user, from_ms=now.ms, until_ms=now.ms + DAY_MS)
    assert pair_seeks() == 0
    now.ms += DAY_MS
    User.objects.filter(pk=once.user_id).update(is_active=False)
    assert pair_seeks() == 0
    User.objects.filter(pk=once.user_id).update(is_active=True)
    assert pair_seeks() == 1


def test_a_standing_seek_ends_when_its_person_runs_out_of_time(now: Now) -> None:
    standing, (one, other) = company()
    games = [game_of(one), game_of(other)]
    for game in games:
        play.play_until(game, Random(1), lambda at: at.under_way)
        mine = game.seats.get(user=standing.user).number
        play.play_until(game, Random(1), lambda at, seat=mine: at.to_move == (seat,) or at.ended)
    now.sweep(2 * DAY_MS + 1)
    left = Seat.objects.filter(user=standing.user, departure="timed_out").count()
    assert left == 2
    before = seeking(one.user, keep=1)
    end_or_renew_seeks()
    assert (fresh(standing).state, fresh(before).state) == ("withdrawn", "waiting")
    told = Notification.objects.get(kind="seek_ended")
    assert (told.user, told.data["how"]) == (standing.user, "left")
    now.ms += 1
    anew = seeking(standing.user, keep=1)
    end_or_renew_seeks()
    assert fresh(anew).state == "waiting", "earlier absences are forgiven"


def test_a_standing_seek_ends_if_its_owner_aborts_its_game(now: Now) -> None:
    standing, (one,) = company(keep=1)
    game = game_of(one)
    abort(game.public_id, game.seats.get(user=standing.user).number)
    end_or_renew_seeks()
    assert fresh(standing).state == "withdrawn"
    standing, (one,) = company(keep=1)
    abort(game_of(one).public_id, game_of(one).seats.get(user=one.user).number)
    end_or_renew_seeks()
    assert fresh(standing).state == "waiting", "it was called off by another player"


def test_no_second_seek_beside_a_standing_one_that_rests() -> None:
    standing, _ = company(keep=1)
    anna = Api(standing.user)
    assert anna.post(BODY).json()["code"] == "already_seeking"
    assert [one["state"] for one in anna.get("seeks").json()["results"]] == ["paired"]
    assert anna.delete(standing.public_id).status_code == 204
    again = anna.post({**BODY, "keep": 1}).json()
    assert again["state"] == "paired", "there is a game already"
    anna.delete(again["id"])
    assert anna.post(BODY).json()["state"] == "waiting"
    assert live_tables.live_tables([standing.user_id]) == {}
