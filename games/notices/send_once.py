"""Sending a reminder of a turn or of its time once, and the keys by which a repetition is recognized."""

from __future__ import annotations

from accounts.notifications import services as notify
from engine import registry
from engine.newtypes import SeatNumber, Seq
from games.record.tables import TableInfo, names
from games.time.clocks import Clock


def remind(kind: str, user: int, key: str, clock: Clock | None, info: TableInfo, seq: Seq) -> None:
    """Notify the player of a clock that runs, once for each `key`."""
    until = {} if clock is None or clock.deadline_ms is None else {"deadline_ms": clock.deadline_ms}
    data = {"game": game_name(info), **until}
    notify.tell(kind, [user], subject=info.public_id, key=key, data=data, players=names(info), seq=seq)


def game_name(info: TableInfo) -> str:
    """Return the name of the game played at a table."""
    return registry.get(info.game, info.rules_version).name


def key_of(kind: str, info: TableInfo, *more: int | None) -> str:
    """Return the key of a notification: no two with the same one are sent to a player."""
    return ":".join([kind, info.public_id, *map(str, more)])


def time_key(info: TableInfo, seat: SeatNumber, clock: Clock | None) -> str:
    """Return the key of a warning: one per deadline, since a pause, a vacation or an outage moves it."""
    return key_of("time", info, seat, *(() if clock is None else (clock.turn, clock.deadline_ms)))
