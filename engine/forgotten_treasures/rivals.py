"""The two Legends as characters (docs/rules.md B5)."""

from __future__ import annotations

from engine.core import Character, gettext_noop

_METHOD = gettext_noop(
    "The Legend does not think: it follows the rule in the rulebook. It wants gems in the two colours of its top "
    "domino, takes them where it sees them first, and scores them again and again. You can foresee its next move."
)

A_LEGEND = Character(
    "legend",
    gettext_noop("The Legend"),
    2,
    gettext_noop("collects gems by a fixed rule while you build"),
    gettext_noop("An explorer who knows a secret way in and has never built a thing."),
    _METHOD,
)

THE_LEGEND = Character(
    "the-legend",
    gettext_noop("THE Legend"),
    2,
    gettext_noop("draws an extra gem at the start of a stage once it has seven mythical gems"),
    gettext_noop("The same explorer, a few treasures later, with a golden hat to show for it."),
    _METHOD,
)
