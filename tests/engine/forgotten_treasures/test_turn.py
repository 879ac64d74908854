"""docs/rules.md B1, B2, A5, A6, A7: set-up, a turn, piles and bag, order of play, players out.

In one file, in the order of the rules.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine.core import Illegal
from engine.forgotten_treasures import gems, supply
from engine.forgotten_treasures.actions import Place, Reveal, Take
from engine.forgotten_treasures.state import DOMINOES, SPACES, State
from engine.piles import take_top
from engine.pyramid import TRIPLES, Pyramid
from engine.turn_order import next_starter
from tests.engine.forgotten_treasures.build import RULES, finish_scoring, start, turn, until_scoring, with_explorer

RED = gems.ONE[gems.NUMBER_OF["red"]]
BLUE = gems.ONE[gems.NUMBER_OF["blue"]]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up(seats: int) -> None:
    state = start(seats)
    assert [len(pile) for pile in state.piles] == [18] * 5
    assert state.face_up == (True, False, True, False, True)
    assert [gems.total(space) for space in state.spaces] == [3] * 5
    assert len(state.bag) == 48
    assert state.order == tuple((state.order[0] + i) % seats for i in range(seats))
    assert state.mover == state.order[0]


def test_the_solo_set_up_draws_the_legends_domino_first() -> None:
    solo, pair = start(1, "a", seed=5), start(2, seed=5)
    assert [len(pile) for pile in solo.piles] == [18, 18, 18, 18, 17]
    assert solo.legend is not None
    dealt = [*solo.legend.pile, *(d for pile in solo.piles for d in pile)]
    assert dealt == [d for pile in pair.piles for d in pile]
    assert solo.order == (0,)


def test_every_seat_starts_about_as_often() -> None:
    starters = [start(4, seed=n).mover for n in range(400)]
    assert all(70 < starters.count(seat) < 130 for seat in range(4))


def test_a_face_down_domino_shows_its_blocks_and_not_where_the_icons_are() -> None:
    view = RULES.view(start(), None)
    for space, pile in zip(view["spaces"], start().piles, strict=True):
        blocks = DOMINOES.faces[pile[0]]
        if space["face_up"]:
            assert space["domino"] == pile[0]
        else:
            assert "domino" not in space
            shown = sorted((b["colour"], b["icons"]) for b in space["back"])
            assert shown == sorted((DOMINOES.colours[b.colour], b.icons.bit_count()) for b in blocks)


def test_a_turn_is_take_reveal_place() -> None:
    state = start()
    seat = state.mover
    assert seat is not None
    facts: list = []
    kind = gems.kinds(state.spaces[2])[0]
    state1 = RULES.apply(state, seat, Take(3, gems.KINDS[kind]), facts)
    assert facts == [{"type": "took", "seat": seat, "space": 3, "domino": state.piles[2][0], "gem": gems.KINDS[kind]}]
    assert (state1.phase, state1.hand) == ("reveal", state.piles[2][0])
    assert state1.explorers[seat].gems == gems.ONE[kind]
    assert state1.face_up == (True, False, False, False, True)
    state2 = RULES.apply(state1, seat, Reveal(3))
    assert state2.face_up == (True, False, True, False, True)
    state3 = RULES.apply(state2, seat, Place(0, 0, 270))
    assert (state3.phase, state3.hand, state3.mover) == ("take", 0, 1 - seat)
    assert state3.explorers[seat].pyramid.placed[0].rotation == 270


@pytest.mark.parametrize(
    ("phase", "action", "code"),
    [
        ("take", Take(2, "red"), "face_down"),
        ("take", Reveal(2), "wrong_phase"),
        ("take", Place(0, 0, 0), "wrong_phase"),
        ("reveal", Reveal(1), "face_up"),
        ("reveal", Place(0, 0, 0), "wrong_phase"),
        ("place", Take(1, "red"), "wrong_phase"),
        ("place", Place(1, 0, 0), "first_domino_at_origin"),
    ],
)
def test_refusals(phase: str, action: Take | Reveal | Place, code: str) -> None:
    rng = Random(1)
    state = start()
    while state.phase != phase:
        assert state.mover is not None
        taken = next(a for a in RULES.legal_actions(state, state.mover) if not isinstance(a, Take) or a.space != 1)
        state = RULES.apply(state, state.mover, taken)
    assert state.mover is not None
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, state.mover, action)
    assert refusal.value.code == code
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, 1 - state.mover, RULES.random_action(state, state.mover, rng))
    assert refusal.value.code == "not_your_turn"


def test_an_action_of_another_phase_is_refused_with_that_reason() -> None:
    state = start()
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, state.mover or 0, RULES.action_from_text("S"))
    assert refusal.value.code == "wrong_phase"
    state = until_scoring(state, Random(1))
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, RULES.to_move(state)[0], Take(1, "red"))
    assert refusal.value.code == "wrong_phase"


def test_a_domino_in_hand_when_the_game_ends_is_lost() -> None:
    state = start(2, seed=2)
    mover = state.order[0]
    state = RULES.apply(state, mover, RULES.random_action(state, mover, Random(0)))
    over = RULES.drop_out(state, 1 - mover)
    assert over.lost == (state.hand,)
    assert RULES.view(over, None)["hand"] is None
    RULES.check(over)


def test_a_gem_that_is_not_there_cannot_be_taken() -> None:
    state = replace(start(), spaces=(3 * RED,) * 5)
    with pytest.raises(Illegal) as refusal:
        RULES.apply(state, state.mover or 0, Take(1, "blue"))
    assert (refusal.value.code, refusal.value.field) == ("no_such_gem", "gem")
    assert "blue" in refusal.value.detail and "red" in refusal.value.detail


def test_an_emptied_space_gets_three_gems_from_the_bag() -> None:
    state = start()
    spaces = (RED, *state.spaces[1:])
    state = replace(state, spaces=spaces, bag=(1, 1, 5, 0, 0))
    facts: list = []
    after = RULES.apply(state, state.mover or 0, Take(1, "red"), facts)
    assert gems.to_json(after.spaces[0]) == {"blue": 2, "mythical": 1}
    assert after.bag == (0, 0)
    assert facts[1] == {"type": "drew", "space": 1, "gems": {"blue": 2, "mythical": 1}}


def test_an_empty_bag_is_filled_from_the_discard_in_the_order_of_colours() -> None:
    state = start()
    state = replace(state, spaces=(RED, *state.spaces[1:]), bag=(1,), discard=4 * RED + 2 * BLUE)
    facts: list = []
    after = RULES.apply(state, state.mover or 0, Take(1, "red"), facts)
    shuffled, stream = state.stream.shuffle([1, 1, 4, 4, 4, 4])
    assert gems.listed(after.spaces[0]) == sorted([1, *shuffled[:2]])
    assert (after.bag, after.discard, after.stream) == (shuffled[2:], 0, stream)
    assert {"type": "recycled", "gems": 6} in facts


def test_the_bag_is_not_refilled_before_a_gem_must_be_drawn() -> None:
    state = start()
    state = replace(state, spaces=(RED, *state.spaces[1:]), bag=(1, 1, 1), discard=4 * RED)
    after = RULES.apply(state, state.mover or 0, Take(1, "red"))
    assert (after.bag, after.discard) == ((), 4 * RED)


def test_too_few_gems_are_all_taken() -> None:
    bag = supply.Bag((1,), RED, start().stream)
    spaces = bag.replenish((0,) * 5, 2)
    assert gems.to_json(spaces[2]) == {"red": 1, "blue": 1}
    assert (bag.gems, bag.discard) == ((), 0)


@pytest.mark.parametrize(
    ("heights", "donor", "moved"),
    [
        ((1, 4, 9, 9, 2), 2, 4),
        ((1, 2, 3, 4, 8), 4, 4),
        ((1, 7, 7, 7, 7), 1, 3),
        ((1, 2, 2, 2, 2), 1, 1),
        ((1, 3, 2, 2, 2), 1, 1),
    ],
)
def test_an_emptied_pile_takes_the_bottom_half_of_the_largest(heights: tuple[int, ...], donor: int, moved: int) -> None:
    ids = iter(range(1, 91))
    piles = tuple(tuple(next(ids) for _ in range(n)) for n in heights)
    facts: list = []
    after = take_top(piles, 0, facts, "space")
    assert after[donor] + after[0] == piles[donor]
    assert len(after[0]) == moved
    assert after[donor][0] == piles[donor][0]
    assert [after[s] for s in SPACES if s not in (0, donor)] == [piles[s] for s in SPACES if s not in (0, donor)]
    assert facts == [{"type": "refilled", "space": 1, "from": donor + 1, "dominoes": moved}]


def test_the_emptied_pile_may_be_revealed_in_the_same_turn() -> None:
    state = start()
    low = tuple(pile[:1] if s == 0 else pile for s, pile in enumerate(state.piles))
    state = replace(state, piles=low, spaces=(RED, *state.spaces[1:]))
    state = RULES.apply(state, state.mover or 0, Take(1, "red"))
    assert len(state.piles[0]) == 9
    assert Reveal(1) in RULES.legal_actions(state, state.mover or 0)


def test_play_goes_round_from_the_starting_player() -> None:
    rng = Random(3)
    state = start(4, seed=3)
    seen = []
    for _ in range(8):
        seen.append(state.mover)
        state = turn(state, rng)
    assert seen == [*state.order, *state.order]


def test_the_rulebooks_example_of_who_starts() -> None:
    """docs/rules.md A6: seats Carl, Marc, Min, Jo are 0, 1, 2, 3."""
    carl, marc, min_, jo = range(4)
    first = (carl, marc, min_, jo)
    assert next_starter(list(zip(first, (23, 24, 21, 18), strict=True)), first) == jo
    second = (jo, carl, marc, min_)
    assert next_starter(list(zip((0, 1, 2, 3), (20, 25, 23, 22), strict=True)), second) == carl
    third = (carl, marc, min_, jo)
    assert next_starter(list(zip((0, 1, 2, 3), (21, 21, 22, 26), strict=True)), third) == carl
    assert next_starter(list(zip((0, 1, 2, 3), (21, 21, 22, 26), strict=True)), (1, 2, 3, 0)) == marc


def test_the_fewest_points_start_the_next_stage_in_a_whole_game() -> None:
    for seed in range(20):
        rng = Random(seed)
        state = start(3, seed=seed)
        for stage in (2, 3, 4):
            before = until_scoring(state, rng)
            state = finish_scoring(before, rng)
            points = [e.scores[-1].points for e in state.explorers]
            tied = [seat for seat in before.order if points[seat] == min(points)]
            assert (state.stage, state.order[0], state.mover) == (stage, tied[0], tied[0])


def without_room(state: State, seat: int) -> State:
    """Return a state in which the explorer's stage 1 has gaps that fit no domino."""
    rng = Random(0)
    while True:
        pyramid = Pyramid()
        while pyramid.has_room() and not pyramid.full:
            pyramid = pyramid.place(90 - len(pyramid.placed), *rng.choice(pyramid.placements(TRIPLES)))
        if not pyramid.full:
            return with_explorer(state, seat, pyramid=pyramid)


