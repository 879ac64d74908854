"""The one question before anything is decided, and the one pen for the moderators' log.

`clear` says whether a moderator may decide something about somebody; `enter` writes a decision, and takes nothing but
what `clear` has made. So whatever door a request comes through, and whatever it names, it is judged here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ModerationDecision, Report
from games.moderation.selectors import impartial, roles
from games.requests.refusals import Refusal
from games.time.clocks import DAY, HOUR
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action

PROVISIONAL: Final = (Action.MUTE, Action.SUSPENSION)
"""What the only moderator may do provisionally to somebody about whom he or she may not decide."""
PROVISIONAL_MS: Final = 72 * HOUR
"""A provisional measure lapses after this time unless another moderator confirms it."""
ONCE_MS: Final = 30 * DAY
"""The same provisional measure about the same person is taken once in this time."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """Leave for one decision. `clear` alone makes it."""

    by: User
    action: Action
    user: User
    provisional: bool = False


def clear(
    by: User,
    action: Action,
    user: User,
    *,
    report: Report | None = None,
    game: str = "",
    of: ModerationDecision | None = None,
    provisional: bool = False,
) -> Cleared:
    """Leave for `by` to do that to `user`, or an exception: Refusal 403 by the role (games.moderation.selectors.roles)
    and for who has a part in the matter (games.moderation.selectors.impartial).

    `of` is the decision that is undone, judged or confirmed. With `provisional` the only moderator is let through in
    spite of a game that is shared with the player.
    """
    roles.check_may(by, action, user)
    if of is not None:
        _check_whose(by, action, of)
        report, game = of.report, of.game
    refusal = _partial(by, action if of is None else Action(of.action), user, report, game)
    if provisional:
        _check_provisional(by, action, user, refusal)
    elif refusal is not None and not _withdraws(by, action, of):
        raise refusal
    return Cleared(by, action, user, provisional)


def enter(cleared: Cleared, reason: str, **more: Any) -> ModerationDecision:
    """A line of the moderators' log, in the caller's transaction."""
    return ModerationDecision.objects.create(
        action=cleared.action, by=cleared.by, user=cleared.user, reason=reason, at_ms=now_ms(), **more
    )


def why_not(by: User, user: User, report: Report | None = None) -> Refusal | None:
    """Why `by`, whatever the role, may not decide about `user` or a report; None if nothing stands against it."""
    return impartial.why_not(by, user, report)


def check_impartial(by: User, user: User, report: Report | None = None) -> None:
    """For what prepares a decision, such as claiming a report. Raises Refusal 403 `partial`."""
    refusal = why_not(by, user, report)
    if refusal is not None:
        raise refusal


def is_only_moderator(by: User) -> bool:
    """Whether no other account that is open works at the desk."""
    return roles.is_moderator(by) and not roles.moderators().exclude(pk=by.pk).exists()


def _partial(by: User, action: Action, user: User, report: Report | None, game: str) -> Refusal | None:
    """An annulment decides about everybody who played the game."""
    refusal = impartial.why_not(by, user, report, [game])
    if refusal is None and action == Action.ANNUL and impartial.shares_game_with(by, impartial.players_of(game)):
        template = gettext_noop(
            "You have played with a player of this game in the last %(days)s days. Another moderator must decide."
        )
        refusal = Refusal(403, "partial", template, days=impartial.RECENT_MS // DAY)
    return refusal


def _check_whose(by: User, action: Action, of: ModerationDecision) -> None:
    """One's own decisions are undone by oneself, or by who is senior; they are judged and confirmed by others."""
    if action == Action.UNDO and of.by_id != by.pk and not roles.is_senior(by):
        raise Refusal(403, "not_yours", gettext_noop("Another moderator made this decision."))
    if action in (Action.APPEAL_GRANTED, Action.APPEAL_REJECTED) and of.by_id == by.pk:
        raise Refusal(
            403, "own_decision", gettext_noop("Another moderator must decide on appeals against your decisions.")
        )
    if action == Action.CONFIRMED:
        if of.by_id == by.pk:
            raise Refusal(403, "own_decision", gettext_noop("Another moderator must confirm your decisions."))
        roles.check_may(by, of.action, of.user)


def _withdraws(by: User, action: Action, of: ModerationDecision | None) -> bool:
    """Whether `by` only takes an own provisional measure back."""
    if action != Action.UNDO or of is None or of.by_id != by.pk or of.sanction is None:
        return False
    return of.sanction.provisional


def _check_provisional(by: User, action: Action, user: User, refusal: Refusal | None) -> None:
    """Raises Refusal."""
    if action not in PROVISIONAL:
        template = gettext_noop("Only a mute or a suspension can be provisional.")
        raise Refusal(422, "not_provisional", template, field="provisional")
    if refusal is None:
        template = gettext_noop("You can decide about this player directly, without a provisional measure.")
        raise Refusal(422, "not_provisional", template, field="provisional")
    if not is_only_moderator(by):
        raise refusal
    before = ModerationDecision.objects.filter(by=by, action=action, user=user, at_ms__gt=now_ms() - ONCE_MS)
    if before.filter(data__provisional=True, undone_by=None).exists():
        template = gettext_noop("You did this provisionally in the last %(days)s days. Another moderator must decide.")
        raise Refusal(403, "partial", template, days=ONCE_MS // DAY)
