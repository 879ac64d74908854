"""What the first page shows to its reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from games.learn.selectors import begun_by, finished_by
from games.presenters import game_lists
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame
from games.presenters.game_lists import Entry
from games.presenters.lessons import offered
from games.presenters.names import in_words, seat_name
from games.record.tables import seat_is_free
from games.seating.selectors.invitations import to_user

WAITING_SHOWN = 4
"""Number of games shown that wait for the reader; the page of the reader's games has all."""
OTHERS_SHOWN = 3
"""Number of games shown that wait for other players, and of the reader's open tables."""


@dataclass(frozen=True, slots=True)
class Cover:
    """A game's cover, which starts a game in one press: against a level of the computer, or else alone or at a table
    for two.
    """

    game: ShownGame
    level: ShownLevel | None
    new: bool = False
    """Whether the reader has begun or declined no lesson of it, and finished no game."""

    @property
    def field(self) -> tuple[str, str]:
        """Name and value of the form field that says what is started."""
        if self.level is not None:
            return "with", self.level.key
        return "kind", (self.game.solo or self.game.usual).value


@dataclass(frozen=True, slots=True)
class Line:
    """An unfinished table of the reader."""

    entry: Entry

    @property
    def opponents(self) -> str:
        """The names of the others at the table, as a list in words."""
        return in_words([seat_name(seat) for seat in self.entry.others if not seat_is_free(seat)])


@dataclass(frozen=True, slots=True)
class FirstPage:
    """The first page for one reader: the games that wait for the reader (`waiting` of them), then those of others."""

    covers: tuple[Cover, ...]
    waiting: int = 0
    mine: tuple[Line, ...] = ()
    others: tuple[Line, ...] = ()
    open: tuple[Line, ...] = ()
    invitations: int = 0

    @property
    def returns(self) -> bool:
        """Whether the reader has unfinished tables: then these come first."""
        return bool(self.mine or self.others or self.open)


def first_page(user: User | None, games: Sequence[ShownGame], *, chosen: bool = False) -> FirstPage:
    """Return the page for this reader, in a number of queries that does not depend on how many games there are.
    `chosen`: the reader has chosen a level; until then, and until the first finished game of its kind, a cover leads to
    the weakest level.
    """
    finished = finished_by(user)
    new = offered(games, finished | begun_by(user))
    covers = tuple(
        Cover(game, game.quick if chosen or game.key in finished else game.weakest, game.key in new) for game in games
    )
    if user is None:
        return FirstPage(covers)
    lists = game_lists.my_games(user)
    return FirstPage(
        covers,
        len(lists.mine_to_move),
        _lines(lists.mine_to_move[:WAITING_SHOWN]),
        _lines(lists.others_to_move[:OTHERS_SHOWN]),
        _lines(lists.waiting[:OTHERS_SHOWN]),
        to_user(user).count(),
    )


def _lines(entries: Sequence[Entry]) -> tuple[Line, ...]:
    return tuple(map(Line, entries))
