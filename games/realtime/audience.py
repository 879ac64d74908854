"""One connection's place in the audience of one game, for a socket or a stream: joining, catching up, forwarding."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from games.live.groups import group_name
from games.realtime.status_batcher import standings
from games.record import frames, selectors
from games.requests.refusals import gone
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.site_clock import now_ms


class Audience:
    """Belongs to a seat (of `user`), or to None, everybody else.

    `cursor` is the seq of what the client has been sent, -1 before there is any. `over`: no event will follow.
    `broken`: the log is, and there is nothing to wait for.
    """

    over = False
    broken = False

    def __init__(self, public_id: str, user: User | None, layer: Any, channel: str) -> None:
        self.public_id = public_id
        self.user = user
        self.seat: int | None = None
        self.cursor = -1
        self._layer = layer
        self._channel = channel

    async def join(self, since: int | None) -> list[str]:
        """From now on it hears what happens; gives the frame that brings the client to now. Raises Refusal."""
        self.seat = await in_thread(selectors.audience_of, self.public_id, self.user)
        await self._enter()
        return await self.catch_up(since)

    async def leave(self) -> None:
        await self._layer.group_discard(group_name(self.public_id, self.seat), self._channel)

    async def catch_up(self, since: int | None) -> list[str]:
        """Bring the client from its cursor to now: nothing new is an empty `events` frame, anything new is a `view`.

        The audience is asked for after the frame was made: a seat that was left meanwhile shows its AI's secrets.
        Raises Refusal.
        """
        frame, seat = await in_thread(self._look)
        while seat != self.seat:
            await self.leave()
            self.seat, since = seat, None
            await self._enter()
            frame, seat = await in_thread(self._look)
        self.cursor = -1 if frame["seq"] is None else frame["seq"]
        self.over = frame["table"]["status"] in frames.OVER
        self.broken = frame["broken_at"] is not None
        if since is not None and frame["seq"] == since and not self.broken:
            frame = frames.nothing_new(since)
        return [frames.encode(frame)]

    async def hear(self, message: dict[str, Any]) -> list[str]:
        """The frames to which a message of the channel layer leads here. Raises Refusal, `gone` for a removed game.

        A message for another audience was sent while this connection changed sides, one of what is known already
        while it joined, and one that does not join on to the cursor shows that another was lost.
        """
        kind = message["type"]
        if kind == "gone":
            raise gone()
        if kind == "look":  # the layer was away (pyramido_site/infrastructure/channel_layer.py)
            return await self.look()
        if kind == "reseat":  # somebody sat down or left
            mine = message["user"] == selectors.user_id_of(self.user) and message["seat"] != self.seat
            return await self.catch_up(None) if mine else []
        if kind == "forward_to":  # for some of the audience: these users, or (None) whoever is signed in
            users, user_id = message["users"], selectors.user_id_of(self.user)
            if user_id is None or not (users is None or user_id in users):
                return []
        if message["seat"] != self.seat:
            return []
        seq = message["to"]
        if seq is not None:
            if seq <= self.cursor:
                return []
            if message["from"] is not None and message["from"] > self.cursor:
                return await self.catch_up(None)
            self.cursor = seq
        self.over = self.over or message["over"]
        return [message["text"]]

    async def look(self) -> list[str]:
        """What was lost on the way, if anything was. Raises Refusal."""
        now = await standings.of(self.public_id, selectors.user_id_of(self.user))
        if now is None:
            raise gone()
        seq, status, seat = now
        if self.broken and seat == self.seat:
            return []
        known = seat == self.seat and (-1 if seq is None else seq) <= self.cursor
        return [] if known and (self.over or status not in frames.OVER) else await self.catch_up(None)

    def ping(self) -> dict[str, Any]:
        return {"type": "ping", "server_now_ms": now_ms(), "seq": None if self.cursor < 0 else self.cursor}

    def _look(self) -> tuple[dict[str, Any], int | None]:
        """The `view` frame of the audience, and the audience that it should belong to. Raises Refusal."""
        site_clock.keep()
        return selectors.view_for(self.public_id, self.seat), selectors.audience_of(self.public_id, self.user)

    async def _enter(self) -> None:
        await self._layer.group_add(group_name(self.public_id, self.seat), self._channel)