def test_without_room_the_turn_is_lost_and_the_stage_complete_gaps_and_all() -> None:
    state = start(2, seed=1)
    first = state.order[0]
    state = without_room(state, 1 - first)
    facts: list = []
    for _ in range(3):
        state = RULES.apply(state, first, RULES.random_action(state, first, Random(1)), facts)
    assert {"type": "no_room", "seat": 1 - first} in facts
    other = state.explorers[1 - first]
    assert other.complete and other.gems == 0 and other.pyramid.anchored
    assert (state.mover, state.phase) == (first, "take"), "the others play on"


def test_a_solo_stage_without_room_ends_after_the_legend_has_answered() -> None:
    """docs/rules.md B5.3."""
    rng = Random(2)
    state = without_room(start(1, "a"), 0)
    state = replace(state, phase="legend", mover=1)
    facts: list = []
    after = RULES.apply(state, 1, RULES.random_action(state, 1, rng), facts)
    assert [f["type"] for f in facts if f["type"] in ("legend_took", "no_room")] == ["legend_took", "no_room"]
    assert after.stage == 2 or after.phase == "score"


def test_when_all_who_are_left_have_completed_the_stage_it_is_scored_at_once() -> None:
    """docs/rules.md A7: the only player who still had turns leaves."""
    state = start(3, seed=1)
    last = state.order[0]
    for seat in range(3):
        if seat != last:
            state = without_room(state, seat)
            state = with_explorer(state, seat, complete=True, gems=3 * RED + 3 * BLUE)
    for seat in state.playing:
        if seat != last:
            pyramid = state.explorers[seat].pyramid.anchor()
            state = with_explorer(state, seat, pyramid=pyramid, areas=pyramid.areas(DOMINOES))
    after = RULES.drop_out(state, last)
    assert after.phase == "score"
    assert RULES.to_move(after) == tuple(seat for seat in range(3) if seat != last)


