"""How often, and how long: `FAULTS=whole` (make faults) or the short form (CI)."""

from __future__ import annotations

import os

WHOLE = os.environ.get("FAULTS") == "whole"


def times(short: int, whole: int) -> int:
    """How often a fault is made in this run."""
    return whole if WHOLE else short


def seconds(short: float, whole: float) -> float:
    """How long something lasts in this run."""
    return whole if WHOLE else short
