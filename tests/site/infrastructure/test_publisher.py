"""Publishing: in order, from any thread, without waiting, and without the layer while it is down."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer, channel_layers

from engine.newtypes import Seq
from games.live import followups
from games.live import lobby as lobby_live
from pyramido_site.infrastructure.breaker import Breaker
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.publisher import Publisher
from tests.servers import eventually, wait_until


class RecordingLayer(InMemoryChannelLayer):
    """A layer that records its messages, and hangs, fails or swallows a cancellation on demand."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, Any]] = []
        self.mode = "works"
        self.busy = asyncio.Event()

    async def group_send(self, group: str, message: Any) -> None:
        if self.mode == "hangs":
            await asyncio.Event().wait()
        if self.mode == "swallows":
            with contextlib.suppress(asyncio.CancelledError):
                self.busy.set()
                await asyncio.Event().wait()
        if self.mode == "fails":
            raise ConnectionError("the layer is gone")
        if group != lobby_live.GROUP:  # the last change of an earlier test is published up to a second later
            self.sent.append((group, message.get("n", message.get("type"))))


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> RecordingLayer:
    made = RecordingLayer()
    monkeypatch.setattr("pyramido_site.infrastructure.publisher.get_channel_layer", lambda: made)
    return made


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch, layer: RecordingLayer) -> RecordingLayer:
    """A layer that is not recognized as the in-memory one."""
    monkeypatch.setattr("pyramido_site.infrastructure.publisher.InMemoryChannelLayer", type("None_", (), {}))
    return layer


async def test_many_threads_and_each_one_s_order(layer: RecordingLayer) -> None:
    publisher = Publisher()
    publisher.attach(asyncio.get_running_loop())
    publisher.attach(asyncio.get_running_loop())

    def publish(name: str) -> None:
        for n in range(50):
            publisher.publish([(name, {"n": n})])

    threads = [threading.Thread(target=publish, args=(f"g{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    await eventually(lambda: len(layer.sent) == 200)
    for n in range(4):
        assert [number for group, number in layer.sent if group == f"g{n}"] == list(range(50))
    publisher.detach()


async def test_the_server_s_loop_is_woken_at_once(layer: RecordingLayer) -> None:
    publisher = Publisher()
    publisher.attach(asyncio.get_running_loop())
    began = time.monotonic()
    threading.Thread(target=publisher.publish, args=([("g", {"n": 1})],)).start()
    await eventually(lambda: layer.sent)
    assert time.monotonic() - began < 1
    publisher.detach()


async def test_a_sender_ends_although_the_layer_swallows_its_cancellation(layer: RecordingLayer) -> None:
    publisher = Publisher()
    publisher.attach(asyncio.get_running_loop())
    sender = publisher._attached
    assert sender is not None
    layer.mode = "swallows"
    publisher.publish([("g", {"n": 1}), ("g", {"n": 2})])
    await layer.busy.wait()
    publisher.detach()
    await asyncio.wait([sender.task], timeout=10)
    assert sender.task.done()


def test_without_a_server_the_in_memory_layer_is_not_used(layer: RecordingLayer) -> None:
    publisher = Publisher()
    publisher.publish([("g", {"n": 1})])
    assert layer.sent == [] and publisher._background is None


def test_a_process_without_a_server_sends_from_one_background_loop(remote: RecordingLayer) -> None:
    publisher = Publisher()
    for n in range(20):
        publisher.publish([("g", {"n": n})])
    wait_until(lambda: len(remote.sent) == 20, 10, "the messages")
    assert [n for _, n in remote.sent] == list(range(20))


@pytest.mark.parametrize("mode", ["hangs", "fails"])
def test_a_lost_layer_delays_no_caller_and_is_retried(
    remote: RecordingLayer, mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    publisher = Publisher()
    publisher.breaker.rest_s = 0.2
    remote.mode = mode
    began = time.monotonic()
    for n in range(100):
        publisher.publish([("g", {"n": n})])
    assert time.monotonic() - began < 0.4
    wait_until(lambda: not publisher.breaker.closed(), 10, "the breaker to open")
    publisher.publish([("g", {"n": -1})])
    remote.mode = "works"
    wait_until(publisher.breaker.closed, 10, "the breaker to close")
    publisher.publish([("g", {"n": 1000})])
    wait_until(lambda: ("g", 1000) in remote.sent, 10, "the message after the loss")
    assert ("g", -1) not in remote.sent
    wait_until(lambda: ("g", "look") in remote.sent, 10, "the group to be told that it has lost something")
    lost = [record for record in caplog.records if "is lost" in record.message]
    assert len(lost) >= 1 and all(record.levelno == logging.WARNING for record in lost)


def test_a_breaker_rests_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    breaker = Breaker("the thing", rest_s=1.0)
    assert breaker.closed()
    for _ in range(3):
        breaker.failed(ConnectionError("no"))
    assert not breaker.closed()
    wait_until(breaker.closed, 5, "the rest")
    breaker.succeeded()
    breaker.succeeded()
    assert [record.message for record in caplog.records] == [
        "the thing is lost (ConnectionError: no); going on without it",
        "the thing is back",
    ]


def test_a_lost_broker_delays_no_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = threading.Event()

    def hang(*arguments: Any, **options: Any) -> None:
        tried.set()
        raise ConnectionError("no broker")

    monkeypatch.setattr("games.live.followups.current_app.send_task", hang)
    breaker = Breaker("the broker", rest_s=60)
    monkeypatch.setattr(followups, "breaker", breaker)
    followups.automatic_turn(PublicId("x"), Seq(1))
    assert tried.wait(10)
    wait_until(lambda: not breaker.closed(), 10, "the breaker to open")
    tried.clear()
    followups.automatic_turn(PublicId("x"), Seq(2))
    assert not tried.is_set()


def test_the_layer_of_the_site_is_made_by_the_settings(settings: Any) -> None:
    wanted = settings.CHANNEL_LAYERS["default"]["BACKEND"].rpartition(".")[2]
    assert type(channel_layers["default"]).__name__ == wanted


def test_a_channel_that_lost_messages_is_told_to_look_once(remote: RecordingLayer) -> None:
    publisher = Publisher()
    publisher.breaker.rest_s = 0.3
    remote.mode = "fails"
    for n in range(20):
        publisher.publish([("g", {"n": n}), ("h", {"n": n})])
    wait_until(lambda: not publisher.breaker.closed(), 10, "the breaker to open")
    publisher.publish([("i", {"n": -1})])
    remote.mode = "works"
    wait_until(lambda: len(remote.sent) >= 3, 10, "the groups to be told")
    publisher.publish([("k", {"n": 1})])
    wait_until(lambda: ("k", 1) in remote.sent, 10, "what came later")
    assert sorted(remote.sent) == [("g", "look"), ("h", "look"), ("i", "look"), ("k", 1)]
