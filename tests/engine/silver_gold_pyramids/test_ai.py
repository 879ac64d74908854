"""Silver & Gold: Pyramids for AI players: the information a view leaves open, and the weighing of a seat's choices."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.silver_gold_pyramids import marking
from engine.silver_gold_pyramids.actions import Action, Keep, Mark, Replace
from engine.silver_gold_pyramids.ai import mind as ai
from engine.silver_gold_pyramids.ai import outlook
from engine.silver_gold_pyramids.ai.outlook import Outlook
from engine.silver_gold_pyramids.cards import beside, cell_bit, cells
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.scoring import Sheet
from engine.silver_gold_pyramids.shapes import EXPEDITION
from engine.silver_gold_pyramids.state import DECK, Explorer, MarkedCard, State
from tests.engine.ai.tables import position_after
from tests.sampling import examples

RULES = SilverGoldPyramids()
TABLES = [(RULES, {"seats": seats}) for seats in (2, 3, 4)]
tables = st.sampled_from(TABLES)
seeds = st.integers(0, 2**32)
steps = st.integers(0, 250)


def with_the_truth(imagined: State, state: State) -> State:
    """Return the imagined state with the drawn parts replaced by the true ones: everything the view hides, by name."""
    explorers = tuple(
        replace(mine, dealt=true.dealt) for mine, true in zip(imagined.explorers, state.explorers, strict=True)
    )
    return replace(
        imagined,
        explorers=explorers,
        deck=state.deck,
        deck_stream=state.deck_stream,
        expedition=state.expedition,
        expedition_stream=state.expedition_stream,
        submissions=state.submissions,
    )


@settings(max_examples=examples(100))
@given(table=tables, seed=seeds, steps=steps, leave=st.booleans())
def test_nothing_else_is_imagined_than_what_the_view_leaves_open(
    table: tuple[SilverGoldPyramids, dict[str, int]], seed: int, steps: int, leave: bool
) -> None:
    """With the true parts put in, the imagined game continues exactly as the true one."""
    state, _ = position_after(table, seed, steps, leave)
    assume(state.outcome is None)
    for seat in (None, *range(len(state.explorers))):
        twin, true = with_the_truth(RULES.imagine(RULES.view(state, seat), Random(seed)), state), state
        assert twin.revealed == true.revealed
        rng = Random(seed)
        while seats := RULES.to_move(true):
            assert RULES.to_move(twin) == seats
            mover = rng.choice(seats)
            action = RULES.random_action(true, mover, rng)
            facts: list[dict[str, object]] = []
            told: list[dict[str, object]] = []
            true, twin = RULES.apply(true, mover, action, facts), RULES.apply(twin, mover, action, told)
            assert told == facts
        assert twin.outcome == true.outcome


def test_every_unseen_card_may_be_anywhere_and_every_shape_may_come_next() -> None:
    state, _ = position_after((RULES, {"seats": 2}), 7, 0, leave=False)
    view = RULES.view(state, 0)
    drawn = [RULES.imagine(view, Random(n)) for n in range(600)]
    unseen = set(DECK.numbers) - set(view["dealt"])
    assert {one.deck[0] for one in drawn} == {one.explorers[1].dealt[0] for one in drawn} == unseen
    assert len({one.deck_stream.key for one in drawn} | {one.expedition_stream.key for one in drawn}) == 1200
    marking_now, _ = position_after((RULES, {"seats": 2}), 7, 5, leave=False)
    view = RULES.view(marking_now, 0)
    imagined = [RULES.imagine(view, Random(n)) for n in range(200)]
    assert {one.expedition[1] for one in imagined} == set(view["shapes_left"])
    assert all(sorted(one.expedition) == sorted((view["shape"], *view["shapes_left"])) for one in imagined)


def test_a_player_who_left_before_keeping_still_holds_the_dealt_cards() -> None:
    state, rng = position_after((RULES, {"seats": 3}), 1, 0, leave=False)
    state = RULES.drop_out(state, 1)
    for seat in (0, 2):
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    imagined = RULES.imagine(RULES.view(state, 0), rng)
    assert [len(explorer.dealt) for explorer in imagined.explorers] == [0, 4, 0]
    assert RULES.imagine(RULES.view(state, 1), rng).explorers[1].dealt == state.explorers[1].dealt


@settings(max_examples=examples(100))
@given(table=tables, seed=seeds, steps=steps)
def test_every_choice_is_weighed_a_mark_by_its_first_cells(
    table: tuple[SilverGoldPyramids, dict[str, int]], seed: int, steps: int
) -> None:
    state, _ = position_after(table, seed, steps, leave=False)
    for seat in RULES.to_move(state):
        actions = [action for _, action in ai.candidate_actions(state, seat)]
        if state.phase != "mark":
            assert actions == list(RULES.legal_actions(state, seat))
            continue
        assert state.shape is not None
        firsts = [(a.card, sum(cell_bit(text) or 0 for text in a.cells)) for a in actions if isinstance(a, Mark)]
        assert firsts == marking.first_marks(state.explorers[seat], state.shape)


@settings(max_examples=examples(60))
@given(table=tables, seed=seeds, steps=st.integers(4, 250))
def test_the_best_mark_is_the_best_of_all(
    table: tuple[SilverGoldPyramids, dict[str, int]], seed: int, steps: int
) -> None:
    """Compared with every legal submission without chains of crosses, in which only the best cells are followed."""
    state, _ = position_after(table, seed, steps, leave=False)
    assume(state.phase == "mark" and state.shape is not None)
    seat = RULES.to_move(state)[0]
    explorer, view = state.explorers[seat], Outlook(state, seat, outlook.steps_left(state))
    legal = list(islice(marking.marks(explorer, state.shape or "", state.round), 3000))
    assume(len(legal) < 3000 and all(len(mark.extra) < 2 for mark in legal))

    def expected(mark: Mark) -> float:
        done = marking.check_and_apply(explorer, state.shape or "", state.round, mark)
        return view.expected_points({card.number: card.marked for card in done.cards}, done.sheet)

    assert max(map(expected, legal)) == max(weight for weight, _ in ai.candidate_actions(state, seat))


@settings(max_examples=examples(100))
@given(number=st.sampled_from(DECK.numbers), data=st.data())
def test_the_distance_is_the_least_number_of_cells_to_the_tomb(number: int, data: st.DataObject) -> None:
    card = DECK[number]
    marked = 0
    for _ in range(data.draw(st.integers(0, 12))):
        marked |= data.draw(st.sampled_from(cells(marking.open_cells(card, marked) or card.start)))
    reach, needed = marked, 0
    while not reach & card.tomb:
        reach |= (beside(reach) if reach else card.start) & card.free
        needed += 1
    assert outlook.distance(number, marked) == needed


def colours(*names: str) -> tuple[int, ...]:
    """Return the lowest numbers of cards of these colours."""
    found: list[int] = []
    for wanted in names:
        found.append(next(n for n in DECK.numbers if DECK[n].colour == wanted and n not in found))
    return tuple(found)


def marking_state(explorer: Explorer, step: int = 0, rival: Explorer | None = None) -> State:
    state, _ = position_after((RULES, {"seats": 2}), 0, 0, leave=False)
    return replace(
        state,
        phase="mark",
        step=step,
        expedition=EXPEDITION,
        explorers=(explorer, rival or Explorer()),
        submissions=(None, None),
    )


def expected(explorer: Explorer, left: int = 14, rival: Explorer | None = None) -> float:
    cards = {card.number: card.marked for card in explorer.cards}
    return Outlook(marking_state(explorer, rival=rival), 0, left).expected_points(cards, explorer.sheet)


def test_preferences_of_the_outlook() -> None:
    """Each line: the better of two otherwise equal positions."""
    green, orange = colours("green", "orange")
    tomb = MarkedCard(green, DECK[green].tomb)
    near = MarkedCard(green, beside(DECK[green].tomb) & DECK[green].free)
    start = MarkedCard(green, DECK[green].start)
    assert expected(Explorer(cards=(tomb,))) > expected(Explorer(cards=(near,))) > expected(Explorer(cards=(start,)))
    assert expected(Explorer(cards=(near,)), left=0) == expected(Explorer(cards=(start,)), left=0) == 0
    pair, single = Sheet(red_gems=3, green_gems=3), Sheet(red_gems=6)
    assert expected(Explorer(sheet=pair)) > expected(Explorer(sheet=single)) > expected(Explorer(sheet=single), left=0)
    assert expected(Explorer(sheet=Sheet(torches=0b11))) - expected(Explorer(sheet=Sheet(torches=0b1))) == 5
    assert expected(Explorer(sheet=Sheet(skulls=1))) < expected(Explorer())
    first, tenth = (
        expected(Explorer(sheet=Sheet(skulls=n)), 0) - expected(Explorer(sheet=Sheet(skulls=n + 1)), 0) for n in (0, 9)
    )
    assert (first, tenth) == (1, 4)
    ahead = Explorer(finished_cards=(MarkedCard(orange, DECK[orange].tomb),), considered=1)
    twin = next(n for n in DECK.numbers if DECK[n].colour == "orange" and n != orange)
    for_a_pair = expected(replace(ahead, cards=(MarkedCard(twin, DECK[twin].tomb),)))
    assert for_a_pair > expected(replace(ahead, cards=(tomb,)))
    gone = Explorer(sheet=Sheet(pyramids=((), (10, 6, 3), ())))
    assert expected(replace(ahead, cards=(MarkedCard(twin, DECK[twin].tomb),)), rival=gone) < for_a_pair


def test_points_of_this_step_count_before_they_are_served() -> None:
    """While cards are replaced, pyramid points are owed and not yet on the score card (docs/rules.md D3 part 5)."""
    one, two = colours("green", "green")
    done = tuple(MarkedCard(number, DECK[number].tomb) for number in (one, two))
    owed = Explorer(finished_cards=done, considered=1)
    had = Explorer(finished_cards=done, considered=2, sheet=Sheet(pyramids=((10,), (), ())))
    assert expected(owed, left=0) == expected(had, left=0) == 30


def test_short_ways_to_the_tomb_are_chosen() -> None:
    near, next_, *_, farther, far = sorted(DECK.numbers, key=lambda number: outlook.distance(number, 0))
    state, _ = position_after((RULES, {"seats": 2}), 0, 0, leave=False)
    keeping = replace(state, explorers=(Explorer(dealt=(far, near, farther, next_)), state.explorers[1]))
    assert best(keeping) == Keep((near, next_))
    replacing = replace(
        state, phase="replace", submissions=None, replacing=((0, 1),), reserve=(far, near, farther), deck=(far,)
    )
    assert best(replacing) == Replace(near)
    assert best(replace(replacing, reserve=(far,), deck=tuple(sorted(DECK.numbers)))) == Replace(0)


def best(state: State) -> Action:
    return max(ai.candidate_actions(state, 0), key=itemgetter(0))[1]
