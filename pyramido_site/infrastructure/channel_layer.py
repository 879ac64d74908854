"""The channel layer on Redis, which reports when it has lost messages.

In one file: it overrides one class of channels-redis, and its parts hold that class together.

Redis' pub/sub stores nothing: a process misses what is published while it is not connected. After each reconnect every
local channel therefore gets a message `{"type": "look"}`, and its consumer checks the database for lost messages.
Senders that could not publish report that themselves (pyramido_site/infrastructure/publisher.py).

Written against the internals of channels-redis 4.3.0 and redis 8.1.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import random
import socket
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.utils import _wrap_close
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 (Redis' own)

logger = logging.getLogger(__name__)

AGAIN_S = 0.5
"""Delay (s) before reconnecting after a failure."""

LIMIT_S = 1.0
"""Timeout (s) for connect, subscribe and send: a socket that opens may wait for it."""

KEEPALIVE = {socket.TCP_KEEPIDLE: 10, socket.TCP_KEEPINTVL: 5, socket.TCP_KEEPCNT: 4}
"""TCP keepalive, in seconds: a connection is lost when nothing has answered on it for half a minute."""

MOST_WAITING = 500
"""Messages queued for one channel, whose client does not read; beyond this they are dropped in favour of LOOK."""

LOOK = {"type": "look"}
"""Check the database for lost messages. Shared: never change it."""

AT_ONCE = 50
"""Channels of one group woken in one turn of the loop. A larger group is spread over several turns, so that a crowd at
one game does not delay the others for as long as it takes to write to all of it.
"""

LOST = (RedisError, OSError)  # TimeoutError is an OSError

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[str, dict[str, Any]]]).decode

Message = dict[str, Any]
Addressed = tuple[str, Message]
"""A channel group, and the message for it."""

SPREAD_S = 0.5
LOOKS_A_SECOND = 500
"""LOOK messages are spread over half a second, or longer at this rate per second."""


class Layer(RedisPubSubChannelLayer):
    """The channel layer of a process; each of its loops has its own connections."""

    def _get_layer(self) -> _LoopLayer:
        loop = asyncio.get_running_loop()
        layer: _LoopLayer | None = self._layers.get(loop)
        if layer is None:
            layer = self._layers[loop] = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return layer

    async def send_all(self, messages: Sequence[Addressed]) -> None:
        """Send a message to each of these groups, in order, in one round trip to each server.

        The caller sets the timeout.
        """
        await self._get_layer().send_all(messages)

    async def drop(self, channel: str) -> None:
        """Remove a channel that is no longer received from."""
        await self._get_layer().drop(channel)


class _LoopLayer(RedisPubSubLoopLayer):
    """The layer of one loop.

    Groups of one topic share a channel of Redis, and messages sent to them together are one message there, so that all
    audiences of a game hear of a move at once. Each message is decoded once for all local channels.
    """

    _shards: list[_Shard]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._shards = [_Shard(shard.host, self) for shard in self._shards]
        self._topics: dict[str, dict[str, set[str]]] = {}
        """Channels by topic and group."""
        self._spreading: dict[str, deque[tuple[Message, Iterator[str]]]] = {}
        """By topic: messages being spread over a large group, in order, each with the channels still to be told."""

    async def _subscribe_to_channel(self, channel: str) -> None:
        try:
            await super()._subscribe_to_channel(channel)
        except BaseException:  # it will never be received from
            await self.drop(channel)
            raise

    async def send(self, channel: str, message: Message) -> None:
        """Send a message to one channel, within LIMIT_S."""
        async with asyncio.timeout(LIMIT_S):
            await self._get_shard(channel).publish_all([(channel, _encode([(channel, message)]))])

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to a group."""
        await self.send_all([(group, message)])

    async def send_all(self, messages: Sequence[Addressed]) -> None:
        """Send messages to groups, in order, in one round trip to each server."""
        by_shard: dict[_Shard, list[tuple[str, bytes]]] = {}
        for topic, some in itertools.groupby(messages, lambda addressed: self._topic_of(addressed[0])):
            by_shard.setdefault(self._get_shard(topic), []).append((topic, _encode(list(some))))
        for shard, published in by_shard.items():
            await shard.publish_all(published)

    async def receive(self, channel: str) -> Message:
        """Return the next message, which is shared with all other recipients: do not change it."""
        if channel not in self.channels:
            await self._subscribe_to_channel(channel)
        try:
            message: Message = await self.channels[channel].get()
        except asyncio.CancelledError:  # the receiver has gone, which Channels shows in no other way
            await self.drop(channel)
            raise
        return message

    async def drop(self, channel: str) -> None:
        """Remove the channel and unsubscribe from it."""
        if self.channels.pop(channel, None) is not None:
            await self._get_shard(channel).unsubscribe(channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group. Raise RuntimeError if the channel does not belong to this process."""
        if channel not in self.channels:
            raise RuntimeError(f"channel {channel} was not made here by new_channel(), or has been dropped")
        topic = self._topic_of(group)
        self._topics.setdefault(topic, {}).setdefault(group, set()).add(channel)
        await self._get_shard(topic).subscribe(topic)

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group."""
        topic = self._topic_of(group)
        groups = self._topics.get(topic, {})
        channels = groups.get(group, set())
        channels.discard(channel)
        if not channels:
            groups.pop(group, None)
        if not groups and self._topics.pop(topic, None) is not None:
            await self._get_shard(topic).unsubscribe(topic)

    async def flush(self) -> None:
        """Forget all channels and groups."""
        self._topics, self._spreading = {}, {}
        await super().flush()

    def hear(self, name: str, data: bytes) -> None:
        """Deliver a message of Redis, on the channel of a topic or of one recipient."""
        groups = self._topics.get(name, {})
        for to, message in _decode(data):
            channels = [to] if to == name else groups.get(to, ())
            waiting = self._spreading.get(name)
            if waiting is not None:
                waiting.append((message, iter(list(channels))))
            elif len(channels) <= AT_ONCE:
                self._put(channels, message)
            else:
                self._spreading[name] = deque([(message, iter(list(channels)))])
                self._spread(name)

    def _spread(self, topic: str) -> None:
        waiting = self._spreading.get(topic)
        if waiting is None:  # all was flushed in the meantime
            return
        message, channels = waiting[0]
        some = list(itertools.islice(channels, AT_ONCE))
        self._put(some, message)
        if len(some) < AT_ONCE:
            waiting.popleft()
        if waiting:
            asyncio.get_running_loop().call_soon(self._spread, topic)
        else:
            del self._spreading[topic]

    def _put(self, channels: Iterable[str], message: Message) -> None:
        for channel in channels:
            queue = self.channels.get(channel)
            if queue is not None:
                put(queue, message)

    def _topic_of(self, group: str) -> str:
        """Return the topic of a group: `game.p3Xk9QvT2mWz` for
        `game.p3Xk9QvT2mWz.1`; shorter names share a topic with none.
        """
        topic = group.rpartition(".")[0] if group.count(".") > 1 else group
        return f"{self.prefix}__topic__{topic}"


def put(queue: asyncio.Queue[Message], message: Message) -> None:
    """Add the message to the queue; replace a full queue by a single LOOK."""
    if queue.qsize() >= MOST_WAITING:
        while not queue.empty():
            queue.get_nowait()
        message = LOOK
    queue.put_nowait(message)


class _Shard(RedisSingleShardConnection):
    """Publishes on one connection, `_out`, and listens on another, `_line`.

    After the first connect, only `_do_receiving` reconnects `_line`. Subscriptions made while it is down are kept in
    `_subscribed_to`, to which each new connection subscribes.
    """

    _redis: Any
    _out: Any = None
    _line: Any = None

    def __init__(self, host: dict[str, Any], layer: _LoopLayer) -> None:
        """Use version 2 of the protocol: in version 3 the client formats every message for a log that is not read."""
        alive = {"socket_keepalive": True, "socket_keepalive_options": KEEPALIVE}
        super().__init__({"protocol": 2, **alive, **host}, layer)
        self._asked: deque[asyncio.Future[None]] = deque()
        """Subscriptions sent and not yet confirmed, in order."""
        self._heard: dict[str, asyncio.Future[None]] = {}
        """By channel: done as soon as everything published from then on is received."""

    async def subscribe(self, channel: str) -> None:
        """Subscribe and wait until Redis confirms it, so that what the caller reads next is older than what it
        receives.

        Does not fail if Redis is lost: the subscription begins when it is back.
        """
        async with self._lock:
            is_new = channel not in self._subscribed_to
            self._subscribed_to.add(channel)
            if self._receive_task is None:
                self._ensure_redis()
                with suppress(*LOST):
                    await self._connect()
                self._ensure_receiver()
            elif is_new:
                await self._subscribe(channel)
            heard = self._heard.get(channel)
        if heard is not None and not heard.done():
            await asyncio.wait([heard], timeout=LIMIT_S)

    async def unsubscribe(self, channel: str) -> None:
        """Unsubscribe."""
        async with self._lock:
            if channel in self._subscribed_to:
                self._subscribed_to.remove(channel)
                self._heard.pop(channel, None)
                await self._say("UNSUBSCRIBE", channel)

    async def publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Publish; retry once if the connection was lost. Frames that arrive twice are recognised by their seq."""
        async with self._lock:
            try:
                await self._publish(messages)
            except ConnectionError:
                await self._publish(messages)

    async def _publish(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Publish on a connection of its own: the client's pool and pipeline take longer than everything else."""
        if self._out is None:
            self._out = self._new_connection()
        out = self._out
        try:
            await out.send_packed_command(out.pack_commands(("PUBLISH", *message) for message in messages), False)
            for _ in messages:
                await out.read_response(timeout=math.inf)
        except BaseException:  # interrupted between the answers
            self._out = None
            await out.disconnect(nowait=True)
            raise

    async def flush(self) -> None:
        """Close the connections."""
        await super().flush()
        out, self._out = self._out, None
        if out is not None:
            await out.disconnect(nowait=True)

    def _new_connection(self) -> Any:
        self._ensure_redis()
        connection = self._redis.connection_pool.make_connection()
        connection.socket_timeout = None  # with one, each command is a task that may outlive the connection
        return connection

    async def _connect(self) -> None:
        line = self._new_connection()
        async with asyncio.timeout(LIMIT_S):
            await line.connect()
        self._line = line  # subscribers now send their own commands
        if self._subscribed_to:
            await self._subscribe(*self._subscribed_to)

    async def _subscribe(self, *channels: str) -> None:
        if self._line is not None:
            loop = asyncio.get_running_loop()
            asked = {channel: loop.create_future() for channel in channels}
            self._asked.extend(asked.values())
            self._heard.update(asked)
            await self._say("SUBSCRIBE", *channels)

    def _confirmed(self) -> None:
        heard = self._asked.popleft()
        if not heard.done():
            heard.set_result(None)

    async def _say(self, *words: str) -> None:
        """Send a command on the line if it is connected (sending would otherwise connect it)."""
        line = self._line
        if line is not None and line.is_connected:
            with suppress(*LOST):  # the receiver will notice, too
                async with asyncio.timeout(LIMIT_S):
                    await line.send_command(*words, check_health=False)

    async def _do_receiving(self) -> None:
        """Receive messages, reconnecting after every failure; never returns."""
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
                while self._asked:  # the next line subscribes to all of them again
                    self._confirmed()
                if line is not None:
                    await line.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_S)

    def _hear(self, response: Sequence[Any]) -> None:
        """Handle a response `[kind, channel, data]`."""
        if response[0] == b"message":
            self.channel_layer.hear(response[1].decode(), response[2])
        elif response[0] == b"subscribe" and self._asked:
            self._confirmed()

    def _has_returned(self) -> None:
        loop = asyncio.get_running_loop()
        channels = list(self.channel_layer.channels.values())
        logger.warning("the channel layer is back; %s look for what they have lost", len(channels))
        spread_s = max(SPREAD_S, len(channels) / LOOKS_A_SECOND)
        for queue in channels:
            loop.call_later(random.uniform(0, spread_s), put, queue, LOOK)  # noqa: S311 (no secret)
