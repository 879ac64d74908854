"""How often, how long and from where: `FAULTS=whole` (make faults) or the short form (CI)."""

from __future__ import annotations

import os

WHOLE = os.environ.get("FAULTS") == "whole"

UNLIMITED = {"VISITOR_RATE": "100000", "VISITOR_BURST": "100000", "VISITOR_CONNECTIONS": "60000"}
"""For a proxy whose visitors all come from one address (docker/compose.yml)."""


def times(short: int, whole: int) -> int:
    """How often a fault is made in this run."""
    return whole if WHOLE else short


def seconds(short: float, whole: float) -> float:
    """Return how long something lasts in this run."""
    return whole if WHOLE else short
