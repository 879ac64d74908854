"""Limit of rated games that the same two people begin together, at one kind of game and pace.

`games/seating/services/make_unrated_at_limit.py` makes a table beyond it unrated; pairing matches two people no more
often.
"""

from __future__ import annotations

from typing import Final

MOST_RATED_GAMES: Final = 3
"""How many rated games the same two people may begin together within `PERIOD_MS`."""

PERIOD_MS: Final = 24 * 3600 * 1000
"""How long (ms) a game that two people began together counts."""
