"""What the end of a game brought a player, as JSON (docs/formats/api.md)."""

from __future__ import annotations

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.models import User
from engine import registry
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import shown_game
from games.record.models import Game
from games.record.tables import JSON
from games.seating.selectors import endings


def ending_json(game: Game, user: User) -> JSON:
    """Return the ending for the user, named in the language of the request. Raise Refusal 403 `not_seated` or 409
    `not_ended`.
    """
    seats = endings.ended_seats(game, user)
    brought = endings.ending(game, user)
    return {
        "points": brought.points,
        "best_before": brought.best_before,
        "games": brought.games,
        "streak": brought.streak,
        "unlocked": [{"options": kind.options, "name": _(kind.name)} for kind in brought.unlocked],
        "again": _next(game, endings.again(game, seats, user)),
        "harder": _next(game, endings.harder(game, seats, user)),
    }


def _next(game: Game, table: endings.NextTable | None) -> JSON | None:
    if table is None:
        return None
    names = [ShownLevel(level).name for level in dict.fromkeys(table.ai)]
    kind = shown_game(registry.get(game.game_key)).kind_of(dict(table.options))
    assert kind is not None  # only offered kinds come next
    return {"options": kind.options, "ai": list(table.ai), "name": get_text_list(names, _("and")) or kind.name}
