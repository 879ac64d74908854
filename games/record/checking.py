"""Compare what the tables say about a game with its log (`manage.py check_games`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields

from engine import chance, replay
from engine.newtypes import FIRST
from engine.position import LogError, Position
from games.record import positions
from games.record.models import Event, Game, GameSecret, Seat
from games.record.positions import NO_NONCE
from games.record.projections import LEGEND_KINDS, Projection, project

Check = Callable[[Game, Position], Iterable[str]]
"""A function of a room that compares what it stores about a game with its position and yields a sentence for each
fault.
"""

_checks: list[Check] = []


def register(*checks: Check) -> None:
    """Add checks of rooms that store something about games outside the log (`games/apps.py`)."""
    _checks.extend(one for one in checks if one not in _checks)


def faults(game: Game) -> list[str]:
    """Return what is wrong with a game and its log, a sentence each; empty if all is well."""
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    found = list(_table_faults(game, seats))
    if game.seq is None:
        stray = Event.objects.filter(game_id=game.pk).count()
        return [*found, f"has {stray} events, but has not started"] if stray else found
    try:
        position, started_ms = _rebuilt(game, seats)
    except LogError as error:
        good = "nothing of it is good" if error.good is None else f"it is good up to event {error.good.seq}"
        return [*found, f"log: event {error.seq}: {error.reason} ({good})"]
    if position.seq < game.seq:
        at = position.seq
        found.append(f"log: event {at + 1}: the log should continue to event {game.seq} (it is good up to event {at})")
    more = [sentence for check in _checks for sentence in check(game, position)]
    return [*found, *_projection_faults(game, seats, position, started_ms), *more]


def _table_faults(game: Game, seats: list[Seat]) -> Iterator[str]:
    secret = GameSecret.objects.filter(game=game).first()
    if secret is None:
        yield "has no secret"
    elif chance.commitment(bytes(secret.secret)) != game.commitment:
        yield "commitment: it is not the hash of the secret"
    if [seat.number for seat in seats] != list(range(len(seats))):
        yield f"seats: numbered {[seat.number for seat in seats]}"


def _rebuilt(game: Game, seats: list[Seat]) -> tuple[Position, int]:
    """Recompute every event of the log. Return the last position and the time of event 0. Raise LogError."""
    events = positions.read_events(game.pk)
    secret = GameSecret.objects.filter(game=game).first()
    if secret is None:
        raise LogError(FIRST, "it cannot be recomputed without the secret")
    kinds = events[0].payload.get("seats") if events else None
    if not isinstance(kinds, list):
        kinds = [seat.kind for seat in seats]
    players = [number for number, kind in enumerate(kinds) if kind not in LEGEND_KINDS]
    nonces = [bytes.fromhex(secret.nonces[str(n)]) if str(n) in secret.nonces else NO_NONCE for n in players]
    position = replay.check(events, bytes(secret.secret), nonces, game.commitment)
    return position, events[0].at_ms


def _projection_faults(game: Game, seats: list[Seat], position: Position, started_ms: int) -> Iterator[str]:
    expected = project(position)
    pairs: list[tuple[str, object, object]] = [
        ("game_key", game.game_key, position.rules.key),
        ("rules_version", game.rules_version, position.rules.version),
        ("options", game.options, position.options),
        ("commitment", game.commitment, chance.commitment(position.secret)),
        ("started_ms", game.started_ms, started_ms),
        ("seat kinds", [seat.kind for seat in seats], list(position.rules.seat_kinds(position.options))),
        ("seat AIs", [seat.ai or None for seat in seats], list(position.ai)),
        ("seat ranks", [seat.rank for seat in seats], expected.ranks or [None] * len(seats)),
        ("seat scores", [seat.score for seat in seats], expected.scores or [None] * len(seats)),
    ]
    for field in fields(Projection):
        stored = getattr(game, field.name)
        pairs.append(
            (field.name, bytes(stored) if field.name == "head_hash" else stored, getattr(expected, field.name))
        )
    for name, stored, rebuilt in pairs:
        if stored != rebuilt:
            yield f"{name}: the table says {_value_text(stored)}, the log says {_value_text(rebuilt)}"


def _value_text(value: object) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)
