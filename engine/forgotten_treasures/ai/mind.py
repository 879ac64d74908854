"""The AI's knowledge of the game (`engine.ai.minds.Mind`): candidate actions and their expected points."""

from __future__ import annotations

from operator import itemgetter

import msgspec

from engine.forgotten_treasures import gems, legend
from engine.forgotten_treasures.actions import Action, Legend, Place, Reveal, Take
from engine.forgotten_treasures.ai.outlook import LAST_STAGE, expected_from_stage_end
from engine.forgotten_treasures.ai.playout import best_sketch, play_out
from engine.forgotten_treasures.ai.plot import Sketch
from engine.forgotten_treasures.ai.spending import after_stage, last_points, submissions
from engine.forgotten_treasures.legal import PLACES
from engine.forgotten_treasures.state import DOMINOES, SPACES, Explorer, State
from engine.pyramid import Area

__all__ = ["candidate_actions", "candidate_turns", "expected_points", "play_out", "ruins", "share"]

Plan = tuple[float, tuple[Action, ...]]

BEST_SPOTS = 4
"""The most placements to consider for a domino not yet taken."""

PLACES_TRIED = 12
"""The most placements to consider when only the placement is left to decide."""

DRAWN_AT_RANDOM = 2.0
"""Estimated points of a random gem for the Legend."""


class Laid(msgspec.Struct, frozen=True):
    """A candidate placement: `place`, the pyramid after it and, in the last stage only, the areas after it."""

    place: Place
    pyramid: Sketch
    areas: tuple[Area, ...] = ()

    def expected_from_stage_end(self, held: int) -> float:
        """Expected points from the end of this stage on, with these gems; exact in the last stage."""
        if self.areas:
            return float(last_points(self.areas, held))
        return expected_from_stage_end(self.pyramid, held)


def _laid(explorer: Explorer, domino: int, at_most: int | None = None) -> list[tuple[float, Laid]]:
    """The candidate placements of the domino, without duplicates, those with the most expected points (for the gems in
    hand) first.
    """
    pyramid = best_sketch(explorer.pyramid, explorer.gems)
    found: dict[Place, tuple[float, Laid]] = {}
    for spot in pyramid.spots():
        x, y, rotation = pyramid.place(spot)
        place = PLACES.at[x, y, rotation]
        areas: tuple[Area, ...] = ()
        if pyramid.plot.stage == LAST_STAGE:
            areas = explorer.pyramid.place(domino, x, y, rotation).areas(DOMINOES)
        laid = Laid(place, pyramid.joined(domino, spot), areas)
        points = laid.expected_from_stage_end(explorer.gems)
        if place not in found or found[place][0] < points:
            found[place] = points, laid
    return sorted(found.values(), key=itemgetter(0), reverse=True)[:at_most]


def _answer(state: State, space: int, kind: int) -> tuple[float, int]:
    """The points that the Legend will get for its next gems after this take, and the reveal that minimises them."""
    face_up = (*state.face_up[:space], False, *state.face_up[space + 1 :])
    if state.legend is None:
        return 0.0, face_up.index(False)
    spaces = (*state.spaces[:space], state.spaces[space] - gems.ONE[kind], *state.spaces[space + 1 :])
    return min((_legend_gain(state, spaces, face_up, turned), turned) for turned in SPACES if not face_up[turned])


def _legend_gain(state: State, spaces: tuple[int, ...], face_up: tuple[bool, ...], turned: int) -> float:
    """The points of the gems that the Legend takes next if this space is turned up: a coloured gem scores once, a
    mythical one at the end of every stage.
    """
    assert state.legend is not None
    seen = (*face_up[:turned], True, *face_up[turned + 1 :])
    taken = legend.scan(state.legend.preferences, spaces, seen)
    gain = sum(2.0 * (5 - state.stage) if kind == gems.MYTHICAL else float(state.stage) for _, kind in taken)
    return gain if taken else DRAWN_AT_RANDOM


