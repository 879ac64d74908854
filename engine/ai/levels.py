"""The AI levels offered at tables, weakest first, each played by a character. `engine.ai.strength` has the figures."""

from __future__ import annotations

from engine.ai.minds import MINDS
from engine.core import Character, Malformed, gettext_noop

LEVELS: dict[str, Character] = {
    "random": Character(
        "miu",
        "Miu",
        1,
        gettext_noop("plays any legal move"),
        gettext_noop("A kitten that bats at whatever rolls past."),
        gettext_noop(
            "Miu picks a legal move at random. It has no plan, and only avoids what would put it out of the game."
        ),
    ),
    "greedy": Character(
        "nebu",
        "Nebu",
        3,
        gettext_noop("picks the move that looks best right now"),
        gettext_noop("A monkey that grabs what glitters and worries later."),
        gettext_noop(
            "Nebu estimates what each move is worth, in points at the end of the game, and takes the best one. "
            "It does not think about what comes after that move."
        ),
    ),
    "search:30ms": Character(
        "senet",
        "Senet",
        4,
        gettext_noop("plans its turn and looks ahead"),
        gettext_noop("A tortoise that thinks before it moves, and takes its time."),
        gettext_noop(
            "Senet takes the ten most promising plans for its turn, imagines how the game could go on after each, "
            "plays these imagined games to the end, and keeps the plan that ends best on average."
        ),
    ),
    "search:300ms": Character(
        "akhet",
        "Akhet",
        5,
        gettext_noop("plans like Senet, but thinks ten times longer"),
        gettext_noop("A sphinx that has watched the horizon for four thousand years."),
        gettext_noop("Akhet thinks as Senet does, but plays ten times as many imagined games before it decides."),
    ),
}
"""The characters by the player's name (`engine.ai.players`), which tables, logs and ratings use."""

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
