"""The socket of one player's open page: it forwards what the bell shows."""

from __future__ import annotations

import asyncio
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import bell
from accounts.models import User
from accounts.publisher import publisher

NOT_SIGNED_IN, NOTHING_TO_SAY = 4401, 4400
"""Codes with which the socket is closed: nobody is signed in; the client sent something."""


class AccountConsumer(AsyncWebsocketConsumer):
    """Sends one frame on joining and one for each change. The frames hold a number and nothing private."""

    group = ""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' visit to a database thread before each message: forwarding reads nothing."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        user = self.scope["user"]
        if not isinstance(user, User):
            await self.close(NOT_SIGNED_IN)
            return
        publisher.attach(asyncio.get_running_loop())
        self.group = bell.group_name(user.pk)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send(await database_sync_to_async(bell.frame)(user.pk))

    async def disconnect(self, code: int) -> None:
        if self.group:
            await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NOTHING_TO_SAY)

    async def forward(self, message: dict[str, Any]) -> None:
        """A ready frame."""
        await self.send(message["text"])