def candidate_actions(state: State, seat: int) -> list[tuple[float, Action]]:
    """The seat's candidate actions with the expected points after each; empty if it owes none.

    In a solo game, the points that the Legend gets for its next gems are subtracted.
    """
    if state.submissions is not None:
        if seat not in state.playing or state.submissions[seat] is not None:
            return []
        explorer = state.explorers[seat]
        return [(explorer.total + points, score) for points, score in submissions(explorer, state.stage)]
    if state.mover != seat:
        return []
    if state.phase == "legend":
        return [(0.0, Legend())]
    explorer = state.explorers[seat]
    if state.phase == "place":
        return [(explorer.total + points, laid.place) for points, laid in _laid(explorer, state.hand)]
    best: dict[Action, float] = {}
    for points, (first, *_) in _turns(state, explorer):
        best[first] = max(points, best.get(first, points))
    return [(points, first) for first, points in best.items()]


def _reveals(state: State) -> list[tuple[float, Reveal]]:
    """Each reveal with the points that it yields the Legend."""
    return [
        (_legend_gain(state, state.spaces, state.face_up, space) if state.legend else 0.0, Reveal(space + 1))
        for space in SPACES
        if not state.face_up[space]
    ]


def expected_points(state: State, seat: int) -> float:
    """Expected points of the seat at the end of the game; when it is over, its score."""
    if state.legend is not None and seat == state.legend_seat:
        return float(state.legend.total)
    explorer = state.explorers[seat]
    if state.outcome is not None or explorer.out is not None:
        return float(explorer.total)
    if state.submissions is not None:
        submission = state.submissions[seat]
        if submission is None:
            return explorer.total + submissions(explorer, state.stage)[0][0]
        left = explorer.gems - submission.spent - submission.row.discarded
        return explorer.total + submission.row.points + after_stage(explorer, state.stage, left)
    return explorer.total + expected_from_stage_end(best_sketch(explorer.pyramid, explorer.gems), explorer.gems)


def candidate_turns(state: State, seat: int) -> list[Plan]:
    """Candidate whole turns, best first."""
    if state.mover == seat and seat != state.legend_seat:
        found = _turns(state, state.explorers[seat])
    else:
        found = [(points, (action,)) for points, action in candidate_actions(state, seat)]
    found.sort(key=lambda one: -one[0])
    return found


def _turns(state: State, explorer: Explorer) -> list[Plan]:
    """The seat's candidate turns from its current decision on; in the last turn of the game, only those with the most
    points for the seat.
    """
    turns: list[tuple[float, float, tuple[Action, ...]]] = []
    if state.phase == "take":
        for space in SPACES:
            if state.face_up[space]:
                ways = _laid(explorer, state.piles[space][0], BEST_SPOTS)
                for kind in gems.kinds(state.spaces[space]):
                    held = explorer.gems + gems.ONE[kind]
                    take = Take(space + 1, gems.KINDS[kind])
                    loss, turned = _answer(state, space, kind)
                    turns += [
                        (laid.expected_from_stage_end(held), loss, (take, Reveal(turned + 1), laid.place))
                        for _, laid in ways
                    ]
    else:
        ways = _laid(explorer, state.hand, PLACES_TRIED if state.phase == "place" else BEST_SPOTS)
        for points, laid in ways:
            if state.phase == "place":
                turns.append((points, 0.0, (laid.place,)))
            else:
                turns += [(points, loss, (reveal, laid.place)) for loss, reveal in _reveals(state)]
    if state.stage == LAST_STAGE:
        most = max(points for points, _, _ in turns)
        turns = [turn for turn in turns if turn[0] == most]
    return [(explorer.total + points - loss, actions) for points, loss, actions in turns]


def ruins(state: State, seat: int, action: Action) -> bool:
    """No action does."""
    return False


def share(state: State) -> float:
    """The share of a turn's thinking time for this decision: most goes to the take; a scoring is a turn of its own."""
    return {"take": 0.6, "reveal": 0.1, "place": 0.3}.get(state.phase, 1.0)
