"""Alerts: a user is told once, by notifications, that another user seeks a live game."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Block, Notification, User
from accounts.notifications import preferences
from accounts.notifications.rendering import path
from games import tasks
from games.matchmaking.seek_lifetimes import ALERT_MS
from games.matchmaking.services.leave_everything import leave_lobby
from games.matchmaking.services.pair_seeks import pair_seeks
from games.matchmaking.services.seek_alerts import ANY_GAME, remove_alert, set_alert, tell_alerts
from games.models import SeekAlert
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.time.clocks import PerMove
from games.time.terms import Terms
from tests.games.seeking import DAYS, GAME, LIVE, seeking
from tests.games.timed import Now
from tests.people import account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db

OTHER = "pyramido"
RATED = {**LIVE, "rated": True}


def told() -> list[User]:
    return [one.user for one in Notification.objects.filter(kind="opponent_waiting").order_by("pk")]


@pytest.mark.parametrize("key", [GAME, ANY_GAME])
def test_a_user_is_told_once_of_the_next_live_seek(key: str, now: Now) -> None:
    ada = account("Ada")
    seeking(agreed=LIVE)  # is there already: its page says so
    now.ms += 1
    set_alert(ada, key)
    assert tell_alerts() == 0
    seeking(agreed=DAYS)
    assert tell_alerts() == 0, "a game over days can be sought at any time"
    seeking(agreed=LIVE, seats=3)
    tasks.pair_seeks()
    assert told() == [ada] and not SeekAlert.objects.exists()
    said = Notification.objects.get(user=ada)
    assert path(said) == "/pairing/" and said.data == {"game": "Silver & Gold: Pyramids"}
    seeking(agreed=LIVE, seats=4)
    tasks.pair_seeks()
    assert told() == [ada]


def test_an_alert_ends_after_a_day_or_when_it_is_taken_back(now: Now) -> None:
    ada, ben = account("Ada"), account("Ben")
    set_alert(ada, GAME)
    now.ms += ALERT_MS // 2
    set_alert(ada, GAME)
    set_alert(ben, GAME)
    now.ms += ALERT_MS - 1
    tell_alerts()
    assert SeekAlert.objects.count() == 2, "asking again begins the day anew"
    remove_alert(ben, GAME)
    remove_alert(ben, GAME)
    now.ms += 1
    seeking(agreed=LIVE)
    assert tell_alerts() == 0 and not SeekAlert.objects.exists() and told() == []


def test_of_a_game_that_is_there() -> None:
    ada = account("Ada")
    for call in (set_alert, remove_alert):
        with pytest.raises(Refusal) as refused:
            call(ada, "null")
        assert refused.value.code == "unknown_game"


def test_only_of_games_that_the_user_could_join() -> None:
    ada, apart, visitor = account("Ada"), account("Ben"), user_of(guest())
    assert visitor is not None
    Block.objects.create(blocker=ada, blocked=apart)
    for user in (ada, visitor):
        set_alert(user, GAME)
    seeking(agreed=LIVE, game=OTHER)
    seeking(apart, agreed=LIVE, seats=3)
    assert tell_alerts() == 1 and told() == [visitor], "not of another game, nor of one with a blocked player"
    set_alert(visitor, GAME)
    seeking(agreed=RATED)
    assert tell_alerts() == 1 and told() == [visitor, ada], "a guest cannot play a rated game"


def test_not_while_the_user_plays_or_seeks_a_live_game() -> None:
    ada, ben = account("Ada"), account("Ben")
    for user in (ada, ben):
        set_alert(user, GAME)
    table = open_table(ada, OTHER, {"seats": 2}, agreed=Terms(PerMove(60)))
    seeking(ben, agreed=LIVE, seats=3)
    seeking(agreed=LIVE)
    assert tell_alerts() == 0 and told() == []
    leave_lobby(ben)
    assert not SeekAlert.objects.filter(user=ben).exists()
    table.delete()
    assert tell_alerts() == 1 and told() == [ada]


def test_pairing_comes_first() -> None:
    ada = account("Ada")
    set_alert(ada, ANY_GAME)
    seeking(agreed=LIVE)
    seeking(agreed=LIVE)
    tasks.pair_seeks()
    assert told() == [] and pair_seeks() == 0


def test_no_alert_for_a_game_that_is_not_there_nor_for_bots() -> None:
    bot = account("Robo", is_bot=True)
    for user, key in ((account("Ada"), "chess"), (bot, GAME)):
        with pytest.raises(Refusal):
            set_alert(user, key)
    assert not SeekAlert.objects.exists()


def test_many_alerts_cost_no_more_queries(django_assert_max_num_queries: object) -> None:
    for number in range(12):
        set_alert(account(f"Ada {number}"), OTHER)
    seeking(agreed=LIVE)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        assert tell_alerts() == 0


def test_by_which_channels_a_user_is_reached() -> None:
    ada = account("Ada", email="ada@example.org")
    plain, visitor = account("Ben"), user_of(guest())
    assert visitor is not None
    assert preferences.reached_by(ada, "opponent_waiting") == ["bell", "email"]
    assert (
        preferences.reached_by(plain, "opponent_waiting")
        == preferences.reached_by(visitor, "opponent_waiting")
        == ["bell"]
    )
    ada.push_devices.create(endpoint="https://push.example/a", p256dh="x", auth="y", created_ms=1)
    ada.webhooks.create(url="https://hooks.example/a", secret="s", created_ms=1)
    assert preferences.reached_by(ada, "opponent_waiting") == ["bell", "email", "push", "webhook"]
    preferences.change(ada.pk, {"matrix": {"opponent_waiting": {"email": "off", "push": False}}})
    assert preferences.reached_by(ada, "opponent_waiting") == ["bell", "webhook"]


# --- on pages ---------------------------------------------------------------------------------------------------------
def test_the_page_of_a_live_seek_offers_an_alert() -> None:
    ada = account("Ada")
    client, made = signed_in(ada), seeking(ada, agreed=LIVE)
    page = f"/pairing/seeks/{made.public_id}/"
    assert "Notify me" in client.get(page).content.decode()
    body = {"game": GAME, "next": page}
    answer = client.post("/pairing/alert/", body)
    assert (answer.status_code, answer["Location"]) == (302, page)
    shown = client.get(page).content.decode()
    assert "Cancel the alert" in shown and "We will notify you once, on this site, when a player looks for" in shown
    client.post("/pairing/alert/", {**body, "off": "on"})
    assert not SeekAlert.objects.exists()
    assert "We will notify you once, on this site," in client.get(page).content.decode()


def test_alerts_of_pages_belong_to_who_asks() -> None:
    ada = account("Ada")
    set_alert(ada, ANY_GAME)
    thief = signed_in(account("Ben"))
    thief.post("/pairing/alert/", {"game": ANY_GAME, "off": "on"})
    assert SeekAlert.objects.filter(user=ada).exists()
    assert Client().post("/pairing/alert/", {"game": ANY_GAME})["Location"].startswith("/accounts/login/")
    assert thief.post("/pairing/alert/", {"game": "chess"}).status_code in (302, 400)
    assert thief.post("/pairing/alert/", {"game": ANY_GAME, "next": "https://evil.example/"})["Location"] == "/pairing/"
    assert thief.get("/pairing/alert/").status_code == 405
    bot = signed_in(account("Robo", is_bot=True))
    assert bot.post("/pairing/alert/", {"game": ANY_GAME})["Location"] == "/bot/"
    assert not SeekAlert.objects.exclude(user__display_name__in=("Ada", "Ben")).exists()
    assert "Cancel the alert" in signed_in(ada).get("/").content.decode()
