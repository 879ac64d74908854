"""docs/rules.md C: set-up, a turn, cards, players without room, scoring, the end."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.core import Illegal
from engine.pyramid import quadrants
from engine.pyramido import turns
from engine.pyramido.actions import Action, Fill, Laid, Mark, Place, Replenish, Resurface
from engine.pyramido.marked_areas import marked_areas
from engine.pyramido.scoring import ScoredArea, StageScore
from engine.pyramido.state import COLOURS, DOMINOES, State
from tests.engine.pyramido.build import (
    RULES,
    domino,
    start,
    stuck,
    tidy_action,
    with_architect,
    with_quarry,
)
from tests.sampling import examples


def first_seat(state: State) -> int:
    assert state.mover is not None
    return state.mover


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = RULES.apply(state, first_seat(state), RULES.action_from_text(text))
    return state


def refusal(state: State, text: str) -> str:
    with pytest.raises(Illegal) as refused:
        play(state, text)
    return refused.value.code


def test_set_up() -> None:
    state = start(3)
    assert [len(pile) for pile in state.piles] == [22, 22, 22, 21]
    assert len(state.quarry) == 3
    assert all(a.markers.bit_count() == 6 and a.cards == (0, 1, 2) for a in state.architects)


def test_the_figures_of_the_component_file() -> None:
    """Blocks 37/34/31/29/26/23 and icons 24/28/29/31/32/36 in the order of colours."""
    blocks, icons = [0] * 6, [0] * 6
    for face in DOMINOES.faces:
        for block in face:
            blocks[block.colour] += 1
            icons[block.colour] += block.icons.bit_count()
    assert blocks == [37, 34, 31, 29, 26, 23]
    assert icons == [24, 28, 29, 31, 32, 36]


def test_one_block_that_can_be_marked_is_marked_with_the_placing() -> None:
    state = with_quarry(start(), domino("blue", "brown", (2, 0)))
    state = play(state, "P1,0,0,0")
    seat = first_seat(state)
    assert state.phase == "finish"
    assert [COLOURS[m.colour] for m in state.architects[seat].marked] == ["blue"]
    assert (state.architects[seat].marked[0].x, state.architects[seat].marked[0].y) == (0, 0)


def test_two_blocks_that_can_be_marked_are_a_choice() -> None:
    state = with_quarry(start(), domino("yellow", "brown", (1, 1)))
    state = play(state, "P1,0,0,90")
    assert state.phase == "mark"
    assert refusal(state, "R1") == "wrong_phase"
    for block, colour, where in ((0, "yellow", (0, 0)), (1, "brown", (0, 1))):
        marked = play(state, f"M{block}").architects[first_seat(state)].marked[0]
        assert (COLOURS[marked.colour], (marked.x, marked.y)) == (colour, where)


def test_without_an_unplaced_marker_of_its_colour_a_block_stays_unmarked() -> None:
    state = with_quarry(start(), domino("blue", "brown", (2, 0)))
    seat = first_seat(state)
    blue = 1 << COLOURS.index("blue")
    state = with_architect(state, seat, markers=0b111111 & ~blue)
    state = play(state, "P1,0,0,0")
    assert state.phase == "finish"
    assert state.architects[seat].marked == ()


def test_a_card_goes_on_an_unmarked_block_and_is_marked_if_it_can_be() -> None:
    state = with_quarry(start(), domino("blue", "brown", (2, 0)))
    state = play(state, "P1,0,0,0")
    seat = first_seat(state)
    assert refusal(state, "C0y0") == "block_is_marked"
    after = play(state, "C1y90")
    architect = after.architects[seat]
    assert [COLOURS[m.colour] for m in architect.marked] == ["blue", "yellow"]
    assert architect.cards == (0, 2)
    assert refusal(after, "C1r0") == "one_card_a_turn"
    areas = {COLOURS[a.colour]: a for a in architect.pyramid.areas(DOMINOES)}
    assert set(areas) == {"blue", "yellow"}
    assert areas["yellow"].icons == 1
    unmarked = play(state, "C1b0")
    assert [COLOURS[m.colour] for m in unmarked.architects[seat].marked] == ["blue"]
    (area,) = unmarked.architects[seat].pyramid.areas(DOMINOES)
    assert area.icons == 3, "two of the block and one of the card"


@pytest.mark.parametrize(("rotation", "quadrant"), [(0, (2, 0)), (90, (3, 0)), (180, (3, 1)), (270, (2, 1))])
def test_a_cards_icon_turns_with_it(rotation: int, quadrant: tuple[int, int]) -> None:
    state = with_quarry(start(), domino("blue", "brown", (2, 0)))
    state = play(state, "P1,0,0,0", f"C1y{rotation}")
    seen = quadrants(state.architects[first_seat(state)].pyramid.icons(DOMINOES))
    assert quadrant in seen


def test_a_used_card_is_gone_on_both_sides() -> None:
    state = with_quarry(start(), domino("blue", "brown", (2, 0)))
    state = with_architect(state, first_seat(state), cards=(0, 2))
    state = play(state, "P1,0,0,0")
    assert refusal(state, "C1t0") == "no_such_card"


@pytest.mark.parametrize(("space", "piles", "others"), [(1, (1, 2), (3, 4)), (2, (2, 3), (1, 4)), (3, (3, 4), (1, 2))])
def test_replenishing_takes_one_of_the_two_piles_behind(
    space: int, piles: tuple[int, int], others: tuple[int, int]
) -> None:
    state = play(start(), f"P{space},0,0,0")
    if state.phase == "mark":
        state = play(state, "M0")
    for pile in others:
        assert refusal(state, f"R{pile}") == "pile_not_behind"
    for pile in piles:
        after = play(state, f"R{pile}")
        assert after.quarry[space - 1] == state.piles[pile - 1][0]
        assert len(after.piles[pile - 1]) == len(state.piles[pile - 1]) - 1
        assert after.mover != state.mover


def test_an_emptied_pile_takes_the_bottom_half_of_the_largest() -> None:
    state = play(start(), "P1,0,0,0")
    if state.phase == "mark":
        state = play(state, "M0")
    low = (state.piles[0][:1], *state.piles[1:])
    after = play(replace(state, piles=low), "R1")
    assert after.piles[0] == state.piles[1][11:]
    assert after.piles[1] == state.piles[1][:11]


def test_all_but_the_replenishing_may_be_taken_back() -> None:
    """docs/rules.md C2: take-back works inside a turn until the replenishing."""
    for text, revocable in (("P1,0,0,0", True), ("M0", True), ("C0y0", True), ("R1", False), ("F b0,0,0 y1,0,0", True)):
        assert RULES.revocable(start(), 0, RULES.action_from_text(text)) is revocable


def no_room_for(seat_cards: tuple[int, ...]) -> State:
    """Return a state whose player to move has a stage 1 without room, and these cards."""
    state = start(3, seed=4)
    second = state.order[1]
    architect = replace(stuck(seat_cards), markers=0b111111)
    state = replace(
        state, architects=tuple(architect if seat == second else a for seat, a in enumerate(state.architects))
    )
    return turns.begin_turn(state, [second, *state.order[2:], state.order[0]], None)


def test_without_room_two_cards_fill_the_gaps_and_nothing_else_happens() -> None:
    """docs/rules.md C3."""
    state = no_room_for((0, 1, 2))
    seat = first_seat(state)
    assert state.phase == "fill"
    cells = state.architects[seat].pyramid.empty_cells()
    assert len(cells) == 2
    (ax, ay), (bx, by) = cells
    assert refusal(state, "P1,0,0,0") == "wrong_phase"
    assert refusal(state, f"F b{ax},{ay},0 n{bx},{by},0") == "no_such_card"
    assert refusal(state, f"F b{ax},{ay},0 y{ax},{ay},0") == "cell_not_empty"
    quarry = state.quarry
    after = RULES.apply(state, seat, Fill((Laid("blue", ax, ay, 0), Laid("yellow", bx, by, 180))))
    architect = after.architects[seat]
    assert (architect.cards, architect.marked, after.quarry) == ((2,), (), quarry)
    assert architect.complete
    assert architect.pyramid.anchored
    assert {r.fill for r in architect.resurfaced} == {True}
    seen = {COLOURS[a.colour] for a in architect.pyramid.areas(DOMINOES)}
    assert {"blue", "yellow"} <= seen


def test_with_too_few_cards_for_the_gaps_the_game_is_lost() -> None:
    """docs/rules.md C3: such a player is out, and the others go on."""
    state = no_room_for((1,))
    assert state.architects[state.order[1]].out == 1
    assert state.mover == state.order[2]


def test_the_last_architect_wins() -> None:
    state = no_room_for((1,))
    last = RULES.drop_out(state, state.order[2])
    outcome = RULES.outcome(last)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("last_architect", (state.order[0],))
    assert outcome.ranks[state.order[1]] == 3


def test_a_turn_cut_short_takes_from_the_left_pile() -> None:
    """docs/rules.md A7."""
    state = play(start(3), "P2,0,0,0")
    seat = first_seat(state)
    facts: list = []
    after = RULES.drop_out(state, seat, facts)
    assert after.quarry[1] == state.piles[1][0]
    assert (after.mover, after.space, after.may_resurface) == (state.order[1], None, False)
    assert [f["type"] for f in facts] == ["out", "replenished"]


@pytest.mark.parametrize(
    ("icons", "points"),
    [((4, 4, 3, 4, 3, 3), 24), ((6, 5, 4, 4), 23), ((7, 6, 6, 5), 29), ((7,), 14), ((8, 7), 22), ((), 0), ((0, 5), 5)],
)
def test_the_worked_figures(icons: tuple[int, ...], points: int) -> None:
    """docs/rules.md C4, and the cases without a marked area and without icons."""
    assert StageScore(1, tuple(ScoredArea(0, 0, 0, n) for n in icons)).points == points


def test_ties_go_to_most_cards_then_best_stage_then_are_shared() -> None:
    """docs/rules.md C5."""

    def ranks(*rows: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[int, ...]:
        state = start(len(rows))
        for seat, (cards, icons) in enumerate(rows):
            scores = tuple(
                StageScore(stage, (ScoredArea(0, 0, 0, n), ScoredArea(0, 0, 0, 0))) for stage, n in enumerate(icons)
            )
            state = with_architect(state, seat, cards=cards, scores=scores)
        outcome = turns.end_game(state, "completed").outcome
        assert outcome is not None
        return outcome.ranks

    assert ranks(((), (5, 5)), ((0,), (5, 4))) == (1, 2)
    assert ranks(((), (5, 5)), ((0,), (5, 5))) == (2, 1)
    assert ranks(((0,), (6, 4)), ((1,), (5, 5))) == (1, 2)
    assert ranks(((0,), (6, 4)), ((1,), (4, 6)), ((1, 2), (1, 1))) == (1, 1, 3)


@settings(max_examples=examples(25))
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
def test_whole_games_of_tidy_builders(seed: int, seats: int) -> None:
    """All players have 10, 6, 3 and 1 turns, markers come back, and the player with the fewest points starts the next
    stage.
    """
    rng = Random(seed)
    state = start(seats, seed=seed)
    turns_taken = {(stage, seat): 0 for stage in (1, 2, 3, 4) for seat in range(seats)}
    while state.outcome is None:
        seat = first_seat(state)
        if state.phase in ("place", "fill"):
            turns_taken[state.stage, seat] += 1
        stage, before = state.stage, state.order
        state = RULES.apply(state, seat, tidy_action(state, seat, rng))
        RULES.check(state)
        for architect in state.architects:
            areas = marked_areas(architect, state.stage)
            assert len(areas) == len(architect.marked), "each marker has an area of its own"
        if state.stage > stage and state.outcome is None:
            points = {s: state.architects[s].scores[-1].points for s in state.playing}
            tied = [s for s in before if points.get(s) == min(points.values())]
            assert state.order[0] == tied[0]
            assert all(state.architects[s].markers == 0b111111 for s in state.playing)
    for (stage, seat), n in turns_taken.items():
        if state.architects[seat].out is None and state.outcome.reason == "completed":
            assert n == {1: 10, 2: 6, 3: 3, 4: 1}[stage]


def test_tidy_games_reach_the_end_and_use_cards() -> None:
    reasons, cards = [], 0
    for seed in range(20):
        rng = Random(seed)
        state = start(2, seed=seed)
        while state.outcome is None:
            state = RULES.apply(state, first_seat(state), tidy_action(state, first_seat(state), rng))
        reasons.append(state.outcome.reason)
        cards += sum(len(a.resurfaced) for a in state.architects)
    assert reasons.count("completed") >= 15
    assert cards >= 40


def test_examples_of_actions() -> None:
    pairs: list[tuple[Action, str]] = [
        (Place(2, 3, 1, 90), "P2,3,1,90"),
        (Mark(1), "M1"),
        (Resurface(0, "yellow", 90), "C0y90"),
        (Replenish(3), "R3"),
        (Fill((Laid("blue", 0, 0, 0), Laid("brown", -1, 2, 270))), "F b0,0,0 n-1,2,270"),
    ]
    for action, text in pairs:
        assert RULES.action_to_text(action) == text
        assert RULES.action_from_text(text) == action
        assert RULES.action_from_json(RULES.action_to_json(action)) == action
