"""Limits that the site sets on how often something may be asked for or done. `throttles` enforces those of requests.

The settings read this file: it imports nothing.
"""

from __future__ import annotations

from typing import Final

RATES: Final = {
    "read": "1200/min",
    "write": "300/min",
    "open": "60/hour",
    "invite": "60/hour",
    "hint": "30/min",
    "say": "20/min",
    "say_hour": "200/hour",
    "report": "30/hour",
    "data": "30/hour",
}
"""Requests of an account or address by the scope of a throttle; guests have half of some (`throttles`)."""

MEETINGS: Final = 3
"""Rated games that the same two people may begin together within 24 hours; as often they are paired, and not once
more.
"""
