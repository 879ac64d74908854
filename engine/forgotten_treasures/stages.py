"""The sequence of turns, the end of stages and of the game (docs/rules.md A6, A7, B2–B5)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import JSON, Outcome
from engine.forgotten_treasures import gems, scoring
from engine.forgotten_treasures.actions import Score
from engine.forgotten_treasures.legend import THE_LEGEND_DRAWS_AT, draw_one
from engine.forgotten_treasures.ranking import ranks
from engine.forgotten_treasures.score_sheet import LegendScore, legend_score_to_json, stage_score_to_json
from engine.forgotten_treasures.state import DOMINOES, Explorer, State
from engine.forgotten_treasures.supply import Bag
from engine.turn_order import next_seats, next_starter, order_from


def with_explorer(state: State, seat: int, explorer: Explorer) -> tuple[Explorer, ...]:
    """The explorers, with the one on the seat replaced."""
    return (*state.explorers[:seat], explorer, *state.explorers[seat + 1 :])


def complete(explorer: Explorer) -> Explorer:
    """Return the explorer with the stage complete and its areas determined."""
    pyramid = explorer.pyramid.anchor()
    return replace(explorer, complete=True, pyramid=pyramid, areas=pyramid.areas(DOMINOES))


def begin_turn(state: State, seats: list[int], facts: list[JSON] | None) -> State:
    """Begin the turn of the first of `seats` that still has one in this stage; if none has, begin the scoring."""
    for seat in seats:
        explorer = state.explorers[seat]
        if explorer.out is not None or explorer.complete:
            continue
        if explorer.pyramid.has_room():
            return replace(state, phase="take", mover=seat)
        if facts is not None:
            facts.append({"type": "no_room", "seat": seat})
        state = replace(state, explorers=with_explorer(state, seat, complete(explorer)))
    return _begin_scoring(state, facts)


def end_turn(state: State, seat: int, facts: list[JSON] | None) -> State:
    """Begin the next turn after an explorer's placement or the Legend's turn."""
    if state.legend is not None and seat != state.legend_seat:
        return replace(state, phase="legend", mover=state.legend_seat)
    if state.legend is not None:
        return begin_turn(state, [0], facts)
    return begin_turn(state, next_seats(state.order, seat), facts)


def _begin_scoring(state: State, facts: list[JSON] | None) -> State:
    automatic = tuple(
        None if e.out is not None or scoring.has_choice(e, state.stage) else scoring.submit(e, state.stage, Score())
        for e in state.explorers
    )
    return score_if_all_in(replace(state, phase="score", mover=None, submissions=automatic), facts)


def score_if_all_in(state: State, facts: list[JSON] | None) -> State:
    """Score the stage if all explorers still in have submitted; otherwise return the state unchanged."""
    assert state.submissions is not None
    if any(state.submissions[seat] is None for seat in state.playing):
        return state
    explorers = list(state.explorers)
    rows: list[JSON | None] = [None] * len(explorers)
    discard = state.discard
    for seat in state.playing:
        explorer, submission = explorers[seat], state.submissions[seat]
        assert submission is not None
        row = submission.row
        gone = submission.spent + row.discarded
        discard += gone
        explorers[seat] = replace(explorer, gems=explorer.gems - gone, scores=(*explorer.scores, row))
        rows[seat] = {"seat": seat, **stage_score_to_json(row)}
    legend = state.legend
    if legend is not None:
        coloured, mythical = gems.coloured(legend.gems), gems.count(legend.gems, gems.MYTHICAL)
        counted = LegendScore(state.stage, gems.total(coloured), mythical)
        discard += coloured
        legend = replace(legend, gems=legend.gems - coloured, scores=(*legend.scores, counted))
        rows.append({"seat": state.legend_seat, **legend_score_to_json(counted)})
    if facts is not None:
        facts.append({"type": "stage_scored", "stage": state.stage, "seats": rows})
    scored = replace(state, explorers=tuple(explorers), legend=legend, discard=discard, submissions=None)
    if state.stage == scoring.LAST_STAGE:
        return end_game(scored, "completed")
    return _next_stage(scored, facts)


def _next_stage(state: State, facts: list[JSON] | None) -> State:
    stage = state.stage + 1
    points = [(seat, state.explorers[seat].scores[-1].points) for seat in state.playing]
    starter = next_starter(points, state.order)
    order = order_from(starter, len(state.order))
    explorers = tuple(
        e if e.out is not None else replace(e, complete=False, areas=(), pyramid=e.pyramid.open_stage(stage))
        for e in state.explorers
    )
    if facts is not None:
        facts.append({"type": "stage_begun", "stage": stage, "starter": starter})
    state = replace(state, stage=stage, order=order, explorers=explorers)
    legend = state.legend
    if legend is not None and legend.mode == "the" and gems.count(legend.gems, gems.MYTHICAL) >= THE_LEGEND_DRAWS_AT:
        bag = Bag.of(state, facts)
        legend = replace(legend, gems=legend.gems + draw_one(bag))
        state = replace(state, legend=legend, bag=bag.gems, stream=bag.stream, discard=bag.discard)
    return begin_turn(state, list(order), facts)


def end_game(state: State, reason: str) -> State:
    """End the game, with ranks by docs/rules.md B4 and A7."""
    scores = [e.total for e in state.explorers]
    if state.legend is not None:
        scores.append(state.legend.total)
    outcome = Outcome(reason, tuple(scores), ranks(state, reason))
    lost = (*state.lost, state.hand) if state.hand else state.lost
    return replace(state, phase="over", mover=None, hand=0, lost=lost, submissions=None, outcome=outcome)
