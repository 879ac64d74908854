"""The only writer of a running game's log: `append_events()` and, on the event loop, `append_on_loop()`.

Event 0, which starts a log, is written by `write.start_log`, called by `games.seating.services.sit_down`.

A write has three parts, each in a file of its own: `decide.py` (position + command → events), `write.py` (one SQL
statement) and `after_commit.py` (cache the position, publish frames, queue tasks). This module chooses the position to
decide on and whether to lock:

- The fast path decides on the cached position and makes one round trip to the database. If the game has moved on, it
  reads the new events in one query and tries once more.
- The locking path locks the game's row, catches up with the log and decides. It is also the one that ends games and
  lets players leave, since both change rows of seats.
- An event loop takes the fast path without a thread (`append_on_loop`) if no other query is needed.

Each path begins with `_prepare` and ends with `_finish`. What is between them depends on who waits for the database: a
thread (`write.store`) or the event loop (`write.store_on_loop`).
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from django.core.exceptions import SynchronousOnlyOperation
from django.db import IntegrityError, connection, transaction

from engine.core import GameError
from engine.newtypes import SeatNumber, Seq
from engine.position import Event as LogEvent
from games.record import after_commit, frames, metrics, positions
from games.record.after_commit import look_again
from games.record.decide import Command, Decided, decide
from games.record.models import Event, Game
from games.record.positions import Entry
from games.record.write import IdempotencyKey, Write, WritePrecondition, store, store_on_loop, update_seats, write_of
from games.requests.refusals import Refusal, key_reused, not_found, not_running
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.loop_database import loop_database
from pyramido_site.infrastructure.public_ids import PublicId

_encode = msgspec.json.Encoder(order="deterministic").encode


@dataclass(frozen=True, slots=True)
class CommandResult:
    """The events that a command wrote, as the acting seat may see them; `seq` is the last of them, `game` the key of
    the game. `again`: an earlier request with the same key wrote them.
    """

    game: str
    seq: Seq
    events: list[dict[str, Any]]
    replies: Sequence[Callable[[PublicId], None]] = field(default=(), compare=False)
    """Functions to call with the game's public id once the write is over (`after_commit.replies`)."""
    again: bool = field(default=False, compare=False)


class _Request(NamedTuple):
    """The arguments of `append_events`."""

    public_id: PublicId
    seat: SeatNumber
    command: Command
    key: IdempotencyKey | None
    precondition: WritePrecondition | None


def append_events(
    public_id: PublicId,
    seat: SeatNumber,
    command: Command,
    key: IdempotencyKey | None = None,
    precondition: WritePrecondition | None = None,
) -> CommandResult:
    """Carry out a command of a seat and append its events.

    Return the first result again if `key` was used before. Raise Refusal if the command is refused, the precondition
    does not hold or the key belongs to another request; then nothing has changed.
    """
    request = _Request(public_id, seat, command, key, precondition)
    with positions.game_lock(public_id):
        result = _from_memory(request) or _locking(request._replace(precondition=None))
    for reply in result.replies:
        transaction.on_commit(functools.partial(reply, public_id))
    return result


def _from_memory(request: _Request) -> CommandResult | None:
    """Take the fast path, at most twice: the second time with the events that other processes have written meanwhile.

    Return None if the locking path has to decide. Raise Refusal as `append_events` does.
    """
    entry = positions.cache.get(request.public_id)
    # `tried`: the result; or the refusal on this position; or None if the fast path cannot tell.
    tried = None if entry is None else _fast(entry, request)
    if isinstance(tried, CommandResult):
        return tried
    if request.precondition is not None:
        request.precondition.check()  # once; the writes below and the locking path go without it
    if entry is None:
        return None
    newer = positions.newer(entry)
    if newer is not None:
        entry, tried = newer, _fast(newer, request._replace(precondition=None))
    if isinstance(tried, GameError):
        if request.key is None and _is_current(entry):
            raise Refusal.of(tried) from tried
        return None
    return tried


def _fast(entry: Entry, request: _Request) -> CommandResult | GameError | None:
    """Decide on this position and write. Return the error if the command is refused here, or None if the fast path
    cannot tell.
    """
    try:
        decided, write = _prepare(entry, request)
    except GameError as error:
        return error
    if decided.touches_seats:
        return None
    try:
        with metrics.WRITE_SECONDS.time():
            conditional_seats = store(write)
    except IntegrityError:
        if request.key is None:
            raise
        return None  # the key was used before: the locking path returns the first result
    return None if conditional_seats is None else _finish(decided, request.seat, conditional_seats, "fast")


async def append_on_loop(
    public_id: PublicId,
    seat: SeatNumber,
    command: Command,
    key: IdempotencyKey | None = None,
    precondition: WritePrecondition | None = None,
) -> CommandResult | None:
    """Take the fast path on the server's event loop, without blocking it. Raise DatabaseError if the database fails.

    Return None if that is impossible. Then nothing has been written, and the caller has to run `append_events` in a
    thread, which also raises the Refusal, if there is one. A write that has begun is completed even if the caller is
    cancelled.
    """
    request = _Request(public_id, seat, command, key, precondition)
    return await asyncio.shield(asyncio.create_task(_fast_on_loop(request)))


