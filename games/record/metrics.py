"""Metrics of games (docs/observing.md)."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

from pyramido_site.infrastructure.counting import REGISTRY

_FAST = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

MOVES = Counter(
    "pyramido_moves",
    "Commands appended to a log, by game and by the path that the writer took.",
    ["game", "path"],
    registry=REGISTRY,
)

WRITE_SECONDS = Histogram(
    "pyramido_write_seconds",
    "Time of the statement that appends events, with its commit if it is a transaction by itself.",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=REGISTRY,
)

VIEW_SECONDS = Histogram(
    "pyramido_view_seconds", "Time to make one audience's view of a position.", buckets=_FAST, registry=REGISTRY
)

REPLAY_SECONDS = Histogram(
    "pyramido_replay_seconds", "Time to fold a whole log into a position.", buckets=_FAST, registry=REGISTRY
)

POSITIONS = Counter(
    "pyramido_positions",
    "Lookups of a position in a process's cache, by whether it was found.",
    ["found"],
    registry=REGISTRY,
)
POSITION_FOUND, POSITION_MISSING = POSITIONS.labels("yes"), POSITIONS.labels("no")
