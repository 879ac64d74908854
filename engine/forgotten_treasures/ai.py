"""What players need beyond the rules (`engine.ai.minds.Mind`): the choices worth a thought, weighed."""

from __future__ import annotations

from operator import itemgetter

from engine.forgotten_treasures import gems, legend
from engine.forgotten_treasures.actions import Action, Legend, Place, Reveal, Take
from engine.forgotten_treasures.chooser import PLACES
from engine.forgotten_treasures.foresight import drawn, foresee
from engine.forgotten_treasures.imagine import imagine
from engine.forgotten_treasures.outlook import hope
from engine.forgotten_treasures.site import Sketch
from engine.forgotten_treasures.spending import after_stage, submissions
from engine.forgotten_treasures.state import SPACES, Explorer, State

__all__ = ["foresee", "imagine", "plans", "prospects", "share", "weigh"]

Plan = tuple[float, tuple[Action, ...]]

BEST_SPOTS = 4


def _spots(pyramid: Sketch, domino: int, held: int) -> list[tuple[float, Place, Sketch]]:
    """Where the domino may lie, best first, each placement once."""
    found: dict[Place, tuple[float, Sketch]] = {}
    for spot in pyramid.spots():
        after = pyramid.joined(domino, spot)
        worth = hope(after, held)
        place = PLACES.at[pyramid.place(spot)]
        if place not in found or found[place][0] < worth:
            found[place] = worth, after
    out = [(worth, place, after) for place, (worth, after) in found.items()]
    out.sort(key=itemgetter(0), reverse=True)
    return out


def _answer(state: State, space: int, kind: int) -> tuple[float, int]:
    """The points that the Legend will get by its next gems after this take, and the reveal that makes them fewest."""
    face_up = (*state.face_up[:space], False, *state.face_up[space + 1 :])
    if state.legend is None:
        return 0.0, face_up.index(False)
    spaces = (*state.spaces[:space], state.spaces[space] - gems.ONE[kind], *state.spaces[space + 1 :])
    return min((_legend_gain(state, spaces, face_up, turned), turned) for turned in SPACES if not face_up[turned])


def _legend_gain(state: State, spaces: tuple[int, ...], face_up: tuple[bool, ...], turned: int) -> float:
    assert state.legend is not None
    seen = (*face_up[:turned], True, *face_up[turned + 1 :])
    taken = legend.scan(state.legend.preferences, spaces, seen)
    gain = sum(2.0 * (5 - state.stage) if kind == gems.MYTHICAL else float(state.stage) for _, kind in taken)
    return gain if taken else 2.0


def weigh(state: State, seat: int) -> list[tuple[float, Action]]:
    """Each choice of the seat with the points to expect after it; empty when it has none."""
    if state.submissions is not None:
        if seat not in state.playing or state.submissions[seat] is not None:
            return []
        return list(submissions(state.explorers[seat], state.stage))
    if state.turn != seat:
        return []
    if state.phase == "legend":
        return [(0.0, Legend())]
    explorer = state.explorers[seat]
    if state.phase == "reveal":
        return list(_reveals(state))
    pyramid = drawn(explorer.pyramid, explorer.gems)
    if state.phase == "place":
        return [(worth, place) for worth, place, _ in _spots(pyramid, state.hand, explorer.gems)]
    found: list[tuple[float, Action]] = []
    for space in SPACES:
        if state.face_up[space]:
            spots = _spots(pyramid, state.piles[space][0], explorer.gems)[:BEST_SPOTS]
            for kind in gems.kinds(state.spaces[space]):
                held = explorer.gems + gems.ONE[kind]
                worth = max(hope(after, held) for _, _, after in spots) - _answer(state, space, kind)[0]
                found.append((worth, Take(space + 1, gems.KINDS[kind])))
    return found


def _reveals(state: State) -> list[tuple[float, Reveal]]:
    """Each reveal with what the Legend will get by it, as a loss."""
    return [
        (-_legend_gain(state, state.spaces, state.face_up, space) if state.legend else 0.0, Reveal(space + 1))
        for space in SPACES
        if not state.face_up[space]
    ]


def prospects(state: State, seat: int) -> float:
    """The points that the seat may expect at the end; when the game is over, its score."""
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
    return explorer.total + hope(drawn(explorer.pyramid, explorer.gems), explorer.gems)


def plans(state: State, seat: int) -> list[Plan]:
    """Whole turns worth a thought, best first."""
    if state.turn == seat and seat != state.legend_seat:
        found = _turns(state, state.explorers[seat])
    else:
        found = [(points, (action,)) for points, action in weigh(state, seat)]
    found.sort(key=lambda one: -one[0])
    return found


def _turns(state: State, explorer: Explorer) -> list[Plan]:
    pyramid = drawn(explorer.pyramid, explorer.gems)
    turns: list[Plan] = []
    if state.phase == "place":
        return [(worth, (place,)) for worth, place, _ in _spots(pyramid, state.hand, explorer.gems)[:12]]
    if state.phase == "reveal":
        for points, reveal in _reveals(state):
            for worth, place, _ in _spots(pyramid, state.hand, explorer.gems)[:4]:
                turns.append((worth + points, (reveal, place)))
        return turns
    for space in SPACES:
        if state.face_up[space]:
            spots = _spots(pyramid, state.piles[space][0], explorer.gems)[:BEST_SPOTS]
            for kind in gems.kinds(state.spaces[space]):
                held = explorer.gems + gems.ONE[kind]
                take = Take(space + 1, gems.KINDS[kind])
                lost, turned = _answer(state, space, kind)
                for _, place, after in spots:
                    turns.append((hope(after, held) - lost, (take, Reveal(turned + 1), place)))
    return turns


def share(state: State) -> float:
    return {"take": 0.6, "reveal": 0.1, "place": 0.3}.get(state.phase, 1.0)
