"""The socket of the lobby: it says that the list of tables has changed, and nothing else."""

from __future__ import annotations

from typing import Any

from accounts.realtime.socket import NOT_UNDERSTOOD, Socket
from games.live.lobby import FRAME, GROUP


class LobbyConsumer(Socket):
    """For anybody. Sends one frame on joining, after which nothing is missed, and one for each change."""

    async def opened(self) -> None:
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.send(FRAME)

    async def left(self) -> None:
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.close(NOT_UNDERSTOOD)

    async def forward(self, message: dict[str, Any]) -> None:
        """A ready frame."""
        if not self.closed:
            await self.send(message["text"])

    async def look(self, message: dict[str, Any]) -> None:
        """The layer was away (pyramido_site/infrastructure/channel_layer.py): perhaps it has changed."""
        await self.forward({"text": FRAME})
