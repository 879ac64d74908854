"""How the pages speak of each game: its name, its form for opening a table, its words for options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

Text = str | Promise


@dataclass(frozen=True, slots=True)
class ShownGame:
    """`rules_template` is the page of rules."""

    key: str
    name: Text
    rules_template: str


GAMES: Mapping[str, ShownGame] = {
    game.key: game
    for game in (
        ShownGame("forgotten-treasures", _("Pyramido: Forgotten Treasures"), "rules/forgotten-treasures.html"),
    )
}

LEGENDS: Mapping[str, Text] = {"a": _("Become a Legend"), "the": _("Become THE Legend")}


def name_of(key: str) -> Text:
    shown = GAMES.get(key)
    return key if shown is None else shown.name


def kind_of(options: Mapping[str, Any]) -> str:
    """What kind of table these options make, in a few words."""
    legend = options.get("legend")
    if legend is not None:
        return str(LEGENDS[legend])
    seats = options["seats"]
    return ngettext("%(count)s explorer", "%(count)s explorers", seats) % {"count": seats}
