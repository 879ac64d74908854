"""The one writer of the log. Every verb that changes a running game ends here.

A command is a function from a position to the events that follow it (`engine.replay`). The fast path applies it to the
position that this process remembers and makes one round trip: the events are inserted where the game still stands on
that position, and whoever commands is still signed in. When that touches nothing, what other processes have written
meanwhile is read, in one query, and it is tried once more; after that the locking path takes the game's row, catches up
with the log and decides. A server's own loop takes the fast path without a thread (`append_on_loop`).
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Unpack

import msgspec
from django.core.exceptions import SynchronousOnlyOperation
from django.db import IntegrityError, connection, transaction

from engine.core import GameError
from engine.position import Event as LogEvent
from engine.position import Position, Step
from games.bots import calls as bot_calls
from games.live import followups
from games.live.groups import Addressed, publisher, seat_change
from games.notices.services import told_at_once, worth_telling
from games.rated_games import selectors as rated
from games.record import command_context as moment
from games.record import frames, metrics, positions
from games.record.command_context import When
from games.record.models import Event, Game, Seat
from games.record.positions import Entry
from games.record.projections import Projection, automatic_seats, decisions, project
from games.record.services.look_again import look_again
from games.requests.refusals import Refusal, key_reused, not_found, not_running
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.loop_database import loop_database
from pyramido_site.infrastructure.prepared_statements import prepared_cursor

logger = logging.getLogger(__name__)


class Command(Protocol):
    """A verb of the log, given the position and the time and clocks of its table. Raises GameError."""

    def __call__(self, position: Position, /, **when: Unpack[When]) -> Step: ...


_encode = msgspec.json.Encoder(order="deterministic").encode

_EVENT_COLUMNS = "game_id, seq, seat, kind, payload, at_ms, hash, key, digest, written"


@dataclass(frozen=True, slots=True)
class Once:
    """An idempotency key with the digest (32 bytes) of the request that it belongs to."""

    key: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Proviso:
    """What must hold of whoever commands when the events are written: a condition of SQL with its values, so that it
    takes no round trip of its own. `check()` asks for it by itself, and raises Refusal where it does not hold.
    """

    condition: str
    values: list[Any]
    check: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command wrote, as the acting seat may see it; `seq` is the last of the events."""

    seq: int
    events: list[dict[str, Any]]
    planned: bool = False
    """Whether it may be a plan's turn now (games/conditional_moves/services/play_plans.py)."""


def append_events(
    public_id: str, seat: int, command: Command, once: Once | None = None, proviso: Proviso | None = None
) -> Answer:
    """Carry out a command of a seat and append its events. Raises Refusal; then nothing has changed.

    A repeated key gives its first answer.
    """
    with positions.game_lock(public_id):
        entry = positions.cache.get(public_id)
        tried = None if entry is None else _fast(entry, seat, command, once, proviso)
        if isinstance(tried, Answer):
            answer = tried
        else:
            if proviso is not None:
                proviso.check()
            caught_up = None if entry is None else _caught_up(entry, tried, seat, command, once)
            answer = caught_up or _locking(public_id, seat, command, once)
    if answer.planned:
        transaction.on_commit(functools.partial(_play_plans, public_id))
    return answer


async def append_on_loop(
    public_id: str, seat: int, command: Command, once: Once | None = None, proviso: Proviso | None = None
) -> Answer | None:
    """The fast path on the server's loop, which waits for nobody. None when that cannot be: then nothing has been
    written, and the command has to be given to `append_events` in a thread, which can say why. Raises DatabaseError.

    What has begun goes on to its end, also when whoever waits for it is cancelled.
    """
    return await asyncio.shield(asyncio.create_task(_append_on_loop(public_id, seat, command, once, proviso)))


