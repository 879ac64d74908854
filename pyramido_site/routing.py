"""Addresses of sockets.

Written against the internals of channels 4.3.2 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddleware
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware, InstanceSessionWrapper, SessionMiddleware
from django.urls import path, re_path

import pyramido_site.infrastructure.converters  # noqa: F401 (registers `public_id`)
from accounts.realtime.account_consumer import AccountConsumer
from games.realtime.account_games import AccountGames
from games.realtime.game_consumer import GameConsumer
from games.realtime.lobby_consumer import LobbyConsumer
from games.realtime.origins import CookiesOfOurPages


class SessionsToRead(SessionMiddleware):
    """Channels' middleware without its check at each frame whether the session has changed: sockets never change it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        session = InstanceSessionWrapper(scope, send)
        await session.resolve_session()
        return await self.inner(session.scope, receive, send)


websocket_application = CookiesOfOurPages(
    CookieMiddleware(
        SessionsToRead(
            AuthMiddleware(
                URLRouter(
                    [
                        path("ws/games/<public_id:public_id>/", GameConsumer.as_asgi()),
                        path("ws/account/", AccountConsumer.as_asgi(games=AccountGames)),
                        path("ws/lobby/", LobbyConsumer.as_asgi()),
                        re_path(r"", WebsocketDenier.as_asgi()),
                    ]
                )
            )
        )
    )
)
