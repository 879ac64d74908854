"""Notifications: what is stored, once, and for which channels."""

from __future__ import annotations

import pytest

from accounts.models import SENT, Notification, Outbox, Preferences, PushDevice, User, Webhook
from accounts.notifications import preferences
from accounts.notifications.notification_kinds_and_defaults import KINDS
from accounts.notifications.services import forget, tell
from tests.people import account

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


def person(name: str, **fields: object) -> User:
    return account(name, **{"email": f"{name.lower()}@example.org", **fields})  # type: ignore[arg-type]


def your_turn(*users: User, seq: int = 1) -> list[Notification]:
    data = {"game": "Pyramido"}
    return tell("your_turn", [user.pk for user in users], subject=GAME, key=f"your_turn:{GAME}:{seq}", data=data)


def channels(user: User) -> list[str]:
    return sorted(user.outbox.values_list("channel", flat=True))


def test_the_same_key_is_told_once_for_each_player() -> None:
    anna, berta = person("Anna"), person("Berta")
    assert [told.user for told in your_turn(anna)] == [anna]
    assert [told.user for told in your_turn(anna, berta)] == [berta]
    assert your_turn(anna, berta) == []
    assert Notification.objects.count() == 2


def test_several_turns_that_wait_are_one_message() -> None:
    anna = person("Anna")
    for seq in range(3):
        your_turn(anna, seq=seq)
    message = Outbox.objects.get()
    assert message.notifications.count() == 3
    Outbox.objects.update(state=SENT)
    your_turn(anna, seq=9)
    assert Outbox.objects.exclude(pk=message.pk).get().notifications.count() == 1


def test_the_matrix_says_which_way_it_goes() -> None:
    anna = person("Anna")
    PushDevice.objects.create(user=anna, endpoint="https://push.example/1", created_ms=0)
    Webhook.objects.create(user=anna, url="https://example.org/hook", secret="s", created_ms=0)
    your_turn(anna, seq=1)
    assert channels(anna) == ["email", "push", "webhook"]
    off = {"email": "off", "push": False, "webhook": False, "bell": False}
    preferences.change(anna.pk, {"matrix": {"your_turn": off}})
    Outbox.objects.all().delete()
    (silent,) = your_turn(anna, seq=2)
    assert channels(anna) == [] and not silent.bell


def test_a_guest_gets_no_mail_and_an_inactive_user_nothing() -> None:
    guest, gone = person("Guest", is_guest=True), person("Gone", is_active=False)
    assert [told.user for told in your_turn(guest, gone)] == [guest]
    assert not Outbox.objects.exists()


def test_deleted_notifications_count_as_read() -> None:
    anna, berta = person("Anna"), person("Berta")
    your_turn(anna, berta)
    tell("chat", [anna.pk], subject=GAME, key="chat:1", data={"game": "Pyramido", "who": "Berta"})
    assert forget([anna.pk], subject=GAME, kinds=["your_turn"]) == 1
    unread = Notification.objects.filter(read_ms=None)
    assert {(told.user_id, told.kind) for told in unread} == {(berta.pk, "your_turn"), (anna.pk, "chat")}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kind": "earthquake"}, "no kind"),
        ({"data": {}}, "game"),
        ({"kind": "left_game", "data": {"game": "Pyramido", "who": "Anna", "how": "vanished"}}, "vanished"),
        ({"key": ""}, "key"),
        ({"key": "k" * 121}, "key"),
        ({"subject": "s" * 17}, "subject"),
    ],
)
def test_notifications_with_invalid_data_are_refused(change: dict[str, object], says: str) -> None:
    anna = person("Anna")
    wanted = {"kind": "your_turn", "user_ids": [anna.pk], "subject": GAME, "key": "k", "data": {"game": "Pyramido"}}
    with pytest.raises(ValueError, match=says):
        tell(**{**wanted, **change})  # type: ignore[arg-type]
    assert not Notification.objects.exists()


def test_every_kind_has_its_sentences() -> None:
    for kind in KINDS.values():
        for value in kind.sentences:
            data = {**dict.fromkeys(kind.needs, "X"), **({kind.by: value} if kind.by else {})}
            kind.check(data)
            assert "X" in kind.sentence(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("zone", "Mars/Olympus"), ("zone", ""), ("zone", "../etc/passwd"), ("zone", 3), ("night_from", -1),
        ("night_to", 1440), ("digest_minute", None), ("digest_minute", True), ("digest_minute", 1e9),
        ("matrix", []), ("matrix", {"earthquake": {}}), ("matrix", {"chat": "on"}), ("matrix", {"chat": {"fax": True}}),
        ("matrix", {"chat": {"email": "hourly"}}), ("matrix", {"chat": {"push": 1}}), ("language", "xx"), ("colour", 1),
        ("night_from", 60),
    ],
)  # fmt: skip
def test_absurd_preferences_are_refused(field: str, value: object) -> None:
    anna = person("Anna")
    with pytest.raises(preferences.Unfit) as refused:
        preferences.change(anna.pk, {"digest_minute": 5, field: value})
    assert str(refused.value)
    assert not Preferences.objects.filter(digest_minute=5).exists()


def test_preferences_are_made_when_they_are_written() -> None:
    anna = person("Anna")
    assert preferences.of(anna.pk).zone == "UTC" and not Preferences.objects.exists()
    preferences.change(anna.pk, {"zone": "Europe/Rome", "night_from": 1380, "night_to": 420})
    preferences.change(anna.pk, {"matrix": {"chat": {"email": "off"}}})
    stored = preferences.of(anna.pk)
    assert (stored.zone, stored.night_from, stored.night_to) == ("Europe/Rome", 1380, 420)
    assert preferences.choice(stored, "chat") == {"bell": True, "email": "off", "push": False, "webhook": True}
