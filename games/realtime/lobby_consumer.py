"""The lobby's socket, which only says that the lists of the lobby have changed."""

from __future__ import annotations

from typing import Any

from accounts.connections.socket import NOT_UNDERSTOOD, Socket
from games.live.lobby import FRAME, GROUP


class LobbyConsumer(Socket):
    """A socket for all visitors. It sends one frame on connect, so that no change is missed, and one for
    each change.
    """

    async def opened(self) -> None:
        """Subscribe, and send the first frame."""
        await self.channel_layer.group_add(GROUP, self.channel_name)
        await self.send(FRAME)

    async def left(self) -> None:
        """Unsubscribe."""
        await self.channel_layer.group_discard(GROUP, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Close the socket: clients send nothing here."""
        await self.close(NOT_UNDERSTOOD)

    async def forward(self, message: dict[str, Any]) -> None:
        """Send a frame that is ready."""
        if not self.closed:
            await self.send(message["text"])

    async def look(self, message: dict[str, Any]) -> None:
        """Send the frame after messages may have been lost (pyramido_site/infrastructure/channel_layer.py)."""
        await self.forward({"text": FRAME})
