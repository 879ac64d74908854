"""The characters that can play at a table, as the board shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static

from games.presenters.computer_levels import ShownCharacter, ShownLevel
from games.presenters.game_kinds import ShownKind
from games.presenters.game_lists import Entry


def characters_at(entry: Entry) -> dict[str, Any]:
    """Return what the board shows of the characters that can play at a table: `levels` by key, and `rival`, who sits on
    the seat that plays by itself, or None.
    """
    return characters_of(entry.levels, entry.kind)


def characters_of(levels: Iterable[ShownLevel], kind: ShownKind | None) -> dict[str, Any]:
    """Return the same for these levels and this kind of table."""
    rival = None if kind is None else kind.rival
    return {
        "levels": {level.key: _shown(level.who) for level in levels if level.who is not None},
        "rival": None if rival is None else _shown(rival),
    }


def _shown(who: ShownCharacter) -> dict[str, str]:
    return {"name": who.name, "face": static(who.face), "url": who.address}
