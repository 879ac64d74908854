"""Lessons as pages list them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from engine.lesson import Lesson
from games.learn import selectors
from games.presenters.game_kinds import ShownGame
from games.presenters.game_lists import Entry
from games.record import positions
from games.record.models import Game
from games.time import terms


@dataclass(frozen=True, slots=True)
class ShownLesson:
    """A lesson. `step`: how many of its steps the reader has done since beginning it; `finished`: it was ever done."""

    game: ShownGame
    lesson: Lesson
    step: int = 0
    finished: bool = False

    @property
    def key(self) -> str:
        """Its key in addresses."""
        return self.lesson.key

    @property
    def title(self) -> str:
        """Its translated title."""
        return _(self.lesson.title)

    @property
    def about(self) -> str:
        """What is learned in it, translated."""
        return _(self.lesson.about)

    @property
    def steps(self) -> int:
        """The number of its steps."""
        return len(self.lesson.steps)

    @property
    def begun(self) -> bool:
        """Whether the reader is somewhere between its first step and its end."""
        return 0 < self.step < self.steps

    @property
    def play(self) -> tuple[str, str, str]:
        """The game that one press starts afterwards, against the weakest opponent: name and value of its form field,
        and what the button says.
        """
        kind, level = self.game.kind_of(self.lesson.options) or self.game.usual, self.game.weakest
        if kind.persons > 1 and level is not None:
            return "with", level.key, _("Play against %(name)s") % {"name": level.name}
        return "kind", kind.value, _("Play alone") if kind.persons == 1 else _("Play a game")

    @property
    def address(self) -> str:
        """The address of its page."""
        return reverse("lesson", args=[self.game.key, self.key])


def lessons_of(game: ShownGame, user: User | None) -> tuple[ShownLesson, ...]:
    """Return the lessons of a game for this reader, in the order in which they are offered."""
    progress = selectors.progress_of(user)
    return tuple(
        ShownLesson(game, lesson, *progress.get((game.key, lesson.key), (0, False)))
        for lesson in selectors.lessons_of(game.key)
    )


def offered(games: Sequence[ShownGame], known: set[str]) -> set[str]:
    """Return the keys of the games with lessons that are new to a reader who knows the games with these keys."""
    return {game.key for game in games if selectors.lessons_of(game.key)} - known


def first_lesson(entry: Entry) -> str:
    """Return the address of the lesson that teaches the game, if a board is to offer it: before the reader's own first
    move in a game that is new to the reader, but not in live play. Otherwise "".
    """
    game, seat = entry.game, entry.seat
    lessons = selectors.lessons_of(game.game_key)
    if seat is None or not lessons or game.status != Game.Status.RUNNING or not terms.of(game.terms).time_control.slow:
        return ""
    known = positions.load_or_none(game)
    if known is None or known.position.acted >> seat.number & 1:
        return ""
    if seat.user is None or selectors.knows(seat.user, game.game_key):
        return ""
    return reverse("lesson", args=[game.game_key, lessons[0].key])
