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
    "random": Level(gettext_noop("Random"), gettext_noop("plays any legal move")),
    "greedy": Level(gettext_noop("Greedy"), gettext_noop("picks the move worth the most points right now")),
    "search:30ms": Level(gettext_noop("Search"), gettext_noop("plans its turn and looks ahead")),
    "search:300ms": Level(gettext_noop("Deep search"), gettext_noop("plans like Search, but thinks ten times longer")),
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
            gettext_noop("Unknown computer player “%(level)s”. Available: %(known)s."),
            field="ai",
            level=level[:40],
            known=", ".join(LEVELS),
        )
    return level


def plays(game: str) -> bool:
    """Whether the AI plays this game."""
    return game in MINDS
