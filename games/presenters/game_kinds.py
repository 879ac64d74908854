"""Games and their kinds of tables as pages show them. Everything comes from a game's rules; this module knows no game
by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engine import registry
from engine.core import JSON, Rules, TableKind
from games.learn.selectors import lessons_of
from games.presenters.computer_levels import QUICK, ShownCharacter, ShownLevel, levels_for
from games.record.models import Game
from games.seating.selectors import table_kinds
from pyramido_site.infrastructure import static_file_versions


@dataclass(frozen=True, slots=True)
class ShownKind:
    """A kind of table. `needed` is the kind that the user must win to unlock it, or None."""

    rules: Rules[Any, Any]
    kind: TableKind
    persons: int
    needed: TableKind | None = None

    @property
    def options(self) -> JSON:
        """The options that make this kind."""
        return self.kind.options

    @property
    def value(self) -> str:
        """The kind in forms and addresses: its options by name, as in `seats-2`."""
        return ".".join(f"{name}-{value}" for name, value in sorted(self.options.items()))

    @property
    def name(self) -> str:
        """The kind's translated name."""
        return _(self.kind.name)

    @property
    def about(self) -> str:
        """What the kind is like, in a translated sentence."""
        return _(self.kind.about)

    @property
    def title(self) -> str:
        """The title that the latest winner holds, translated, or ""."""
        return _(self.kind.title) if self.kind.title else ""

    @property
    def rival(self) -> ShownCharacter | None:
        """Who sits on the seat that plays by itself, or None."""
        return None if self.kind.rival is None else ShownCharacter(self.kind.rival, folder(self.rules))

    @property
    def why_locked(self) -> str:
        """How to unlock the kind, in a sentence; "" if it is unlocked."""
        return "" if self.needed is None else _("Win “%(needed)s” first.") % {"needed": _(self.needed.name)}

    @property
    def open_address(self) -> str:
        """Address of the form that opens tables, with this kind chosen."""
        return self.open_with("")

    def open_with(self, level: str, time: str = "") -> str:
        """Return the same address with this level of computer player, if any, and this time control chosen as well."""
        asked = {"game": self.rules.key, "kind": self.value}
        asked |= {name: value for name, value in (("with", level), ("time", time)) if value}
        return f"{reverse('open_table')}?{urlencode(asked)}"


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game, and its kinds of tables in the order in which it offers them. `preferred` is the level of computer player
    that the user chose last.
    """

    rules: Rules[Any, Any]
    kinds: tuple[ShownKind, ...]
    preferred: str = QUICK

    @property
    def key(self) -> str:
        """The game's key."""
        return self.rules.key

    @property
    def name(self) -> str:
        """The game's translated name."""
        return _(self.rules.name)

    @property
    def about(self) -> str:
        """What the game is like, in a translated sentence."""
        return _(self.rules.about)

    @property
    def cover(self) -> str:
        """Path of its picture among the static files, beside its board."""
        return f"{folder(self.rules)}/cover.svg"

    @property
    def style(self) -> str:
        """Path of the style sheet of its tables among the static files."""
        return f"{folder(self.rules)}/table_page.css"

    @property
    def watch_script(self) -> str:
        """Path of the script of its small boards among the static files."""
        return f"{folder(self.rules)}/watch_page.js"

    @property
    def script(self) -> str:
        """Path of the script of its tables among the static files."""
        return f"{folder(self.rules)}/table_page.js"

    @property
    def study_script(self) -> str:
        """Path of the script of its studies among the static files."""
        return f"{folder(self.rules)}/study_page.js"

    @property
    def lesson_script(self) -> str:
        """Path of the script of its lessons among the static files."""
        return f"{folder(self.rules)}/learn_page.js"

    @property
    def taught(self) -> bool:
        """Whether there are lessons of it."""
        return bool(lessons_of(self.key))

    @property
    def preview_picture(self) -> str:
        """Path of the picture for previews of links, beside the cover."""
        return self.cover.removesuffix("cover.svg") + "preview.jpg"

    @property
    def rules_template(self) -> str:
        """Path of the template with its rules."""
        return f"rules/{self.key}.html"

    @property
    def fewest(self) -> int:
        """Least number of people at a table."""
        return min(kind.persons for kind in self.kinds)

    @property
    def most(self) -> int:
        """Greatest number of people at a table."""
        return max(kind.persons for kind in self.kinds)

    @property
    def solo(self) -> ShownKind | None:
        """The first unlocked kind for one person, or None."""
        return self._first(1)

    @property
    def pair(self) -> ShownKind | None:
        """The first unlocked kind for two people, or None."""
        return self._first(2)

    @property
    def levels(self) -> tuple[ShownLevel, ...]:
        """The levels at which the computer plays the game, weakest first; none if it does not."""
        return levels_for(self.key)

    @property
    def quick(self) -> ShownLevel | None:
        """The level that one click starts a game for two with, or None."""
        return next((level for level in self.levels if level.key == self.preferred and self.pair is not None), None)

    @property
    def weakest(self) -> ShownLevel | None:
        """The weakest level that one click could start a game for two with, or None."""
        return self.levels[0] if self.levels and self.pair is not None else None

    @property
    def usual(self) -> ShownKind:
        """The kind that is preselected."""
        return self.pair or next(kind for kind in self.kinds if kind.needed is None)

    def kind(self, value: str) -> ShownKind | None:
        """Return the kind that a form or an address names, or None."""
        return next((kind for kind in self.kinds if kind.value == value), None)

    def kind_of(self, options: JSON) -> ShownKind | None:
        """Return the kind that these options make, or None."""
        return next((kind for kind in self.kinds if kind.options == options), None)

    def _first(self, persons: int) -> ShownKind | None:
        return next((kind for kind in self.kinds if kind.persons == persons and kind.needed is None), None)


