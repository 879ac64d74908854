"""Limits that the site sets on what people may do, beside those on how often (`throttles`)."""

from __future__ import annotations

from typing import Final

MEETINGS: Final = 3
"""Rated games that the same two people may begin together within 24 hours; as often they are paired, and not once
more.
"""
