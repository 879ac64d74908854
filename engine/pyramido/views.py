"""A seat's view of the state, as JSON (docs/formats/view.md). Only the order of the piles is hidden, from all seats
alike.
"""

from __future__ import annotations

from engine.core import JSON
from engine.identity_memo import IdentityMemo
from engine.pyramid import TRIPLES
from engine.pyramid_shown import area_to_json, box_to_json, placed_to_json
from engine.pyramido.marked_areas import marked_quadrants, score_to_json
from engine.pyramido.markers_and_resurfacing import resurfaceable
from engine.pyramido.state import CARDS, COLOURS, DOMINOES, PILES, QUARRY, Architect, State

_seat_memo = IdentityMemo(512)
_public_memo = IdentityMemo(64)


def view(state: State, seat: int | None, base: JSON) -> JSON:
    """Return the state as `seat` sees it, together with `base`, the game's own fields."""
    public = _public_memo.of(state, make=lambda: _public(state))
    if seat is None:
        return {**base, **public}
    return {**base, **public, "seat": seat, "decision": _decision(state, seat) if state.mover == seat else None}


def _public(state: State) -> JSON:
    """Return the public view: without the parts for one seat only."""
    return {
        "seat": None,
        "phase": state.phase,
        "stage": state.stage,
        "order": list(state.order),
        "turn": state.mover,  # the seat whose turn it is, not the number of `Rules.turn`
        "to_move": [] if state.mover is None else [state.mover],
        "quarry": [{"space": s + 1, "domino": state.quarry[s] or None} for s in QUARRY],
        "piles": [{"pile": p + 1, "height": len(state.piles[p]), "domino": state.piles[p][0]} for p in PILES],
        "current": _current(state),
        "seats": [_architect(state, number) for number in range(len(state.architects))],
        "decision": None,
        "outcome": None if state.outcome is None else state.outcome.to_json(),
    }


def _current(state: State) -> JSON | None:
    """The domino placed in this turn, or None if none has been placed yet."""
    if state.space is None or state.mover is None:
        return None
    placed = state.architects[state.mover].pyramid.placed[-1]
    return {"seat": state.mover, "space": state.space + 1, **placed_to_json(placed)}


def _architect(state: State, seat: int) -> JSON:
    architect, stage = state.architects[seat], state.stage
    return _seat_memo.of(architect, seat, stage, make=lambda: _architect_json(architect, seat, stage))


def _architect_json(architect: Architect, seat: int, stage: int) -> JSON:
    pyramid = architect.pyramid
    marks = marked_quadrants(architect, stage)
    return {
        "seat": seat,
        "kind": "architect",
        "out": architect.out,
        "markers": [COLOURS[c] for c in range(len(COLOURS)) if architect.markers >> c & 1],
        "marked": [{"colour": COLOURS[m.colour], "x": m.x, "y": m.y} for m in architect.marked],
        "cards": [[COLOURS[side] for side in CARDS[card]] for card in architect.cards],
        "resurfaced": [
            {"colour": COLOURS[r.colour], "stage": r.stage, "x": r.x, "y": r.y, "rotation": r.rotation, "fill": r.fill}
            for r in architect.resurfaced
        ],
        "complete": architect.complete,
        "box": box_to_json(pyramid),
        "dominoes": [placed_to_json(p) for p in pyramid.placed],
        "areas": [
            {**area_to_json(pyramid, area, COLOURS), "marked": bool(area.quadrants & marks)}
            for area in pyramid.areas(DOMINOES)
        ],
        "scores": [score_to_json(row) for row in architect.scores],
        "total": architect.total,
    }


def _decision(state: State, seat: int) -> JSON:
    architect = state.architects[seat]
    match state.phase:
        case "place":
            placements = architect.pyramid.placements(TRIPLES)
            return {
                "kind": "place",
                "quarry": [{"space": s + 1, "domino": state.quarry[s]} for s in QUARRY],
                "placements": [list(p) for p in placements],
            }
        case "mark":
            return {"kind": "mark", "blocks": [0, 1]}
        case "fill":
            return {
                "kind": "fill",
                "cells": [list(where) for where in architect.pyramid.empty_cells()],
                "cards": [[COLOURS[side] for side in CARDS[card]] for card in architect.cards],
            }
    assert state.space is not None
    blocks = resurfaceable(state)
    return {
        "kind": "finish",
        "piles": [state.space + 1, state.space + 2],
        "blocks": blocks,
        "cards": [[COLOURS[side] for side in CARDS[card]] for card in architect.cards] if blocks else [],
    }
