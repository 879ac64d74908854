"""The cache of folded positions of this process, and how a log is folded.

The cache is bounded and holds committed positions only. It may be stale: a write names the seq and hash of the position
it was decided on, and a read compares them with the game's row.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction

from accounts.users.player_json import player_json
from engine import canonical, replay
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq
from engine.position import Event as LogEvent
from engine.position import LogError
from games.record import metrics
from games.record.models import Event, Game, GameSecret, Invitation, Seat
from games.record.projections import LEGEND_KINDS
from games.record.tables import JSON, TableInfo, table_info
from games.record.tables import Entry as Entry
from games.requests.refusals import broken_log
from pyramido_site.infrastructure.public_ids import PublicId

logger = logging.getLogger(__name__)

LOCKS = 256
BROKEN_KEPT = 64
BROKEN_S = 60.0
"""Seconds until a log that was found to be broken is read again."""
NO_NONCE = bytes(32)


@dataclass(frozen=True, slots=True)
class Broken:
    """What could be read of a game with a broken log, and the seq and hash that its row had then."""

    good: Entry | None
    seq: Seq | None
    head: bytes
    until_s: float

    def still_holds(self, game: Game) -> bool:
        """Whether this is recent, and the game's row has not changed since."""
        return (self.seq, self.head) == (game.seq, bytes(game.head_hash or b"")) and time.monotonic() < self.until_s


class PositionCache:
    """LRU cache of entries by public id.

    The key is not the row's number, which may be used again after a rollback. Games with broken logs are kept apart, in
    `broken`: nothing is written to them.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.broken: OrderedDict[PublicId, Broken] = OrderedDict()
        self._entries: OrderedDict[PublicId, Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, public_id: PublicId) -> Entry | None:
        """Return the entry of a game, or None, and count a hit or a miss."""
        with self._lock:
            entry = self._entries.get(public_id)
            if entry is not None:
                self._entries.move_to_end(public_id)
        (metrics.POSITION_MISSING if entry is None else metrics.POSITION_FOUND).inc()
        return entry

    def put(self, entry: Entry) -> None:
        """Keep the entry, unless there is a later one of the same game."""
        public_id = entry.info.public_id
        with self._lock:
            kept = self._entries.get(public_id)
            if kept is None or kept.position.seq < entry.position.seq:
                self._entries[public_id] = entry
            self._entries.move_to_end(public_id)
            while len(self._entries) > self.size:
                self._entries.popitem(last=False)

    def keep_broken(self, game: Game, good: Entry | None) -> None:
        """Remember that the log of this game is broken, with its good part."""
        with self._lock:
            until_s = time.monotonic() + BROKEN_S
            self.broken[game.public_id] = Broken(good, game.seq, bytes(game.head_hash or b""), until_s)
            while len(self.broken) > BROKEN_KEPT:
                self.broken.popitem(last=False)

    def drop(self, public_id: PublicId) -> None:
        """Forget a game."""
        with self._lock:
            self._entries.pop(public_id, None)
            self.broken.pop(public_id, None)

    def clear(self) -> None:
        """Forget all games."""
        with self._lock:
            self._entries.clear()
            self.broken.clear()


cache = PositionCache(settings.POSITION_CACHE_SIZE)
_locks = tuple(threading.Lock() for _ in range(LOCKS))


def game_lock(public_id: PublicId) -> threading.Lock:
    """Return the lock to hold during a write and its publication, so that a process publishes frames in order."""
    return _locks[hash(public_id) % LOCKS]


def read_events(
    game_id: int, since: Seq = BEFORE_FIRST, until: Seq | None = None, kinds: Collection[str] | None = None
) -> list[LogEvent]:
    """Return the stored events after seq `since`, up to and including `until`, only of `kinds` if they are given."""
    rows = Event.objects.filter(game_id=game_id, seq__gt=since).order_by("seq")
    if until is not None:
        rows = rows.filter(seq__lte=until)
    if kinds is not None:
        rows = rows.filter(kind__in=kinds)
    return [log_event(row) for row in rows.values_list("seq", "seat", "kind", "payload", "at_ms", "hash")]


def good_events(game: Game, since: Seq, most: int | None = None) -> list[LogEvent]:
    """Return the events after `since` (at most `most`) up to the seq of the game's row, or to the last good event.

    The game must have started.
    """
    entry = load_for_display(game)
    if entry is None:
        return []
    first = max(since, FIRST)
    last = entry.position.seq if most is None else min(entry.position.seq, Seq(since + most))
    # Read the event `since` too: the chain of the first new event is checked against its hash.
    events = read_events(game.pk, since=Seq(first - 1), until=last)
    try:
        replay.check_chain(events, first, canonical.GENESIS if first == 0 else None)
    except LogError as error:
        logger.error("the log of game %s is broken: %s (manage.py check_games)", game.public_id, error)
        events = events[: error.seq - first]
    return [event for event in events if event.seq > since]


def log_event(row: tuple[Any, ...]) -> LogEvent:
    """Return the event of a row: seq, seat, kind, payload, time and hash."""
    seq, seat, kind, payload, at_ms, hashed = row
    return LogEvent(seq, seat, kind, payload, at_ms, bytes(hashed).hex())


def read_secret(game_id: int, kinds: Iterable[str]) -> tuple[bytes, tuple[bytes, ...]]:
    """Return the secret and one nonce for each seat but the Legend's (zero bytes where the player sent none)."""
    return _secret_of(GameSecret.objects.get(game_id=game_id), kinds)


