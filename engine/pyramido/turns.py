"""The sequence of turns, the end of stages and of the game (docs/rules.md A6, A7, C3–C5)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import JSON, Outcome
from engine.piles import take_top
from engine.pyramido.marked_areas import score_stage, score_to_json
from engine.pyramido.ranking import ranks
from engine.pyramido.state import ALL_MARKERS, Architect, Marked, State
from engine.turn_order import next_seats, next_starter, order_from

LAST_STAGE = 4


def with_architect(state: State, seat: int, architect: Architect) -> tuple[Architect, ...]:
    """The architects, with the one on the seat replaced."""
    return (*state.architects[:seat], architect, *state.architects[seat + 1 :])


def begin_turn(state: State, seats: list[int], facts: list[JSON] | None) -> State:
    """Begin the turn of the first of `seats` that still has one in this stage; if none has, score the stage. Architects
    who cannot fill their stage go out (docs/rules.md C3).
    """
    for seat in seats:
        architect = state.architects[seat]
        if architect.out is not None or architect.complete:
            continue
        phase = phase_of(architect)
        if phase is not None:
            return replace(state, phase=phase, mover=seat)
        if facts is not None:
            facts.append({"type": "no_room", "seat": seat})
        state = with_out(state, seat, facts)
        if len(state.playing) == 1:
            return end_game(state, "last_architect")
    return _score(state, facts)


def phase_of(architect: Architect) -> str | None:
    """The phase with which an architect's turn begins in an unfinished stage: place, or fill with cards. None if the
    architect goes out (docs/rules.md C3).
    """
    if architect.pyramid.has_room():
        return "place"
    # Empty cells are even in number and there are at most three cards, so this holds for exactly two empty cells.
    return "fill" if len(architect.cards) >= len(architect.pyramid.empty_cells()) else None


def end_turn(state: State, seat: int, facts: list[JSON] | None) -> State:
    """Begin the next turn after an architect has replenished the quarry or laid two cards."""
    architect = state.architects[seat]
    if architect.pyramid.full:
        state = replace(state, architects=with_architect(state, seat, _complete(architect)))
    return begin_turn(replace(state, space=None, may_resurface=False), next_seats(state.order, seat), facts)


def _complete(architect: Architect) -> Architect:
    dx, dy = architect.pyramid.x0, architect.pyramid.y0
    return replace(
        architect,
        complete=True,
        pyramid=architect.pyramid.anchor(),
        marked=tuple(Marked(m.colour, m.x - dx, m.y - dy) for m in architect.marked),
        resurfaced=tuple(replace(r, x=r.x - dx, y=r.y - dy) if r.stage == 1 else r for r in architect.resurfaced),
    )


def _score(state: State, facts: list[JSON] | None) -> State:
    architects = list(state.architects)
    rows: list[JSON | None] = [None] * len(architects)
    for seat in state.playing:
        row = score_stage(architects[seat], state.stage)
        architects[seat] = replace(
            architects[seat], scores=(*architects[seat].scores, row), markers=ALL_MARKERS, marked=()
        )
        rows[seat] = {"seat": seat, **score_to_json(row)}
    if facts is not None:
        facts.append({"type": "stage_scored", "stage": state.stage, "seats": rows})
    scored = replace(state, architects=tuple(architects))
    if state.stage == LAST_STAGE:
        return end_game(scored, "completed")
    return _next_stage(scored, facts)


def _next_stage(state: State, facts: list[JSON] | None) -> State:
    stage = state.stage + 1
    points = [(seat, state.architects[seat].scores[-1].points) for seat in state.playing]
    seats = order_from(next_starter(points, state.order), len(state.order))
    architects = tuple(
        a if a.out is not None else replace(a, complete=False, pyramid=a.pyramid.open_stage(stage))
        for a in state.architects
    )
    if facts is not None:
        facts.append({"type": "stage_begun", "stage": stage, "starter": seats[0]})
    return begin_turn(replace(state, stage=stage, order=seats, architects=architects), list(seats), facts)


def end_game(state: State, reason: str) -> State:
    """End the game, with ranks by docs/rules.md C5 and A7."""
    scores = tuple(a.total for a in state.architects)
    outcome = Outcome(reason, scores, ranks(state))
    return replace(state, phase="over", mover=None, outcome=outcome)


def with_out(state: State, seat: int, facts: list[JSON] | None) -> State:
    """Return the state in which this architect is out, ranked above those who went out before."""
    place = 1 + sum(a.out is not None for a in state.architects)
    if facts is not None:
        facts.append({"type": "out", "seat": seat})
    return replace(state, architects=with_architect(state, seat, replace(state.architects[seat], out=place)))


def replenish(state: State, pile: int, facts: list[JSON] | None) -> State:
    """Fill the empty quarry space with the top domino of a pile (docs/rules.md C2 step 4)."""
    space = state.space
    assert space is not None
    domino = state.piles[pile][0]
    facts_after: list[JSON] | None = None if facts is None else []
    piles = take_top(state.piles, pile, facts_after, "pile")
    if facts is not None and facts_after is not None:
        top = piles[pile][0]
        facts.append({"type": "replenished", "space": space + 1, "pile": pile + 1, "domino": domino, "top": top})
        facts += facts_after
    return replace(state, quarry=(*state.quarry[:space], domino, *state.quarry[space + 1 :]), piles=piles)
