"""The one check before a decision, and the only writer of the moderators' log.

`clear` checks whether a moderator may decide something about a user; `enter` writes a decision, and takes only what
`clear` returned. Every door and every parameter of a request is therefore checked here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import ModerationDecision, Report
from games.moderation.selectors import impartial, provisional_measures, role_permissions, roles
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action


@dataclass(frozen=True, slots=True)
class Cleared:
    """Permission for one decision. Only `clear` makes it."""

    by: User
    action: Action
    user: User
    lapses_ms: int | None = None
    """When it lapses at the latest, if it is provisional."""


def clear(
    by: User,
    action: Action,
    user: User,
    *,
    report: Report | None = None,
    game: PublicId = NO_ID,
    of: ModerationDecision | None = None,
    provisional: bool = False,
) -> Cleared:
    """Return permission for `by` to do this to `user`. Raise Refusal 403 if the role does not allow it
    (games.moderation.selectors.roles) or `by` has a part in the matter (games.moderation.selectors.impartial).

    `of` is the decision that is undone, judged or confirmed. With `provisional`, the only moderator passes in spite of
    a game shared with the player; Refusal 422 `not_provisional` is raised if that is not possible or not needed.
    """
    role_permissions.check_may(by, action, user)
    if of is not None:
        _check_whose(by, action, of)
        report, game = of.report, of.game
    refusal = _partial(by, action if of is None else Action(of.action), user, report, game)
    lapses_ms: int | None = None
    if provisional:
        lapses_ms = provisional_measures.lapse_of(by, action, user, refusal)
    elif refusal is not None and not _withdraws(by, action, of):
        raise refusal
    return Cleared(by, action, user, lapses_ms)


def enter(cleared: Cleared, reason: str, **more: Any) -> ModerationDecision:
    """Add an entry to the moderators' log, in the caller's transaction, and return it."""
    return ModerationDecision.objects.create(
        action=cleared.action, by=cleared.by, user=cleared.user, reason=reason, at_ms=now_ms(), **more
    )


def why_not(by: User, user: User, report: Report | None = None) -> Refusal | None:
    """Return the refusal if `by`, whatever the role, may not decide about `user` or a report; None if there is no
    objection.
    """
    return impartial.why_not(by, user, report)


def check_impartial(by: User, user: User, report: Report | None = None) -> None:
    """Raise Refusal 403 `partial` if `by` may not decide here. For steps that prepare a decision, such as claiming a
    report.
    """
    refusal = why_not(by, user, report)
    if refusal is not None:
        raise refusal


def _partial(by: User, action: Action, user: User, report: Report | None, game: PublicId) -> Refusal | None:
    """Return the refusal if `by` has a part in the matter. An annulment concerns every player of the game."""
    refusal = impartial.why_not(by, user, report, [game])
    if refusal is None and action == Action.ANNUL and impartial.shares_game_with(by, impartial.players_of(game)):
        template = gettext_noop(
            "You have played with a player of this game in the last %(days)s days. Another moderator must decide."
        )
        refusal = Refusal(403, "partial", template, days=impartial.RECENT_MS // DAY_MS)
    return refusal


def _check_whose(by: User, action: Action, of: ModerationDecision) -> None:
    """Raise Refusal 403 unless `by` may do this to that decision: moderators undo their own, senior ones all; only
    others judge appeals against a decision or confirm it.
    """
    if action == Action.UNDO and of.by_id != by.pk and not roles.is_senior(by):
        raise Refusal(403, "not_yours", gettext_noop("Another moderator made this decision."))
    if action in (Action.APPEAL_GRANTED, Action.APPEAL_REJECTED) and of.by_id == by.pk:
        raise Refusal(
            403, "own_decision", gettext_noop("Another moderator must decide on appeals against your decisions.")
        )
    if action == Action.CONFIRMED:
        if of.by_id == by.pk:
            raise Refusal(403, "own_decision", gettext_noop("Another moderator must confirm your decisions."))
        role_permissions.check_may(by, of.action, of.user)


def _withdraws(by: User, action: Action, of: ModerationDecision | None) -> bool:
    """Return whether `by` only undoes an own provisional measure."""
    if action != Action.UNDO or of is None or of.by_id != by.pk or of.sanction is None:
        return False
    return of.sanction.provisional
