"""Complete random states that match a view: the dominoes below the tops of the piles are drawn at random
(docs/ai.md).
"""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.core import JSON, Outcome
from engine.pyramid import Placed, Pyramid, Single, cell
from engine.pyramido import turns
from engine.pyramido.scoring import ScoredArea, StageScore
from engine.pyramido.state import (
    CARD_OF,
    COLOURS,
    DOMINOES,
    Architect,
    Marked,
    Resurfaced,
    State,
    card_block,
)
from engine.pyramido.turns import LAST_STAGE
from engine.refusals import check_may_plan, no_room, stage_complete


def imagine(view: JSON, rng: Random) -> State:
    """Return a random state with this view. Drawn at random are the dominoes below the tops, which no seat sees."""
    architects = tuple(_architect(row) for row in view["seats"])
    quarry = tuple(row["domino"] or 0 for row in view["quarry"])
    current = view["current"]
    space, may_resurface = None, False
    if current is not None:
        space = current["space"] - 1
        architect = architects[current["seat"]]
        newest = architect.pyramid.placed[-1]
        covered = any(r.stage == newest.stage and (r.x, r.y) in newest.cells for r in architect.resurfaced)
        may_resurface = bool(architect.cards) and not covered
    elif 0 in quarry:  # the game ended within a turn, because another architect left
        space = quarry.index(0)
    return State(
        phase=view["phase"],
        stage=view["stage"],
        order=tuple(view["order"]),
        mover=view["turn"],
        quarry=quarry,
        piles=_piles(view, architects, quarry, rng),
        architects=architects,
        space=space,
        may_resurface=may_resurface,
        outcome=_outcome(view["outcome"]),
    )


def next_turn(view: JSON, rng: Random) -> State:
    """Return a random state in which the next turn of the view's seat begins now; a quarry space that is still empty is
    filled from the left of its two piles (docs/rules.md A7). Raise Illegal if there is no turn to plan.
    """
    seat = check_may_plan(view)
    state = imagine(view, rng)
    if state.space is not None:
        assert state.mover is not None
        state = turns.end_turn(turns.replenish(state, state.space, None), state.mover, None)
    architect = state.architects[seat]
    if architect.complete:
        raise stage_complete()
    phase = turns.phase_of(architect)
    if phase is None:
        raise no_room()
    return replace(state, phase=phase, mover=seat)


def _architect(row: JSON) -> Architect:
    scores = tuple(_score(one) for one in row["scores"])
    resurfaced = tuple(
        Resurfaced(COLOURS.index(r["colour"]), r["stage"], r["x"], r["y"], r["rotation"], r["fill"])
        for r in row["resurfaced"]
    )
    used_cards = [CARD_OF[r.colour] for r in resurfaced]
    return Architect(
        pyramid=_pyramid(row, resurfaced, min(len(scores) + 1, LAST_STAGE)),
        markers=sum(1 << COLOURS.index(colour) for colour in row["markers"]),
        marked=tuple(Marked(COLOURS.index(m["colour"]), m["x"], m["y"]) for m in row["marked"]),
        cards=tuple(card for card in range(3) if card not in used_cards),
        resurfaced=resurfaced,
        complete=row["complete"],
        scores=scores,
        out=row["out"],
    )


def _pyramid(row: JSON, resurfaced: tuple[Resurfaced, ...], stage: int) -> Pyramid:
    """The pyramid of a seat. `stage` is its open one: all stages before it have been scored for this architect."""
    placed = tuple(Placed(d["domino"], d["stage"], d["x"], d["y"], d["rotation"]) for d in row["dominoes"])
    singles = tuple(Single(r.stage, r.x, r.y, card_block(r.colour, r.rotation)) for r in resurfaced)
    cells = [where for p in placed if p.stage == stage for where in p.cells]
    taken = 0
    for where in cells:
        taken |= cell(*where)
    for single in singles:
        if single.stage == stage:
            taken |= cell(single.x, single.y)
    if row["box"] is not None:
        return Pyramid(stage, taken, 0, 0, row["box"]["columns"] - 1, row["box"]["rows"] - 1, True, placed, singles)
    if not placed:
        return Pyramid()
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return Pyramid(stage, taken, min(xs), min(ys), max(xs), max(ys), False, placed, singles)


def _score(row: JSON) -> StageScore:
    areas = (ScoredArea(a["x"], a["y"], COLOURS.index(a["colour"]), a["icons"]) for a in row["areas"])
    return StageScore(row["stage"], tuple(areas))


def _piles(
    view: JSON, architects: tuple[Architect, ...], quarry: tuple[int, ...], rng: Random
) -> tuple[tuple[int, ...], ...]:
    seen = {*quarry, *(row["domino"] for row in view["piles"])}
    seen.update(p.domino for architect in architects for p in architect.pyramid.placed)
    hidden = [domino for domino in DOMINOES.ids if domino not in seen]
    rng.shuffle(hidden)
    piles = []
    for row in view["piles"]:
        under = row["height"] - 1
        piles.append((row["domino"], *hidden[:under]))
        del hidden[:under]
    assert not hidden, "every domino is somewhere"
    return tuple(piles)


def _outcome(raw: JSON | None) -> Outcome | None:
    return None if raw is None else Outcome(raw["reason"], tuple(raw["scores"]), tuple(raw["ranks"]))