async def _append_on_loop(
    public_id: str, seat: int, command: Command, once: Once | None, proviso: Proviso | None
) -> Answer | None:
    lock = positions.game_lock(public_id)
    if not lock.acquire(blocking=False):
        return None
    try:
        with loop_database.free() as database:
            entry = None if database is None else positions.cache.get(public_id)
            decided = None if entry is None else _decide(entry, command)
            if database is None or entry is None or not isinstance(decided, _Decided):
                return None
            if bot_calls.owed(decided.after) - bot_calls.owed(entry):
                return None  # whether there is an address is asked for after the commit
            write = _write(entry, decided, once, proviso)
            with metrics.WRITE_SECONDS.time():
                stored = await database.fetch(*write.in_one_statement())
            if not stored:
                return None
            _publish(entry, decided.after, decided.step, "fast")
            plans = int(stored[0][0] or 0)
    except (IntegrityError, SynchronousOnlyOperation):  # a key that has been used; something has to be read first
        return None
    finally:
        lock.release()
    if _due(plans, seat, decided.step.position):
        await in_thread(_play_plans, public_id)
    return _answer(decided.step.events, seat)


def _play_plans(public_id: str) -> None:
    from games.conditional_moves.services.play_plans import play_plans  # whose actions end here again

    play_plans(public_id)


def _caught_up(entry: Entry, tried: GameError | None, seat: int, command: Command, once: Once | None) -> Answer | None:
    """The fast path once more, with what others have written meanwhile, if they have. None when the locking path has to
    decide.
    """
    newer = positions.newer(entry)
    answer: Answer | GameError | None = tried
    if newer is not None:
        entry, answer = newer, _fast(newer, seat, command, once)
    if isinstance(answer, GameError):
        if once is None and _is_current(entry):
            raise Refusal.of(answer) from answer
        return None
    return answer


def _fast(
    entry: Entry, seat: int, command: Command, once: Once | None, proviso: Proviso | None = None
) -> Answer | GameError | None:
    """Why it is refused on this position, or None when nothing can be said from here."""
    decided = _decide(entry, command)
    if not isinstance(decided, _Decided):
        return decided
    after, step = decided
    try:
        with metrics.WRITE_SECONDS.time():
            plans = _store(_write(entry, decided, once, proviso))
    except IntegrityError:
        if once is None:
            raise
        return None  # the key has been used: the locking path finds for what
    if plans is None:
        return None
    transaction.on_commit(functools.partial(_publish, entry, after, step, "fast"))
    return _answer(step.events, seat, planned=_due(plans, seat, step.position))


class _Decided(NamedTuple):
    """What a command leads to."""

    after: Entry
    step: Step


def _decide(entry: Entry, command: Command) -> _Decided | GameError | None:
    """What the command leads to on this position, if the fast path may write that; else why it is refused, or None when
    nothing can be said from here.
    """
    try:
        step = command(entry.position, **moment.when(entry.info))
    except GameError as error:
        return error
    if step.position.ended or step.position.left != entry.position.left:
        return None  # the end of a game, and who leaves it, touch more rows
    return _Decided(entry.moved_to(step.position), step)


def _is_current(entry: Entry) -> bool:
    row = Game.objects.filter(pk=entry.info.game_id).values_list("seq", "head").first()
    if row is None or row[1] is None:
        return False
    return (row[0], bytes(row[1]).hex()) == (entry.position.seq, entry.position.hash)


def _locking(public_id: str, seat: int, command: Command, once: Once | None) -> Answer:
    game = Game.objects.filter(public_id=public_id).first()
    if game is None:
        raise not_found(public_id)
    if game.seq is not None:
        positions.entry_of(game)  # folds the log, if it must be, before anything is locked, and remembers it
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        if once is not None:
            repeated = _first_answer(game, seat, once)
            if repeated is not None:
                transaction.on_commit(functools.partial(look_again, public_id))
                return repeated
        if game.seq is None:
            raise not_running(game.status)
        entry = positions.entry_of(game)
        try:
            step = command(entry.position, **moment.when(entry.info))
        except GameError as error:
            raise Refusal.of(error) from error
        after = entry.moved_to(step.position)
        with metrics.WRITE_SECONDS.time():
            plans = _store(_write(entry, _Decided(after, step), once))
        if plans is None:
            raise RuntimeError(f"game {public_id} moved on while its row was locked")
        _update_seats(game.pk, entry.position, after)
        if step.position.ended:
            _record(entry, step.position)
        transaction.on_commit(functools.partial(_publish, entry, after, step, "locking"))
    return _answer(step.events, seat, planned=_due(plans, seat, step.position))