def test_each_seat_has_ten_six_three_and_one_turns_when_it_always_has_room() -> None:
    turns: dict[int, list[int]] = {}
    rng = Random(4)
    for seed in range(12):
        state = start(2, seed=seed)
        complete = True
        counted = {1: 0, 2: 0, 3: 0, 4: 0}
        while seats := RULES.to_move(state):
            if state.phase == "take" and state.mover == 0:
                counted[state.stage] += 1
            state = RULES.apply(state, seats[0], RULES.random_action(state, seats[0], rng))
        for stage, n in counted.items():
            complete = complete and n == {1: 10, 2: 6, 3: 3, 4: 1}[stage]
            assert n <= {1: 10, 2: 6, 3: 3, 4: 1}[stage]
            turns.setdefault(stage, []).append(n)
    assert {stage: max(ns) for stage, ns in turns.items()} == {1: 10, 2: 6, 3: 3, 4: 1}


def test_leaving_with_a_reveal_and_a_domino_owed_completes_both() -> None:
    """docs/rules.md A7: the domino goes out of play, the leftmost face-down pile is turned."""
    state = start(3, seed=2)
    leaver = state.order[0]
    state = RULES.apply(state, leaver, RULES.random_action(state, leaver, Random(0)))
    hand = state.hand
    facts: list = []
    after = RULES.drop_out(state, leaver, facts)
    assert after.lost == (hand,)
    assert sum(after.face_up) == 3
    assert after.face_up.index(True) == 0 or after.face_up[state.face_up.index(False)]
    assert after.mover == state.order[1]
    assert [f["type"] for f in facts] == ["out", "turned", "lost"]
    assert facts[1]["space"] == state.face_up.index(False) + 1
    RULES.check(after)


