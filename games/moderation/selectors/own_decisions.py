"""What moderators have decided about a user, as that user may see it: never who decided or who reported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from games.moderation import models as moderation_models
from games.moderation.models import Appeal, ModerationDecision
from games.moderation.selectors.appeal_period import why_not
from games.record.tables import JSON
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.utc import utc_datetime

Action = ModerationDecision.Action

TITLES: Final = {
    Action.WARNING: gettext_noop("A warning"),
    Action.MUTE: gettext_noop("You are muted"),
    Action.UNRATED: gettext_noop("You cannot play rated games"),
    Action.SUSPENSION: gettext_noop("Your account is suspended"),
    Action.BAN: gettext_noop("Your account is closed"),
    Action.RENAME: gettext_noop("Your account was renamed"),
    Action.HIDE_LINE: gettext_noop("One of your messages was deleted"),
    Action.ANNUL: gettext_noop("One of your games was annulled"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. `no_appeal` is the reason why it can no longer be appealed; None if it can, or if there is an
    appeal.
    """

    decision: ModerationDecision
    state: str
    appeal: Appeal | None
    no_appeal: Refusal | None

    @property
    def title(self) -> str:
        """The English title; it is translated when shown."""
        return TITLES[Action(self.decision.action)]

    @property
    def at(self) -> datetime:
        """When it was decided."""
        return utc_datetime(self.decision.at_ms)

    @property
    def until(self) -> datetime | None:
        """When the measure ends, or None if it has no end."""
        return None if self.until_ms is None else utc_datetime(self.until_ms)

    @property
    def until_ms(self) -> int | None:
        """When the measure ends, or None. Confirming a provisional measure prolongs it."""
        sanction: Sanction | None = self.decision.sanction
        return self.decision.until_ms if sanction is None else sanction.until_ms

    @property
    def unread(self) -> bool:
        """Whether this is a warning that has not been acknowledged."""
        return self.decision.action == Action.WARNING and self.state == sanctions.IN_FORCE

    @property
    def to_confirm(self) -> bool:
        """Whether the measure lapses unless another moderator confirms it."""
        sanction: Sanction | None = self.decision.sanction
        return sanction is not None and sanction.provisional and self.state == sanctions.IN_FORCE

    @property
    def may_appeal(self) -> bool:
        """Whether the user may appeal."""
        return self.appeal is None and self.no_appeal is None

    def to_json(self) -> JSON:
        """Return the decision as the API shows it to the user."""
        sanction: Sanction | None = self.decision.sanction
        return {
            "id": self.decision.public_id,
            "kind": self.decision.action,
            "reason": self.decision.reason,
            "at_ms": self.decision.at_ms,
            "until_ms": self.until_ms,
            "state": self.state,
            "acknowledged_ms": None if sanction is None else sanction.acknowledged_ms,
            "game": self.decision.game or None,
            "may_appeal": self.may_appeal,
            "appeal": None if self.appeal is None else appeal_json(self.appeal),
        }


def appeal_json(appeal: Appeal) -> JSON:
    """Return an appeal as the API shows it."""
    return {
        "text": appeal.text,
        "at_ms": appeal.at_ms,
        "state": appeal.state,
        "answer": appeal.answer,
        "decided_ms": appeal.decided_ms,
    }


def decisions_about(user: User) -> QuerySet[ModerationDecision]:
    """Return the measures about the user, latest first, with what `entry` reads."""
    found = ModerationDecision.objects.filter(user=user, action__in=moderation_models.MEASURES)
    return found.select_related("sanction", "appeal", "undone_by").order_by("-pk")


def unread_warnings(user: User) -> list[ModerationDecision]:
    """Return the warnings that have not been acknowledged, oldest first. One query."""
    waiting = ModerationDecision.objects.filter(
        user=user, action=Action.WARNING, sanction__acknowledged_ms=None, sanction__lifted_ms=None
    )
    return list(waiting.order_by("pk"))


def entry(decision: ModerationDecision) -> Entry:
    """Return a decision with its state and its appeal."""
    appeal = getattr(decision, "appeal", None)
    return Entry(decision, _state(decision), appeal, None if appeal else why_not(decision))


def own(user: User, decision_id: PublicId) -> ModerationDecision:
    """Return the user's decision with this id. Raise Refusal 404 `no_such_decision` if there is none."""
    found = decisions_about(user).filter(public_id=decision_id).first()
    if found is None:
        template = gettext_noop("Decision “%(decision)s” not found.")
        raise Refusal(404, "no_such_decision", template, decision=decision_id[:20])
    return found


def _state(decision: ModerationDecision) -> str:
    if getattr(decision, "undone_by", None) is not None:
        return sanctions.LIFTED
    return sanctions.IN_FORCE if decision.sanction is None else sanctions.state(decision.sanction)
