"""Addresses of sockets."""

from __future__ import annotations

from channels.routing import URLRouter

websocket_application = URLRouter([])
