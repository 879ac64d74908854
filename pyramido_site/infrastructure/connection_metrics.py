"""Metrics of connections, and of servers that may be lost (docs/observing.md)."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from pyramido_site.infrastructure.counting import REGISTRY

CONNECTIONS = Gauge(
    "pyramido_connections",
    "Open sockets and streams.",
    ["kind"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)

REFUSALS = Counter("pyramido_refusals", "Refusals over HTTP and sockets, by code.", ["code"], registry=REGISTRY)

FRAMES = Counter(
    "pyramido_frames",
    "Messages to groups of sockets and streams; dropped if the channel layer or the queue to it failed.",
    ["outcome"],
    registry=REGISTRY,
)
FRAMES_SENT, FRAMES_DROPPED = FRAMES.labels("sent"), FRAMES.labels("dropped")

LOST = Gauge(
    "pyramido_lost_parts",
    "Processes that have lost a part and work without it.",
    ["part"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
LOSSES = Counter("pyramido_losses", "Times that a process has lost a part.", ["part"], registry=REGISTRY)
