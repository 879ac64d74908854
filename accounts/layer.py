"""The channel layer on Redis, which says so when it has lost something.

Redis' channels keep nothing: what is published while a process is not connected is gone for it. So after each return
of the connection everybody who listens in this process gets a message `{"type": "look"}`, and looks in the database
whether something was lost. What others could not publish they say themselves (accounts/publisher.py).
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisSingleShardConnection
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 (Redis' own)

logger = logging.getLogger(__name__)

AGAIN_S = 0.5
"""So long after a failure it is tried to connect again."""

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


class _PubSub(PubSub):
    """Calls `returned` after each connection but the first."""

    def __init__(self, pool: Any, returned: Callable[[], None]) -> None:
        super().__init__(pool)
        self._returned = returned

    async def on_connect(self, connection: Any) -> None:
        await super().on_connect(connection)
        self._returned()


class _Shard(RedisSingleShardConnection):
    _redis: Any
    _pubsub: Any

    def _ensure_redis(self) -> None:
        fresh = self._redis is None
        super()._ensure_redis()
        if fresh:
            self._pubsub = _PubSub(self._redis.connection_pool, self._has_returned)

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

    async def _do_receiving(self) -> None:
        """As long as there is something to listen to. Whatever happens, it goes on."""
        lost = False
        while True:
            try:
                if not self._pubsub.subscribed:
                    await asyncio.sleep(0.1)
                    continue
                message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.1)
                self._receive_message(message)
            except (RedisError, OSError) as error:  # TimeoutError is one of these
                if not lost:
                    logger.warning("the channel layer is lost (%s: %s)", type(error).__name__, error)
                lost = True
                await asyncio.sleep(AGAIN_S)
            except Exception:
                logger.exception("a message of the channel layer could not be read")
                await asyncio.sleep(AGAIN_S)
            else:
                lost = False

    def _has_returned(self) -> None:
        loop = asyncio.get_running_loop()
        channels = list(self.channel_layer.channels.values())
        logger.warning("the channel layer is back; %s look for what they have lost", len(channels))
        message = self.channel_layer.channel_layer.serialize({"type": "look"})
        spread_s = max(SPREAD_S, len(channels) / LOOKS_A_SECOND)
        for queue in channels:
            loop.call_later(random.uniform(0, spread_s), queue.put_nowait, message)  # noqa: S311 (no secret)
