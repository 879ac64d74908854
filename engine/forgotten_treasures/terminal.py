"""A state as text, for `python -m engine show`. English only: a tool for developers and for checking exports."""

from __future__ import annotations

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.state import DOMINOES, SPACES, Explorer, State
from engine.pyramid import quadrants


def show(state: State) -> str:
    lines = [f"stage {state.stage}, {state.phase}" + (f", seat {state.turn} to move" if state.turn is not None else "")]
    for s in SPACES:
        pile = state.piles[s]
        top = _face(pile[0]) if state.face_up[s] else "face down"
        lines.append(f"space {s + 1}: {len(pile):2} dominoes, {top}; gems {_gems(state.spaces[s])}")
    for seat, explorer in enumerate(state.explorers):
        out = "" if explorer.out is None else f", out ({explorer.out})"
        lines += ["", f"seat {seat}: {explorer.total} points, gems {_gems(explorer.gems)}{out}"]
        lines += pyramid(explorer)
    if state.legend is not None:
        held = _gems(state.legend.gems)
        lines += ["", f"the Legend: {state.legend.total} points, gems {held}, top {_face(state.legend.pile[-1])}"]
    if state.outcome is not None:
        lines += ["", f"over ({state.outcome.reason}): scores {state.outcome.scores}, ranks {state.outcome.ranks}"]
    return "\n".join(lines)


def pyramid(explorer: Explorer) -> list[str]:
    """The pyramid from above, a letter a quadrant (its area's colour) and `*` after it where an icon is seen."""
    areas = explorer.pyramid.areas(DOMINOES)
    seen = {q: gems.LETTERS[area.colour] for area in areas for q in quadrants(area.quadrants)}
    if not seen:
        return ["  (nothing placed yet)"]
    icons = set(quadrants(explorer.pyramid.icons(DOMINOES)))
    width, height = (1 + max(q[axis] for q in seen) for axis in (0, 1))
    return [
        "  " + "".join(seen.get((x, y), ".") + ("*" if (x, y) in icons else " ") for x in range(width))
        for y in range(height)
    ]


def _face(domino: int) -> str:
    first, second = DOMINOES.faces[domino]
    words = (f"{DOMINOES.colours[b.colour]} ({b.icons.bit_count()})" for b in (first, second))
    return f"domino {domino}: " + " + ".join(words)


def _gems(packed: int) -> str:
    return " ".join(f"{gems.LETTERS[k]}{gems.count(packed, k)}" for k in gems.kinds(packed)) or "none"
