"""The pages of notifications: the bell and the list."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Notification, User, Webhook
from accounts.notifications import bell, preferences
from accounts.notifications.services import tell
from tests.games.pages.turning import turned
from tests.people import account, signed_in, user_of

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"
SETTINGS = "/accounts/settings/"
SETTINGS_PAGES = [
    SETTINGS, *(f"{SETTINGS}{tab}/" for tab in ("notifications", "notifications/fine-tune", "account", "privacy")),
    f"{SETTINGS}developers/",
]  # fmt: skip


def told(user: User, seq: int = 1, subject: str = GAME, kind: str = "your_turn") -> None:
    tell(kind, [user.pk], subject=subject, key=f"turn:{seq}", data={"game": "Pyramido"})


def test_the_bell_counts_and_a_look_at_the_game_ends_it() -> None:
    anna = account("Anna")
    client = signed_in(anna)
    assert "All quiet" in client.get("/notifications/").content.decode()
    told(anna, 1)
    told(anna, 2, "another")
    page = client.get("/notifications/").content.decode()
    assert "<title>(2) Notifications" in page and page.count("Pyramido – it is your turn.</a>") == 2
    answer = client.get("/notifications/open/?key=turn:1")
    assert answer["Location"] == f"/games/{GAME}/"
    assert "<title>(1) " in client.get("/notifications/").content.decode()
    client.post("/notifications/read/")
    assert not Notification.objects.filter(read_ms=None).exists()


def test_another_user_s_notifications_are_out_of_reach() -> None:
    anna, berta = account("Anna"), account("Berta", email="berta@example.org")
    told(berta)
    client = signed_in(anna)
    assert client.get("/notifications/open/?key=turn:1").status_code == 404
    client.post("/notifications/read/")
    client.post("/api/v1/notifications/read", {"keys": ["turn:1"]}, content_type="application/json")
    assert Notification.objects.filter(user=berta, read_ms=None).count() == 1
    hook = Webhook.objects.create(user=berta, url="https://example.org/", secret="s", created_ms=0)
    client.post(f"{SETTINGS}webhooks/remove/", {"row": hook.pk})
    assert Webhook.objects.exists() and "berta@" not in client.get(f"{SETTINGS}account/").content.decode()


@pytest.mark.parametrize(
    "path", ["/notifications/", "/api/v1/notifications", "/api/v1/account/preferences", *SETTINGS_PAGES]
)
def test_visitors_have_no_notifications(visitor: Client, path: str) -> None:
    assert visitor.get(path).status_code == (401 if path.startswith("/api/") else 302)


def test_long_lists_go_on() -> None:
    anna = account("Anna")
    for seq in range(60):
        told(anna, seq, f"game {seq}")
    client = signed_in(anna)
    first = client.get("/api/v1/notifications").json()
    rest = client.get(first["next"]).json()
    assert (first["unread"], rest["next"]) == (60, None)
    keys = [line["key"] for line in [*first["results"], *rest["results"]]]
    assert keys == [f"turn:{seq}" for seq in reversed(range(60))]
    assert [len(page) for page in turned(client, "/notifications/", "news-line")] == [50, 10]


def test_of_turns_only_the_newest_about_a_game_is_shown_and_each_game_counts_once() -> None:
    anna = account("Anna")
    client = signed_in(anna)
    for seq in range(3):
        told(anna, seq, "one")
    tell("time_running_out", [anna.pk], subject="one", key="time:3", data={"game": "Pyramido"})
    told(anna, 4, "two")
    tell("game_finished", [anna.pk], subject="one", key="over", data={"game": "Pyramido"})
    tell("account", [anna.pk], key="name", data={"what": "look_alike", "name": "Anna"})
    entries = client.get("/notifications/").context["entries"]
    shown = [[line["told"].key for line in entry] for entry in entries]
    assert shown == [["name"], ["over", "time:3"], ["turn:4"]]
    page = client.get("/api/v1/notifications", {"unread": "true"}).json()
    assert page["unread"] == 3 and [one["key"] for one in page["results"]] == ["name", "over", "turn:4", "time:3"]
    client.post("/notifications/read/", {"key": "over"})
    assert set(Notification.objects.filter(read_ms=None).values_list("key", flat=True)) == {"turn:4", "name"}
    preferences.change(anna.pk, {"matrix": {"your_turn": {"bell": False}}})
    told(anna, 5, "two")  # not in the bell: it replaces nothing there
    assert bell.count(anna.pk) == 2


def test_pages_are_of_the_readers_own_notifications() -> None:
    """Several users get notifications of one event with the same key, and not all at once."""
    anna, berta = account("Anna"), account("Berta")
    told(anna, 1)
    for seq in range(3):
        told(berta, seq, kind="game_started")
    told(anna, 0)
    client = signed_in(berta)
    first = client.get("/api/v1/notifications?limit=2").json()
    rest = client.get(first["next"]).json()
    assert [[line["key"] for line in page["results"]] for page in (first, rest)] == [["turn:2", "turn:1"], ["turn:0"]]
    told(anna, 2)
    Notification.objects.filter(user=berta, key="turn:1").delete()
    assert client.get(first["next"]).json()["field"] == "cursor"  # Anna's cursor is not valid for other users


def test_unread_notifications_of_one_game_are_one_entry() -> None:
    anna = account("Anna")
    client = signed_in(anna)
    for seq, subject in enumerate(("one", "two", "one", "two", "one", "")):
        told(anna, seq, subject, "game_started")
    Notification.objects.filter(key="turn:0").update(read_ms=1)
    entries = client.get("/notifications/").context["entries"]
    shown = [[line["told"].key for line in entry] for entry in entries]
    assert shown == [["turn:5"], ["turn:4", "turn:2"], ["turn:3", "turn:1"], ["turn:0"]]
    told(anna, 6, "one", "game_started")  # after the page was loaded
    client.post("/notifications/read/", {"key": "turn:4"})
    assert set(Notification.objects.filter(read_ms=None).values_list("key", flat=True)) == {
        "turn:5", "turn:3", "turn:1", "turn:6",
    }  # fmt: skip
    assert client.post("/notifications/read/", {"key": "none of mine"}).status_code == 302
    client.get("/notifications/open/?key=turn:3")
    client.post("/notifications/read/", {"key": "turn:5"})
    assert list(Notification.objects.filter(read_ms=None).values_list("key", flat=True)) == ["turn:6"]


def test_the_list_names_the_other_players() -> None:
    anna, berta = account("Anna"), account("Berta")
    names = {anna.pk: "Anna", berta.pk: "Berta", 0: "Carla"}
    data = {"game": "Pyramido"}
    tell("your_turn", [anna.pk, berta.pk], subject=GAME, key="t", data=data, players=names)
    tell("left_game", [anna.pk], subject=GAME, key="l", data={**data, "who": "Berta", "how": "resigned"}, players=names)
    two = {anna.pk: "Anna", berta.pk: "Berta"}
    tell("chat", [anna.pk], subject="two", key="c", data={**data, "who": "Berta"}, players=two)
    tell("answer", [anna.pk], subject="two", key="a", data={**data, "who": "Berta", "how": "pause_agreed"}, players=two)
    assert [line["text"] for line in signed_in(anna).get("/api/v1/notifications").json()["results"]] == [
        "Pyramido with Berta – the game is paused: everyone agreed.",
        "Pyramido – Berta wrote in the chat.",
        "Pyramido with Berta and Carla – Berta resigned.",
        "Pyramido with Berta and Carla – it is your turn.",
    ]
    (line,) = signed_in(berta).get("/api/v1/notifications").json()["results"]
    assert line["text"] == "Pyramido with Anna and Carla – it is your turn."


def test_messages_come_in_the_language_of_the_pages(visitor: Client) -> None:
    anna = account("Anna")
    client = signed_in(anna)
    client.post("/i18n/setlang/", {"language": "it", "next": "/"})
    assert preferences.of(anna.pk).language == "it"
    client.post("/i18n/setlang/", {"language": "xx"})
    assert preferences.of(anna.pk).language == "it"
    french = Client(headers={"accept-language": "fr"})
    french.post("/accounts/guest/")
    newcomer = user_of(french)
    assert newcomer is not None and preferences.of(newcomer.pk).language == "fr"


def test_the_service_worker_may_serve_the_whole_site(visitor: Client) -> None:
    answer = visitor.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript") and b'addEventListener("push"' in answer.content
