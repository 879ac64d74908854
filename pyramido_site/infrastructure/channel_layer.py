"""The channel layer on Redis, which says so when it has lost something.

In one file: it overrides one class of channels-redis, and its parts hold that class together.

Redis' channels keep nothing: what is published while a process is not connected is gone for it. So after each return of
the connection everybody who listens in this process gets a message `{"type": "look"}`, and looks in the database
whether something was lost. What others could not publish they say themselves
(pyramido_site/infrastructure/publisher.py).

Written against the insides of channels-redis 4.3.0 and redis 8.1.0 (tests/site/infrastructure/test_overrides.py).
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
"""So long after a failure it is tried to connect again."""

LIMIT_S = 1.0
"""So long it is tried to connect, to subscribe, or to send to one who listens: a socket that opens may wait for it."""

KEEPALIVE = {socket.TCP_KEEPIDLE: 10, socket.TCP_KEEPINTVL: 5, socket.TCP_KEEPCNT: 4}
"""In seconds: a line on which nothing is heard for half a minute, and not even that it is there, is lost."""

MOST_WAITING = 500
"""Messages that wait for one who listens (his client does not read): beyond these they are dropped, and he looks."""

LOOK = {"type": "look"}
"""Look in the database whether something was lost. Shared: never change it."""

AT_ONCE = 50
"""So many of those who hear the same are woken before the loop sees to others: else a crowd at one game would hold up
everybody for as long as it takes to write to all of it.
"""

LOST = (RedisError, OSError)  # TimeoutError is one of these

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[str, dict[str, Any]]]).decode

Message = dict[str, Any]
Addressed = tuple[str, Message]
"""A channel group, and what is sent to it."""

SPREAD_S = 0.5
LOOKS_A_SECOND = 500
"""The looks are spread over half a second, and over more where there would be more of them than this."""


class Layer(RedisPubSubChannelLayer):
    """Of a process; each of its loops has connections of its own."""

    def _get_layer(self) -> _LoopLayer:
        loop = asyncio.get_running_loop()
        layer: _LoopLayer | None = self._layers.get(loop)
        if layer is None:
            layer = self._layers[loop] = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            _wrap_close(self, loop)
        return layer

    async def send_all(self, messages: Sequence[Addressed]) -> None:
        """Send a message to each of these groups, in order, in one round trip to each server. The caller limits it."""
        await self._get_layer().send_all(messages)

    async def drop(self, channel: str) -> None:
        """Nobody receives from this channel any more."""
        await self._get_layer().drop(channel)


class _LoopLayer(RedisPubSubLoopLayer):
    """Groups of one topic share a channel of Redis, and what they are sent together is one message there: all
    audiences of a game hear of a move at once. A message is read once for all in this loop who hear it.
    """

    _shards: list[_Shard]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._shards = [_Shard(shard.host, self) for shard in self._shards]
        self._topics: dict[str, dict[str, set[str]]] = {}
        """The channels in each group, by topic and group."""
        self._spreading: dict[str, deque[tuple[Message, Iterator[str]]]] = {}
        """What is being told to crowds, in order, and who has not been told yet; by topic."""

    async def _subscribe_to_channel(self, channel: str) -> None:
        try:
            await super()._subscribe_to_channel(channel)
        except BaseException:  # nobody will ever ask for it
            await self.drop(channel)
            raise

    async def send(self, channel: str, message: Message) -> None:
        async with asyncio.timeout(LIMIT_S):
            await self._get_shard(channel).publish_all([(channel, _encode([(channel, message)]))])

    async def group_send(self, group: str, message: Message) -> None:
        await self.send_all([(group, message)])

    async def send_all(self, messages: Sequence[Addressed]) -> None:
        by_shard: dict[_Shard, list[tuple[str, bytes]]] = {}
        for topic, some in itertools.groupby(messages, lambda addressed: self._topic_of(addressed[0])):
            by_shard.setdefault(self._get_shard(topic), []).append((topic, _encode(list(some))))
        for shard, published in by_shard.items():
            await shard.publish_all(published)

    async def receive(self, channel: str) -> Message:
        """The next message; it is shared with all others who hear it."""
        if channel not in self.channels:
            await self._subscribe_to_channel(channel)
        try:
            message: Message = await self.channels[channel].get()
        except asyncio.CancelledError:  # whoever received has gone (there is no other way to say so in Channels)
            await self.drop(channel)
            raise
        return message

    async def drop(self, channel: str) -> None:
        if self.channels.pop(channel, None) is not None:
            await self._get_shard(channel).unsubscribe(channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Raises RuntimeError for a channel that is not this process's."""
        if channel not in self.channels:
            raise RuntimeError(f"channel {channel} was not made here by new_channel(), or has been dropped")
        topic = self._topic_of(group)
        self._topics.setdefault(topic, {}).setdefault(group, set()).add(channel)
        await self._get_shard(topic).subscribe(topic)

    async def group_discard(self, group: str, channel: str) -> None:
        topic = self._topic_of(group)
        groups = self._topics.get(topic, {})
        channels = groups.get(group, set())
        channels.discard(channel)
        if not channels:
            groups.pop(group, None)
        if not groups and self._topics.pop(topic, None) is not None:
            await self._get_shard(topic).unsubscribe(topic)

    async def flush(self) -> None:
        self._topics, self._spreading = {}, {}
        await super().flush()

    def hear(self, name: str, data: bytes) -> None:
        """A message of Redis, on the channel of a topic or of one who listens."""
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
        if waiting is None:  # all was forgotten meanwhile
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
        """`game.p3Xk9QvT2mWz.1` is of `game.p3Xk9QvT2mWz`; groups with shorter names share with none."""
        topic = group.rpartition(".")[0] if group.count(".") > 1 else group
        return f"{self.prefix}__topic__{topic}"