def _due(plans: int, seat: int, position: Position) -> bool:
    """Whether one of these seats (as bits) is to move, has acted itself, or waits for nothing any more."""
    return plans > 0 and (position.ended or any(plans >> one & 1 for one in (seat, *position.to_move)))


def _first_answer(game: Game, seat: int, once: Once) -> Answer | None:
    first = Event.objects.filter(game_id=game.pk, seat=seat, key=once.key).values("seq", "digest", "written").first()
    if first is None:
        return None
    digest, written = first["digest"], first["written"]
    if digest is None or written is None:
        raise TypeError(f"event {first['seq']} of game {game.pk} has a key without its digest and count")
    if bytes(digest) != once.digest:
        raise key_reused(once.key, game.seq)
    last = first["seq"] + written - 1
    return _answer(positions.read_events(game.pk, since=first["seq"] - 1, until=last), seat)


def _answer(events: Sequence[LogEvent], seat: int, planned: bool = False) -> Answer:
    """The same bytes, whether the events were just made or come from a database with its own order of keys."""
    over = events[-1].kind in ("finished", "aborted")
    shown = msgspec.json.decode(_encode(frames.redacted(events, seat, over=over)))
    return Answer(events[-1].seq, shown, planned)


def start_log(game: Game, step: Step, people: int) -> None:
    """Write event 0 of a game with so many people. Call it in the transaction that holds the game's row; what follows
    is up to the caller.
    """
    position = step.position
    told = -1 if people > 1 else position.seq
    columns = {**_columns(project(position)), "started_ms": step.events[0].at_ms, "told_seq": told}
    if _store(_write_where("seq IS NULL", [], game.pk, columns, step, None)) is None:
        raise RuntimeError(f"game {game.public_id} was started while its row was locked")


class _Write(NamedTuple):
    """The update of a game's row, which gives the seats that have a plan, and the rows of events that go with it.

    They read no partitioned table, so that PostgreSQL plans them once for each connection.
    """

    update: str
    update_values: list[Any]
    rows: list[list[Any]]

    def in_one_statement(self) -> tuple[str, list[Any]]:
        """For PostgreSQL."""
        marks = "(%s::bigint, %s::int, %s::smallint, %s, %s::jsonb, %s::bigint, %s::bytea, %s, %s::bytea, %s::smallint)"
        statement = (
            f"WITH moved AS ({self.update}) "  # noqa: S608 (names of ours)
            f"INSERT INTO games_event ({_EVENT_COLUMNS}) "
            f"SELECT event.* FROM moved, (VALUES {', '.join([marks] * len(self.rows))}) AS event "
            f"RETURNING (SELECT plans FROM moved)"
        )
        return statement, [*self.update_values, *(value for row in self.rows for value in row)]


class _Told(NamedTuple):
    """Players need not be told of what was appended; what they were not told of before still counts."""

    before: int
    after: int


def _write(before: Entry, decided: _Decided, once: Once | None, proviso: Proviso | None = None) -> _Write:
    """To append the events where the game still stands where it was before and the proviso holds."""
    position, (after, step) = before.position, decided
    condition, values = "seq = %s AND head = %s", [position.seq, bytes.fromhex(position.hash)]
    if proviso is not None:
        condition += f" AND {proviso.condition}"
        values += proviso.values
    columns = _columns(after.projection)
    if not worth_telling(before, after, step.events):
        columns["told_seq"] = _Told(position.seq, step.position.seq)
    return _write_where(condition, values, before.info.game_id, columns, step, once)


def _write_where(
    condition: str, condition_values: list[Any], game_id: int, columns: dict[str, Any], step: Step, once: Once | None
) -> _Write:
    assignments: list[str] = []
    update_values: list[Any] = []
    for name, value in columns.items():
        if isinstance(value, _Told):
            assignments.append(f"{name} = CASE WHEN {name} = %s THEN %s ELSE {name} END")
            update_values += value
        else:
            assignments.append(f"{name} = %s")
            update_values.append(value)
    update = f"UPDATE games_game SET {', '.join(assignments)} WHERE id = %s AND {condition} RETURNING plans"  # noqa: S608 (names of ours)
    rows = [_row(game_id, event) for event in step.events]
    if once is not None:
        rows[0][-3:] = [once.key, once.digest, len(rows)]
    return _Write(update, [*update_values, game_id, *condition_values], rows)


