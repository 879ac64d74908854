"""docs/rules.md D2–D4: keeping, steps, crosses, replacing, pyramid points, the end.

In one file, in the order of the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.chance import Stream
from engine.core import Illegal
from engine.silver_gold_pyramids import marking, steps
from engine.silver_gold_pyramids.actions import Action, Extra, Keep, Mark, Pass, Replace
from engine.silver_gold_pyramids.cards import COLOURS, Card, card_of, cell, cell_bit
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.scoring import SKULLS, Sheet
from engine.silver_gold_pyramids.shapes import EXPEDITION, POSITIONS, SINGLES
from engine.silver_gold_pyramids.state import DECK, Explorer, MarkedCard, State
from tests.sampling import examples

RULES = SilverGoldPyramids()


def start(seats: int = 2, seed: int = 0) -> State:
    return RULES.start({"seats": seats}, Random(seed).randbytes(32))


def kept(seats: int = 2, seed: int = 0) -> State:
    state = start(seats, seed)
    for seat in range(seats):
        dealt = state.explorers[seat].dealt
        state = RULES.apply(state, seat, Keep((dealt[0], dealt[1])))
    return state


def bits(*names: str) -> int:
    return sum(cell_bit(text) or 0 for text in names)


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Replace built-in cards by hand-drawn ones for the code that looks cards up by number."""

    def put(**grids: tuple[str, ...]) -> None:
        made = list(DECK.cards)
        for key, grid in grids.items():
            number = int(key.removeprefix("c"))
            colour = DECK[number].colour
            made[number] = card_of(number, colour, grid)
        monkeypatch.setattr(marking, "DECK", replace(DECK, cards=tuple(made)))

    return put


EMPTY = ("S....", ".....", ".....", ".....", "....T")


def refused(explorer: Explorer, shape: str, text: str) -> str:
    action = RULES.action_from_text(text)
    assert isinstance(action, Mark)
    with pytest.raises(Illegal) as refusal:
        marking.check_and_apply(explorer, shape, 0, action)
    return refusal.value.code


def done(explorer: Explorer, shape: str, text: str, round_: int = 0) -> Explorer:
    action = RULES.action_from_text(text)
    assert isinstance(action, Mark)
    return marking.check_and_apply(explorer, shape, round_, action)


def test_four_cards_are_dealt_and_two_kept_in_secret() -> None:
    state = start(3, seed=5)
    deck, _ = Stream(Random(5).randbytes(32), "deck").shuffle(DECK.numbers)
    assert [e.dealt for e in state.explorers] == [deck[0:4], deck[4:8], deck[8:12]]
    a, b, c, d = state.explorers[1].dealt
    keep = Keep((c, d))
    state = RULES.apply(state, 1, keep)
    assert RULES.view(state, 1)["submission"] == RULES.action_to_json(keep)
    assert RULES.view(state, 0)["submission"] is None
    assert RULES.view(state, 0)["dealt"] == list(state.explorers[0].dealt)
    assert all(not seat["cards"] for seat in RULES.view(state, 0)["seats"])
    again = Keep((a, b))
    state = RULES.apply(state, 1, again)
    assert state.submissions is not None
    assert state.submissions[1] == again


def test_after_the_keeps_the_rest_is_sorted_and_shuffled_on_the_same_stream() -> None:
    seed = Random(5).randbytes(32)
    _, stream = Stream(seed, "deck").shuffle(DECK.numbers)
    state = kept(2, seed=5)
    mine = {card.number for e in state.explorers for card in e.cards}
    deck, _ = stream.shuffle(sorted(set(DECK.numbers) - mine))
    assert (state.reserve, state.deck) == (deck[:4], deck[4:])
    expedition, _ = Stream(seed, "expedition").shuffle(EXPEDITION)
    assert state.expedition == expedition
    assert state.shape == expedition[0]