def folder(rules: Rules[Any, Any]) -> str:
    """Return the folder of the game's board among the static files."""
    return f"games/board/{rules.key.replace('-', '_')}"


def shown_game(rules: Rules[Any, Any], user: User | None = None, preferred: str = QUICK) -> ShownGame:
    """Return the game as this user sees it, who chose the level `preferred` last."""
    return ShownGame(
        rules,
        tuple(
            ShownKind(
                rules, kind, table_kinds.player_seats(rules, kind.options), table_kinds.lock_of(user, rules, kind)
            )
            for kind in rules.table_kinds()
        ),
        preferred,
    )


def all_games(user: User | None = None, preferred: str = QUICK) -> list[ShownGame]:
    """Return all games as this user sees them, who chose the level `preferred` last."""
    return [shown_game(rules, user, preferred) for rules in registry.games()]


def chosen(games: Sequence[ShownGame], key: str | None) -> ShownGame | None:
    """Return the game with this key, or None."""
    return next((game for game in games if game.key == key), None)


def rival_at(table: Game) -> ShownCharacter | None:
    """Return who sits on the seat that plays by itself at a table, or None."""
    rules = registry.get(table.game_key, table.rules_version)
    kind = next((kind for kind in rules.table_kinds() if kind.options == table.options and kind.rival), None)
    return None if kind is None or kind.rival is None else ShownCharacter(kind.rival, folder(rules))


def game_of(table: Game) -> ShownGame:
    """Return the game played at a table, in the version played there."""
    return shown_game(registry.get(table.game_key, table.rules_version))


def components_url(rules: Rules[Any, Any]) -> str:
    """Return where a browser finds the pieces of this version of a game."""
    if settings.DEBUG:
        return f"{reverse('components', args=[rules.key])}?v={rules.version}"
    return static(_component_file(rules))


def register_components() -> None:
    """Add the pieces of every version of every game to the static files."""
    for rules in registry.GAMES:
        static_file_versions.register(_component_file(rules), lambda rules=rules: rules.component_file)  # type: ignore[misc]


def _component_file(rules: Rules[Any, Any]) -> str:
    return f"components/{rules.key}.{rules.version}.json"