async def _fast_on_loop(request: _Request) -> CommandResult | None:
    """Do the work of `append_on_loop`. The game's lock is only tried, never waited for."""
    lock = positions.game_lock(request.public_id)
    if not lock.acquire(blocking=False):
        return None
    try:
        written = await _written_on_loop(request)
        if written is None:
            return None
        result = _finish(*written, "fast")
    finally:
        lock.release()
    for reply in result.replies:
        await in_thread(reply, request.public_id)
    return result


async def _written_on_loop(request: _Request) -> tuple[Decided, SeatNumber, int] | None:
    """Decide and write. Return the arguments of `_finish`, or None if nothing was written."""
    try:
        with loop_database.free() as database:
            entry = None if database is None else positions.cache.get(request.public_id)
            if database is None or entry is None:
                return None
            decided, write = _prepare(entry, request)
            if decided.touches_seats or after_commit.asks_database(decided):
                return None
            with metrics.WRITE_SECONDS.time():
                conditional_seats = await store_on_loop(write, database)
    except (GameError, IntegrityError, SynchronousOnlyOperation):  # refused; the key was used before; it needs a query
        return None
    return None if conditional_seats is None else (decided, request.seat, conditional_seats)


def _prepare(entry: Entry, request: _Request) -> tuple[Decided, Write]:
    """Decide on this position and return what is to be written. Raise GameError if the command is refused."""
    decided = decide(entry, request.command)
    return decided, write_of(decided, request.key, request.precondition, is_news=after_commit.is_news(decided))


def _finish(decided: Decided, seat: SeatNumber, conditional_seats: int, path: str) -> CommandResult:
    """Publish what was written, as soon as it is committed, and return the result. `path` is `fast` or `locking`."""
    publish = functools.partial(after_commit.publish, decided, path)
    if connection.in_atomic_block:  # a transaction of the caller
        transaction.on_commit(publish)
    else:  # without `on_commit`, which asks Django's connection, as the event loop must not
        publish()
    after, events = decided.after, decided.step.events
    replies = after_commit.replies(after_commit.Acted(after.info.public_id, after, seat, conditional_seats))
    return CommandResult(after.info.game, events[-1].seq, _events_json(events, seat), replies)


def _is_current(entry: Entry) -> bool:
    """Whether the game's row still has the seq and hash of this position."""
    row = Game.objects.filter(pk=entry.info.game_id).values_list("seq", "head_hash").first()
    if row is None or row[1] is None:
        return False
    return (row[0], bytes(row[1]).hex()) == (entry.position.seq, entry.position.hash)


def _locking(request: _Request) -> CommandResult:
    """Take the locking path: in one transaction, lock the game's row, decide on its current position and write."""
    public_id, seat, key = request.public_id, request.seat, request.key
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    if game.seq is not None:
        positions.load(game)  # warm the cache: do not fold a long log while the row is locked
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if key is not None:
            repeated = first_result(game, seat, key)
            if repeated is not None:
                transaction.on_commit(functools.partial(look_again, public_id))
                return repeated
        if game.seq is None:
            raise not_running()
        try:
            decided, write = _prepare(positions.load(game), request)
        except GameError as error:
            raise Refusal.of(error) from error
        with metrics.WRITE_SECONDS.time():
            conditional_seats = store(write)
        if conditional_seats is None:
            raise RuntimeError(f"game {public_id} moved on while its row was locked")
        update_seats(decided)
        if decided.step.position.ended:
            after_commit.end(decided)
    return _finish(decided, seat, conditional_seats, "locking")


def first_result(game: Game, seat: SeatNumber, key: IdempotencyKey) -> CommandResult | None:
    """Return what was written with this key, or None if the key is new.

    Raise Refusal if the key belongs to another request, TypeError if the stored event lacks its digest or count.
    """
    first = Event.objects.filter(game_id=game.pk, seat=seat, key=key.key).values("seq", "digest", "written").first()
    if first is None:
        return None
    digest, written = first["digest"], first["written"]
    if digest is None or written is None:
        raise TypeError(f"event {first['seq']} of game {game.pk} has a key without its digest and count")
    if bytes(digest) != key.digest:
        raise key_reused(key.key, game.seq)
    last = Seq(first["seq"] + written - 1)
    events = positions.read_events(game.pk, since=Seq(first["seq"] - 1), until=last)
    return CommandResult(game.game_key, last, _events_json(events, seat), again=True)


def _events_json(events: Sequence[LogEvent], seat: SeatNumber) -> list[dict[str, Any]]:
    """Return the redacted events as JSON whose keys are in a fixed order, whether the events were just made or read
    back from a database that reorders keys.
    """
    ended = events[-1].kind in ("finished", "aborted")
    shown: list[dict[str, Any]] = msgspec.json.decode(_encode(frames.redacted(events, seat, ended=ended)))
    return shown
