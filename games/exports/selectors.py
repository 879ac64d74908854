"""Public files of rated games, one per month (docs/formats/exports.md): their lines, and which files there are."""

from __future__ import annotations

import logging
import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.core.files.storage import Storage, storages
from django.db.models import Exists, Min, OuterRef, Prefetch, QuerySet
from msgspec import convert

from accounts.models import User
from engine import published
from engine.core import GameError
from engine.export import Export, from_log
from engine.position import Event as LogEvent
from engine.position import LogError
from engine.replay import check_chain
from games.exports.models import MonthlyExport
from games.record.models import Event, Game
from games.record.positions import log_event
from games.record.tables import JSON
from games.time import terms
from ratings.models import RatingChange, Result, ResultSeat
from ratings.selectors import pools_to_rate
from ratings.services.monthly_leaderboards import end_of, month_before

logger = logging.getLogger(__name__)

LICENCE = "CC0-1.0"
CONTENT_TYPE = "application/gzip"
SETTLE_MS = 10 * 60_000
"""How long (ms) after its end a month counts as complete: a game that ended in its last moment is stored by then."""

BATCH = 20
"""Games read at once."""

_MONTH = re.compile("[0-9]{4}-(0[1-9]|1[0-2])")


def storage() -> Storage:
    """Return the storage of the files."""
    return storages["exports"]


def file_name(month: str) -> str:
    """Return the name of a month's file."""
    return f"pyramido-{month}.ndjson.gz"


def is_month(text: str) -> bool:
    """Whether the text is a month, like 2026-10."""
    return _MONTH.fullmatch(text) is not None and text >= "1970-01"


def months_due(now_ms: int) -> list[str]:
    """Return the months since the first rated game that have ended and have no file, earliest first."""
    first = Result.objects.aggregate(at=Min("finished_ms"))["at"]
    if first is None:
        return []
    made = set(MonthlyExport.objects.values_list("month", flat=True))
    found, month = [], month_before(now_ms - SETTLE_MS)
    while end_of(month) > first:
        if month not in made:
            found.append(month)
        month = month_before(end_of(month) - 1)
    return found[::-1]


def is_settled(month: str, now_ms: int) -> bool:
    """Whether the month is over, and no game that ended in it waits to be rated."""
    return now_ms >= end_of(month) + SETTLE_MS and not pools_to_rate(1, finished_before_ms=end_of(month))


def lines_of(month: str) -> Iterator[published.RatedGame]:
    """Yield the rated games that ended in a month, were not annulled and are not private, by finish time.

    No transaction is held, since a finished game no longer changes, except for its annulment and its players' names.
    """
    start, end = end_of(month_before(end_of(month) - 1)), end_of(month)
    private = Game.objects.filter(public_id=OuterRef("game"), private=True)
    ended = Result.objects.filter(~Exists(private), finished_ms__gte=start, finished_ms__lt=end, annulled=False)
    rows = array("q", ended.order_by("finished_ms", "game").values_list("pk", flat=True).iterator())
    for first in range(0, len(rows), BATCH):
        yield from _batch(rows[first : first + BATCH])


def _batch(rows: Sequence[int]) -> Iterator[published.RatedGame]:
    seats = ResultSeat.objects.select_related("user__preferences").order_by("number")
    results = Result.objects.select_related("pool").prefetch_related(Prefetch("seats", seats)).in_bulk(list(rows))
    current = RatingChange.objects.current().filter(seat__result__in=list(rows))
    changes = {seat: (before, after) for seat, before, after in current.values_list("seat", "before", "after")}
    ids = [result.game for result in results.values()]
    games = {game.public_id: game for game in Game.objects.filter(public_id__in=ids)}
    exports = exports_of([game.pk for game in games.values()])
    for row in rows:
        result = results[row]
        game = games.get(result.game)
        if game is None or game.pk not in exports:
            continue  # the game was purged, or its log is broken
        yield published.RatedGame(
            format="pyramido-rated-game/1",
            id=game.public_id,
            finished_ms=result.finished_ms,
            terms=terms.public_json(game.terms),
            pool=convert({"pace": result.pool.pace, "population": result.pool.population}, published.Pool),
            players=tuple(_player(seat, *changes.get(seat.pk, (None, None))) for seat in result.seats.all()),
            game=exports[game.pk],
        )


def _player(seat: ResultSeat, before: int | None, after: int | None) -> published.Player:
    return published.Player(
        seat=seat.number,
        name=None if seat.user is None else public_name(seat.user),
        ai=seat.ai or None,
        bot=seat.user is not None and seat.user.is_bot,
        rating_before=before,
        rating_after=after,
        rank=seat.rank,
        score=seat.score,
    )


def public_name(user: User) -> str | None:
    """Return the name of a user who has chosen to be named and still has an account, or None. `user` has its
    preferences loaded.
    """
    chosen = getattr(user, "preferences", None)
    gone = not user.is_active or user.display_name.startswith("~")
    return user.display_name if chosen is not None and chosen.named and not gone else None


def exports_of(game_ids: Sequence[int]) -> dict[int, Export]:
    """Return the exports of finished games by row number, in one query.

    A game with a broken log is left out and logged; `manage.py check_games` names it, too.
    """
    logs: dict[int, list[LogEvent]] = defaultdict(list)
    rows = Event.objects.filter(game_id__in=game_ids).order_by("game_id", "seq")
    for game_id, *row in rows.values_list("game_id", "seq", "seat", "kind", "payload", "at_ms", "hash"):
        logs[game_id].append(log_event(tuple(row)))
    made = {}
    for game_id, events in logs.items():
        try:
            check_chain(events)
            made[game_id] = from_log(events)
        except (LogError, ValueError, KeyError, GameError) as error:
            logger.error("game %s cannot be exported: %s", game_id, error)
    return made


def export_json(row: MonthlyExport) -> JSON:
    """Return a file as JSON."""
    return {
        "month": row.month,
        "file": file_name(row.month),
        "games": row.games,
        "bytes": row.bytes,
        "sha256": row.sha256,
        "made_ms": row.made_ms,
        "license": LICENCE,
    }


def files() -> QuerySet[MonthlyExport]:
    """Return the monthly files."""
    return MonthlyExport.objects.all()


def files_latest_first() -> QuerySet[MonthlyExport]:
    """Return the monthly files, latest month first."""
    return files().order_by("-month")


def file_of(month: str) -> MonthlyExport | None:
    """Return the file of a month, or None."""
    return files().filter(month=month).first()
