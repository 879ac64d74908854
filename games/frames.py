"""Frames (docs/formats/api.md), made once for each audience and sent ready to be forwarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine import replay
from engine.position import Event
from games.live import Addressed, group_name
from games.models import Game
from games.patches import diff
from games.positions import Entry
from games.tables import JSON, TableInfo, table_json
from games.wall_clock import now_ms

_encoder = msgspec.json.Encoder()


def encode(frame: dict[str, Any]) -> str:
    return _encoder.encode(frame).decode()


def addressed(public_id: str, seat: int | None, frame: dict[str, Any]) -> Addressed:
    """A ready frame on its way to one audience; it names the audience, for sockets that are just changing theirs."""
    return group_name(public_id, seat), {"type": "forward", "seat": seat, "text": encode(frame)}


def redacted(events: Sequence[Event], seat: int | None, *, over: bool) -> list[dict[str, Any]]:
    return [replay.redact(event, seat, over=over) for event in events]


def view_frame(entry: Entry, seat: int | None) -> dict[str, Any]:
    """Everything, for joining and after a gap."""
    seq = entry.position.seq
    return {"type": "view", "seq": seq, "server_now_ms": now_ms(), **entry.document(seat)}


def open_frame(table: dict[str, Any]) -> dict[str, Any]:
    """The `view` frame of a table that has no game yet."""
    return {"type": "view", "seq": None, "server_now_ms": now_ms(), "table": table, "view": None}


def nothing_new(seq: int) -> dict[str, Any]:
    """The `events` frame for a client that knows everything."""
    return {"type": "events", "from": seq, "seq": seq, "server_now_ms": now_ms(), "events": [], "patch": []}


def events_frame(before: Entry, after: Entry, events: Sequence[Event], seat: int | None) -> dict[str, Any]:
    return {
        "type": "events",
        "from": before.position.seq,
        "seq": after.position.seq,
        "server_now_ms": now_ms(),
        "events": redacted(events, seat, over=after.position.over),
        "patch": diff(before.document(seat), after.document(seat)),
    }


def move_messages(before: Entry, after: Entry, events: Sequence[Event]) -> list[Addressed]:
    """What each audience gets when events were appended; who leaves a seat by them still hears so on that seat."""
    info = before.info
    return [addressed(info.public_id, seat, events_frame(before, after, events, seat)) for seat in info.audiences]


def start_messages(entry: Entry) -> list[Addressed]:
    """What each audience gets when the game starts: its first view."""
    info = entry.info
    return [addressed(info.public_id, seat, view_frame(entry, seat)) for seat in info.audiences]


def table_messages(info: TableInfo, table: Game) -> list[Addressed]:
    """What each audience gets when the table changed before the start."""
    return [
        addressed(info.public_id, seat, {"type": "table", "table": table_json(info, table, seat)})
        for seat in info.audiences
    ]


def rated_messages(info: TableInfo, changes: list[JSON]) -> list[Addressed]:
    """What each audience gets when a finished game has moved ratings."""
    frame = {"type": "rated", "ratings": changes}
    return [addressed(info.public_id, seat, frame) for seat in info.audiences]
