"""Annulling and reinstating a rated result by the id of its game. Both are entries of the moderators' log."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ModerationDecision
from games.moderation.selectors import role_permissions
from games.moderation.services.decide import decide
from games.moderation.services.undo import undo
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from ratings.models import ResultSeat

ANNUL = ModerationDecision.Action.ANNUL


def annul(by: User, game: PublicId, player_id: PublicId | None, reason: str) -> None:
    """Annul a game's result; repeating it changes nothing. `player_id` names the player concerned if there are several.
    Raise Refusal if `by` may not annul it, or there is no such result or player.
    """
    _check_role(by)
    about = _of_the_result(game, player_id)
    try:
        decide(by, ANNUL, about, reason, game=game)
    except Refusal as refusal:
        if refusal.code != "already":
            raise


def reinstate(by: User, game: PublicId, reason: str) -> None:
    """Make an annulled result count again; do nothing if it counts. Raise Refusal if the role is too low, or there is
    no rated result.
    """
    _check_role(by)
    if not ResultSeat.objects.filter(result__game=game).exists():
        raise _unrated()
    standing = ModerationDecision.objects.filter(action=ANNUL, game=game, undone_by=None).order_by("-pk").first()
    if standing is not None:
        undo(by, standing.public_id, reason)


def _check_role(by: User) -> None:
    """Raise Refusal 403 `role_too_low` unless the role may annul; it is checked before anything about the game is
    said.
    """
    if ANNUL not in role_permissions.actions_of(by):
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."))


def _unrated() -> Refusal:
    return Refusal(404, "unrated", gettext_noop("This game has no rated result."))


def _of_the_result(game: PublicId, player_id: PublicId | None) -> User:
    """Return the user whom an annulment concerns. Raise Refusal if there is no rated result or no such player in it."""
    people = [seat.user for seat in ResultSeat.objects.filter(result__game=game).select_related("user") if seat.user]
    if not people:
        raise _unrated()
    if player_id is None and len(people) > 1:
        raise Refusal(422, "nobody", gettext_noop("Name the player concerned."), field="player")
    found = [one for one in people if player_id in (None, one.public_id)]
    if not found:
        raise Refusal(422, "not_there", gettext_noop("This player is not in this game."), field="player")
    return found[0]
