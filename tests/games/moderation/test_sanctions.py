"""Effects of sanctions on pages, on the API with a session and with tokens, and on sockets."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.access import tokens
from accounts.connections import watch
from accounts.models import Notification, Sanction, User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from accounts.sanctions.selectors import Kind
from engine import registry
from games import tasks
from games.models import Game, Invitation, Seat, Seek
from games.seating.selectors import may_play_rated, table_terms
from games.seating.services.invite import invite
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS
from tests.accounts.access.test_oauth import Flow, flow, status
from tests.games import play, seeking
from tests.games.api.test_api import client_of
from tests.games.sockets import Socket, in_database
from tests.games.timed import Now, per_move
from tests.people import PASSWORD, account, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db(transaction=True)

REASON = "Insults in three games."
RATED = per_move(rated=True)


def impose(user: User, kind: str, until_ms: int | None = None) -> Sanction:
    """Impose a sanction as a moderator's decision does, including the task that follows."""
    made = sanctioning.impose(user, kind, REASON, until_ms)
    tasks.sanction_effects(made.public_id)
    return made


def bearer(text: str, path: str = "/api/v1/account/preferences") -> Any:
    return visitor().get(path, headers={"Authorization": f"Bearer {text}"})


async def test_a_muted_user_is_told_why_and_until_when(now: Now) -> None:
    def muted() -> tuple[Game, User]:
        game, (ada, _ben) = play.table()
        impose(ada, Kind.MUTE, now.ms + DAY_MS)
        said = client_of(ada).post(
            f"/api/v1/games/{game.public_id}/chat", {"room": "players", "text": "Hi"}, content_type="application/json"
        )
        assert (said.status_code, said.json()["code"], said.json()["field"]) == (403, "muted", "room")
        assert REASON in said.json()["detail"] and "16 Jun 2026" in said.json()["detail"]
        read = client_of(ada).get(f"/api/v1/games/{game.public_id}/chat").json()
        assert read["write"] == [] and read["read"] == ["players"]
        assert read["silenced"] == said.json()["detail"], "the page says so in place of the field"
        return game, ada

    game, ada = await in_database(muted)
    socket = await Socket.to(game.public_id, ada)
    answer = await socket.answer_to({"type": "say", "ref": "a", "room": "players", "text": "Hi"})
    assert (answer["type"], answer["code"]) == ("error", "muted") and REASON in answer["detail"]
    await socket.close()
    now.ms += DAY_MS
    assert await in_database(lambda: client_of(ada).get(f"/api/v1/games/{game.public_id}/chat").json()["write"]) != []


