"""A state as text, for `python -m engine show`. In English only, as it is a tool for developers and verifiers."""

from __future__ import annotations

from engine.pyramid_shown import draw
from engine.pyramido.actions import LETTERS
from engine.pyramido.state import CARDS, COLOURS, DOMINOES, PILES, QUARRY, State


def show(state: State) -> str:
    """Return the state as text for a terminal."""
    lines = [
        f"stage {state.stage}, {state.phase}" + (f", seat {state.mover} to move" if state.mover is not None else "")
    ]
    lines += (f"quarry {s + 1}: {_face(state.quarry[s])}" for s in QUARRY)
    lines += (f"pile {p + 1}: {len(state.piles[p]):2} dominoes, {_face(state.piles[p][0])}" for p in PILES)
    for seat, architect in enumerate(state.architects):
        out = "" if architect.out is None else f", out ({architect.out})"
        markers = " ".join(COLOURS[c] for c in range(len(COLOURS)) if architect.markers >> c & 1)
        cards = ", ".join("/".join(COLOURS[side] for side in CARDS[card]) for card in architect.cards)
        lines += ["", f"seat {seat}: {architect.total} points{out}", f"markers: {markers}; cards: {cards or 'none'}"]
        lines += draw(architect.pyramid, DOMINOES, LETTERS)
    if state.outcome is not None:
        lines += ["", f"over ({state.outcome.reason}): scores {state.outcome.scores}, ranks {state.outcome.ranks}"]
    return "\n".join(lines)


def _face(domino: int) -> str:
    if not domino:
        return "empty"
    words = (f"{COLOURS[b.colour]} ({b.icons.bit_count()})" for b in DOMINOES.faces[domino])
    return f"domino {domino}: " + " + ".join(words)