@pytest.mark.parametrize(("pick", "code"), [((0, 0), "same_card_twice"), ((0, None), "not_your_card")])
def test_refused_keeps(pick: tuple[int, int | None], code: str) -> None:
    state = start()
    dealt = state.explorers[0].dealt
    other = state.explorers[1].dealt[0]
    chosen = tuple(other if at is None else dealt[at] for at in pick)
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, 0, Keep((chosen[0], chosen[1])))
    assert refusal.value.code == code


def test_which_marks_are_legal(cards: Any) -> None:
    cards(c1=("S....", ".#...", ".....", ".....", "....T"), c2=EMPTY)
    mine = Explorer(cards=(MarkedCard(1), MarkedCard(2, bits("a1", "b1"))))
    assert refused(mine, "I3", "M1 b1 c1 d1") == "must_start"
    assert refused(mine, "V3", "M1 a1 a2 b2") == "wall"
    assert refused(mine, "I3", "M1 a1 b1") == "wrong_shape"
    assert refused(mine, "I3", "M1 a1 c1 e1") == "wrong_shape"
    assert refused(mine, "I2", "M2 b1 c1") == "marked_already"
    assert refused(mine, "I2", "M2 d1 e1") == "not_beside"
    assert refused(mine, "I2", "M3 a1 b1") == "not_your_card"
    assert refused(mine, "I2", "M2 c1 c1") == "cell_twice"
    assert refused(mine, "I2", "M2 c1 > 2 d1") == "no_cross_owed"
    assert done(mine, "I3", "M1 a1 b1 c1").cards[0].marked == bits("a1", "b1", "c1")
    assert done(mine, "I3", "M1 a1").cards[0].marked == bits("a1"), "a single cell instead of the shape"
    assert done(mine, "L4", "M2 c1 d1 e1 e2").cards[1].marked == bits("a1", "b1", "c1", "d1", "e1", "e2")
    assert done(mine, "L4", "M2 e2 c1 e1 d1").cards[1].marked == bits("a1", "b1", "c1", "d1", "e1", "e2"), "any order"
    assert done(mine, "L4", "M2 a2 a3 a4 b4").cards[1].marked == bits("a1", "b1", "a2", "a3", "a4", "b4")


def test_every_listed_mark_is_legal_and_every_legal_one_is_listed() -> None:
    """Compared with all sets of one to four cells, on random cards."""
    for seed in range(6):
        state = play_random(kept(2, seed), Random(seed), 6 * seed)
        if state.phase != "mark" or state.shape is None or not state.explorers[0].cards:
            continue
        listed = set(marking.first_marks(state.explorers[0], state.shape))
        for started in state.explorers[0].cards:
            card = DECK[started.number]
            for lie in (*POSITIONS[state.shape], *SINGLES):
                try:
                    marking._check_cells(card, started.marked, lie)
                except Illegal:
                    assert (card.number, lie) not in listed
                else:
                    assert (card.number, lie) in listed


@settings(max_examples=examples(40))
@given(seed=st.integers(0, 2**32), actions=st.integers(0, 60))
def test_a_random_mark_does_what_its_text_does(seed: int, actions: int) -> None:
    state = play_random(kept(2, seed), Random(seed), actions)
    assume(state.phase == "mark")
    assert state.shape
    explorer = state.explorers[RULES.to_move(state)[0]]
    made = marking.random_mark(explorer, state.shape, state.round, Random(seed))
    read = RULES.action_from_text(RULES.action_to_text(made))
    assert isinstance(read, Mark)
    assert read is not made
    found = marking.check_and_apply(explorer, state.shape, state.round, made)
    assert found == marking.check_and_apply(explorer, state.shape, state.round, read)
    assert found != explorer


