"""How often, how long and from where: `FAULTS=whole` (make faults), the short form (CI), or `FAULTS=3`: the short form
three times (make check-all).
"""

from __future__ import annotations

import os

SAID = os.environ.get("FAULTS") or "1"
WHOLE = SAID == "whole"
MORE = 1 if WHOLE else int(SAID)
"""Times as often as in the short form."""

UNLIMITED = {"VISITOR_RATE": "100000", "VISITOR_BURST": "100000", "VISITOR_CONNECTIONS": "60000"}
"""For a proxy whose visitors all come from one address (docker/compose.yml)."""


def times(short: int, whole: int) -> int:
    """How often a fault is made in this run."""
    return whole if WHOLE else min(short * MORE, whole)


def seconds(short: float, whole: float) -> float:
    """Return how long something lasts in this run."""
    return whole if WHOLE else short
