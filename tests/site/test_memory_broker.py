"""The broker of the embedded site hands tasks over at once, and its readers sleep until there is one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from queue import SimpleQueue
from typing import Any

import pytest
from kombu import Consumer, Exchange, Producer, Queue

from pyramido_site import memory_broker
from pyramido_site.celery import new_app

WAIT_S = 30
"""Far more than any hand-over takes, and more than a reader sleeps in a test that passes."""


class Reader:
    """A worker's part: a thread that takes messages of one queue, at most `prefetched` that are not acknowledged."""

    def __init__(self, queue: Queue, prefetched: int = 0) -> None:
        self.taken: SimpleQueue[Any] = SimpleQueue()
        self.connection = new_connection()
        self.consumer = Consumer(self.connection.channel(), [queue], on_message=self.taken.put)
        self.consumer.qos(prefetch_count=prefetched)
        self.consumer.consume()
        self.looks = 0
        self.thread = threading.Thread(target=self.read, daemon=True)

    def read(self) -> None:
        look = self.connection.transport.cycle.get

        def counted(*arguments: Any, **options: Any) -> Any:
            self.looks += 1
            return look(*arguments, **options)

        self.connection.transport.cycle.get = counted
        with contextlib.suppress(TimeoutError):  # the test is over
            while True:
                self.connection.drain_events(timeout=WAIT_S)


def new_connection() -> Any:
    made = new_app(current=False).connection()
    assert isinstance(made.transport, memory_broker.Transport)
    return made


@pytest.fixture
def queue() -> Iterator[Queue]:
    made = Queue("of-this-test", Exchange("of-this-test"), routing_key="of-this-test")
    yield made
    memory_broker.Channel.queues.pop(made.name, None)
    memory_broker.Channel.readers.pop(made.name, None)


def send(queue: Queue, *bodies: str) -> None:
    with new_connection() as connection:
        producer = Producer(connection, exchange=queue.exchange, routing_key=queue.routing_key)
        for body in bodies:
            producer.publish(body, declare=[queue])


def test_a_task_is_handed_over_at_once_and_nobody_looks_without_one(queue: Queue) -> None:
    reader, other = Reader(queue), Reader(Queue("of-others", Exchange("of-others"), routing_key="of-others"))
    for one in (reader, other):
        one.thread.start()
    for body in ("first", "second"):
        send(queue, body)
        assert reader.taken.get(timeout=WAIT_S / 3).payload == body
    assert reader.looks <= 5  # before each message, with each, and after the last
    assert other.looks <= 1


def test_tasks_from_before_the_worker_started_are_taken(queue: Queue) -> None:
    send(queue, "first", "second")
    reader = Reader(queue)
    reader.thread.start()
    assert [reader.taken.get(timeout=WAIT_S / 3).payload for _ in range(2)] == ["first", "second"]


@pytest.mark.parametrize("end", ["ack", "reject"])
def test_a_worker_that_is_busy_takes_the_next_task_when_one_has_ended(queue: Queue, end: str) -> None:
    reader = Reader(queue, prefetched=1)
    reader.thread.start()
    send(queue, "first", "second")
    first = reader.taken.get(timeout=WAIT_S / 3)
    assert reader.taken.empty()
    getattr(first, end)()
    assert reader.taken.get(timeout=WAIT_S / 3).payload == "second"


def test_no_task_in_time_is_said(queue: Queue) -> None:
    reader = Reader(queue)
    with pytest.raises(TimeoutError):
        reader.connection.drain_events(timeout=0.01)