def _store(write: _Write) -> int | None:
    """Gives the seats that have a plan, as bits, or None where the game does not stand there. Raises IntegrityError for
    a key that has been used.
    """
    if connection.vendor == "postgresql":
        with prepared_cursor() as cursor:
            cursor.execute(*write.in_one_statement())
            stored = cursor.fetchone()
        return None if stored is None else int(stored[0])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(write.update, write.update_values)
        moved = cursor.fetchall()
        if not moved:
            return None
        marks = ", ".join(["%s"] * len(write.rows[0]))
        cursor.executemany(f"INSERT INTO games_event ({_EVENT_COLUMNS}) VALUES ({marks})", write.rows)  # noqa: S608 (names of ours)
    return int(moved[0][0])


def _columns(projection: Projection) -> dict[str, Any]:
    outcome = projection.outcome
    return {
        "status": projection.status,
        "seq": projection.seq,
        "head": projection.head,
        "to_move": projection.to_move,
        "automatic_due": projection.automatic_due,
        "take_back_seat": projection.take_back_seat,
        "outcome": None if outcome is None else _encode(outcome).decode(),
        "moved_ms": projection.moved_ms,
        "finished_ms": projection.finished_ms,
        "deadline_ms": projection.deadline_ms,
        "standing": _encode(projection.standing).decode(),
    }


def _row(game_id: int, event: LogEvent) -> list[Any]:
    payload = _encode(event.payload).decode()
    hashed = bytes.fromhex(event.hash)
    return [game_id, event.seq, event.seat, event.kind, payload, event.at_ms, hashed, None, None, None]


def _update_seats(game_id: int, before: Position, after: Entry) -> None:
    for number, how in enumerate(after.position.left):
        if how != before.left[number]:
            Seat.objects.filter(game_id=game_id, number=number).update(left=how or "")
    for number, rank in enumerate(after.projection.ranks or ()):
        Seat.objects.filter(game_id=game_id, number=number).update(rank=rank)
    for number, level in enumerate(after.position.ai):
        if level != before.ai[number]:
            Seat.objects.filter(game_id=game_id, number=number).update(ai=level or "")


def _record(entry: Entry, ended: Position) -> None:
    pool_id = rated.record(entry.info, ended)
    if pool_id is not None:
        transaction.on_commit(functools.partial(followups.rate, pool_id))


def _publish(before: Entry, after: Entry, step: Step, path: str) -> None:
    """After the commit: remember, tell, and ask for what follows. The move stands, whatever goes wrong here."""
    metrics.MOVES.labels(before.info.game, path).inc()
    positions.cache.put(after)
    try:
        publisher.publish([*frames.move_messages(before, after, step.events), *_who_left(before, after)])
        follow(after, before)
        if told_at_once(before, step.events):
            followups.announce(after.info.public_id)
    except Exception:
        logger.exception("publishing event %s of game %s failed", step.position.seq, after.info.public_id)


def _who_left(before: Entry, after: Entry) -> list[Addressed]:
    """Moves the sockets of people whose seat an AI plays on to everybody else's."""
    info = after.info
    left = [seat for seat, was in zip(info.seats, before.info.seats, strict=True) if seat.ai != was.ai]
    return [m for s in left if s.user_id is not None for m in seat_change(info.public_id, s.number, s.user_id, None)]


def follow(after: Entry, before: Entry | None = None) -> None:
    """Ask for the turns of seats that play by themselves, but for what was owed and asked for `before`."""
    public_id, position = after.info.public_id, after.position
    if automatic_seats(position):
        followups.automatic_turn(public_id, position.seq)
    known = set() if before is None else decisions(before.position)
    for seat, since in sorted(decisions(position) - known):
        followups.ai_turn(public_id, seat, since)
    asked = set() if before is None else bot_calls.owed(before)
    for seat, since in sorted(bot_calls.with_hooks(after, bot_calls.owed(after) - asked)):
        followups.bot_call(public_id, seat, since)
