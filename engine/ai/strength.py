"""How strong the characters are: results of `python -m engine ladder`, as docs/ai.md has them."""

from __future__ import annotations

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """Two-player games of a level against the next weaker one, or solo games of a level against a game's own rival.

    `won` is the level's share of the wins; a shared win counts half. `elo` is the difference in Elo points, or its
    lower limit (95 %) if the level won every game.
    """

    games: int
    won: float
    elo: int


AGAINST_WEAKER: dict[str, dict[str, Measured]] = {
    "forgotten-treasures": {
        "greedy": Measured(400, 1.0, 653),
        "search:30ms": Measured(200, 0.74, 182),
        "search:300ms": Measured(100, 0.665, 119),
    },
    "pyramido": {
        "greedy": Measured(400, 1.0, 653),
        "search:30ms": Measured(200, 0.73, 173),
        "search:300ms": Measured(300, 0.635, 96),
    },
    "silver-gold-pyramids": {
        "greedy": Measured(400, 1.0, 653),
        "search:30ms": Measured(200, 0.865, 323),
        "search:300ms": Measured(100, 0.69, 139),
    },
}
"""By game and level: how the level does against the next weaker one."""

AGAINST_RIVALS: dict[str, dict[str, Measured]] = {
    "legend": {"greedy": Measured(200, 0.87, 330), "search:300ms": Measured(200, 0.995, 920)},
    "the-legend": {"greedy": Measured(200, 0.82, 263), "search:300ms": Measured(200, 1.0, 653)},
}
"""By rival (the key of its character) and level: how the level does against it."""

SECONDS: dict[str, dict[str, float]] = {
    "forgotten-treasures": {"random": 0.013, "greedy": 0.13, "search:30ms": 1.1, "search:300ms": 6.3},
    "pyramido": {"random": 0.012, "greedy": 0.17, "search:30ms": 0.95, "search:300ms": 5.8},
    "silver-gold-pyramids": {"random": 0.002, "greedy": 0.013, "search:30ms": 0.77, "search:300ms": 7.6},
}
"""By game and level: seconds of a processor that the level thinks in a whole game for two."""
