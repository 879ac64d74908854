"""Which role may take which measure, and about whom."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ModerationDecision
from games.moderation.selectors.roles import ADMINISTRATOR, MODERATOR, SENIOR, rank, rank_kept
from games.requests.refusals import Refusal

Action = ModerationDecision.Action

LEAST: Final = {
    Action.NOTE: MODERATOR,
    Action.CLOSE: MODERATOR,
    Action.WARNING: MODERATOR,
    Action.MUTE: MODERATOR,
    Action.HIDE_LINE: MODERATOR,
    Action.UNDO: MODERATOR,
    Action.CONFIRMED: MODERATOR,
    Action.UNRATED: SENIOR,
    Action.SUSPENSION: SENIOR,
    Action.BAN: SENIOR,
    Action.RENAME: SENIOR,
    Action.ANNUL: SENIOR,
    Action.APPEAL_GRANTED: SENIOR,
    Action.APPEAL_REJECTED: SENIOR,
}
"""The lowest role that an action needs. Moderators undo only their own decisions, and confirm what their role could
decide.
"""


def actions_of(by: User) -> list[ModerationDecision.Action]:
    """Return the actions that the role of `by` allows, in the order of `Action`."""
    own = rank(by)
    return [action for action in Action if LEAST[action] <= own]


def check_may(by: User, action: str, user: User) -> None:
    """Raise Refusal 403 unless `by` may do this to `user`. No one may act on themselves or on users of the same or a
    higher role, except that administrators add notes and close reports about one another.
    """
    own = rank(by)
    if own < LEAST[Action(action)]:
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."), field="action")
    if by.pk == user.pk:
        raise Refusal(403, "own_case", gettext_noop("You cannot moderate your own account."))
    if rank_kept(user) >= own and not (own == ADMINISTRATOR and action in (Action.NOTE, Action.CLOSE)):
        template = gettext_noop("You cannot act on someone whose role is equal to or above yours.")
        raise Refusal(403, "equal_or_superior", template)
