"""The one writer of the log. Every verb that changes a running game ends here.

A command is a function from a position to the events that follow it (`engine.replay`). The fast path applies it to the
position that this process remembers and makes one round trip: the events are inserted where the game still stands on
that position. When that touches nothing, the locking path takes the game's row, catches up with the log and decides.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Unpack

import msgspec
from django.db import connection, transaction

from engine.core import GameError
from engine.position import Event as LogEvent
from engine.position import Position, Step
from games import bot_calls, followups, frames, moment, positions, rated
from games.errors import Refusal, key_reused, not_found, not_running
from games.live import Addressed, publisher, seat_change
from games.models import Event, Game, Seat
from games.moment import When
from games.positions import Entry
from games.projections import Projection, automatic_seats, decisions, project
from games.services.tell_players import people, worth_telling

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
class Answer:
    """What a command wrote, as the acting seat may see it; `seq` is the last of the events."""

    seq: int
    events: list[dict[str, Any]]
    planned: bool = False
    """Whether it may be a plan's turn now (games/services/play_plans.py)."""


def append_events(public_id: str, seat: int, command: Command, once: Once | None = None) -> Answer:
    """Carry out a command of a seat and append its events. Raises Refusal; then nothing has changed.

    A repeated key gives its first answer.
    """
    with positions.game_lock(public_id):
        entry = positions.cache.get(public_id)
        answer = _fast(entry, seat, command, once) if entry is not None else None
        answer = answer or _locking(public_id, seat, command, once)
    if answer.planned:
        transaction.on_commit(functools.partial(_play_plans, public_id))
    return answer


def _play_plans(public_id: str) -> None:
    from games.services.play_plans import play_plans  # whose actions end here again

    play_plans(public_id)


def _fast(entry: Entry, seat: int, command: Command, once: Once | None) -> Answer | None:
    """None when the locking path has to decide."""
    try:
        step = command(entry.position, **moment.when(entry.info))
    except GameError as error:
        if once is None and _is_current(entry):
            raise Refusal.of(error) from error
        return None
    if step.position.ended or step.position.left != entry.position.left:
        return None  # the end of a game, and who leaves it, touch more rows
    plans = _store(entry, step, once)
    if plans is None:
        return None
    transaction.on_commit(functools.partial(_publish, entry, step))
    return _answer(step.events, seat, planned=_due(plans, seat, step.position))


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
                return repeated
        if game.seq is None:
            raise not_running(game.status)
        entry = positions.entry_of(game)
        try:
            step = command(entry.position, **moment.when(entry.info))
        except GameError as error:
            raise Refusal.of(error) from error
        plans = _store(entry, step, once)
        if plans is None:
            raise RuntimeError(f"game {public_id} moved on while its row was locked")
        _update_seats(game.pk, entry.position, step.position)
        if step.position.ended:
            _record(entry, step.position)
        transaction.on_commit(functools.partial(_publish, entry, step))
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
    over = events[-1].kind == "finished"
    shown = msgspec.json.decode(_encode(frames.redacted(events, seat, over=over)))
    return Answer(events[-1].seq, shown, planned)


def start_log(game: Game, step: Step, people: int) -> None:
    """Write event 0 of a game with so many people. Call it in the transaction that holds the game's row; what follows
    is up to the caller.
    """
    told = -1 if people > 1 else step.position.seq
    written = _store_where("seq IS NULL", [], game.pk, step, None, started_ms=step.events[0].at_ms, told_seq=told)
    if written is None:
        raise RuntimeError(f"game {game.public_id} was started while its row was locked")


def _store(entry: Entry, step: Step, once: Once | None) -> int | None:
    """Append the events where the game still stands on the entry's position and the key is new. Gives the seats that
    have a plan, as bits, or None where it did not.

    A key that has been used is looked for, not left to its constraint: what a database refuses, it writes into its
    own log with everything that was sent, and a secret submission must not stand there.
    """
    position = entry.position
    condition, values = "seq = %s AND head = %s", [position.seq, bytes.fromhex(position.hash)]
    told = {} if _worth_telling(entry, step) else {"told_seq": step.position.seq}
    if once is not None:
        condition += " AND NOT EXISTS (SELECT 1 FROM games_event WHERE game_id = %s AND seat = %s AND key = %s)"
        values += [entry.info.game_id, step.events[0].seat, once.key]
    return _store_where(condition, values, entry.info.game_id, step, once, **told)


def _worth_telling(entry: Entry, step: Step) -> bool:
    return worth_telling(entry.position, step.events, len(people(entry.info)))


def _store_where(
    condition: str, condition_values: list[Any], game_id: int, step: Step, once: Once | None, **more: Any
) -> int | None:
    values = {**_columns(project(step.position)), **more}
    assignments = ", ".join(f"{name} = %s" for name in values)
    update = f"UPDATE games_game SET {assignments} WHERE id = %s AND {condition} RETURNING plans"  # noqa: S608 (names of ours)
    update_values = [*values.values(), game_id, *condition_values]
    rows = [_row(game_id, event) for event in step.events]
    if once is not None:
        rows[0][-3:] = [once.key, once.digest, len(rows)]
    if connection.vendor == "postgresql":
        return _store_in_one_statement(update, update_values, rows)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(update, update_values)
        moved = cursor.fetchall()
        if not moved:
            return None
        marks = ", ".join(["%s"] * len(rows[0]))
        cursor.executemany(f"INSERT INTO games_event ({_EVENT_COLUMNS}) VALUES ({marks})", rows)  # noqa: S608 (names of ours)
    return int(moved[0][0])


def _store_in_one_statement(update: str, update_values: list[Any], rows: list[list[Any]]) -> int | None:
    marks = "(%s::bigint, %s::int, %s::smallint, %s, %s::jsonb, %s::bigint, %s::bytea, %s, %s::bytea, %s::smallint)"
    statement = (
        f"WITH moved AS ({update}) "  # noqa: S608 (names of ours)
        f"INSERT INTO games_event ({_EVENT_COLUMNS}) "
        f"SELECT event.* FROM moved, (VALUES {', '.join([marks] * len(rows))}) AS event "
        f"RETURNING (SELECT plans FROM moved)"
    )
    parameters = [*update_values, *(value for row in rows for value in row)]
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        stored = cursor.fetchone()
    return None if stored is None else int(stored[0])


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


def _update_seats(game_id: int, before: Position, after: Position) -> None:
    for number, how in enumerate(after.left):
        if how != before.left[number]:
            Seat.objects.filter(game_id=game_id, number=number).update(left=how or "")
    for number, rank in enumerate(project(after).ranks or ()):
        Seat.objects.filter(game_id=game_id, number=number).update(rank=rank)
    for number, level in enumerate(after.ai):
        if level != before.ai[number]:
            Seat.objects.filter(game_id=game_id, number=number).update(ai=level or "")


def _record(entry: Entry, ended: Position) -> None:
    pool_id = rated.record(entry.info, ended)
    if pool_id is not None:
        transaction.on_commit(functools.partial(followups.rate, pool_id))


def _publish(before: Entry, step: Step) -> None:
    """After the commit: remember, tell, and ask for what follows. The move stands, whatever goes wrong here."""
    after = before.moved_to(step.position)
    positions.cache.put(after)
    try:
        publisher.publish(frames.move_messages(before, after, step.events))
        publisher.publish(_who_left(before, after))
        follow(after, before)
        if _worth_telling(before, step):
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
