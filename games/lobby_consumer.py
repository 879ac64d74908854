"""The socket of the lobby: it says that the list of tables has changed, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from games.live import publisher
from games.lobby_live import FRAME, GROUP

NOTHING_TO_SAY = 4400
"""Code with which the socket is closed when the client sends something."""


class LobbyConsumer(AsyncWebsocketConsumer):
    """For anybody. Sends one frame on joining, after which nothing is missed, and one for each change."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' visit to a database thread before each message: forwarding reads nothing."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        publisher.attach(asyncio.get_running_loop())
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.send(FRAME)

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NOTHING_TO_SAY)

    async def forward(self, message: dict[str, Any]) -> None:
        """A ready frame."""
        await self.send(message["text"])
