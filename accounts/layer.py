"""The channel layer on Redis, which says so when it has lost something.

Redis' channels keep nothing: what is published while a process is not connected is gone for it. So after each return
of the connection everybody who listens in this process gets a message `{"type": "look"}`, and looks in the database
whether something was lost. What others could not publish they say themselves (accounts/publisher.py).
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 (Redis' own)

logger = logging.getLogger(__name__)

AGAIN_S = 0.5
"""So long after a failure it is tried to connect again."""

LIMIT_S = 1.0
"""So long it is tried to connect, or to subscribe: a socket that opens may wait for it."""

LOST = (RedisError, OSError)  # TimeoutError is one of these

SPREAD_S = 0.5
LOOKS_A_SECOND = 500
"""The looks are spread over half a second, and over more where there would be more of them than this."""


class Layer(RedisPubSubChannelLayer):
    """Of a process; each of its loops has connections of its own."""

    def _get_layer(self) -> Any:
        layer = super()._get_layer()
        if not isinstance(layer._shards[0], _Shard):  # it has just been made
            layer._shards = [_Shard(shard.host, layer) for shard in layer._shards]
        return layer

    async def send_all(self, messages: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Send a message to each of these groups, in order, in one round trip to each server."""
        layer = self._get_layer()
        by_shard: dict[_Shard, list[tuple[str, bytes]]] = {}
        for group, message in messages:
            channel = layer._get_group_channel_name(group)
            by_shard.setdefault(layer._get_shard(channel), []).append((channel, self.serialize(message)))
        for shard, some in by_shard.items():
            await shard.publish_all(some)


class _Shard(RedisSingleShardConnection):
    """Listens on one connection, `_line`. After the first time only `_do_receiving` connects: who subscribes while
    there is none is noted in `_subscribed_to`, which each new connection subscribes to.
    """

    _redis: Any
    _line: Any = None

    async def subscribe(self, channel: str) -> None:
        """A lost Redis fails nobody: who subscribes hears when it is back."""
        async with self._lock:
            is_new = channel not in self._subscribed_to
            self._subscribed_to.add(channel)
            if self._receive_task is None:
                self._ensure_redis()
                with suppress(*LOST):
                    await self._connect()
                self._ensure_receiver()
            elif is_new:
                await self._say("SUBSCRIBE", channel)

    async def unsubscribe(self, channel: str) -> None:
        async with self._lock:
            if channel in self._subscribed_to:
                self._subscribed_to.remove(channel)
                await self._say("UNSUBSCRIBE", channel)

    async def publish(self, channel: str, message: bytes) -> None:
        """Once more where the connection had been lost meanwhile: a frame that comes twice is known by its seq."""
        try:
            await super().publish(channel, message)
        except ConnectionError:
            await super().publish(channel, message)

    async def publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """The same for several."""
        try:
            await self._publish_all(messages)
        except ConnectionError:
            await self._publish_all(messages)

    async def _publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        async with self._lock:
            self._ensure_redis()
            pipeline = self._redis.pipeline(transaction=False)
            for channel, message in messages:
                pipeline.publish(channel, message)
            await pipeline.execute()

    async def _connect(self) -> None:
        line = self._redis.connection_pool.make_connection()
        line.socket_timeout = None  # with one each command is a task, and the line may be lost before that runs
        async with asyncio.timeout(LIMIT_S):
            await line.connect()
        self._line = line  # from here on each says its own
        if self._subscribed_to:
            await self._say("SUBSCRIBE", *self._subscribed_to)

    async def _say(self, *words: str) -> None:
        """To the line, if there is one. (Where it is not connected any more, sending would connect it.)"""
        line = self._line
        if line is not None and line.is_connected:
            with suppress(*LOST):  # whoever listens meets it, too
                async with asyncio.timeout(LIMIT_S):
                    await line.send_command(*words, check_health=False)

    async def _do_receiving(self) -> None:
        """Whatever happens, it goes on."""
        lost = False
        while True:
            try:
                if self._line is None:
                    await self._connect()
                    self._has_returned()
                    lost = False
                while True:
                    self._hear(await self._line.read_response(timeout=math.inf, push_request=True))
            except LOST as error:
                if not lost:
                    logger.warning("the channel layer is lost (%s: %s)", type(error).__name__, error)
                lost = True
            except Exception:
                logger.exception("a message of the channel layer could not be read")
            finally:
                line, self._line = self._line, None
                if line is not None:
                    await line.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_S)

    def _hear(self, response: Sequence[Any]) -> None:
        """`[kind, channel, data]`."""
        if response[0] == b"message":
            self._receive_message({"channel": response[1], "data": response[2]})

    def _has_returned(self) -> None:
        loop = asyncio.get_running_loop()
        channels = list(self.channel_layer.channels.values())
        logger.warning("the channel layer is back; %s look for what they have lost", len(channels))
        message = self.channel_layer.channel_layer.serialize({"type": "look"})
        spread_s = max(SPREAD_S, len(channels) / LOOKS_A_SECOND)
        for queue in channels:
            loop.call_later(random.uniform(0, spread_s), queue.put_nowait, message)  # noqa: S311 (no secret)