def test_the_last_explorer_wins_and_later_losses_rank_above_earlier_ones() -> None:
    state = start(4, seed=2)
    for seat in (2, 0, 3):
        state = RULES.drop_out(state, seat)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks, outcome.winners) == ("last_explorer", (3, 1, 4, 2), (1,))
    with pytest.raises(Illegal) as refusal:
        RULES.drop_out(state, 1)
    assert refusal.value.code == "game_over"


def test_a_player_who_is_out_starts_no_stage_and_is_not_compared() -> None:
    rng = Random(8)
    state = until_scoring(start(3, seed=8), rng)
    state = RULES.drop_out(state, 1)
    state = finish_scoring(state, rng)
    assert state.order[0] != 1
    assert 1 in state.order
    assert state.explorers[1].scores == ()


def test_leaving_in_the_scoring_phase_discards_the_secret_submission_and_may_end_the_phase() -> None:
    rng = Random(9)
    state = until_scoring(start(3, seed=9), rng)
    owing = RULES.to_move(state)
    for seat in owing[:-1]:
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    assert state.submissions is not None and len(owing) == 3
    for leaver in owing[:-1]:
        gone = RULES.drop_out(state, leaver)
        assert gone.submissions == tuple(
            None if seat == leaver else kept for seat, kept in enumerate(state.submissions)
        )
        assert RULES.to_move(gone) == owing[-1:]
    after = RULES.drop_out(state, owing[-1])
    assert after.stage == 2
    assert after.explorers[owing[-1]].scores == ()


def test_a_solo_explorer_who_leaves_loses_to_the_legend() -> None:
    outcome = RULES.outcome(RULES.drop_out(start(1, "a"), 0))
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == ("out", (2, 1))
