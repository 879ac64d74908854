"""The AI levels offered at tables, weakest first (their strengths are in docs/ai.md)."""

from __future__ import annotations

import msgspec

from engine.ai.minds import MINDS
from engine.core import Malformed, gettext_noop


class Level(msgspec.Struct, frozen=True):
    """A level's name, and a phrase on how it plays. Both are message ids."""

    name: str
    about: str


LEVELS: dict[str, Level] = {
    "random": Level(gettext_noop("Random"), gettext_noop("plays any legal move")),
    "greedy": Level(gettext_noop("Greedy"), gettext_noop("picks the move worth the most points right now")),
    "search:30ms": Level(gettext_noop("Search"), gettext_noop("plans its turn and looks ahead")),
    "search:300ms": Level(gettext_noop("Deep search"), gettext_noop("plans like Search, but thinks ten times longer")),
}
"""The levels by the player's name (`engine.ai.players`), which tables and logs use."""

HINTS = "search:300ms"
"""The level that computes hints."""

FALLBACK = "greedy"
"""The level that moves when another one takes too long."""


def check(level: str) -> str:
    """Return the level. Raise Malformed if it is not offered."""
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
    """Whether there is an AI for this game."""
    return game in MINDS
