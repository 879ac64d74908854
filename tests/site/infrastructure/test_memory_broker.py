"""The broker in memory: workers take a task when it comes, and look for none in between."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from kombu import Connection, Consumer, Message, Queue
from kombu.transport.virtual import base

from pyramido_site.infrastructure.memory_broker import Transport, bell

NAME = "a queue of this test"
LONG_S = 20.0


class Worker:
    """A worker in a thread of its own, which takes one message at a time until it gets the message "stop"."""

    def __init__(self, connection: Connection) -> None:
        self.taken: list[Message] = []
        self.looks = 0
        self.came = threading.Semaphore(0)
        self.connection = connection
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        with Consumer(
            self.connection, [Queue(NAME)], callbacks=[self.take], prefetch_count=1, accept=["json"]
        ):  # fmt: skip
            self.came.release()
            while not self.taken or self.taken[-1].payload != "stop":
                self.looks += 1
                try:
                    self.connection.drain_events(timeout=LONG_S)
                except TimeoutError:
                    continue

    def take(self, body: Any, message: Message) -> None:
        self.taken.append(message)
        self.came.release()

    def takes(self, body: str) -> Message:
        """Wait until it has taken this message as its next one."""
        assert self.came.acquire(timeout=LONG_S)
        assert self.taken[-1].payload == body
        return self.taken[-1]


@pytest.fixture
def connection(monkeypatch: pytest.MonkeyPatch) -> Iterator[Connection]:
    monkeypatch.setattr(base, "sleep", None)  # with which kombu waits between two looks
    with Connection(transport=Transport) as made:
        yield made
        made.SimpleQueue(NAME).queue.delete()


def send(connection: Connection, body: str) -> None:
    with connection.clone() as other:
        other.Producer().publish(body, routing_key=NAME, declare=[Queue(NAME)])


def test_a_waiting_worker_takes_a_message_when_it_comes(connection: Connection) -> None:
    worker = Worker(connection)
    worker.thread.start()
    assert worker.came.acquire(timeout=LONG_S)
    for body in ("one", "two"):
        send(connection, body)
        worker.takes(body).ack()
    send(connection, "stop")
    worker.takes("stop")
    worker.thread.join(LONG_S)
    assert worker.looks <= 2 * bell.times


def test_a_worker_that_is_busy_takes_the_next_message_once_it_is_done(connection: Connection) -> None:
    worker = Worker(connection)
    worker.thread.start()
    assert worker.came.acquire(timeout=LONG_S)
    for body in ("one", "two", "stop"):
        send(connection, body)
    worker.takes("one").reject(requeue=False)
    second = worker.takes("two")
    assert [message.payload for message in worker.taken] == ["one", "two"]
    second.ack()
    worker.takes("stop")
    worker.thread.join(LONG_S)
    assert not worker.thread.is_alive()


def test_without_a_message_the_caller_can_see_whether_to_stop(connection: Connection) -> None:
    with Consumer(connection, [Queue(NAME)], accept=["json"]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=0.01)
