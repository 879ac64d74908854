"""What is counted of games (docs/observing.md)."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

from pyramido_site.infrastructure.counting import REGISTRY

_FAST = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)

MOVES = Counter(
    "pyramido_moves",
    "Commands that have been appended to a log: by game, and by the path that the writer took.",
    ["game", "path"],
    registry=REGISTRY,
)

WRITE_SECONDS = Histogram(
    "pyramido_write_seconds",
    "The statement that appends events, with its commit where it is one by itself.",
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
    registry=REGISTRY,
)

VIEW_SECONDS = Histogram(
    "pyramido_view_seconds", "Making one audience's view of a position.", buckets=_FAST, registry=REGISTRY
)

REPLAY_SECONDS = Histogram(
    "pyramido_replay_seconds", "Folding a whole log to its position.", buckets=_FAST, registry=REGISTRY
)

POSITIONS = Counter(
    "pyramido_positions", "Whether a process had a game's position in its memory.", ["found"], registry=REGISTRY
)
POSITION_FOUND, POSITION_MISSING = POSITIONS.labels("yes"), POSITIONS.labels("no")
