"""The time, read in one place (`accounts.wall_clock`, which a simulation may control)."""

from __future__ import annotations

from accounts.wall_clock import now_ms

__all__ = ["now_ms"]
