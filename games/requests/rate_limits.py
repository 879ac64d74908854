"""Rate limits. `throttles` enforces those of requests.

The settings import this module, so it imports nothing.
"""

from __future__ import annotations

from typing import Final

RATES: Final = {
    "read": "1200/min",
    "write": "300/min",
    "open": "60/hour",
    "invite": "60/hour",
    "hint": "30/min",
    "study": "60/hour",
    "opponent": "60/min",
    "say": "20/min",
    "say_hour": "200/hour",
    "report": "30/hour",
    "data": "30/hour",
    "picture": "60/min",
}
"""Requests per account or address, by the scope of a throttle; for guests some are halved (`throttles`)."""