def test_a_user_excluded_from_rated_games_is_neither_seated_nor_paired(now: Now) -> None:
    ada = play.person()
    rated, other = seeking.seeking(ada, {**seeking.DAYS, "rated": True}), seeking.seeking(ada)
    waiting = open_table(ada, "pyramido", {"seats": 2}, agreed=table_terms.read(RATED))
    impose(ada, Kind.UNRATED, now.ms + DAY_MS)
    assert [seeking.fresh(one).state for one in (rated, other)] == [Seek.State.WITHDRAWN, Seek.State.WAITING]
    assert play.fresh(waiting).status == Game.Status.ABORTED
    assert may_play_rated.excluded([ada.pk]) == {ada.pk}
    answer = client_of(ada).post(
        "/api/v1/games", {"game": "pyramido", "options": {"seats": 2}, "terms": RATED}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (403, "unrated", "rated")
    assert REASON in answer.json()["detail"]
    now.ms += DAY_MS
    assert may_play_rated.excluded([ada.pk]) == set()


def test_a_suspension_shuts_every_way_in_and_ends_by_itself(now: Now) -> None:
    ada = account("Ada", email="ada@example.org")
    game = _game_of(ada)
    seek, waiting = seeking.seeking(ada), open_table(ada, play.GAME, {"seats": 2})
    host = play.person()
    asked = invite(host, open_table(host, play.GAME, {"seats": 3}).public_id, ada)
    whole = tokens.make(ada, "all", ["account:read", "account:write"], None)[1]
    narrow = tokens.make(ada, "games", ["games:read"], None)[1]
    page = signed_in(ada)
    made = impose(ada, Kind.SUSPENSION, now.ms + 2 * DAY_MS)

    # Seeks in the lobby end, running games go on.
    assert seeking.fresh(seek).state == Seek.State.WITHDRAWN
    assert play.fresh(waiting).status == Game.Status.ABORTED
    assert Invitation.objects.get(pk=asked.pk).state == Invitation.State.DECLINED
    assert Seat.objects.get(game=game, user=ada).departure == ""

    # Signing in leads to the decision; a wrong password reveals nothing.
    browser = visitor()
    wrong = browser.post("/accounts/login/", {"login": "Ada", "password": "not-this-one"})
    assert wrong.status_code == 200 and REASON not in wrong.content.decode()
    told = browser.post("/accounts/login/", {"login": "Ada", "password": PASSWORD}, follow=True)
    text = told.content.decode()
    assert told.status_code == 200 and REASON in text and "17 Jun 2026" in text
    assert user_of(browser) is None

    # A session from before leads there too; the API reports it; a token gets the link only if it has that permission
    # anyway.
    link = page.get("/games/mine/").headers["Location"]
    assert link.startswith("/closed-account/") and visitor().get(link).status_code == 200
    refused = page.get("/api/v1/account/preferences")
    assert (refused.status_code, refused.json()["code"]) == (401, "account_closed")
    assert REASON in refused.json()["detail"] and "/closed-account/" in refused.json()["detail"]
    for token, linked in ((whole, True), (narrow, False)):
        answer = bearer(token)
        assert (answer.status_code, answer.json()["code"]) == (401, "account_closed")
        assert REASON in answer.json()["detail"] and ("/closed-account/" in answer.json()["detail"]) == linked
    assert bearer("pyr_" + "x" * 43).json()["code"] == "invalid_token"

    now.ms += 2 * DAY_MS
    tasks.sanctions()
    tasks.sanctions()
    assert sanctions.state(Sanction.objects.get(pk=made.pk)) == sanctions.ENDED
    assert [one.data["what"] for one in Notification.objects.filter(user=ada, kind="sanction")] == ["suspension_over"]
    assert bearer(whole).status_code == 200 and page.get("/games/mine/").status_code == 200
    assert visitor().get(link).status_code == 410, "the decision link has expired"


def _game_of(user: User) -> Game:
    game = open_table(user, play.GAME, {"seats": 2})
    sit_down(play.person(), game.public_id)
    return play.fresh(game)


async def test_open_connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY_S", 0.02)
    game, (ada, _ben) = await in_database(play.table)
    token = await in_database(lambda: tokens.make(ada, "all", ["games:read"], None)[1])
    by_session, by_token = await Socket.to(game.public_id, ada), await Socket.to(game.public_id)
    await by_token.answer_to({"type": "auth", "ref": "a", "token": token})
    await in_database(sanctioning.impose, ada, Kind.BAN, REASON, None)
    assert (await by_session.until("error"))["code"] == "signed_out"
    assert (await by_token.until("error"))["code"] == "invalid_token"
    assert await by_session.closed() == await by_token.closed() == 4401
    again = await Socket.to(game.public_id)
    answer = await again.answer_to({"type": "auth", "ref": "a", "token": token})
    assert answer["code"] == "account_closed" and REASON in answer["detail"]


def test_a_ban_ends_running_games_and_the_sweep_finds_lost_tasks() -> None:
    game, (ada, ben) = play.table()
    other, people = play.with_ai("random", seats=3, substitute="random")
    sanctioning.impose(ada, Kind.BAN, REASON, None)
    sanctioning.impose(people[0], Kind.BAN, REASON, None)  # without requesting the tasks
    tasks.sanctions()
    assert play.fresh(game).status == Game.Status.FINISHED
    assert Seat.objects.get(game=game, user=ada).departure == "removed"
    assert Seat.objects.get(game=game, user=ben).rank == 1
    assert Seat.objects.get(game=other, user=people[0]).ai == "random", "the substitute plays on"
    seqs = [play.fresh(one).seq for one in (game, other)]
    tasks.sanctions()
    assert [play.fresh(one).seq for one in (game, other)] == seqs


def test_a_suspension_that_ends_while_a_ban_holds_opens_nothing(now: Now) -> None:
    ada = play.person()
    for kind, until_ms in ((Kind.SUSPENSION, now.ms + 2 * DAY_MS), (Kind.MUTE, now.ms + 2 * DAY_MS), (Kind.BAN, None)):
        held = impose(ada, kind, until_ms)
    now.ms += 2 * DAY_MS
    tasks.sanctions()
    assert not User.objects.get(pk=ada.pk).is_active
    assert not Notification.objects.filter(user=ada, kind="sanction").exists(), (
        "nothing is over for the excluded player"
    )
    sanctioning.lift(held)
    assert User.objects.get(pk=ada.pk).is_active


def test_of_two_mutes_the_end_of_the_longer_is_told(now: Now) -> None:
    ada = play.person()
    impose(ada, Kind.MUTE, now.ms + DAY_MS)
    impose(ada, Kind.MUTE, now.ms + 2 * DAY_MS)
    for told in ([], ["mute_over"]):
        now.ms += DAY_MS
        tasks.sanctions()
        assert sanctions.is_muted(ada) == (not told)
        assert [one.data["what"] for one in Notification.objects.filter(user=ada, kind="sanction")] == told


@pytest.mark.parametrize("seats", [3, 4])
def test_a_ban_in_the_middle_of_a_game_lets_the_others_play_on(seats: int) -> None:
    for rules in registry.games():
        people = [play.person() for _ in range(seats)]
        game = open_table(people[0], rules.key, {"seats": seats})
        for user in people[1:]:
            sit_down(user, game.public_id)
        for number in range(7):
            play.step(game.public_id, Random(number))
        impose(people[1], Kind.BAN)
        assert Seat.objects.get(game=game, user=people[1]).departure == "removed"
        assert play.fresh(game).status == Game.Status.RUNNING
        at = play.position(game)
        assert at.to_move and 1 not in at.to_move and 1 not in at.persons


def test_applications_of_a_banned_owner_stop_until_it_is_lifted() -> None:
    made: Flow = flow()
    granted = made.connected()
    assert status(granted["access_token"]) == 200
    owner = User.objects.get(pk=made.app.owner_id)
    ban = impose(owner, Kind.BAN)
    assert status(granted["access_token"]) == 401
    assert made.refresh(granted["refresh_token"]).json()["error"] == "unauthorized_client"
    assert made.page.get("/oauth/authorize", made.asked()).status_code == 403
    sanctioning.lift(ban)
    assert status(granted["access_token"]) == 200
    assert made.refresh(granted["refresh_token"]).status_code == 200


def test_a_suspended_users_applications_are_refused() -> None:
    made = flow()
    granted = made.connected()
    impose(made.user, Kind.SUSPENSION)
    answer = bearer(granted["access_token"])
    assert (answer.status_code, answer.json()["code"]) == (401, "account_closed")
    assert "/closed-account/" not in answer.json()["detail"]
    assert made.refresh(granted["refresh_token"]).status_code == 400


def test_a_profile_says_that_an_account_is_closed_and_nothing_of_anything_else() -> None:
    ada, viewer = play.person(), Client()
    profile = f"/players/{ada.public_id}/"
    for kind in (Kind.WARNING, Kind.MUTE, Kind.UNRATED, Kind.SUSPENSION):
        impose(ada, kind)
    text = viewer.get(profile).content.decode()
    assert REASON not in text and "account is closed" not in text
    impose(ada, Kind.BAN)
    text = viewer.get(profile).content.decode()
    assert REASON not in text and "This account is closed" in text
