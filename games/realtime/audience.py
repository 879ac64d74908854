"""A connection as part of a game's audience, for a socket or a stream: joining, catching up, forwarding frames."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.live.groups import group_name
from games.realtime.status_batcher import standings
from games.record import frames, selectors
from games.requests.refusals import gone
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


class Audience:
    """The audience that a connection belongs to: a seat (of `user`), or None for spectators.

    `cursor` is the seq that the client has been brought to, -1 before there is any. `over` means that the game has no
    further events, `broken` that its log is broken, so that there is nothing to wait for.
    """

    over = False
    broken = False

    def __init__(self, public_id: PublicId, user: User | None, layer: Any, channel: str) -> None:
        self.public_id = public_id
        self.user = user
        self.seat: SeatNumber | None = None
        self.cursor = -1
        self._layer = layer
        self._channel = channel

    async def join(self, since: Seq | None) -> list[str]:
        """Subscribe to the game and return the frame that brings the client up to date. Raise Refusal."""
        self.seat = await in_thread(selectors.audience_of, self.public_id, self.user)
        await self._enter()
        return await self.catch_up(since)

    async def leave(self) -> None:
        """Unsubscribe from the game."""
        await self._layer.group_discard(group_name(self.public_id, self.seat), self._channel)

    async def catch_up(self, since: Seq | None) -> list[str]:
        """Return what brings the client from `since` up to date: an empty `events` frame if it has missed nothing, or a
        `view`.

        The audience is read after the frame was built: if an AI took the seat over meanwhile, the frame would reveal
        the AI's secrets, and is built again. Raise Refusal 404 `not_found`.
        """
        frame, seat = await in_thread(self._read)
        while seat != self.seat:
            await self.leave()
            self.seat, since = seat, None
            await self._enter()
            frame, seat = await in_thread(self._read)
        self.cursor = -1 if frame["seq"] is None else frame["seq"]
        self.over = frame["table"]["status"] in frames.OVER
        self.broken = frame["broken_at"] is not None
        if since is not None and frame["seq"] == since and not self.broken:
            frame = frames.nothing_new(frame["table"]["game"], since)
        return [frames.encode(frame)]

    async def hear(self, message: dict[str, Any]) -> list[str]:
        """Return the frames to send for a message of the channel layer. Raise Refusal, 410 `gone` for a removed game.

        A message for another audience was sent while this connection moved between audiences: it is dropped, and so is
        one that the client's cursor includes. One that does not continue from the cursor shows that a frame was lost.
        """
        kind = message["type"]
        if kind == "gone":
            raise gone()
        if kind == "look":  # frames may be lost (pyramido_site/infrastructure/channel_layer.py)
            return await self.look()
        if kind == "reseat":  # a user sat down or left
            mine = message["user"] == selectors.user_id_of(self.user) and message["seat"] != self.seat
            return await self.catch_up(None) if mine else []
        if kind == "forward_to":  # for part of the audience: these users, or (None) all who are signed in
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
        """Return what the client has missed, if anything. Raise Refusal, 410 `gone` for a removed game."""
        now = await standings.of(self.public_id, selectors.user_id_of(self.user))
        if now is None:
            raise gone()
        seq, status, seat = now
        if self.broken and seat == self.seat:
            return []
        known = seat == self.seat and (-1 if seq is None else seq) <= self.cursor
        return [] if known and (self.over or status not in frames.OVER) else await self.catch_up(None)

    def ping(self) -> dict[str, Any]:
        """Return a `ping` frame with the cursor."""
        return {"type": "ping", "server_now_ms": now_ms(), "seq": None if self.cursor < 0 else self.cursor}

    def _read(self) -> tuple[dict[str, Any], SeatNumber | None]:
        """Return the `view` frame of the audience, and the audience that the user belongs to now. Raise Refusal."""
        site_clock.refresh_if_due()
        return selectors.view_for(self.public_id, self.seat), selectors.audience_of(self.public_id, self.user)

    async def _enter(self) -> None:
        await self._layer.group_add(group_name(self.public_id, self.seat), self._channel)
