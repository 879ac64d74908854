"""Addresses of streams, below /api/v1/."""

from __future__ import annotations

from django.urls import path

import pyramido_site.infrastructure.converters  # noqa: F401 (registers `public_id`)
from games.realtime.stream_views import AccountStream, GameStream, streamed

urlpatterns = [
    path("games/<public_id:public_id>/stream", streamed(GameStream), name="api_game_stream"),
    path("stream/events", streamed(AccountStream), name="api_account_stream"),
]
