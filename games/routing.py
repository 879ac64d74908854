"""Addresses of sockets."""

from __future__ import annotations

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

import games.converters  # noqa: F401 (registers `public_id`)
from accounts.consumers import AccountConsumer
from games.account_games import AccountGames
from games.consumers import GameConsumer
from games.lobby_consumer import LobbyConsumer
from games.origins import CookiesOfOurPages

websocket_application = CookiesOfOurPages(
    AuthMiddlewareStack(
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
