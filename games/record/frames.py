"""Frames (docs/formats/api.md), made once for each audience and sent ready to be forwarded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from accounts.notifications import bell
from engine import redaction
from engine.position import Event, Position
from games.live.groups import Addressed, group_name
from games.record.models import Game
from games.record.positions import Entry
from games.record.tables import JSON, TableInfo, table_json, table_url
from pyramido_site.infrastructure.json_patch import Known, diff
from pyramido_site.infrastructure.site_clock import now_ms

_encoder = msgspec.json.Encoder()

OVER = ("finished", "aborted")
"""Statuses of a table at which nothing more happens in the game."""


def encode(frame: dict[str, Any]) -> str:
    return _encoder.encode(frame).decode()


def addressed(public_id: str, seat: int | None, frame: dict[str, Any], *, over: bool = False) -> Addressed:
    """A ready frame on its way to one audience; it names the audience, for sockets that are just changing theirs, and
    for frames of events the cursors `from` and `to`. `over`: the game's last frame but for what is said about it.
    """
    told = frame["type"] in ("view", "events")
    return group_name(public_id, seat), {
        "type": "forward",
        "seat": seat,
        "text": encode(frame),
        "from": frame.get("from") if told else None,
        "to": frame["seq"] if told else None,
        "over": over or frame.get("table", {}).get("status") in OVER,
    }


def redacted(events: Sequence[Event], seat: int | None, *, over: bool) -> list[dict[str, Any]]:
    return [redaction.redact(event, seat, over=over) for event in events]


def view_frame(entry: Entry, seat: int | None) -> dict[str, Any]:
    """Everything, for joining and after a gap."""
    frame = {"type": "view", "seq": entry.position.seq, "server_now_ms": now_ms(), "broken_at": entry.broken_at}
    return {**frame, **entry.document(seat)}


def open_frame(table: dict[str, Any], broken_at: int | None = None) -> dict[str, Any]:
    """The `view` frame of a table that has no game yet, or none any more."""
    frame = {"type": "view", "seq": None, "server_now_ms": now_ms(), "broken_at": broken_at}
    return {**frame, "table": table, "view": None}


def nothing_new(seq: int) -> dict[str, Any]:
    """The `events` frame for a client that knows everything."""
    return {"type": "events", "from": seq, "seq": seq, "server_now_ms": now_ms(), "events": [], "patch": []}


def events_frame(
    before: Entry, after: Entry, events: Sequence[Event], seat: int | None, known: Known | None = None
) -> dict[str, Any]:
    return {
        "type": "events",
        "from": before.position.seq,
        "seq": after.position.seq,
        "server_now_ms": now_ms(),
        "events": redacted(events, seat, over=after.position.ended),
        "patch": diff(before.document(seat), after.document(seat), known=known),
    }


def move_messages(before: Entry, after: Entry, events: Sequence[Event]) -> list[Addressed]:
    """What each audience gets when events were appended, and who is to move now; who leaves a seat by them still hears
    so on that seat.
    """
    info, over = before.info, after.position.ended
    known: Known = {}  # audiences see much alike
    told = [
        addressed(info.public_id, seat, events_frame(before, after, events, seat, known), over=over)
        for seat in info.audiences
    ]
    return [*told, *turn_messages(before, after)]


def start_messages(entry: Entry) -> list[Addressed]:
    """What each audience gets when the game starts: its first view."""
    info = entry.info
    told = [addressed(info.public_id, seat, view_frame(entry, seat)) for seat in info.audiences]
    return [*told, *turn_messages(None, entry)]


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


def turn_text(public_id: str, seat: int, since: int) -> str:
    """The `turn` frame: the seat owes a decision, which stands since this event."""
    return encode({"type": "turn", "game": public_id, "url": table_url(public_id), "seat": seat, "seq": since})


def turn_messages(before: Entry | None, after: Entry) -> list[Addressed]:
    """What the accounts of those get who owe another decision than before."""
    info = after.info
    known = set() if before is None else owed(before.position)
    messages = []
    for seat, since in sorted(owed(after.position) - known):
        user_id = info.seats[seat].user_id
        if user_id is not None:
            text = turn_text(info.public_id, seat, since)
            messages.append(
                (bell.group_name(user_id), {"type": "turn", "game": info.public_id, "seq": since, "text": text})
            )
    return messages


def owed(position: Position) -> set[tuple[int, int]]:
    """(seat, the seq since which it owes its decision) of people."""
    if position.ended or position.paused_ms is not None:
        return set()
    return {(seat, position.owed_since[seat]) for seat in position.to_move if position.ai[seat] is None}
