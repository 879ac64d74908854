"""Shapes of answers about how a game went, and examples of them, which the engine makes."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import msgspec

from engine import redaction, registry, replay
from engine.newtypes import FIRST, SeatNumber, UnixMs
from engine.position import Step as LogStep
from games.api.document import game_schemas
from games.api.document.event_shapes import Event
from games.api.document.game_schemas import GameKey, GameView
from games.record.projections import LEGEND_KINDS
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.json_patch import diff

AT_MS = UnixMs(1_760_000_000_000)
SECRET = bytes(32)


class Operation(TypedDict):
    """An operation of a JSON Patch (RFC 6902)."""

    op: str
    path: str
    value: NotRequired[Any]


class Step(TypedDict):
    """Events that were written together, and the patch from the view before them to the view after event `seq`."""

    seq: int
    events: list[Event]
    patch: list[Operation]


class StepsPage(TypedDict):
    """`view` is the game after event `since` (docs/formats/view.md), `seq` the last event of the game, `next` the
    address of the steps that follow, or null. Before the start there are none, and all is null.
    """

    game: GameKey
    seq: int | None
    since: int | None
    view: GameView | None
    steps: list[Step]
    next: str | None


class ViewAt(TypedDict):
    """`view` is the game after event `seq` (docs/formats/view.md), `at_ms` the time of that event."""

    seq: int
    at_ms: Millis
    view: GameView


def beginning() -> LogStep:
    """Return the step with which an example of a game begins."""
    table = game_schemas.example()
    rules = registry.get(table["game"], None)
    players = [kind for kind in rules.seat_kinds(table["options"]) if kind not in LEGEND_KINDS]
    return replay.start(table["game"], None, table["options"], SECRET, [SECRET] * len(players), AT_MS)


def first_move() -> tuple[SeatNumber, Any, LogStep]:
    """Return who is to move there, an action, and the step that it makes."""
    position = beginning().position
    seat, rules = position.to_move[0], position.rules
    action = rules.action_to_json(next(iter(rules.legal_actions(position.state, seat))))
    return seat, action, replay.act(position, seat, action, expected_seq=None, at_ms=AT_MS)


def examples() -> tuple[ViewAt, StepsPage]:
    """Return an example of both answers: a game that has just begun, as the public sees it, and its first step."""
    _, _, after = first_move()
    first, second = beginning().position.view(None), after.position.view(None)
    seq = after.position.seq
    events = [redaction.redact(event, None, ended=False) for event in after.events]
    steps = [{"seq": seq, "events": events, "patch": diff(first, second)}]
    page = {"game": first["game"], "seq": seq, "since": FIRST, "view": first, "steps": steps, "next": None}
    at = {"seq": FIRST, "at_ms": AT_MS, "view": first}
    made: tuple[ViewAt, StepsPage] = tuple(msgspec.json.decode(msgspec.json.encode((at, page))))
    return made
