"""Frames (docs/formats/api.md), built and encoded once for each audience."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from accounts.notifications import bell
from engine import redaction
from engine.newtypes import SeatNumber, Seq
from engine.position import Event, Position
from games.live.groups import Addressed, group_name
from games.record.models import Game
from games.record.positions import Entry
from games.record.tables import JSON, TableInfo, table_json, table_url
from pyramido_site.infrastructure.json_patch import Known, diff
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

_encoder = msgspec.json.Encoder()

OVER = ("finished", "aborted")
"""Statuses of a table whose game has ended."""


def encode(frame: dict[str, Any]) -> str:
    """Return the frame as JSON text."""
    return _encoder.encode(frame).decode()


def addressed(public_id: PublicId, seat: SeatNumber | None, frame: dict[str, Any], *, over: bool = False) -> Addressed:
    """Return an encoded frame with the group of its audience.

    The message has the audience as `seat`, so that a socket whose audience is being changed can tell which frames are
    for it. `from` and `to` are the seqs that the frame leads from and to; both are None for a frame without events.
    `over` marks the last frame of the game itself; frames about its ratings or its chat may follow.
    """
    has_seqs = frame["type"] in ("view", "events")
    return group_name(public_id, seat), {
        "type": "forward",
        "seat": seat,
        "text": encode(frame),
        "from": frame.get("from") if has_seqs else None,
        "to": frame["seq"] if has_seqs else None,
        "over": over or frame.get("table", {}).get("status") in OVER,
    }


def redacted(events: Sequence[Event], seat: SeatNumber | None, *, ended: bool) -> list[dict[str, Any]]:
    """Return the events as the audience may see them (`ended`: the game is over or was aborted), redacted by the
    engine.
    """
    return [redaction.redact(event, seat, ended=ended) for event in events]


def view_frame(entry: Entry, seat: SeatNumber | None) -> dict[str, Any]:
    """Return the `view` frame, which has the whole state: for a client that joins or has missed events."""
    entry = entry.seen_by(seat)
    frame = {"type": "view", "seq": entry.position.seq, "server_now_ms": now_ms(), "broken_at": entry.broken_at}
    return {**frame, **entry.document(seat)}


def open_frame(table: dict[str, Any], broken_at: Seq | None = None) -> dict[str, Any]:
    """Return the `view` frame of a table without a game: not started, closed, or with a log that has no good event."""
    frame = {"type": "view", "seq": None, "server_now_ms": now_ms(), "broken_at": broken_at}
    return {**frame, "table": table, "view": None}


def nothing_new(game: str, seq: Seq) -> dict[str, Any]:
    """Return the `events` frame for a client that is up to date."""
    frame = {"type": "events", "game": game, "from": seq, "seq": seq, "server_now_ms": now_ms()}
    return {**frame, "events": [], "patch": []}


def events_frame(
    before: Entry, after: Entry, events: Sequence[Event], seat: SeatNumber | None, known: Known | None = None
) -> dict[str, Any]:
    """Return the `events` frame from one position to the next, with a JSON Patch of the audience's document.

    `known` shares parts of the patch between audiences.
    """
    return {
        "type": "events",
        "game": after.info.game,
        "from": before.position.seq,
        "seq": after.position.seq,
        "server_now_ms": now_ms(),
        "events": redacted(events, seat, ended=after.position.ended),
        "patch": diff(before.document(seat), after.document(seat), known=known),
    }


def move_messages(before: Entry, after: Entry, events: Sequence[Event]) -> list[Addressed]:
    """Return the frames of appended events for each audience, and `turn` frames for the players who are now to move. A
    player who leaves in this step still gets this frame as the seat's audience. Watchers of a table with a delay get a
    frame of the events that they now may see, if there are any.
    """
    info = before.info
    known: Known = {}  # most of the patch is the same for all audiences
    messages = []
    for seat in info.audiences:
        was, now = before.seen_by(seat), after.seen_by(seat)
        if was.position.seq == now.position.seq:
            continue
        told = events if seat is not None else [e for e in (*before.unseen, *events) if e.seq <= now.position.seq]
        frame = events_frame(was, now, told, seat, known)
        messages.append(addressed(info.public_id, seat, frame, over=now.position.ended))
    return [*messages, *turn_messages(before, after)]


def start_messages(entry: Entry) -> list[Addressed]:
    """Return the first `view` frame of a game for each audience, and `turn` frames for the players to move."""
    info = entry.info
    messages = [addressed(info.public_id, seat, view_frame(entry, seat)) for seat in info.audiences]
    return [*messages, *turn_messages(None, entry)]


def table_messages(info: TableInfo, table: Game) -> list[Addressed]:
    """Return the frames for each audience when a table changes before its game starts."""
    return [
        addressed(info.public_id, seat, {"type": "table", "table": table_json(info, table, seat)})
        for seat in info.audiences
    ]


def rated_messages(info: TableInfo, changes: list[JSON]) -> list[Addressed]:
    """Return the frames for each audience when a finished game has been rated."""
    frame = {"type": "rated", "ratings": changes}
    return [addressed(info.public_id, seat, frame) for seat in info.audiences]


def turn_text(public_id: PublicId, seat: SeatNumber, since: Seq) -> str:
    """Return the `turn` frame as text: the seat owes a decision since event `since`."""
    return encode({"type": "turn", "game": public_id, "url": table_url(public_id), "seat": seat, "seq": since})


def turn_messages(before: Entry | None, after: Entry) -> list[Addressed]:
    """Return the `turn` frames for the accounts of players who owe a new decision."""
    info = after.info
    known = set() if before is None else decisions_of_people(before.position)
    messages = []
    for seat, since in sorted(decisions_of_people(after.position) - known):
        user_id = info.seats[seat].user_id
        if user_id is not None:
            text = turn_text(info.public_id, seat, since)
            messages.append(
                (bell.group_name(user_id), {"type": "turn", "game": info.public_id, "seq": since, "text": text})
            )
    return messages


def decisions_of_people(position: Position) -> set[tuple[SeatNumber, Seq]]:
    """Return the decisions that people owe, as pairs of a seat and the seq since which it owes its decision."""
    if position.ended or position.paused_ms is not None:
        return set()
    return {(seat, position.owed_since[seat]) for seat in position.to_move if position.ai[seat] is None}
