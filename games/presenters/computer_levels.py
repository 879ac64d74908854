"""Characters that are not people, as pages show them: the levels of computer players, and the games' own rivals."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.ai import levels
from engine.core import Character

QUICK = "greedy"
"""The level for users who have chosen none: it plays to win, and can be beaten."""

STARS = 5
"""The most stars that a character has."""


@dataclass(frozen=True, slots=True)
class ShownCharacter:
    """A character. `folder` is where its face is among the static files."""

    character: Character
    folder: str

    @property
    def key(self) -> str:
        """Its key: the name of its face, and its anchor on the page of opponents."""
        return self.character.key

    @property
    def name(self) -> str:
        """Its name; a word of the language is translated, a name of its own is the same everywhere."""
        return _(self.character.name)

    @property
    def about(self) -> str:
        """What it is like, in a translated phrase."""
        return _(self.character.about)

    @property
    def sentence(self) -> str:
        """Who it is, in a translated sentence."""
        return _(self.character.character)

    @property
    def method(self) -> str:
        """How it decides, in translated sentences."""
        return _(self.character.method)

    @property
    def stars(self) -> int:
        """Its strength in stars, 1 to 5."""
        return self.character.stars

    @property
    def drawn_stars(self) -> str:
        """Its stars as text: ★★★☆☆."""
        return "★" * self.stars + "☆" * (STARS - self.stars)

    @property
    def face(self) -> str:
        """Path of its face among the static files."""
        return f"{self.folder}/{self.key}.svg"

    @property
    def address(self) -> str:
        """Address of its place on the page of opponents."""
        return f"{reverse('opponents')}#{self.key}"


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """A level of computer players, by its key, which tables and logs use."""

    key: str

    @property
    def who(self) -> ShownCharacter | None:
        """The character that plays at this level; None for a level that is no longer offered."""
        character = levels.LEVELS.get(self.key)
        return None if character is None else ShownCharacter(character, "site/img/opponents")

    @property
    def name(self) -> str:
        """The character's name; for a level that is no longer offered, its key."""
        return self.key if self.who is None else self.who.name

    @property
    def about(self) -> str:
        """How the level plays, in a phrase, or ""."""
        return "" if self.who is None else self.who.about

    @property
    def option(self) -> str:
        """Name and stars, for a choice that has no room for a face."""
        return self.name if self.who is None else f"{self.name} {self.who.drawn_stars}"


def all_levels() -> tuple[ShownLevel, ...]:
    """Return all offered levels, weakest first."""
    return tuple(map(ShownLevel, levels.LEVELS))


def levels_for(game: str) -> tuple[ShownLevel, ...]:
    """Return the levels that play this game; none if the computer does not play it."""
    return all_levels() if levels.plays(game) else ()
