"""Shapes of answers about how a game went."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from games.api.document.shapes import Event


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

    seq: int | None
    since: int | None
    view: dict[str, Any] | None
    steps: list[Step]
    next: str | None
