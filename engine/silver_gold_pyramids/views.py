"""A seat's view of the state, as JSON (docs/formats/view.md)."""

from __future__ import annotations

from functools import lru_cache

from engine.core import JSON
from engine.identity_memo import IdentityMemo
from engine.silver_gold_pyramids.actions import Pass, cell_names, to_json
from engine.silver_gold_pyramids.cards import COLOURS, cell_name, cells
from engine.silver_gold_pyramids.legal import may_submit
from engine.silver_gold_pyramids.marking import open_cells, positions
from engine.silver_gold_pyramids.scoring import SOURCES
from engine.silver_gold_pyramids.shapes import EXPEDITION
from engine.silver_gold_pyramids.state import DECK, Explorer, MarkedCard, State

_seat_memo = IdentityMemo(512)
_public_memo = IdentityMemo(64)


def view(state: State, seat: int | None, base: JSON, to_move: tuple[int, ...]) -> JSON:
    """Return the state as `seat` sees it, together with `base`, the game's own fields."""
    public = _public_memo.of(state, make=lambda: _public(state, to_move))
    if seat is None:
        return {**base, **public}
    own = None if state.submissions is None else state.submissions[seat]
    return {
        **base,
        **public,
        "seat": seat,
        "dealt": list(state.explorers[seat].dealt),
        "submission": None if own is None or isinstance(own, Pass) else to_json(own),
        "decision": _decision(state, seat),
    }


def _public(state: State, to_move: tuple[int, ...]) -> JSON:
    """Return the public view: without the parts for one seat only."""
    started = state.phase != "keep"
    return {
        "seat": None,
        "phase": state.phase,
        "round": state.round + 1 if started else None,
        "step": state.step + 1 if started else None,
        "shape": state.shape if state.phase == "mark" else None,
        "shapes_left": sorted(state.expedition[1:], key=EXPEDITION.index),
        "to_move": list(to_move),
        "reserve": list(state.reserve),
        "deck": len(state.deck),
        "replacing": [{"seat": who, "cards": left} for who, left in state.replacing],
        "seats": [_explorer(state, number) for number in range(len(state.explorers))],
        "dealt": [],
        "submission": None,
        "decision": None,
        "outcome": None if state.outcome is None else state.outcome.to_json(),
    }


def _explorer(state: State, seat: int) -> JSON:
    explorer = state.explorers[seat]
    submitted = state.submissions is not None and state.submissions[seat] is not None
    rounds = tuple(then[seat] for then in state.rounds)
    return _seat_memo.of(
        explorer, seat, submitted, rounds, make=lambda: _explorer_json(explorer, seat, submitted, rounds)
    )


def _explorer_json(explorer: Explorer, seat: int, submitted: bool, rounds: tuple[tuple[int, ...], ...]) -> JSON:
    sheet = explorer.sheet
    return {
        "seat": seat,
        "kind": "explorer",
        "out": explorer.out,
        "cards": [_card(card) for card in explorer.cards],
        "finished": [_card(card) for card in explorer.finished_cards],
        "sheet": {
            "red_gems": sheet.red_gems,
            "green_gems": sheet.green_gems,
            "torches": [n + 1 for n in range(sheet.torches.bit_length()) if sheet.torches >> n & 1],
            "skulls": sheet.skulls,
            "pyramids": {colour: list(points) for colour, points in zip(COLOURS, sheet.pyramids, strict=True)},
        },
        "points": points(explorer.by_source),
        "rounds": [points(then) for then in rounds],
        "total": explorer.total,
        "submitted": submitted,
    }


def points(by_source: tuple[int, ...]) -> JSON:
    """Return points by source as JSON."""
    return dict(zip(SOURCES, by_source, strict=True))


def _card(card: MarkedCard) -> JSON:
    return {"number": card.number, "marked": list(cell_names(card.marked))}


def _decision(state: State, seat: int) -> JSON | None:
    if may_submit(state, seat):
        explorer = state.explorers[seat]
        if state.phase == "keep":
            return {"kind": "keep", "cards": list(explorer.dealt)}
        assert state.shape is not None
        return {
            "kind": "mark",
            "shape": state.shape,
            "cards": [_marks(s.number, s.marked, state.shape) for s in explorer.cards],
        }
    if state.replacing and state.replacing[0][0] == seat:
        return {"kind": "replace", "reserve": list(state.reserve), "deck": bool(state.deck)}
    return None


@lru_cache(512)
def _marks(number: int, marked: int, shape: str) -> JSON:
    card = DECK[number]
    return {
        "number": number,
        "shapes": [list(cell_names(position)) for position in positions(card, marked, shape)],
        "singles": [cell_name(bit) for bit in cells(open_cells(card, marked))],
    }
