"""Notifications of a decision: to the player and to the reporters."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.notifications import services as notify
from engine import registry
from games.moderation.models import Appeal, ModerationDecision, Report
from ratings.models import Result


def tell_player(decision: ModerationDecision) -> None:
    """Notify the player of a measure: what was decided, why, and until when. Accounts that it closes are notified as
    well.
    """
    data: dict[str, object] = {"what": decision.action, "reason": decision.reason}
    if decision.until_ms is not None:
        data["until_ms"] = decision.until_ms
    if decision.action == ModerationDecision.Action.RENAME:
        data["name"] = decision.data["new"]
    if decision.action == ModerationDecision.Action.ANNUL:
        data["game"] = registry.get(Result.objects.get(game=decision.game).pool.game).name
    data["decision"] = decision.public_id
    notify.tell("sanction", [decision.user_id], key=f"sanction:{decision.public_id}", data=data)


def tell_undone(undone: ModerationDecision) -> None:
    """Notify the player that a measure was undone."""
    data = {"what": "lifted", "reason": undone.reason, "decision": undone.public_id}
    notify.tell("sanction", [undone.user_id], key=f"sanction:{undone.public_id}", data=data)


def tell_reporters(reports: Iterable[Report], what: str, decision: ModerationDecision) -> None:
    """Notify reporters: `what` is `upheld` or `denied`; after a decision was undone, `reopened` or `reversed`."""
    for report in reports:
        data = {"what": what, "who": report.reported.display_name, "answer": report.answer, "report": report.public_id}
        key = f"report:{report.public_id}:{decision.public_id}"
        notify.tell("report_answered", [report.reporter_id], key=key, data=data)


def tell_appellant(appeal: Appeal) -> None:
    """Notify the player of the answer to an appeal."""
    data = {"what": appeal.state, "answer": appeal.answer, "decision": appeal.decision.public_id}
    notify.tell("appeal", [appeal.decision.user_id], key=f"appeal:{appeal.public_id}", data=data)
