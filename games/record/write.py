"""Second part of a write: one SQL statement that appends the events if the game has not moved on since it was decided.

`Write` is that statement. `store()` executes it in the calling thread, and `store_on_loop()` on the event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from django.db import connection, transaction

from engine.newtypes import BEFORE_FIRST, Seq
from engine.position import Event as LogEvent
from engine.position import Step
from games.record.decide import Decided
from games.record.models import Game, Seat
from games.record.projections import Projection, project
from pyramido_site.infrastructure.loop_database import LoopConnection
from pyramido_site.infrastructure.prepared_statements import prepared_cursor

_encode = msgspec.json.Encoder(order="deterministic").encode

_EVENT_COLUMNS = "game_id, seq, seat, kind, payload, at_ms, hash, key, digest, written"


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The idempotency key of a request, with a digest (32 bytes) of the request's content."""

    key: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class WritePrecondition:
    """What must be true of the caller when the events are written, such as a session that is still valid.

    `condition` (SQL) and its `values` become part of the write, so that they take no round trip of their own. `check()`
    evaluates the condition alone, and raises Refusal if it is false.
    """

    condition: str
    values: list[Any]
    check: Callable[[], None]


class Write(NamedTuple):
    """An update of the game's row, which returns `conditional_seats`, and the rows of events to insert with it.

    The statement does not read the partitioned table `games_event`, so PostgreSQL can keep one plan per connection.
    """

    update: str
    update_values: list[Any]
    rows: list[list[Any]]

    def in_one_statement(self) -> tuple[str, list[Any]]:
        """Return the statement and its values for PostgreSQL."""
        marks = "(%s::bigint, %s::int, %s::smallint, %s, %s::jsonb, %s::bigint, %s::bytea, %s, %s::bytea, %s::smallint)"
        statement = (
            f"WITH moved AS ({self.update}) "  # noqa: S608 (names of ours)
            f"INSERT INTO games_event ({_EVENT_COLUMNS}) "
            f"SELECT event.* FROM moved, (VALUES {', '.join([marks] * len(self.rows))}) AS event "
            f"RETURNING (SELECT conditional_seats FROM moved)"
        )
        return statement, [*self.update_values, *(value for row in self.rows for value in row)]


class _NotifiedChange(NamedTuple):
    """A change of `Game.told_seq` for events that need no notification: from `before` to `after`, but only if it still
    is `before`. Otherwise an earlier event still awaits its notification.
    """

    before: Seq
    after: Seq


def write_of(
    decided: Decided, key: IdempotencyKey | None, precondition: WritePrecondition | None = None, *, is_news: bool
) -> Write:
    """Return the write of a decided command. It applies only if the game's row still has the position before the
    command and the precondition is true. `is_news` says whether players have to be notified of the events.
    """
    position, step = decided.before.position, decided.step
    condition, values = "seq = %s AND head_hash = %s", [position.seq, bytes.fromhex(position.hash)]
    if precondition is not None:
        condition += f" AND {precondition.condition}"
        values += precondition.values
    columns = _columns(decided.after.projection)
    if not is_news:
        columns["told_seq"] = _NotifiedChange(position.seq, step.position.seq)
    return _write(condition, values, decided.before.info.game_id, columns, step, key)


def start_log(game: Game, step: Step, people: int) -> None:
    """Write event 0 of a game with this number of people, in the caller's transaction, which holds the game's row.

    Raise RuntimeError if the game has started nevertheless. Publishing is left to the caller.
    """
    position = step.position
    told = BEFORE_FIRST if people > 1 else position.seq  # a player alone need not be told that the game has begun
    columns = {**_columns(project(position)), "started_ms": step.events[0].at_ms, "told_seq": told}
    if store(_write("seq IS NULL", [], game.pk, columns, step, None)) is None:
        raise RuntimeError(f"game {game.public_id} was started while its row was locked")


