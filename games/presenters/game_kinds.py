"""How the pages speak of a game. Everything comes from its rules; nothing here knows one game from another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engine import registry
from engine.core import JSON, Rules, TableKind
from games.presenters.computer_levels import QUICK, ShownLevel, levels_for
from games.record.models import Game
from games.seating.selectors import table_kinds


@dataclass(frozen=True, slots=True)
class ShownKind:
    """One kind of table. `needed` is the kind that the person who looks must win first, or None."""

    rules: Rules[Any, Any]
    kind: TableKind
    persons: int
    needed: TableKind | None = None

    @property
    def options(self) -> JSON:
        return self.kind.options

    @property
    def value(self) -> str:
        """The kind in forms and addresses: its options by name, as in `seats-2`."""
        return ".".join(f"{name}-{value}" for name, value in sorted(self.options.items()))

    @property
    def name(self) -> str:
        return _(self.kind.name)

    @property
    def about(self) -> str:
        return _(self.kind.about)

    @property
    def title(self) -> str:
        return _(self.kind.title) if self.kind.title else ""

    @property
    def why_locked(self) -> str:
        return "" if self.needed is None else _("Win “%(needed)s” first.") % {"needed": _(self.needed.name)}

    @property
    def open_address(self) -> str:
        """The form that opens tables, with this kind chosen."""
        return self.open_with("")

    def open_with(self, level: str, time: str = "") -> str:
        """The same, with this level chosen to play against, if there is one, and this time."""
        asked = {"game": self.rules.key, "kind": self.value}
        asked |= {name: value for name, value in (("with", level), ("time", time)) if value}
        return f"{reverse('open_table')}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """One game, and its kinds of tables in the order in which it offers them."""

    rules: Rules[Any, Any]
    kinds: tuple[ShownKind, ...]

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def name(self) -> str:
        return _(self.rules.name)

    @property
    def about(self) -> str:
        return _(self.rules.about)

    @property
    def cover(self) -> str:
        """Its picture among the static files, beside its board."""
        return f"games/board/{self.key.replace('-', '_')}/cover.svg"

    @property
    def rules_template(self) -> str:
        return f"rules/{self.key}.html"

    @property
    def fewest(self) -> int:
        return min(kind.persons for kind in self.kinds)

    @property
    def most(self) -> int:
        return max(kind.persons for kind in self.kinds)

    @property
    def solo(self) -> ShownKind | None:
        """What one person alone can play at once."""
        return self._first(1)

    @property
    def pair(self) -> ShownKind | None:
        """What two people can play at once."""
        return self._first(2)

    @property
    def levels(self) -> tuple[ShownLevel, ...]:
        """At which the computer plays it, weakest first; none where it does not."""
        return levels_for(self.key)

    @property
    def quick(self) -> ShownLevel | None:
        """Whom one click leads to a game of two with."""
        return next((level for level in self.levels if level.key == QUICK and self.pair is not None), None)

    @property
    def usual(self) -> ShownKind:
        """What is chosen for somebody who has not chosen yet."""
        return self.pair or next(kind for kind in self.kinds if kind.needed is None)

    def kind(self, value: str) -> ShownKind | None:
        """The kind that a form or an address names."""
        return next((kind for kind in self.kinds if kind.value == value), None)

    def kind_of(self, options: JSON) -> ShownKind | None:
        return next((kind for kind in self.kinds if kind.options == options), None)

    def _first(self, persons: int) -> ShownKind | None:
        return next((kind for kind in self.kinds if kind.persons == persons and kind.needed is None), None)


def shown_game(rules: Rules[Any, Any], user: User | None = None) -> ShownGame:
    """A game as this person sees it."""
    return ShownGame(
        rules,
        tuple(
            ShownKind(rules, kind, table_kinds.persons(rules, kind.options), table_kinds.lock_of(user, rules, kind))
            for kind in rules.table_kinds()
        ),
    )


def all_games(user: User | None = None) -> list[ShownGame]:
    return [shown_game(rules, user) for rules in registry.games()]


def chosen(games: Sequence[ShownGame], key: str | None) -> ShownGame | None:
    return next((game for game in games if game.key == key), None)


def game_of(table: Game) -> ShownGame:
    """The game that is played at a table, in the version that is played there."""
    return shown_game(registry.get(table.game_key, table.rules_version))
