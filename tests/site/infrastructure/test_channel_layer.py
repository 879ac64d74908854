"""The channel layer after a lost connection to Redis: messages published meanwhile are not waited for."""

from __future__ import annotations

import asyncio
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from pyramido_site.infrastructure import channel_layer as layers
from pyramido_site.infrastructure.channel_layer import Layer
from tests import servers

pytestmark = pytest.mark.slow(5)


class OwnRedis:
    """A server of a single test, which may stop and start it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._port = folder, servers.free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    async def start(self) -> None:
        binary = servers.redis_binary()
        assert binary is not None
        settings = ["--bind", "127.0.0.1", "--port", str(self._port), "--dir", str(self._folder), "--save", ""]
        self._process = subprocess.Popen([binary, *settings], stdout=subprocess.DEVNULL)  # noqa: ASYNC220 - at once
        await servers.eventually(lambda: servers.accepts(self._port))

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    redis = OwnRedis(tmp_path)
    yield redis
    redis.stop()


async def cut(url: str, name: str) -> int:
    """Close the connections of this name; return how many there were."""
    async with Redis.from_url(url) as redis:
        found = [one["id"] for one in await redis.client_list() if one["name"] == name]
        for number in found:
            await redis.client_kill_filter(_id=number)
        return len(found)


async def test_after_a_lost_connection_all_channels_look_and_receive_again(
    private_redis: str,
) -> None:
    name = secrets.token_hex(8)
    layer: Any = Layer(hosts=[f"{private_redis}?client_name={name}"], prefix=name)
    channels = [await layer.new_channel() for _ in range(3)]
    for channel in channels[:2]:
        await layer.group_add("some", channel)
    await layer.group_send("some", {"type": "before"})
    for channel in channels[:2]:
        assert await layer.receive(channel) == {"type": "before"}

    assert await cut(private_redis, name) >= 1
    async with asyncio.timeout(10):
        for channel in channels:
            assert await layer.receive(channel) == {"type": "look"}
        await layer.group_send("some", {"type": "after"})
        for channel in channels[:2]:
            assert await layer.receive(channel) == {"type": "after"}
    await layer.flush()


async def test_many_channels_look_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    layer: Any = Layer(hosts=["redis://127.0.0.1:1"], prefix="test")
    loop_layer = layer._get_layer()
    loop_layer.channels = {str(number): asyncio.Queue() for number in range(4 * layers.LOOKS_A_SECOND)}
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda wait_s, *_: waits.append(wait_s))
    loop_layer._shards[0]._has_returned()
    monkeypatch.undo()
    assert len(waits) == len(loop_layer.channels) and 3 < max(waits) <= 4


async def test_messages_that_are_sent_together_come_in_their_order(private_redis: str) -> None:
    layer: Any = Layer(hosts=[private_redis], prefix=secrets.token_hex(8))
    channel = await layer.new_channel()
    for group in ("a", "b"):
        await layer.group_add(group, channel)
    messages = [("ab"[number % 2], {"type": "forward", "number": number}) for number in range(20)]
    await layer.send_all([*messages, ("nobody", {"type": "forward"})])
    async with asyncio.timeout(10):
        assert [await layer.receive(channel) for _ in messages] == [message for _, message in messages]
    await layer.flush()


async def test_the_audiences_of_a_game_are_told_in_one_message(
    private_redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer: Any = Layer(hosts=[private_redis], prefix=secrets.token_hex(8))
    of_seat, of_others, elsewhere = [await layer.new_channel() for _ in range(3)]
    for group, channel in (("game.a.0", of_seat), ("game.a.public", of_others), ("game.b.0", elsewhere)):
        await layer.group_add(group, channel)
    published: list[int] = []
    shard = layer._get_layer()._shards[0]
    publish = shard.publish_all

    async def noted(messages: Any) -> None:
        published.append(len(messages))
        await publish(messages)

    monkeypatch.setattr(shard, "publish_all", noted)
    for number in (1, 2):
        await layer.send_all([(f"game.a.{seat}", {"seat": seat, "number": number}) for seat in ("0", "1", "public")])
        async with asyncio.timeout(10):
            assert await layer.receive(of_seat) == {"seat": "0", "number": number}
            assert await layer.receive(of_others) == {"seat": "public", "number": number}
    assert published == [1, 1]
    await layer.group_send("game.b.0", {"seat": "0"})
    async with asyncio.timeout(10):
        assert await layer.receive(elsewhere) == {"seat": "0"}  # and no message of the other game before it
    await layer.flush()


async def test_leaving_a_group_stops_its_messages_and_the_last_member_ends_the_subscription(private_redis: str) -> None:
    prefix = secrets.token_hex(8)
    layer: Any = Layer(hosts=[private_redis], prefix=prefix)
    channels = [await layer.new_channel() for _ in range(2)]
    for seat, channel in enumerate(channels):
        await layer.group_add(f"game.a.{seat}", channel)
    await layer.group_discard("game.a.0", channels[0])
    await layer.send_all([(f"game.a.{seat}", {"seat": seat}) for seat in range(2)])
    async with asyncio.timeout(10):
        assert await layer.receive(channels[1]) == {"seat": 1}
    assert layer._get_layer().channels[channels[0]].empty()
    async with Redis.from_url(private_redis) as redis:
        topic = f"{prefix}__topic__game.a".encode()
        assert await redis.pubsub_numsub(topic) == [(topic, 1)]
        await layer.group_discard("game.a.1", channels[1])
        for channel in channels:
            await layer.drop(channel)
        async with asyncio.timeout(10):
            while await redis.pubsub_channels(f"{prefix}*"):  # noqa: ASYNC110 (it is Redis that knows)
                await asyncio.sleep(0)
    assert not layer._get_layer().channels
    await layer.flush()


async def test_a_message_to_one_channel_reaches_that_one(private_redis: str) -> None:
    layer: Any = Layer(hosts=[private_redis], prefix=secrets.token_hex(8))
    channels = [await layer.new_channel() for _ in range(2)]
    await layer.send(channels[1], {"type": "forward"})
    async with asyncio.timeout(10):
        assert await layer.receive(channels[1]) == {"type": "forward"}
    assert layer._get_layer().channels[channels[0]].empty()
    with pytest.raises(RuntimeError, match="was not made here"):
        await layer.group_add("game.a.0", "another")
    await layer.flush()


async def open_sockets(layer: Any, count: int) -> list[str]:
    """Open `count` sockets at once, each in a group of its own; return their channels in order."""

    async def open_one(number: int) -> str:
        channel = str(await layer.new_channel())
        await layer.group_add(f"game{number}", channel)
        return channel

    return list(await asyncio.gather(*(open_one(number) for number in range(count))))


async def hears(layer: Any, channel: str, kind: str) -> None:
    while (await layer.receive(channel))["type"] != kind:
        pass


@pytest.mark.private_redis
async def test_sockets_open_whatever_redis_does_and_hear_when_it_is_back(
    own_redis: OwnRedis, caplog: pytest.LogCaptureFixture
) -> None:
    count = 50
    await own_redis.start()
    layer: Any = Layer(hosts=[own_redis.url], prefix="test")
    channels = await open_sockets(layer, count)
    async with asyncio.timeout(60):
        for _ in range(3):
            own_redis.stop()
            channels += (away := await open_sockets(layer, count))
            returning = asyncio.create_task(own_redis.start())
            back = asyncio.gather(*(hears(layer, channel, "look") for channel in away))
            while not back.done():
                channels += await open_sockets(layer, 5)
                await asyncio.wait({back}, timeout=0.01)
            await asyncio.gather(returning, back)
            await layer.send_all([(f"game{number}", {"type": "forward"}) for number in range(count)])
            await asyncio.gather(*(hears(layer, channel, "forward") for channel in channels))
    assert not [record for record in caplog.records if record.exc_info]
    await layer.flush()


async def test_messages_published_after_group_add_are_received(private_redis: str) -> None:
    """`group_add` returns only when Redis has subscribed, so messages over another connection are received too."""
    prefix = secrets.token_hex(8)
    layer: Any = Layer(hosts=[private_redis], prefix=prefix)
    await layer.new_channel()
    async with Redis.from_url(private_redis) as redis:
        for number in range(50):
            channel = await layer.new_channel()
            await layer.group_add(f"game.{number}.0", channel)
            topic = f"{prefix}__topic__game.{number}".encode()
            assert await redis.pubsub_numsub(topic) == [(topic, 1)]
    await layer.flush()


async def test_a_reader_that_falls_behind_is_told_to_look(private_redis: str) -> None:
    layer: Any = Layer(hosts=[private_redis], prefix=secrets.token_hex(8))
    deaf, other = [await layer.new_channel() for _ in range(2)]
    for channel in (deaf, other):
        await layer.group_add("game.a.0", channel)
    async with asyncio.timeout(30):
        for number in range(layers.MOST_WAITING + 10):
            await layer.group_send("game.a.0", {"number": number})
            assert await layer.receive(other) == {"number": number}
        assert await layer.receive(deaf) == {"type": "look"}
        assert [await layer.receive(deaf) for _ in range(9)] == [
            {"number": layers.MOST_WAITING + number} for number in range(1, 10)
        ]
    await layer.flush()


async def test_a_crowd_is_told_in_order_and_leaves_the_loop_time_for_others(private_redis: str) -> None:
    layer: Any = Layer(hosts=[private_redis], prefix=secrets.token_hex(8))
    crowd = [await layer.new_channel() for _ in range(3 * layers.AT_ONCE)]
    single = await layer.new_channel()
    loop_layer = layer._get_layer()
    topic = loop_layer._topic_of("game.a.public")
    loop_layer._topics = {topic: {"game.a.public": set(crowd), "game.a.0": {single}}}
    queues = [loop_layer.channels[channel] for channel in crowd]
    for number in (1, 2):
        both = [("game.a.public", {"number": number}), ("game.a.0", {"number": number})]
        loop_layer.hear(topic, layers._encode(both))
    told = [sum(not queue.empty() for queue in queues)]
    while loop_layer._spreading:
        await asyncio.sleep(0)
        told.append(sum(not queue.empty() for queue in queues))
    assert told[:3] == [layers.AT_ONCE, 2 * layers.AT_ONCE, 3 * layers.AT_ONCE]
    for channel in (*crowd, single):
        assert [(await layer.receive(channel))["number"] for _ in range(2)] == [1, 2]
    await layer.flush()


@pytest.mark.private_redis
async def test_a_process_may_begin_without_redis(own_redis: OwnRedis) -> None:
    layer: Any = Layer(hosts=[own_redis.url], prefix="test")
    channels = await open_sockets(layer, 3)
    await own_redis.start()
    async with asyncio.timeout(10):
        for channel in channels:
            await hears(layer, channel, "look")
        await layer.group_send("game2", {"type": "forward"})
        await hears(layer, channels[2], "forward")
    await layer.flush()