def _secret_of(row: GameSecret, kinds: Iterable[str]) -> tuple[bytes, tuple[bytes, ...]]:
    players = [seat for seat, kind in enumerate(kinds) if kind not in LEGEND_KINDS]
    nonces = tuple(bytes.fromhex(row.nonces[str(seat)]) if str(seat) in row.nonces else NO_NONCE for seat in players)
    return bytes(row.secret), nonces


def read_players(game_id: int) -> dict[SeatNumber, JSON]:
    """Return the players by seat with their current names. A cached position may still have the name that a guest had
    before signing up.
    """
    seats = Seat.objects.filter(game_id=game_id, user__isnull=False).select_related("user")
    return {seat.number: player_json(seat.user) for seat in seats if seat.user is not None}


def read_info(game: Game) -> TableInfo:
    """Return the table's fixed part. One or two queries."""
    seats = Seat.objects.filter(game=game).select_related("user").order_by("number")
    held = Invitation.objects.filter(game=game, state=Invitation.State.PENDING).select_related("user")
    return table_info(game, seats, held if game.status == Game.Status.OPEN else ())


def newer(kept: Entry) -> Entry | None:
    """Return the entry with the events written since, or None if there are none or they do not fit. One query.

    Reads to the end of the log, unlike `_catch_up`, which reads to the seq and hash of a given row of the game.
    """
    position = kept.position
    events = read_events(kept.info.game_id, since=position.seq)
    try:
        for event in events:
            position = replay.advance(position, event, position.secret, position.nonces)
    except LogError:
        return None
    if position is kept.position:
        return None
    entry = kept.moved_to(position, events)
    if not transaction.get_connection().in_atomic_block:
        cache.put(entry)
    return entry


def load(game: Game, info: TableInfo | None = None) -> Entry:
    """Return the game at the seq of its row, from the cache or the log. The game must have started.

    Raise Refusal 409 `broken_log` if the log is broken: nothing can be done in the game then.
    """
    entry = _fetch(game, info)
    if entry is None or entry.broken_at is not None:
        raise broken_log(FIRST if entry is None else entry.broken_at or FIRST)
    return entry


def load_or_none(game: Game) -> Entry | None:
    """Return the game as `load` does, or None if its log is broken. For tasks and sweeps."""
    entry = _fetch(game)
    return entry if entry is not None and entry.broken_at is None else None


def load_for_display(game: Game) -> Entry | None:
    """Return the game as `load` does. If its log is broken, return the position after the last good event
    (`broken_at`), or None if not even event 0 is good.
    """
    return _fetch(game)


def _fetch(game: Game, info: TableInfo | None = None) -> Entry | None:
    """Return the game at the seq of its row from the cache, from the cache and newer events, or from the whole log."""
    assert game.seq is not None and game.head_hash is not None
    head = bytes(game.head_hash).hex()
    kept = cache.get(game.public_id)
    if kept is not None and kept.position.seq == game.seq and kept.position.hash == head:
        return kept
    known = cache.broken.get(game.public_id)
    if known is not None and known.still_holds(game):
        return known.good
    try:
        entry = _catch_up(game, head, kept) if kept is not None and kept.position.seq < game.seq else None
        if entry is None:
            info = info or read_info(game)
            secret, nonces = read_secret(game.pk, (seat.kind for seat in info.seats))
            events = read_events(game.pk, until=game.seq)
            with metrics.REPLAY_SECONDS.time():
                position = replay.restore(events, secret, nonces, game.seq, head)
            entry = Entry.after(info, position, events)
    except LogError as error:
        return _good_part(game, info or read_info(game), events, error)
    if not transaction.get_connection().in_atomic_block:
        cache.put(entry)  # inside a transaction it might be rolled back
    return entry


def _good_part(game: Game, info: TableInfo, events: Sequence[LogEvent], error: LogError) -> Entry | None:
    """Log the error, and remember the good part of a broken log with these events."""
    logger.error("the log of game %s is broken: %s (manage.py check_games)", game.public_id, error)
    good = error.good
    entry = None if good is None else Entry.after(info, good, events[: good.seq + 1], broken_at=error.seq)
    cache.keep_broken(game, entry)
    return entry


def entries_of(games: Sequence[tuple[Game, TableInfo]]) -> dict[int, Entry]:
    """Return the entries of started games by row number, each at the seq of its row. At most two queries.

    Cached entries are used, but none is added to the cache. A broken log has the entry of `load_for_display`, if any.
    """
    found, missing = {}, {}
    for game, info in games:
        kept = cache.get(game.public_id)
        if (
            kept is not None
            and kept.position.seq == game.seq
            and kept.position.hash == bytes(game.head_hash or b"").hex()
        ):
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
            continue  # the game has just been purged
        secret, nonces = _secret_of(secrets[game_id], (seat.kind for seat in info.seats))
        seq, head = game.seq or FIRST, bytes(game.head_hash or b"").hex()
        events = [event for event in logs[game_id] if event.seq <= seq]
        try:
            with metrics.REPLAY_SECONDS.time():
                position = replay.restore(events, secret, nonces, seq, head)
        except LogError as error:
            entry = _good_part(game, info, events, error)
        else:
            entry = Entry.after(info, position, events)
        if entry is not None:
            found[game_id] = entry
    return found


def _catch_up(game: Game, head: str, kept: Entry) -> Entry | None:
    """Return the cached entry with the events since, or None if they do not fit; then the whole log is folded."""
    at = kept.position
    assert game.seq is not None
    try:
        events = read_events(game.pk, since=at.seq, until=game.seq)
        return kept.moved_to(replay.restore(events, at.secret, at.nonces, game.seq, head, since=at), events)
    except LogError:
        return None
