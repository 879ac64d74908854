"""Names at tables, and ratings beside them, from the pool to which the table belongs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.presenters.computer_levels import ShownLevel
from games.presenters.game_lists import Entry
from games.presenters.ratings.pages import points
from games.rated_games.selectors.rating_pool import pace_of
from games.record.models import Seat
from games.record.projections import LEGEND_KINDS
from ratings import elo, selectors
from ratings.models import RatingPool
from ratings.rating_update import Standing

Population = RatingPool.Population


def seat_name(seat: Seat) -> str:
    """Return who sits on a seat: a player's name, the computer's level, or what a seat without either is."""
    if seat.user is not None:
        return seat.user.display_name
    if seat.ai:
        return ShownLevel(seat.ai).name
    return _("The Legend") if seat.kind in LEGEND_KINDS else _("free seat")


def in_words(names: Sequence[str]) -> str:
    """Return names as a list in words: “Ada, Ben and Cleo”."""
    return get_text_list(list(names), _("and"))


@dataclass(frozen=True, slots=True)
class Beside:
    """A rating beside a name."""

    standing: Standing

    @property
    def points(self) -> int:
        """The rating in whole points."""
        return points(self.standing.value)

    @property
    def provisional(self) -> bool:
        """Whether the rating is provisional."""
        return elo.is_provisional(self.standing.games)

    @property
    def about(self) -> str:
        """What the rating is, in a sentence for its tooltip."""
        if not self.provisional:
            return _("Rating in this kind of game")
        return _("Provisional rating: %(games)s of %(needed)s games played") % {
            "games": self.standing.games,
            "needed": elo.PROVISIONAL_GAMES,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the rating as JSON."""
        return {"points": self.points, "provisional": self.provisional, "about": self.about}


def pool_of(entry: Entry) -> tuple[str, str, str] | None:
    """Return game, pace and population of the pool to which a table belongs; None without a time control."""
    if not entry.timed:
        return None
    programs = any(seat.user.is_bot if seat.user else seat.ai for seat in entry.seats)
    programs = programs or any(invitation.user.is_bot for invitation in entry.held.values())
    return entry.game.game_key, pace_of(entry.agreed), Population.BOTS if programs else Population.PEOPLE


def beside_names(entries: Iterable[Entry]) -> dict[tuple[int, int], Beside]:
    """Return the ratings of users at these tables, by row ids of game and user, with one query for each pool. At an
    unrated table, users without a rated game are left out.
    """
    pools: dict[tuple[str, str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        pool = pool_of(entry)
        if pool is not None:
            pools[pool].append(entry)
    found = {}
    for pool, tables in pools.items():
        sitting = {seat.user_id for entry in tables for seat in entry.seats if seat.user_id is not None}
        standings = selectors.standings(*pool, users=sitting)
        for entry in tables:
            for seat in entry.seats:
                if seat.user_id is not None and (entry.game.rated or standings[seat.user_id].games):
                    found[entry.game.pk, seat.user_id] = Beside(standings[seat.user_id])
    return found


def beside_seats(entry: Entry) -> dict[int, dict[str, Any]]:
    """Return the ratings at one table, by seat, as JSON for its board."""
    found = beside_names([entry])
    keys = {seat.number: (entry.game.pk, seat.user_id) for seat in entry.seats if seat.user_id is not None}
    return {number: found[key].to_json() for number, key in keys.items() if key in found}
