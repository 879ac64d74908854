"""Opening the next table after a game without other people."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.record.models import Game
from games.requests.refusals import Refusal, not_found
from games.seating.selectors import endings
from games.seating.services.open_table import open_table
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId


def play_again(user: User, public_id: PublicId, nonce: bytes | None = None, *, harder: bool = False) -> Game:
    """Return a new table like that of an ended game, on the same terms; with `harder`, against the next stronger
    computer players. It has started.

    Raise Refusal if the game has not ended, the user did not sit there or not alone, or there is no such table.
    """
    ended = Game.objects.filter(public_id=public_id).first()
    if ended is None:
        raise not_found(public_id)
    seats = endings.ended_seats(ended, user)
    following = (endings.harder if harder else endings.again)(ended, seats, user)
    if following is None:
        template = gettext_noop("There is no such table to open with one press. Use “Open a table”.")
        raise Refusal(422, "no_next_table", template)
    return open_table(
        user, ended.game_key, dict(following.options), nonce, following.ai, ended.substitute or None,
        terms.of(ended.terms), ended.listed,
    )  # fmt: skip
