"""Concurrent workers and callers: each message is claimed by one worker, and no user is notified twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from django.db import connection

from accounts.models import SENT, Notification, Outbox
from accounts.notifications import delivery
from accounts.notifications.delivery_channels import Contents, Outcome, Sender
from accounts.notifications.services import tell
from tests.people import account

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")
MANY = 6


def together(call: Callable[[], T]) -> list[T]:
    """Call it concurrently in several threads, each with a connection of its own."""

    def alone() -> T:
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(MANY) as threads:
        return [future.result() for future in [threads.submit(alone) for _ in range(MANY)]]


def test_many_workers_send_each_message_once() -> None:
    for number in range(12):
        anna = account(f"Anna {number}", email=f"a{number}@example.org")
        tell("your_turn", [anna.pk], subject="game", key="k", data={"game": "Pyramido"})
    Outbox.objects.update(due_ms=0)
    sent: Counter[str] = Counter()

    class Counting(Sender):
        def send(self, message: Outbox, contents: Contents) -> Outcome:
            sent[contents.user.email] += 1
            return Outcome.ACCEPTED

    claimed = together(lambda: delivery.deliver("email", sender=Counting))
    assert sum(claimed) == 12 and set(sent.values()) == {1} and len(sent) == 12
    assert set(Outbox.objects.values_list("state", "attempts", "doubts")) == {(SENT, 1, 0)}


def test_concurrent_calls_with_one_key_notify_once() -> None:
    anna = account("Anna", email="anna@example.org")
    new = together(lambda: tell("your_turn", [anna.pk], subject="game", key="k", data={"game": "Pyramido"}))
    assert sorted(len(told) for told in new) == [0] * (MANY - 1) + [1]
    assert Notification.objects.count() == Outbox.objects.count() == 1
