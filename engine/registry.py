"""The games: (game key, rules version) → rules. A new game adds one line to GAMES."""

from __future__ import annotations

from typing import Any

from engine.core import Malformed, Rules, gettext_noop
from engine.forgotten_treasures.rules import ForgottenTreasures
from engine.pyramido.rules import Pyramido
from engine.silver_gold_pyramids.rules import SilverGoldPyramids

GAMES: list[Rules[Any, Any]] = [
    ForgottenTreasures(),
    Pyramido(),
    SilverGoldPyramids(),
]
"""All versions that stored games may use, oldest first."""


def games() -> list[Rules[Any, Any]]:
    """The newest version of each game, in the order of GAMES."""
    return list({rules.key: rules for rules in GAMES}.values())


def get(key: object, version: int | None = None) -> Rules[Any, Any]:
    """Return the rules of a game, the newest version by default. Raise Malformed if there are none."""
    rules: Rules[Any, Any]
    for rules in reversed(GAMES):
        if rules.key == key and version in (None, rules.version):
            return rules
    known = ", ".join(dict.fromkeys(rules.key for rules in GAMES))
    template = gettext_noop("Unknown game “%(key)s”. Available: %(known)s.")
    if version is not None:
        template = gettext_noop("Unknown version %(version)s of game “%(key)s”. Available: %(known)s.")
    raise Malformed("unknown_game", template, field="game", key=str(key)[:40], version=version, known=known)