def put(queue: asyncio.Queue[Message], message: Message) -> None:
    if queue.qsize() >= MOST_WAITING:
        while not queue.empty():
            queue.get_nowait()
        message = LOOK
    queue.put_nowait(message)


class _Shard(RedisSingleShardConnection):
    """Publishes on one connection, `_out`, and listens on another, `_line`. After the first time only `_do_receiving`
    connects the latter: who subscribes while there is none is noted in `_subscribed_to`, which each new connection
    subscribes to.
    """

    _redis: Any
    _out: Any = None
    _line: Any = None

    def __init__(self, host: dict[str, Any], layer: _LoopLayer) -> None:
        """In the protocol's third version its client writes out every message for a log that nobody reads."""
        alive = {"socket_keepalive": True, "socket_keepalive_options": KEEPALIVE}
        super().__init__({"protocol": 2, **alive, **host}, layer)
        self._asked: deque[asyncio.Future[None]] = deque()
        """What the line has been asked to subscribe to and has not confirmed, in order."""
        self._heard: dict[str, asyncio.Future[None]] = {}
        """By channel: done as soon as all that is published from then on is heard."""

    async def subscribe(self, channel: str) -> None:
        """Until Redis has confirmed it: what the caller reads next is older than what he hears. A lost Redis fails
        nobody: who subscribes hears when it is back.
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
        async with self._lock:
            if channel in self._subscribed_to:
                self._subscribed_to.remove(channel)
                self._heard.pop(channel, None)
                await self._say("UNSUBSCRIBE", channel)

    async def publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Once more where the connection had been lost meanwhile: a frame that comes twice is known by its seq."""
        async with self._lock:
            try:
                await self._publish(messages)
            except ConnectionError:
                await self._publish(messages)

    async def _publish(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """On a connection of its own: the client's pool and pipeline take longer than all else of it."""
        if self._out is None:
            self._out = self._new_connection()
        out = self._out
        try:
            await out.send_packed_command(out.pack_commands(("PUBLISH", *message) for message in messages), False)
            for _ in messages:
                await out.read_response(timeout=math.inf)
        except BaseException:  # amid the answers
            self._out = None
            await out.disconnect(nowait=True)
            raise

    async def flush(self) -> None:
        await super().flush()
        out, self._out = self._out, None
        if out is not None:
            await out.disconnect(nowait=True)

    def _new_connection(self) -> Any:
        self._ensure_redis()
        connection = self._redis.connection_pool.make_connection()
        connection.socket_timeout = None  # with one each command is a task, which may run after the connection is lost
        return connection

    async def _connect(self) -> None:
        line = self._new_connection()
        async with asyncio.timeout(LIMIT_S):
            await line.connect()
        self._line = line  # from here on each says its own
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
                while self._asked:  # nobody waits for the next line, which is asked for all of them once more
                    self._confirmed()
                if line is not None:
                    await line.disconnect(nowait=True)
            await asyncio.sleep(AGAIN_S)

    def _hear(self, response: Sequence[Any]) -> None:
        """`[kind, channel, data]`."""
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
