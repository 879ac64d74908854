"""Limits that hold on every table. The verifier checks them, too (docs/formats/log.md)."""

from __future__ import annotations

DAY_MS = 86_400_000

SILENCE_MS = 90 * DAY_MS
"""Time (ms) that a table without a time control waits for the player to move."""

PAUSE_LIMIT_MS = 30 * DAY_MS
"""Longest pause (ms)."""

TAKE_BACKS_PER_TURN = 20
