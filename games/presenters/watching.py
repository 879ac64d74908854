"""What the page of running games shows of one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import registry
from games.presenters.game_kinds import components_url
from games.presenters.game_lists import Entry
from games.record import selectors
from games.record.models import Seat


@dataclass(frozen=True, slots=True)
class Watched:
    """A running game: its table, the first frame of its board as a stranger gets it, and where its pieces are."""

    entry: Entry
    frame: dict[str, Any]
    components: str

    @property
    def to_move(self) -> list[int]:
        """The seats to move, as a stranger sees them."""
        seats: list[int] = self.frame["table"]["to_move"]
        return seats

    @property
    def frame_id(self) -> str:
        """Identifier of the frame in the page."""
        return f"frame-{self.entry.game.public_id}"

    @property
    def seats(self) -> list[tuple[Seat, int | None]]:
        """The seats with their points; None while the game cannot be shown."""
        view = self.frame["view"]
        points = {} if view is None else {one["seat"]: one["total"] for one in view["seats"]}
        return [(seat, points.get(seat.number)) for seat in self.entry.seats]


def watched(entry: Entry) -> Watched:
    """Return what is shown of the game."""
    game = entry.game
    rules = registry.get(game.game_key, game.rules_version)
    return Watched(entry, selectors.page_frame(game, None), components_url(rules))
