"""Metrics of connections, and of servers that may be lost (docs/observing.md)."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from pyramido_site.infrastructure.counting import REGISTRY

CONNECTIONS = Gauge(
    "pyramido_connections",
    "Sockets and streams that are open.",
    ["kind"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)

REFUSALS = Counter("pyramido_refusals", "Refusals, over HTTP and sockets, by their code.", ["code"], registry=REGISTRY)

FRAMES = Counter(
    "pyramido_frames",
    "Messages to the groups of sockets and streams: sent; or dropped, as the channel layer or the queue to it failed.",
    ["outcome"],
    registry=REGISTRY,
)
FRAMES_SENT, FRAMES_DROPPED = FRAMES.labels("sent"), FRAMES.labels("dropped")

LOST = Gauge(
    "pyramido_lost_parts",
    "Processes that do without a part that they have lost.",
    ["part"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
LOSSES = Counter("pyramido_losses", "How often a process has lost a part.", ["part"], registry=REGISTRY)
