"""What moderators see, as JSON (games.api.document.moderation_shapes)."""

from __future__ import annotations

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from accounts.users.player_json import player_json
from games.chat import selectors as chat
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers
from games.moderation.services import authority
from games.presenters.moderation import evidence
from games.presenters.ratings.as_json import rating_json
from games.record import selectors
from games.record.tables import JSON


def _player_or_none(user: User | None) -> JSON | None:
    return None if user is None else player_json(user)


def report_json(report: Report) -> JSON:
    """Return a report of `dossiers.reports()`."""
    return {
        "id": report.public_id,
        "kind": report.kind,
        "about": report.about,
        "reported": player_json(report.reported),
        "reporter": player_json(report.reporter),
        "game": report.game or None,
        "line": report.line or None,
        "study": report.study or None,
        "text": report.text,
        "at_ms": report.at_ms,
        "priority": report.priority,
        "state": report.state,
        "claimed_by": _player_or_none(report.claimed_by),
        "claimed_ms": report.claimed_ms,
        "decided_by": _player_or_none(report.decided_by),
        "decided_ms": report.decided_ms,
        "answer": report.answer,
    }


def decision_json(decision: ModerationDecision) -> JSON:
    """Return a decision of `dossiers.decisions()`."""
    undone_by: ModerationDecision | None = getattr(decision, "undone_by", None)
    return {
        "id": decision.public_id,
        "action": decision.action,
        "by": player_json(decision.by),
        "player": player_json(decision.user),
        "reason": decision.reason,
        "at_ms": decision.at_ms,
        "until_ms": decision.until_ms,
        "game": decision.game or None,
        "line": decision.line or None,
        "report": None if decision.report is None else decision.report.public_id,
        "undoes": None if decision.undoes is None else decision.undoes.public_id,
        "undone_by": None if undone_by is None else undone_by.public_id,
        "data": decision.data,
    }


def sanction_json(sanction: Sanction) -> JSON:
    """Return a sanction with its state."""
    return {
        "id": sanction.public_id,
        "kind": sanction.kind,
        "reason": sanction.reason,
        "at_ms": sanction.at_ms,
        "until_ms": sanction.until_ms,
        "lifted_ms": sanction.lifted_ms,
        "acknowledged_ms": sanction.acknowledged_ms,
        "provisional": sanction.provisional,
        "state": sanctions.state(sanction),
    }


def flag_json(flag: Flag) -> JSON:
    """Return a flag with its facts in words."""
    return {
        "id": flag.public_id,
        "kind": flag.kind,
        "player": player_json(flag.user),
        "other": _player_or_none(flag.other),
        "strength": flag.strength,
        "evidence": flag.evidence,
        "facts": evidence.facts(flag),
        "at_ms": flag.at_ms,
        "state": flag.state,
        "seen_by": _player_or_none(flag.seen_by),
        "seen_ms": flag.seen_ms,
    }


def appeal_json(appeal: Appeal) -> JSON:
    """Return an appeal with its decision."""
    return {
        "id": appeal.public_id,
        "decision": decision_json(appeal.decision),
        "text": appeal.text,
        "at_ms": appeal.at_ms,
        "state": appeal.state,
        "decided_by": _player_or_none(appeal.decided_by),
        "decided_ms": appeal.decided_ms,
        "answer": appeal.answer,
    }


def dossier_json(found: dossiers.Dossier) -> JSON:
    """Return a dossier."""
    user = found.user
    pools = [
        {
            **rating_json(rating),
            "game": rating.pool.game,
            "pace": rating.pool.pace,
            "population": rating.pool.population,
        }
        for rating in found.ratings
    ]
    return {
        "player": player_json(user),
        "active": user.is_active,
        "joined_ms": int(user.date_joined.timestamp() * 1000),
        "names": found.names,
        "played": found.played,
        "against": {state: found.against_by_state[state] for state in Report.State.values},
        "reports": [report_json(one) for one in found.against],
        "filed": found.filed_count,
        "upheld": found.upheld,
        "denied": found.denied,
        "own_reports": [report_json(one) for one in found.filed],
        "decisions": [decision_json(one) for one in found.decisions],
        "sanctions": [sanction_json(one) for one in found.sanctions],
        "games": [selectors.table_of(game, None) for game in found.games],
        "ratings": pools,
        "signals": [flag_json(one) for one in found.flags],
    }


def report_file_json(report: Report, reader: User) -> JSON:
    """Return a report with its evidence, game, chat and dossiers, as `reader` may see them."""
    file = dossiers.game_file(report.game, reader, report.line)
    partial = authority.why_not(reader, report.reported, report)
    sealed = file is not None and file.rooms is None
    rooms = None if file is None or file.rooms is None else file.rooms
    decided = dossiers.decisions().filter(report=report).order_by("pk")
    return {
        **report_json(report),
        "evidence": None if sealed else report.evidence,
        "partial": None if partial is None else partial.detail,
        "table": None if file is None else file.table,
        "clocks": [
            {"seat": one.seat.number, "left_ms": one.left_ms, "used_ms": one.used_ms, "running": one.running}
            for one in (file.times if file is not None else ())
        ],
        "chat": None
        if rooms is None or file is None
        else {
            room: [{**chat.line_json(one, file.game), "text": one.text} for one in said] for room, said in rooms.items()
        },
        "decisions": [decision_json(one) for one in decided],
        "reported_dossier": dossier_json(dossiers.dossier(report.reported, reader)),
        "reporter_dossier": dossier_json(dossiers.dossier(report.reporter, reader)),
    }
