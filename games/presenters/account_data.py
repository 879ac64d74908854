"""A user's data as stored by the site, line by line (docs/formats/exports.md).

Rows are read in bounded portions, with a bounded number of queries for each. Of other users it contains only what pages
show: who sits at a table, and who is blocked or invited.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from allauth.account.models import EmailAddress
from allauth.idp.oidc.models import Client
from allauth.idp.oidc.models import Token as AppToken
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Model, QuerySet

from accounts.models import Block, Fingerprint, Notification, PushDevice, RestingName, Sanction, Token, User, Webhook
from accounts.notifications import preferences
from accounts.notifications import preferences as preferences_of
from accounts.users.player_json import player_json
from games.bots.models import BotHook, BotPolicy
from games.chat.models import ChatLine, PrivateNote
from games.conditional_moves.models import ConditionalMoves
from games.conditional_moves.selectors import conditional_moves_json
from games.deadlines.models import Vacation
from games.exports import selectors as exports
from games.learn.models import LessonProgress
from games.matchmaking.models import Seek, SeekAlert
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import own_decisions
from games.presenters.ratings.as_json import ratings_json
from games.record import positions, selectors
from games.record.models import Game, Invitation, Seat
from games.record.tables import JSON, iso
from games.search.models import SavedFilters
from games.search.selectors.saved_filters import saved_json
from games.study import selectors as studies
from games.study.models import Study
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import RatingChange

FORMAT = "pyramido-account/1"
NDJSON = "application/x-ndjson"
"""The media type of these exports."""
ACCESS, REFRESH = AppToken.Type.ACCESS_TOKEN, AppToken.Type.REFRESH_TOKEN
ROWS = 500
"""Rows that are read at a time."""

AnyModel = TypeVar("AnyModel", bound=Model)


def data_of(user: User, session_until_ms: int | None) -> Iterator[bytes]:
    """Yield all data of a user, a line of NDJSON each. `session_until_ms` is when the requesting session ends, or None
    for a token.
    """
    count = 0
    for line in _lines(user, session_until_ms):
        yield msgspec.json.encode(line) + b"\n"
        count += 1
    yield msgspec.json.encode({"kind": "end", "lines": count}) + b"\n"


def games_of(user: User) -> Iterator[bytes]:
    """Yield the exports of all finished games at which the user has sat, by the time at which the tables opened."""
    rows = _game_rows(user, status=Game.Status.FINISHED)
    for first in range(0, len(rows), exports.BATCH):
        batch = list(rows[first : first + exports.BATCH])
        found = exports.exports_of(batch)
        for game_id in batch:
            if game_id in found:
                yield msgspec.json.encode(found[game_id], order="deterministic") + b"\n"


def _lines(user: User, session_until_ms: int | None) -> Iterator[JSON]:
    yield {
        "kind": "account",
        "format": FORMAT,
        "at_ms": now_ms(),
        **player_json(user),
        "email": user.email,
        "joined_ms": _ms(user.date_joined),
        "staff": user.is_staff,
        "terms_version": user.terms_version,
        "terms_ms": user.terms_ms,
    }
    yield {"kind": "preferences", **preferences_of.preferences_json(preferences.of(user.pk))}
    if session_until_ms is not None:
        yield {"kind": "session", "until_ms": session_until_ms}
    for address in EmailAddress.objects.filter(user=user).order_by("pk"):
        yield {"kind": "email", "address": address.email, "verified": address.verified, "primary": address.primary}
    yield from _of_safety(user)
    yield from _of_account(user)
    yield from _of_moderation(user)
    yield from _of_play(user)
    yield from _of_games(user)


def _of_account(user: User) -> Iterator[JSON]:
    for token in _rows(Token.objects.filter(user=user)):
        yield {
            "kind": "token", "id": token.public_id, "name": token.name, "scopes": token.scopes,
            "created_ms": token.created_ms, "expires_ms": token.expires_ms, "last_used_ms": token.last_used_ms,
        }  # fmt: skip
    apps = AppToken.objects.filter(user=user, type__in=[ACCESS, REFRESH], client__isnull=False)
    for app in _rows(apps.select_related("client")):
        assert app.client is not None
        yield {
            "kind": "application_token", "application": app.client.name,
            "type": "access" if app.type == ACCESS else "refresh", "scopes": app.get_scopes(),
            "created_ms": _ms(app.created_at), "expires_ms": None if app.expires_at is None else _ms(app.expires_at),
        }  # fmt: skip
    for made in _rows(Client.objects.filter(owner=user)):
        yield {"kind": "application", "id": made.id, "name": made.name, "created_ms": _ms(made.created_at)}
    for device in _rows(PushDevice.objects.filter(user=user)):
        yield {
            "kind": "push_device", "endpoint": device.endpoint, "browser": device.user_agent,
            "created_ms": device.created_ms,
        }  # fmt: skip
    for hook in _rows(Webhook.objects.filter(user=user)):
        yield {"kind": "webhook", "url": hook.url, "created_ms": hook.created_ms}
    for policy in BotPolicy.objects.filter(user=user):
        yield {"kind": "bot_policy", "accepts": policy.accepts}
    for bot_hook in BotHook.objects.filter(user=user):
        yield {"kind": "bot_webhook", "url": bot_hook.url, "created_ms": bot_hook.created_ms}
    for block in _rows(Block.objects.filter(blocker=user).select_related("blocked")):
        yield {"kind": "block", "player": player_json(block.blocked), "at_ms": _ms(block.at)}
    for told in _rows(Notification.objects.filter(user=user)):
        yield {
            "kind": "notification", "event": told.kind, "key": told.key, "subject": told.subject, "data": told.data,
            "created_ms": told.created_ms, "read_ms": told.read_ms,
        }  # fmt: skip


def _of_safety(user: User) -> Iterator[JSON]:
    for signed in _rows(UserSession.objects.filter(user=user)):
        yield {
            "kind": "signed_in", "address": signed.ip, "browser": signed.user_agent,
            "since_ms": _ms(signed.created_at), "last_seen_ms": _ms(signed.last_seen_at),
        }  # fmt: skip
    for factor in _rows(Authenticator.objects.filter(user=user)):
        yield {
            "kind": "factor", "type": factor.type, "created_ms": _ms(factor.created_at),
            "last_used_ms": None if factor.last_used_at is None else _ms(factor.last_used_at),
        }  # fmt: skip
    for mark in _rows(Fingerprint.objects.filter(user=user)):
        yield {"kind": "mark", "of": mark.kind, "first_ms": mark.first_ms, "last_ms": mark.last_ms}
    for at_ms in sorted(set(RestingName.objects.filter(user=user).values_list("at_ms", flat=True))):
        yield {"kind": "resting_name", "at_ms": at_ms}


def _of_moderation(user: User) -> Iterator[JSON]:
    """Yield the user's reports and what was decided about the user, as the user learns it: without the names of
    moderators and reporters, and without moderators' notes.
    """
    for report in _rows(Report.objects.filter(reporter=user).select_related("reported")):
        yield {
            "kind": "report", "id": report.public_id, "about": report.about, "reason": report.kind,
            "player": player_json(report.reported), "table": report.game, "line": report.line, "study": report.study,
            "text": report.text, "state": report.state, "answer": report.answer, "at_ms": report.at_ms,
        }  # fmt: skip
    for sanction in _rows(Sanction.objects.filter(user=user)):
        yield {
            "kind": "sanction", "id": sanction.public_id, "type": sanction.kind, "reason": sanction.reason,
            "at_ms": sanction.at_ms, "until_ms": sanction.until_ms, "lifted_ms": sanction.lifted_ms,
            "acknowledged_ms": sanction.acknowledged_ms,
        }  # fmt: skip
    told = ModerationDecision.objects.filter(user=user, action__in=own_decisions.TITLES)
    for decision in _rows(told.select_related("sanction", "undone_by")):
        undone = getattr(decision, "undone_by", None)
        yield {
            "kind": "decision", "id": decision.public_id, "action": decision.action, "reason": decision.reason,
            "at_ms": decision.at_ms, "until_ms": decision.until_ms, "table": decision.game, "line": decision.line,
            "sanction": None if decision.sanction is None else decision.sanction.public_id,
            "undone_ms": None if undone is None else undone.at_ms,
        }  # fmt: skip
    for appeal in _rows(Appeal.objects.filter(decision__user=user).select_related("decision")):
        yield {
            "kind": "appeal", "id": appeal.public_id, "decision": appeal.decision.public_id, "text": appeal.text,
            "state": appeal.state, "answer": appeal.answer, "at_ms": appeal.at_ms, "decided_ms": appeal.decided_ms,
        }  # fmt: skip


def _of_play(user: User) -> Iterator[JSON]:
    for away in _rows(Vacation.objects.filter(user=user)):
        yield {"kind": "vacation", "from_ms": away.from_ms, "until_ms": away.until_ms}
    for seek in _rows(Seek.objects.filter(user=user).select_related("pool", "game")):
        yield {
            "kind": "seek", "id": seek.public_id, "game": seek.pool.game_key, "options": seek.pool.options,
            "terms": seek.pool.terms, "state": seek.state, "keep": seek.concurrent_games, "made_ms": seek.made_ms,
            "until_ms": seek.until_ms, "table": None if seek.game is None else seek.game.public_id,
        }  # fmt: skip
    for alert in _rows(SeekAlert.objects.filter(user=user)):
        yield {
            "kind": "seek_alert", "game": alert.game_key, "made_ms": alert.made_ms, "until_ms": alert.until_ms,
        }  # fmt: skip
    for saved in _rows(SavedFilters.objects.filter(user=user)):
        yield {"kind": "saved_filters", **saved_json(saved)}
    for lesson in _rows(LessonProgress.objects.filter(user=user)):
        yield {
            "kind": "lesson", "game": lesson.game_key, "lesson": lesson.lesson, "step": lesson.step,
            "finished": lesson.finished,
        }  # fmt: skip
    for way, mine in (("received", {"user": user}), ("sent", {"by": user})):
        for one in _rows(Invitation.objects.filter(**mine).select_related("game", "user", "by")):
            yield {
                "kind": "invitation", "way": way, "id": one.public_id, "table": one.game.public_id, "seat": one.seat,
                "player": player_json(one.by if way == "received" else one.user), "state": one.state,
                "reason": one.reason, "at_ms": one.at_ms, "answered_ms": one.answered_ms,
            }  # fmt: skip
    for rating in map(_first_form, ratings_json(user)):
        yield {"kind": "rating", **{name: value for name, value in rating.items() if name not in ("player", "ai")}}
    changes = RatingChange.objects.filter(rating__user=user).select_related("seat__result__pool", "annulment")
    for change in _rows(changes):
        result = change.seat.result
        yield {
            "kind": "rating_change", "game": result.pool.game, "pace": result.pool.pace,
            "population": result.pool.population, "table": result.game, "revision": change.revision,
            "before": change.before, "after": change.after, "expected": change.expectation, "scored": change.score,
            "k": change.k, "cause": change.cause, "at_ms": change.at_ms,
            "reason": "" if change.annulment is None else change.annulment.reason,
        }  # fmt: skip


def _of_games(user: User) -> Iterator[JSON]:
    for line in _rows(ChatLine.objects.filter(user=user).select_related("game")):
        yield {
            "kind": "chat", "id": line.public_id, "table": line.game.public_id, "room": line.room, "text": line.text,
            "hidden": line.hidden, "at_ms": line.at_ms,
        }  # fmt: skip
    for note in _rows(PrivateNote.objects.filter(user=user).select_related("game")):
        yield {"kind": "note", "table": note.game.public_id, "text": note.text, "at_ms": note.at_ms}
    for plan in _rows(ConditionalMoves.objects.filter(user=user).select_related("game")):
        yield {"kind": "plan", "table": plan.game.public_id, "seat": plan.seat, "plan": conditional_moves_json(plan)}
    for study in _rows(Study.objects.filter(owner=user)):
        yield {
            "kind": "study", "id": study.public_id, "link": studies.link_of(study), "hidden": study.hidden,
            "opponent": study.opponent or None, "made_ms": study.made_ms, "changed_ms": study.changed_ms,
            "file": studies.file_of(study),
        }  # fmt: skip
    rows = _game_rows(user)
    for first in range(0, len(rows), exports.BATCH):
        yield from _tables(user, list(rows[first : first + exports.BATCH]))


def _tables(user: User, game_ids: list[int]) -> Iterator[JSON]:
    """Yield each table as its player sees it, with the export of a finished game, or the player's view of a running
    one.
    """
    games = list(selectors.games_with_seats().filter(pk__in=game_ids).order_by("pk"))
    infos = {game.pk: selectors.info_of(game) for game in games}
    finished = {game.pk for game in games if game.status == Game.Status.FINISHED}
    started = [(game, infos[game.pk]) for game in games if game.seq is not None and game.pk not in finished]
    documents = exports.exports_of(list(finished))
    entries = positions.entries_of(started)
    for game in games:
        info = infos[game.pk]
        audience = info.audience_of(user.pk)
        line: JSON = {
            "kind": "game",
            "seat": next((seat.number for seat in info.seats if seat.user_id == user.pk), None),
            "table": _first_form(selectors.table_of(game, user)),
        }
        if game.pk in documents:
            line["export"] = documents[game.pk]
        elif game.pk in entries:
            line["view"] = entries[game.pk].document(audience)["view"]
        yield line


_FIRST_NAMES = {
    "opened_ms": "opened_at", "started_ms": "started_at", "finished_ms": "finished_at", "peak_ms": "peak_at",
    "last_ms": "last_at",
}  # fmt: skip
"""Times that are texts in `pyramido-account/1`, by their names in the API."""


def _first_form(row: JSON) -> JSON:
    return {_FIRST_NAMES.get(name, name): iso(value) if name in _FIRST_NAMES else value for name, value in row.items()}


def _game_rows(user: User, **those: Any) -> array[int]:
    """Return row ids of the games at which the user sits or has sat, in eight bytes each."""
    seats = Seat.objects.filter(user=user, **{f"game__{name}": value for name, value in those.items()})
    return array("q", seats.order_by("game_id").values_list("game_id", flat=True).iterator())


def _rows(rows: QuerySet[AnyModel]) -> Iterator[AnyModel]:
    """Yield all rows by primary key, reading a bounded number at a time."""
    last: Any = None
    while True:
        found = list((rows if last is None else rows.filter(pk__gt=last)).order_by("pk")[:ROWS])
        yield from found
        if len(found) < ROWS:
            return
        last = found[-1].pk


def _ms(at: Any) -> int:
    return int(at.timestamp() * 1000)
