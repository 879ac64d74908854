"""Markers and resurfacing cards: which blocks of the newest domino may take one (docs/rules.md C2)."""

from __future__ import annotations

from engine.pyramido.state import DOMINOES, Architect, State


def markable(architect: Architect) -> list[int]:
    """The blocks of the newest domino on which a marker may be put (docs/rules.md C2 step 2)."""
    faces = DOMINOES.faces[architect.pyramid.placed[-1].domino]
    return [i for i in (0, 1) if faces[i].icons and architect.markers >> faces[i].colour & 1]


def resurfaceable(state: State) -> list[int]:
    """The blocks of the newest domino that a card may cover now: those without a marker (docs/rules.md C2 step 3)."""
    assert state.mover is not None
    architect = state.architects[state.mover]
    if not state.may_resurface or not architect.cards:
        return []
    marks = {(m.x, m.y) for m in architect.marked}
    return [i for i, where in enumerate(architect.pyramid.placed[-1].cells) if where not in marks]
