"""The folded positions that this process keeps, and how a log becomes one.

The cache is bounded and holds only what is committed. It is a memory, never the truth: whoever writes names the seq and
hash that the position stands on, and whoever reads compares them with the row.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from engine import replay
from engine.position import Event as LogEvent
from engine.position import LogError, Position
from games.errors import Refusal
from games.models import Event, Game, GameSecret, Invitation, Seat
from games.projections import AUTOMATIC_KINDS, project
from games.tables import JSON, TableInfo, player_json, table_info, table_json

log = logging.getLogger(__name__)

LOCKS = 256
NO_NONCE = bytes(32)


@dataclass(slots=True)
class Entry:
    """A running or finished game: its table and its position. Documents are made when they are first asked for."""

    info: TableInfo
    position: Position
    _documents: dict[int | None, JSON] = field(default_factory=dict)

    def document(self, seat: int | None) -> JSON:
        """`{"table", "view"}` for one audience. Shared: never change it."""
        made = self._documents.get(seat)
        if made is None:
            table = table_json(self.info, project(self.position), seat)
            made = self._documents[seat] = {"table": table, "view": self.position.view(seat)}
        return made

    def moved_to(self, position: Position) -> Entry:
        return Entry(self.info.played_by(position.ai), position)


class PositionCache:
    """Entries by public id; the least recently used go first.

    Not by row number, which may come back after a rollback.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, public_id: str) -> Entry | None:
        with self._lock:
            entry = self._entries.get(public_id)
            if entry is not None:
                self._entries.move_to_end(public_id)
            return entry

    def put(self, entry: Entry) -> None:
        """Keep the entry, unless a later one of the same game is there."""
        public_id = entry.info.public_id
        with self._lock:
            kept = self._entries.get(public_id)
            if kept is None or kept.position.seq < entry.position.seq:
                self._entries[public_id] = entry
            self._entries.move_to_end(public_id)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)

    def drop(self, public_id: str) -> None:
        with self._lock:
            self._entries.pop(public_id, None)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


cache = PositionCache(settings.POSITION_CACHE_SIZE)
_locks = tuple(threading.Lock() for _ in range(LOCKS))


def game_lock(public_id: str) -> threading.Lock:
    """Taken around a command's write and publication, so that one process publishes a game's frames in order."""
    return _locks[hash(public_id) % LOCKS]


def read_events(game_id: int, since: int = -1, until: int | None = None) -> list[LogEvent]:
    """The stored events after `since`, up to and with `until`."""
    rows = Event.objects.filter(game_id=game_id, seq__gt=since).order_by("seq")
    if until is not None:
        rows = rows.filter(seq__lte=until)
    return [log_event(row) for row in rows.values_list("seq", "seat", "kind", "payload", "at_ms", "hash")]


def log_event(row: tuple[Any, ...]) -> LogEvent:
    seq, seat, kind, payload, at_ms, hashed = row
    return LogEvent(seq, seat, kind, payload, at_ms, bytes(hashed).hex())


def read_secret(game_id: int, kinds: Iterable[str]) -> tuple[bytes, tuple[bytes, ...]]:
    """The secret and one nonce for each seat but the Legend's (zero bytes where none was sent)."""
    return _secret_of(GameSecret.objects.get(game_id=game_id), kinds)


def _secret_of(row: GameSecret, kinds: Iterable[str]) -> tuple[bytes, tuple[bytes, ...]]:
    persons = [seat for seat, kind in enumerate(kinds) if kind not in AUTOMATIC_KINDS]
    nonces = tuple(bytes.fromhex(row.nonces[str(seat)]) if str(seat) in row.nonces else NO_NONCE for seat in persons)
    return bytes(row.secret), nonces


def read_players(game_id: int) -> dict[int, JSON]:
    """Who sits where, as they are called now: a kept position may remember a guest's name from before signing up."""
    seats = Seat.objects.filter(game_id=game_id, user__isnull=False).select_related("user")
    return {seat.number: player_json(seat.user) for seat in seats if seat.user is not None}


def read_info(game: Game) -> TableInfo:
    seats = Seat.objects.filter(game=game).select_related("user").order_by("number")
    held = Invitation.objects.filter(game=game, state=Invitation.State.PENDING).select_related("user")
    return table_info(game, seats, held if game.status == Game.Status.OPEN else ())


def entry_of(game: Game, info: TableInfo | None = None) -> Entry:
    """The game at the seq of its row, from the cache or from the log.

    Raises Refusal `broken_log` when the log cannot be folded. The game must have started.
    """
    assert game.seq is not None and game.head is not None
    head = bytes(game.head).hex()
    kept = cache.get(game.public_id)
    if kept is not None and kept.position.seq == game.seq and kept.position.hash == head:
        return kept
    try:
        entry = _catch_up(game, kept) if kept is not None and kept.position.seq < game.seq else None
        if entry is None:
            info = info or read_info(game)
            secret, nonces = read_secret(game.pk, (seat.kind for seat in info.seats))
            position = replay.fold(read_events(game.pk, until=game.seq), secret, nonces)
            entry = Entry(info.played_by(position.ai), position)
        if entry.position.hash != head:
            raise LogError(game.seq, "its hash is not the one that the game's row names")
    except LogError as error:
        raise Refusal(
            500,
            "broken_log",
            gettext_noop("The log of this game is broken at event %(at)s."),
            seq=error.seq,
            at=error.seq,
        ) from error
    if not transaction.get_connection().in_atomic_block:
        cache.put(entry)  # inside a transaction it might be rolled back
    return entry


def entries_of(games: Sequence[tuple[Game, TableInfo]]) -> dict[int, Entry]:
    """Games that have started, by row, at the seqs of their rows, in a number of queries that does not grow; kept ones
    are used, and none is kept. A game whose log is broken is missing.
    """
    found, missing = {}, {}
    for game, info in games:
        kept = cache.get(game.public_id)
        if kept is not None and kept.position.seq == game.seq and kept.position.hash == bytes(game.head or b"").hex():
            found[game.pk] = kept
        else:
            missing[game.pk] = (game, info)
    secrets = GameSecret.objects.in_bulk(list(missing))
    logs: dict[int, list[LogEvent]] = {game_id: [] for game_id in missing}
    rows = (
        Event.objects.filter(game_id__in=list(missing)).order_by("game_id", "seq") if missing else Event.objects.none()
    )
    for game_id, *row in rows.values_list("game_id", "seq", "seat", "kind", "payload", "at_ms", "hash"):
        logs[game_id].append(log_event(tuple(row)))
    for game_id, (game, info) in missing.items():
        if game_id not in secrets:
            continue  # it has just been removed
        secret, nonces = _secret_of(secrets[game_id], (seat.kind for seat in info.seats))
        try:
            position = replay.fold(logs[game_id][: (game.seq or 0) + 1], secret, nonces)
        except LogError as error:
            log.error("game %s cannot be shown: %s", game.public_id, error)
        else:
            found[game_id] = Entry(info.played_by(position.ai), position)
    return found


def _catch_up(game: Game, kept: Entry) -> Entry:
    position = kept.position
    for event in read_events(game.pk, since=position.seq, until=game.seq):
        position = replay.advance(position, event, position.secret, position.nonces)
    return kept.moved_to(position)
