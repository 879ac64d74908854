"""The players that are offered at tables, weakest first (docs/ai.md has their strengths)."""

from __future__ import annotations

import msgspec

from engine.ai.minds import MINDS
from engine.core import Malformed, gettext_noop


class Level(msgspec.Struct, frozen=True):
    """`name` and `about` are message ids: what it is called, and how it plays in a sentence."""

    name: str
    about: str


LEVELS: dict[str, Level] = {
    "random": Level(gettext_noop("Random"), gettext_noop("plays anything that the rules allow")),
    "greedy": Level(gettext_noop("Greedy"), gettext_noop("takes what promises the most points, one decision ahead")),
    "search:30ms": Level(gettext_noop("Search"), gettext_noop("plans its turn and how the game may go on")),
    "search:300ms": Level(gettext_noop("Deep search"), gettext_noop("plans like Search, with ten times the thought")),
}
"""By the player's name (`engine.ai.players`), which is how tables and logs call it."""

HINTS = "search:300ms"
"""Who gives hints."""

FALLBACK = "greedy"
"""Who plays when another one takes too long."""


def check(level: str) -> str:
    """The level, if it is offered. Raises Malformed."""
    if level not in LEVELS:
        raise Malformed(
            "unknown_level",
            gettext_noop("There is no computer player “%(level)s” here; there are %(known)s."),
            field="ai",
            level=level[:40],
            known=", ".join(LEVELS),
        )
    return level


def plays(game: str) -> bool:
    """Whether the AI plays this game."""
    return game in MINDS
