"""Listing legal actions, and choosing random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from engine.forgotten_treasures import gems, scoring
from engine.forgotten_treasures.actions import Action, Activation, Legend, Place, Reveal, Score, Take
from engine.forgotten_treasures.state import KEEP, SPACES, Explorer, State
from engine.pyramid import Area, SpotTable

PLACES = SpotTable(Place)
_TAKES = [[Take(s + 1, kind) for kind in gems.KINDS] for s in SPACES]
_REVEALS = [Reveal(s + 1) for s in SPACES]
_LEGEND = (Legend(),)


def legal_actions(state: State, seat: int) -> Sequence[Action] | Iterator[Action]:
    """All legal actions; in the scoring phase an iterator over all allocations, of which there can be very many."""
    if state.submissions is not None:
        if seat not in state.playing or not scoring.has_choice(state.explorers[seat], state.stage):
            return ()
        return _allocations(state.explorers[seat], state.stage)
    if state.mover != seat:
        return ()
    if state.phase == "place":
        return state.explorers[seat].pyramid.placements(PLACES)
    if state.phase == "take":
        spaces, face_up = state.spaces, state.face_up
        return [_TAKES[s][kind] for s in SPACES if face_up[s] for kind in gems.kinds(spaces[s])]
    if state.phase == "reveal":
        return [_REVEALS[s] for s in SPACES if not state.face_up[s]]
    return _LEGEND


def _allocations(explorer: Explorer, stage: int) -> Iterator[Score]:
    def walk(areas: Sequence[Area], left: int) -> Iterator[tuple[tuple[Activation, ...], int]]:
        if not areas:
            yield (), left
            return
        area = areas[0]
        yield from walk(areas[1:], left)
        for double in (False, True):
            for mythical in scoring.payments(area, left, double):
                price = scoring.price(area.colour, double, mythical)
                for rest, remaining in walk(areas[1:], left - price):
                    yield (Activation(*area.corner, double, mythical), *rest), remaining

    for activations, left in walk(explorer.areas, explorer.gems):
        for discard in _discards(left, stage):
            yield Score(activations, discard)


def _discards(left: int, stage: int) -> Iterator[dict[gems.Kind, int]]:
    surplus = gems.total(left) - KEEP if stage < scoring.LAST_STAGE else 0
    if surplus <= 0:
        yield {}
        return
    for counts in product(*(range(gems.count(left, kind) + 1) for kind in range(6))):
        if sum(counts) == surplus:
            yield {gems.KINDS[kind]: n for kind, n in enumerate(counts) if n}


def random_action(state: State, seat: int, rng: Random) -> Action:
    """Return a random legal action. Raise IndexError if the seat has none."""
    if state.submissions is not None:
        return random_score(state.explorers[seat], state.stage, rng)
    legal = legal_actions(state, seat)
    assert not isinstance(legal, Iterator)
    return legal[int(rng.random() * len(legal))]


def random_score(explorer: Explorer, stage: int, rng: Random) -> Score:
    """Return a random legal submission."""
    left = explorer.gems
    activations = []
    areas = list(explorer.areas)
    rng.shuffle(areas)
    for area in areas:
        ways = [(double, m) for double in (False, True) for m in scoring.payments(area, left, double)]
        if ways and rng.random() < 0.7:
            double, mythical = rng.choice(ways)
            left -= scoring.price(area.colour, double, mythical)
            activations.append(Activation(*area.corner, double, mythical))
    discard: dict[gems.Kind, int] = {}
    if stage < scoring.LAST_STAGE and gems.total(left) > KEEP:
        for kind in rng.sample(gems.listed(left), gems.total(left) - KEEP):
            discard[gems.KINDS[kind]] = discard.get(gems.KINDS[kind], 0) + 1
    return Score(tuple(activations), discard)