def _write(
    condition: str,
    condition_values: list[Any],
    game_id: int,
    columns: dict[str, Any],
    step: Step,
    key: IdempotencyKey | None,
) -> Write:
    """Return the write with this condition on the game's row, these new values of its columns and the events of the
    step.
    """
    assignments: list[str] = []
    update_values: list[Any] = []
    for name, value in columns.items():
        if isinstance(value, _NotifiedChange):
            assignments.append(f"{name} = CASE WHEN {name} = %s THEN %s ELSE {name} END")
            update_values += value
        else:
            assignments.append(f"{name} = %s")
            update_values.append(value)
    changes = ", ".join(assignments)
    update = f"UPDATE games_game SET {changes} WHERE id = %s AND {condition} "  # noqa: S608 (names of ours)
    update += "RETURNING conditional_seats"
    rows = [_row(game_id, event) for event in step.events]
    if key is not None:
        rows[0][-3:] = [key.key, key.digest, len(rows)]
    return Write(update, [*update_values, game_id, *condition_values], rows)


def store(write: Write) -> int | None:
    """Execute the write in this thread. Return the seats with conditional moves as bits, or None if the game has moved
    on or the precondition is false. Raise IntegrityError if the key was used before.
    """
    if connection.vendor == "postgresql":
        with prepared_cursor() as cursor:
            cursor.execute(*write.in_one_statement())
            return _conditional_seats(cursor.fetchall())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(write.update, write.update_values)
        conditional_seats = _conditional_seats(cursor.fetchall())
        if conditional_seats is None:
            return None
        marks = ", ".join(["%s"] * len(write.rows[0]))
        insert = f"INSERT INTO games_event ({_EVENT_COLUMNS}) VALUES ({marks})"  # noqa: S608 (names of ours)
        cursor.executemany(insert, write.rows)
    return conditional_seats


async def store_on_loop(write: Write, database: LoopConnection) -> int | None:
    """Execute the write on the event loop: the same as `store`, with a connection of the loop (PostgreSQL)."""
    return _conditional_seats(await database.fetch(*write.in_one_statement()))


def _conditional_seats(returned: Sequence[Sequence[Any]]) -> int | None:
    return int(returned[0][0]) if returned else None


def update_seats(decided: Decided) -> None:
    """Update the rows of seats: departures, final ranks, and which seats an AI plays."""
    before, after = decided.before.position, decided.after
    seats = Seat.objects.filter(game_id=after.info.game_id)
    for number, how in enumerate(after.position.left):
        if how != before.left[number]:
            seats.filter(number=number).update(departure=how or "")
    for number, (rank, score) in enumerate(
        zip(after.projection.ranks or (), after.projection.scores or (), strict=True)
    ):
        seats.filter(number=number).update(rank=rank, score=score)
    for number, level in enumerate(after.position.ai):
        if level != before.ai[number]:
            seats.filter(number=number).update(ai=level or "")


def _columns(projection: Projection) -> dict[str, Any]:
    """Return the columns of the game's row as they are written."""
    outcome = projection.outcome
    return {
        "status": projection.status,
        "seq": projection.seq,
        "head_hash": projection.head_hash,
        "to_move": projection.to_move,
        "automatic_due": projection.automatic_due,
        "take_back_seat": projection.take_back_seat,
        "outcome": None if outcome is None else _encode(outcome).decode(),
        "best_score": projection.best_score,
        "last_event_ms": projection.last_event_ms,
        "finished_ms": projection.finished_ms,
        "deadline_ms": projection.deadline_ms,
        "table_state": _encode(projection.table_state).decode(),
    }


def _row(game_id: int, event: LogEvent) -> list[Any]:
    """Return the row of an event, without a key."""
    payload = _encode(event.payload).decode()
    hashed = bytes.fromhex(event.hash)
    return [game_id, event.seq, event.seat, event.kind, payload, event.at_ms, hashed, None, None, None]