@pytest.mark.parametrize("crosses", [False, True])
def test_a_drawn_mark_is_checked_when_it_is_submitted(crosses: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawn mark does not bypass the checks of its first cells and its extra cells."""
    state, rng = kept(2, 3), Random(3)
    while True:
        seat = RULES.to_move(state)[0]
        made = RULES.random_action(state, seat, rng)
        if isinstance(made, Mark) and bool(made.extra) == crosses:
            break
        state = RULES.apply(state, seat, made)
    for check in ("_first_cells", "_check_extra") if crosses else ("_first_cells",):
        with monkeypatch.context() as patched:
            patched.setattr(marking, check, refuse)
            with pytest.raises(Illegal, match="looked_at"):
                RULES.apply(state, seat, made)
    assert RULES.apply(state, seat, made) != state


def refuse(*_: object) -> None:
    raise Illegal("looked_at", "Looked at.")


def test_random_marks_are_drawn_from_all_first_marks_in_their_order() -> None:
    """One random number below 1 selects the mark; recorded games and counts depend on the order."""
    state = play_random(kept(2, 4), Random(4), 20)
    assert state.phase == "mark"
    assert state.shape
    explorer = state.explorers[RULES.to_move(state)[0]]
    first = marking.first_marks(explorer, state.shape)
    for seed in range(200):
        made = marking.random_mark(explorer, state.shape, state.round, Random(seed))
        at = int(Random(seed).random() * len(first))
        assert (made.card, bits(*made.cells)) == first[at]


def play_random(state: State, rng: Random, actions: int) -> State:
    for _ in range(actions):
        seats = RULES.to_move(state)
        if not seats:
            break
        state = RULES.apply(state, seats[0], RULES.random_action(state, seats[0], rng))
    return state


def card(*grid: str) -> Card:
    return card_of(1, "green", grid)


def test_gems_beyond_the_tenth_are_wasted() -> None:
    one = card("Srrg.", ".....", ".....", ".....", "....T")
    sheet = marking.resolve(Sheet(red_gems=9, green_gems=10), one, bits("b1", "c1", "d1"), 0)
    assert (sheet.red_gems, sheet.green_gems) == (10, 10)


def test_one_torch_a_round() -> None:
    one = card("Stt..", ".....", ".....", ".....", "....T")
    sheet = marking.resolve(Sheet(), one, bits("b1", "c1"), 2)
    assert sheet.torches == 0b100
    assert marking.resolve(sheet, one, bits("b1"), 2).torches == 0b100
    assert marking.resolve(sheet, one, bits("b1"), 3).torches == 0b1100


@pytest.mark.parametrize(
    ("before", "cells", "after"),
    [
        (0, "k", 1),
        (9, "kk", 10),
        (10, "k", 10),
        (3, "p", 1),
        (1, "p", 0),
        (0, "p", 0),
        (5, "pp", 1),
        (9, "kkp", 8),
        (0, "kp", 0),
    ],
)
def test_skulls_and_potions(before: int, cells: str, after: int) -> None:
    """In one mark skulls come first, then potions; the track is a count from 0 to 10 (docs/rules.md D3)."""
    one = card(f"S{cells:.<4}", ".....", ".....", ".....", "....T")
    mask = sum(cell(1 + i, 0) for i in range(len(cells)))
    assert marking.resolve(Sheet(skulls=before), one, mask, 0).skulls == after


def test_crosses_are_paid_one_by_one(cards: Any) -> None:
    """docs/rules.md D3.1–D3.3: each extra cell uses up one owed cross and adds those that it contains."""
    cards(c1=("Sx...", "x....", ".....", ".....", "....T"), c2=("xSx..", ".....", ".....", ".....", "....T"))
    mine = Explorer(cards=(MarkedCard(1), MarkedCard(2)))
    assert refused(mine, "I2", "M1 a1 b1") == "cross_owed"
    assert done(mine, "I2", "M1 a1 b1 > 1 c1").cards[0].marked == bits("a1", "b1", "c1")
    assert refused(mine, "I2", "M1 a1 b1 > 1 a2") == "cross_owed"
    chained = done(mine, "I2", "M1 a1 b1 > 1 a2 > 2 b1")
    assert [s.marked for s in chained.cards] == [bits("a1", "b1", "a2"), bits("b1")]
    assert refused(mine, "I2", "M1 a1 b1 > 1 a2 > 2 a1") == "not_open", "the first mark of a card is its start"
    assert refused(mine, "I2", "M1 a1 b1 > 1 c1 > 1 d1") == "no_cross_owed"
    assert refused(mine, "I2", "M1 a1 b1 > 1 e5") == "not_open"
    two = done(mine, "V3", "M1 a1 b1 a2 > 2 b1 > 1 c1")
    assert [s.marked for s in two.cards] == [bits("a1", "b1", "a2", "c1"), bits("b1")]


def test_a_cross_without_a_legal_cell_is_lost(cards: Any) -> None:
    walled = ("S####", "x####", ".####", ".####", "T####")
    cards(c1=walled)
    mine = Explorer(cards=(MarkedCard(1, bits("a1", "a3", "a4", "a5")),))
    assert done(mine, "I2", "M1 a2").cards[0].marked == bits("a1", "a2", "a3", "a4", "a5")


def test_a_finished_card_may_take_owed_cells(cards: Any) -> None:
    cards(c1=("S....", ".....", ".....", "..x..", "..T.."))
    mine = Explorer(cards=(MarkedCard(1, bits("a1", "b1", "c1", "c2", "c3")),))
    after = done(mine, "I2", "M1 c4 c5 > 1 b5")
    assert after.cards[0].marked & bits("b5")


def test_all_mark_simultaneously_and_nothing_shows_before_the_last_submission() -> None:
    state = kept(3, seed=1)
    rng = Random(1)
    for seat in (2, 0):
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    assert RULES.to_move(state) == (1,)
    shown = RULES.view(state, 1)
    assert [seat["submitted"] for seat in shown["seats"]] == [True, False, True]
    assert all(not c["marked"] for seat in shown["seats"] for c in seat["cards"])
    facts: list[Any] = []
    state = RULES.apply(state, 1, RULES.random_action(state, 1, rng), facts)
    assert facts[0]["type"] == "marked"
    assert all(facts[0]["seats"])


def finishing(state: State, *plans: tuple[int, tuple[int, ...]]) -> State:
    """Return the state right after a step in which these seats finished these cards."""
    explorers = list(state.explorers)
    every = {n for _, numbers in plans for n in numbers}
    queue = []
    for seat, numbers in plans:
        cards = tuple(MarkedCard(n) for n in DECK.numbers if n not in every)[: 2 - len(numbers)]
        done = (MarkedCard(n, DECK[n].start | DECK[n].tomb) for n in numbers)
        explorers[seat] = replace(explorers[seat], cards=cards, finished_cards=(*explorers[seat].finished_cards, *done))
        queue.append((min(numbers), seat, len(numbers)))
    replacing = tuple((seat, n) for _, seat, n in sorted(queue))
    return replace(state, phase="replace", submissions=None, explorers=tuple(explorers), replacing=replacing)


def of_colour(colour: str) -> list[int]:
    return [n for n in DECK.numbers if DECK[n].colour == colour]


def test_replacing_goes_by_the_lowest_number_and_fills_the_reserve_after_each_player() -> None:
    """docs/rules.md D3.4."""
    state = replace(
        finishing(kept(3), (0, (20,)), (1, (3, 30)), (2, (21,))), reserve=(5, 6, 7, 8), deck=(9, 10, 11, 12)
    )
    assert RULES.to_move(state) == (1,)
    assert list(RULES.legal_actions(state, 1)) == [Replace(5), Replace(6), Replace(7), Replace(8), Replace(0)]
    state = RULES.apply(state, 1, Replace(6))
    assert (state.reserve, RULES.to_move(state)) == ((5, 7, 8), (1,)), "filled only after the player"
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, 1, Replace(6))
    assert refusal.value.code == "not_in_reserve"
    facts: list[Any] = []
    state = RULES.apply(state, 1, Replace(0), facts)
    assert facts[0] == {"type": "replaced", "seat": 1, "card": 9, "unseen": True}
    assert [c.number for c in state.explorers[1].cards] == [6, 9]
    assert (state.reserve, state.deck, RULES.to_move(state)) == ((5, 7, 8, 10), (11, 12), (0,))
    state = RULES.apply(state, 0, Replace(10))
    assert RULES.to_move(state) == (2,)
    state = RULES.apply(state, 2, Replace(0))
    assert state.phase == "mark"


def test_with_the_deck_empty_only_the_reserve_is_open_and_with_both_empty_nothing_is_replaced() -> None:
    state = replace(finishing(kept(2), (0, (20, 22)), (1, (3,))), reserve=(5,), deck=())
    assert list(RULES.legal_actions(state, 1)) == [Replace(5)]
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, 1, Replace(0))
    assert refusal.value.code == "deck_empty"
    state = RULES.apply(state, 1, Replace(5))
    assert state.phase == "mark"
    assert state.reserve == ()
    assert state.explorers[0].cards == ()
    assert state.submissions is not None
    assert state.submissions[0] == Pass(), "without a card the empty submission is automatic"
    assert RULES.to_move(state) == (1,)


def test_a_player_who_leaves_before_replacing_is_skipped_and_the_reserve_is_filled() -> None:
    """docs/rules.md A7."""
    state = replace(finishing(kept(3), (0, (20,)), (1, (3, 30))), reserve=(5, 6, 7, 8), deck=(9, 10, 11, 12))
    state = RULES.apply(state, 1, Replace(6))
    state = RULES.drop_out(state, 1)
    assert state.reserve == (5, 7, 8, 9)
    assert RULES.to_move(state) == (0,)


def test_pyramid_points_go_by_rising_number() -> None:
    """docs/rules.md D3 part 5: with 33 and 15 in one step, 15 is considered first."""
    green = of_colour("green")
    low, high = green[4], green[10]
    state = kept(2)
    explorers = list(state.explorers)
    for seat, first in ((0, green[0]), (1, green[1])):
        explorers[seat] = replace(explorers[seat], finished_cards=(MarkedCard(first),), considered=1)
    state = replace(state, explorers=tuple(explorers), step=3)
    state = replace(finishing(state, (0, (high,)), (1, (low,))), replacing=())
    facts: list[Any] = []
    state = steps.go_on(state, facts)
    points = [f for f in facts if f["type"] == "pyramid_points"]
    assert [(f["seat"], f["card"], f["points"]) for f in points] == [(1, low, 10), (0, high, 6)]
    others = ((),) * (len(COLOURS) - 1)
    assert [state.explorers[seat].sheet.pyramids for seat in (0, 1)] == [((6,), *others), ((10,), *others)]
    assert [(f["step"], f["shape"]) for f in facts if f["type"] == "step_begun"] == [(5, state.shape)], "counted from 1"


def test_the_second_fourth_and_sixth_of_a_colour_take_what_is_left() -> None:
    green = of_colour("green")
    state = kept(2)
    state = replace(finishing(state, (0, tuple(green[:2]))), replacing=(), step=3)
    state = steps.go_on(state, None)
    assert state.explorers[0].sheet.pyramids[0] == (10,)
    state = replace(finishing(state, (0, tuple(green[2:5])), (1, tuple(green[5:7]))), replacing=())
    state = steps.go_on(state, None)
    assert state.explorers[0].sheet.pyramids[0] == (10, 6)
    assert state.explorers[1].sheet.pyramids[0] == (3,)
    state = replace(finishing(state, (1, tuple(green[7:9]))), replacing=())
    state = steps.go_on(state, None)
    assert state.explorers[1].sheet.pyramids[0] == (3,), "no card of the colour is left"


def test_the_worked_total() -> None:
    """docs/rules.md D4: 7 cards 70 + 2 torches 10 + 19 + 3 pairs and 3 singles 18 − 6 = 111."""
    sheet = Sheet(red_gems=6, green_gems=3, torches=0b101, skulls=5, pyramids=((10,), (6, 3), ()))
    assert sheet.skull == 6
    assert sheet.gems == 18
    assert sheet.total(7) == 111


def test_no_skull_costs_nothing() -> None:
    assert [Sheet(skulls=n).skull for n in range(11)] == [0, *SKULLS]


def ranks(*rows: tuple[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return the ranks of rows (torches, finished cards)."""
    state = start(len(rows))
    explorers = tuple(
        Explorer(sheet=Sheet(torches=(1 << t) - 1), finished_cards=tuple(map(MarkedCard, done))) for t, done in rows
    )
    outcome = steps.end_game(replace(state, explorers=explorers), "completed").outcome
    assert outcome is not None
    return outcome.ranks


def test_ties_go_to_the_lowest_finished_card_or_are_shared() -> None:
    assert ranks((2, (40,)), (0, (3, 5))) == (2, 1)
    assert ranks((2, (40,)), (2, (12,))) == (2, 1)
    assert ranks((2, ()), (2, ()), (1, ())) == (1, 1, 3)
    assert ranks((2, ()), (0, (48,))) == (2, 1)


def test_finished_cards_stay_in_sight_of_all_with_their_marks() -> None:
    """docs/rules.md D3.4: the marks told step by step equal those visible at the end, also on the cards set aside."""
    rng = Random(8)
    state = kept(3, seed=8)
    told: dict[int, set[str]] = {}
    while seats := RULES.to_move(state):
        facts: list[Any] = []
        state = RULES.apply(state, seats[0], RULES.random_action(state, seats[0], rng), facts)
        for action in (action for fact in facts if fact["type"] == "marked" for action in fact["seats"] if action):
            told.setdefault(action["card"], set()).update(action["cells"])
            for extra in action["extra"]:
                told.setdefault(extra["card"], set()).add(extra["cell"])
    shown = RULES.view(state, None)["seats"]
    finished = [card for seat in shown for card in seat["finished"]]
    assert len(finished) > 3
    for card in (*finished, *(card for seat in shown for card in seat["cards"])):
        assert set(card["marked"]) == told.get(card["number"], set())
    assert all(card["marked"] for card in finished)


@settings(max_examples=examples(30))
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 4))
def test_whole_games(seed: int, seats: int) -> None:
    """28 steps of seven shapes a round; finished cards are replaced; cards are never lost."""
    rng = Random(seed)
    state = start(seats, seed)
    shapes: dict[int, list[str]] = {}
    while state.outcome is None:
        if state.phase == "mark" and state.shape:
            shapes.setdefault(state.step, [state.shape])
        seat = rng.choice(RULES.to_move(state))
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
        RULES.check(state)
        for explorer in state.explorers:
            assert explorer.total == sum(
                RULES.view(state, 0)["seats"][state.explorers.index(explorer)]["points"].values()
            )
    assert sorted(shapes) == list(range(28))
    for round_ in range(4):
        used = [shapes[step][0] for step in range(7 * round_, 7 * round_ + 7)]
        rest = list(EXPEDITION)
        for shape in used:
            rest.remove(shape)
        assert len(rest) == 1


def test_leaving_before_keeping_loses_the_dealt_cards_too() -> None:
    """docs/rules.md A7."""
    state = start(3)
    gone = state.explorers[1].dealt
    state = RULES.drop_out(state, 1)
    for seat in (0, 2):
        state = RULES.apply(state, seat, RULES.random_action(state, seat, Random(0)))
    assert state.phase == "mark"
    assert state.explorers[1].dealt == gone
    assert not set(gone) & {*state.deck, *state.reserve}
    RULES.check(state)


def test_examples_of_actions() -> None:
    pairs: list[tuple[Action, str]] = [
        (Keep((12, 31)), "K12,31"),
        (Mark(12, ("a1", "b1")), "M12 a1 b1"),
        (Mark(12, ("c1",), (Extra(12, "c2"), Extra(31, "a1"))), "M12 c1 > 12 c2 > 31 a1"),
        (Replace(17), "R17"),
        (Replace(0), "R0"),
        (Pass(), "-"),
    ]
    for action, text in pairs:
        assert RULES.action_to_text(action) == text
        assert RULES.action_from_text(text) == action
        assert RULES.action_from_json(RULES.action_to_json(action)) == action
