"""A state as text, for `python -m engine show`. In English only, as it is a tool for developers and verifiers."""

from __future__ import annotations

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.state import DOMINOES, SPACES, State
from engine.pyramid_shown import draw


def show(state: State) -> str:
    """Return the state as text for a terminal."""
    lines = [
        f"stage {state.stage}, {state.phase}" + (f", seat {state.mover} to move" if state.mover is not None else "")
    ]
    for s in SPACES:
        pile = state.piles[s]
        top = _face(pile[0]) if state.face_up[s] else "face down"
        lines.append(f"space {s + 1}: {len(pile):2} dominoes, {top}; gems {_gems(state.spaces[s])}")
    for seat, explorer in enumerate(state.explorers):
        out = "" if explorer.out is None else f", out ({explorer.out})"
        lines += ["", f"seat {seat}: {explorer.total} points, gems {_gems(explorer.gems)}{out}"]
        lines += draw(explorer.pyramid, DOMINOES, gems.LETTERS)
    if state.legend is not None:
        held = _gems(state.legend.gems)
        lines += ["", f"the Legend: {state.legend.total} points, gems {held}, top {_face(state.legend.pile[-1])}"]
    if state.outcome is not None:
        lines += ["", f"over ({state.outcome.reason}): scores {state.outcome.scores}, ranks {state.outcome.ranks}"]
    return "\n".join(lines)


def _face(domino: int) -> str:
    first, second = DOMINOES.faces[domino]
    words = (f"{DOMINOES.colours[b.colour]} ({b.icons.bit_count()})" for b in (first, second))
    return f"domino {domino}: " + " + ".join(words)


def _gems(packed: int) -> str:
    return " ".join(f"{gems.LETTERS[k]}{gems.count(packed, k)}" for k in gems.kinds(packed)) or "none"
