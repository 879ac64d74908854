"""The channel layer after its connection to Redis was lost: nobody waits for what was published meanwhile."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

import pytest
from redis.asyncio import Redis

from accounts import layer as layers
from accounts.layer import Layer

pytestmark = pytest.mark.slow(5)


async def cut(url: str, name: str) -> int:
    """End the connections of this name; gives how many there were."""
    async with Redis.from_url(url) as redis:
        found = [one["id"] for one in await redis.client_list() if one["name"] == name]
        for number in found:
            await redis.client_kill_filter(_id=number)
        return len(found)


async def test_after_a_lost_connection_everybody_looks_and_hears_again(
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


async def test_many_who_listen_look_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
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
