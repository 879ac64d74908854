"""The ASGI application: static files, pages and API through Django, sockets through Channels."""

from __future__ import annotations

import asyncio
import os
from typing import cast

from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

if os.environ.get("PYRAMIDO_CLOCK"):
    raise ImproperlyConfigured("PYRAMIDO_CLOCK is the clock of a simulation: no site serves people by it.")

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pyramido_site.settings")
django_application = get_asgi_application()

# These imports need a configured Django.
from games.live.groups import publisher  # noqa: E402
from pyramido_site import observed, urls  # noqa: E402, F401 (pages are loaded before the first request)
from pyramido_site.body_limit import BodyLimit  # noqa: E402
from pyramido_site.content_type import ContentType  # noqa: E402
from pyramido_site.header_limit import HeaderLimit  # noqa: E402
from pyramido_site.infrastructure.loop_database import loop_database  # noqa: E402
from pyramido_site.routing import websocket_application  # noqa: E402
from pyramido_site.static_server import ASGI, Receive, Scope, Send, StaticFiles  # noqa: E402

http_application: ASGI = HeaderLimit(StaticFiles(BodyLimit(ContentType(cast(ASGI, django_application)))))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Dispatch a connection by its kind. Raise ValueError for an unknown kind."""
    if scope["type"] == "http":
        await http_application(scope, receive, send)
    elif scope["type"] == "websocket":
        observed.begin_socket(scope)
        await websocket_application(scope, receive, send)
    elif scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        raise ValueError(f"unknown kind of connection {scope['type']!r}")


async def lifespan(receive: Receive, send: Send) -> None:
    """While the server runs, let its loop publish frames and send PostgreSQL statements that need no thread."""
    await receive()
    publisher.attach(asyncio.get_running_loop())
    loop_database.attach(asyncio.get_running_loop())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await loop_database.detach()
    publisher.detach()
    await send({"type": "lifespan.shutdown.complete"})
