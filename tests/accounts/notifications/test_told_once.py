"""Nothing is sent about what an open page has shown, and everything else is."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from accounts.models import DROPPED, SENT, Notification, Outbox, PushDevice, User, Webhook
from accounts.notifications import bell, delivery
from accounts.notifications.delivery_channels import Contents, Outcome, Sender
from accounts.notifications.delivery_times import SHOWN_MS
from accounts.notifications.services import tell
from pyramido_site.infrastructure import site_clock
from tests.people import account, signed_in

pytestmark = pytest.mark.django_db

GAME = "p3Xk9QvT2mWz"


@pytest.fixture
def clock() -> Iterator[SimpleNamespace]:
    made = SimpleNamespace(now=site_clock.machine_ms())
    site_clock.use(lambda: made.now)
    yield made
    site_clock.use(site_clock.machine_ms)


@pytest.fixture
def anna() -> User:
    """A player with a browser and a webhook."""
    made = account("Anna")
    PushDevice.objects.create(user=made, endpoint="https://push.example/1", created_ms=0)
    Webhook.objects.create(user=made, url="https://example.org/hook", secret="s", created_ms=0)
    return made


def your_turn(user: User, seq: int) -> None:
    tell("your_turn", [user.pk], subject=GAME, key=f"turn:{seq}", data={"game": "Pyramido"}, seq=seq)


def sent(channel: str) -> list[str]:
    """Send what is due; return the keys of the notifications in it."""
    keys: list[str] = []

    class Kept(Sender):
        def send(self, message: Outbox, contents: Contents) -> Outcome:
            keys.extend(notification.key for notification in contents.notifications)
            return Outcome.ACCEPTED

    delivery.deliver(channel, sender=Kept)
    return keys


@pytest.mark.parametrize("channel", ["push", "webhook"])
def test_what_a_page_shows_in_time_is_not_sent(clock: SimpleNamespace, anna: User, channel: str) -> None:
    client = signed_in(anna)
    your_turn(anna, 3)
    clock.now += SHOWN_MS - 1
    assert sent(channel) == []
    shown = {"subject": GAME, "seq": 3}
    assert client.post("/api/v1/notifications/read", shown, content_type="application/json").json() == {"unread": 0}
    clock.now += 1
    assert sent(channel) == [] and Outbox.objects.get(channel=channel).state == DROPPED
    your_turn(anna, 5)
    client.post("/api/v1/notifications/read", {"subject": GAME, "seq": 4}, content_type="application/json")
    clock.now += SHOWN_MS
    assert sent(channel) == ["turn:5"], "the page is behind"
    assert Outbox.objects.filter(channel=channel, state=SENT).count() == 1


def test_a_message_waits_for_the_latest_of_it(clock: SimpleNamespace, anna: User) -> None:
    your_turn(anna, 3)
    clock.now += SHOWN_MS - 1
    tell("invitation", [anna.pk], subject="another", key="invited", data={"game": "Pyramido", "who": "Berta"})
    clock.now += SHOWN_MS - 1
    assert sent("push") == []
    read = {"keys": ["invited"]}
    signed_in(anna).post("/api/v1/notifications/read", read, content_type="application/json")
    clock.now += 1
    assert sent("push") == ["turn:3"]


def test_what_is_shown_before_it_is_told_is_told(clock: SimpleNamespace, anna: User) -> None:
    """A page says so when it hears of the notification, so that none is missed by one that has since been closed."""
    read = {"subject": GAME, "seq": 9}
    signed_in(anna).post("/api/v1/notifications/read", read, content_type="application/json")
    your_turn(anna, 3)
    clock.now += SHOWN_MS
    assert sent("push") == ["turn:3"] and bell.count(anna.pk) == 1


def test_the_newer_turn_replaces_the_older_in_bell_and_message(clock: SimpleNamespace, anna: User) -> None:
    for seq in (3, 5):
        your_turn(anna, seq)
    warned = {"game": "Pyramido"}
    tell("time_running_out", [anna.pk], subject=GAME, key="time:5", data=warned, seq=5)
    tell("request", [anna.pk], subject=GAME, key="asked", data={**warned, "who": "Berta", "what": "pause"}, seq=6)
    assert list(Notification.objects.filter(bell=True).values_list("key", flat=True)) == ["time:5", "asked"]
    clock.now += SHOWN_MS
    assert sent("push") == ["time:5", "asked"] and bell.count(anna.pk) == 1
    assert sent("webhook") == ["turn:3", "turn:5", "time:5", "asked"], "programs get each event by itself"
