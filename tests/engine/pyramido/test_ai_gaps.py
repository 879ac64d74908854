"""Gaps that no domino can fill, and the random player, which does not wall itself in."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ai import players
from engine.ai.match import play
from engine.pyramid import DOMINOES, TRIPLES, Pyramid
from engine.pyramido.actions import Place, Resurface
from engine.pyramido.ai.gaps import gaps, ruins
from tests.engine.pyramido.build import RULES, start, tidy_action, with_architect
from tests.sampling import examples

seeds = st.integers(0, 2**32)

RING = (Place(1, 0, 0, 0), Place(1, 2, 0, 90), Place(1, 0, 1, 90), Place(1, 1, 2, 0))
"""Places of dominoes in stage 1, the last of which closes a ring around one cell."""

FREE = 10
"""The most empty cells for which all ways to build on are tried."""


def most(pyramid: Pyramid, known: dict[int, int]) -> int:
    """Return how many dominoes can still be laid in the open stage, by trying all ways."""
    found = known.get(pyramid.occupied)
    if found is None:
        ways = {(x, y, rotation) for x, y, rotation in pyramid.placements(TRIPLES) if rotation < 180}
        found = max((1 + most(pyramid.place(1, *way), known) for way in ways), default=0)
        known[pyramid.occupied] = found
    return found


@settings(max_examples=examples(20))
@given(seed=seeds)
def test_gaps_are_what_trying_all_ways_to_build_on_leaves_empty(seed: int) -> None:
    rng, state = Random(seed), start(2, seed)
    while seats := RULES.to_move(state):
        pyramid = state.architects[seats[0]].pyramid
        free = 2 * DOMINOES[pyramid.stage] - pyramid.occupied.bit_count()
        if state.phase == "place" and pyramid.placed and free <= FREE:
            assert gaps(pyramid) == free - 2 * most(pyramid, {})
        state = RULES.apply(state, seats[0], RULES.random_action(state, seats[0], rng))


def test_who_has_too_few_cards_for_the_gaps_is_ruined_by_a_placement_or_by_laying_a_card() -> None:
    state = start(2, 1)
    seat = state.order[0]
    pyramid = Pyramid()
    *before, closing = RING
    for number, place in enumerate(before, 1):
        pyramid = pyramid.place(number, place.x, place.y, place.rotation)
    other = Place(1, 1, 1, 90)
    for cards, ruined in (((0, 1, 2), False), ((0, 1), False), ((0,), True), ((), True)):
        poorer = with_architect(state, seat, pyramid=pyramid, cards=cards)
        assert ruins(poorer, seat, closing) is ruined
        assert not ruins(poorer, seat, other)
    closed = pyramid.place(len(RING), closing.x, closing.y, closing.rotation)
    for cards, ruined in (((0, 1, 2), False), ((0, 1), True)):
        spent = with_architect(state, seat, pyramid=closed, cards=cards)
        assert ruins(spent, seat, Resurface(0, "red", 0)) is ruined


def test_the_random_player_does_not_go_out() -> None:
    miu = players.get("random")
    for number in range(12):
        state = play(RULES, {"seats": 2}, [miu, miu], f"gaps {number}")
        assert state.stage == 4 and all(architect.out is None for architect in state.architects)


def test_the_random_player_plays_on_where_it_is_ruined_whatever_it_does() -> None:
    """A seat that has closed the ring, and laid all its cards before."""
    state, rng, laid = start(2, 1), Random(1), 0
    seat = state.order[0]
    while True:
        (mover,) = RULES.to_move(state)
        legal = list(RULES.legal_actions(state, mover))
        if mover != seat:
            action = tidy_action(state, mover, rng)
        elif state.phase == "place":
            if laid == len(RING):
                break
            action = RING[laid]
            laid += 1
        else:
            action = next((one for one in legal if isinstance(one, Resurface)), legal[0])
        state = RULES.apply(state, mover, action)
    assert not state.architects[seat].cards
    assert all(ruins(state, seat, action) for action in legal)
    assert players.get("random").choose(RULES.view(state, seat), Random(1)) in legal
