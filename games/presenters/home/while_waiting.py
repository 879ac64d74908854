"""What a player who waits to be paired can do instead, or meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.notifications import preferences
from games.matchmaking.selectors.seeks import alerts_of
from games.presenters.home.first_page import Cover
from games.presenters.matchmaking import ShownSeek
from games.presenters.names import in_words
from games.presenters.times import ShownControl
from games.time.terms import USUAL


@dataclass(frozen=True, slots=True)
class WhileWaiting:
    """The offers on the page of one seek. `alert` says whether the user is told of other users' live seeks of the game,
    and `told_by` by what, in words.
    """

    one: ShownSeek
    alert: bool
    told_by: str

    @property
    def computer(self) -> Cover | None:
        """The game against the computer, or alone, or None if there is neither."""
        game = self.one.shown.game
        return Cover(game, game.quick) if game.quick or game.solo else None

    @property
    def days(self) -> ShownControl:
        """The time control that is offered instead of a live one."""
        return ShownControl(USUAL)


def while_waiting(user: User, one: ShownSeek) -> WhileWaiting:
    """Return the offers for the user's seek."""
    live = one.seek.pool.live
    kind = "opponent_waiting" if live else "game_started"
    names = {
        "bell": _("on this site"),
        "email": _("by e-mail"),
        "push": _("by a browser notification"),
        "webhook": _("through your webhook"),
    }
    told_by = in_words([names[channel] for channel in preferences.reached_by(user, kind)])
    alert = live and alerts_of(user).filter(game_key=one.seek.pool.game_key).exists()
    return WhileWaiting(one, alert, told_by)
