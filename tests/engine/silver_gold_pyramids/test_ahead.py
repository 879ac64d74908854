"""Silver & Gold: Pyramids for a player who plans ahead: planned turns, and fast simulations of the future."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.silver_gold_pyramids import marking
from engine.silver_gold_pyramids.actions import Action, Extra, Mark, Replace, cell_names
from engine.silver_gold_pyramids.ai import mind as ai
from engine.silver_gold_pyramids.ai import outlook, playout, quick
from engine.silver_gold_pyramids.cards import cell_name, cells, reached
from engine.silver_gold_pyramids.marking import Marking
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.scoring import Sheet
from engine.silver_gold_pyramids.state import DECK, Explorer, MarkedCard, State
from tests.engine import hidden
from tests.engine.ai.tables import position_after
from tests.sampling import examples

RULES = SilverGoldPyramids()
TABLES = [(RULES, {"seats": seats}) for seats in (2, 3, 4)]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
steps = st.integers(0, 250)
Table = tuple[SilverGoldPyramids, dict[str, int]]


@settings(max_examples=examples(60))
@given(table=tables, seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_every_plan_can_be_played_in_every_game_that_looks_alike(
    table: Table, seed: int, steps: int, leave: bool, chance: int
) -> None:
    state, _ = position_after(table, seed, steps, leave)
    for seat in range(len(state.explorers)):
        planned = ai.candidate_turns(state, seat)
        assert planned or seat not in RULES.to_move(state)
        twin = hidden.twin(RULES, state, seat, Random(chance))
        assert ai.candidate_turns(twin, seat) == planned
        assert [points for points, _ in planned] == sorted((points for points, _ in planned), reverse=True)
        for _, plan in planned:
            for game in (state, twin):
                for action in plan:
                    game = RULES.apply(game, seat, action)


@settings(max_examples=examples(60))
@given(table=tables, seed=seeds, steps=steps, leave=st.booleans(), chance=seeds)
def test_one_random_seed_leads_to_one_future_and_a_finished_seat_gets_its_score(
    table: Table, seed: int, steps: int, leave: bool, chance: int
) -> None:
    state, _ = position_after(table, seed, steps, leave)
    for seat, explorer in enumerate(state.explorers):
        points = ai.play_out(state, seat, Random(chance))
        assert ai.play_out(state, seat, Random(chance)) == points
        if state.outcome is not None or explorer.out is not None:
            assert points == explorer.total


@settings(max_examples=examples(150))
@given(seed=seeds, number=st.sampled_from(DECK.numbers), shape=st.sampled_from([*quick.SHAPES, ""]))
def test_quick_moves_are_the_legal_marks_that_no_other_outdoes(seed: int, number: int, shape: str) -> None:
    """Dominated: another mark is as near to the tomb, with at least as many gems, potions, torches and crosses and no
    more skulls.
    """
    rng = Random(seed)
    card, marked = DECK[number], 0
    for _ in range(rng.randrange(10)):
        marked |= rng.choice(cells(marking.open_cells(card, marked) or card.start))
    legal = cells(marking.open_cells(card, marked))
    legal += marking.positions(card, marked, shape) if shape else []

    def costs(mask: int) -> tuple[int, ...]:
        good = (card.red_gems, card.green_gems, card.potions, card.crosses)
        counts = [-(mask & cells).bit_count() for cells in good]
        torch, skulls = -bool(mask & card.torches), (mask & card.skulls).bit_count()
        return (outlook.distance(number, marked | mask), torch, skulls, *counts)

    def outdone(mine: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return mine != other and all(a <= b for a, b in zip(other, mine, strict=True))

    wanted = set(map(costs, legal))
    wanted = {mine for mine in wanted if not any(outdone(mine, other) for other in wanted)}
    index = quick.SHAPE_INDEX.get(shape, quick.SINGLE)
    found = quick.MOVES[quick.moves_key(number, marked, index)]
    assert all(after & ~marked in legal for *_, after in found)
    assert sorted(costs(after & ~marked) for *_, after in found) == sorted(wanted)
    sheet = Sheet(rng.randint(0, 10), rng.randint(0, 10), rng.choice((0, 4)), rng.randint(0, 10))
    for code, crosses, far, after in found:
        step = Marking(Explorer(cards=(MarkedCard(number, marked),), sheet=sheet), 2)
        step.mark(number, after & ~marked)
        assert quick.AFTER[quick.sheet_number(sheet, 2) * quick.CODES + code] == quick.sheet_number(step.sheet, 2)
        assert (crosses, far) == (step.owed, outlook.distance(number, after))


def with_wide_cards(state: State) -> State:
    """Deal seat 1 the two cards of the deck with the most cells on this side of the tomb."""

    def width(number: int) -> int:
        card = DECK[number]
        return reached(card.free & ~card.tomb, card.start).bit_count()

    mine, theirs = state.explorers
    *others, first, second = sorted(state.deck, key=width)
    theirs = replace(theirs, cards=(MarkedCard(first), MarkedCard(second)))
    back = [card.number for card in state.explorers[1].cards]
    return replace(state, deck=(*others, *back), explorers=(mine, theirs))


def quiet(state: State) -> Action:
    """Return a mark of seat 1 that finishes no card, with the fewest cells."""
    tombs = {card.number: cell_name(DECK[card.number].tomb) for card in state.explorers[1].cards}
    found = [
        mark
        for mark in RULES.legal_actions(state, 1)
        if isinstance(mark, Mark)
        and len(mark.cells) == 1
        and tombs[mark.card] not in mark.cells
        and all(tombs[extra.card] != extra.cell for extra in mark.extra)
    ]
    return min(found, key=lambda mark: len(mark.extra))


def as_mark(marks: list[tuple[int, int]]) -> Mark:
    (card, first), *rest = marks
    return Mark(card, cell_names(first), tuple(Extra(number, cell_name(cell)) for number, cell in rest))


@pytest.mark.parametrize("seed", range(20))
def test_a_future_scores_as_the_rules_do(seed: int) -> None:
    """The seat's predicted actions, played in a game with a rival who finishes nothing, score the predicted points."""
    state, rng = position_after(TABLES[0], seed, 0, leave=False)
    for seat in (0, 1):
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    state = with_wide_cards(state)
    for _ in range(seed):
        mover = RULES.to_move(state)[0]
        action = quiet(state) if mover == 1 else RULES.random_action(state, 0, rng)
        state = RULES.apply(state, mover, action)
    while RULES.to_move(state) == (1,):
        state = RULES.apply(state, 1, quiet(state))
    told: list[tuple[str, int, int]] = []
    future = playout.from_here(state, 0, Random(seed), others=False, recorded=told)
    told.reverse()
    while state.outcome is None:
        if state.phase == "replace":
            what, number, _ = told.pop()
            assert what == "new"
            state = RULES.apply(state, 0, Replace(number))
            continue
        what, shape, _ = told.pop()
        assert what == "step"
        state = replace(state, expedition=(quick.SHAPES[shape], *state.expedition[1:]))
        marks = []
        while told and told[-1][0] == "mark":
            marks.append(told.pop()[1:])
        state = RULES.apply(state, 0, as_mark(marks))
        if state.outcome is None:
            state = RULES.apply(state, 1, quiet(state))
    assert not told
    assert state.explorers[0].total == future.points
