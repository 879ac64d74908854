"""Complete random states that match a seat's view: determinizations (docs/ai.md)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.chance import Stream
from engine.core import JSON, Outcome
from engine.forgotten_treasures import actions, gems, leaving, scoring
from engine.forgotten_treasures.actions import Score
from engine.forgotten_treasures.legal import random_score
from engine.forgotten_treasures.score_sheet import Activated, LegendScore, StageScore
from engine.forgotten_treasures.state import (
    DOMINOES,
    Explorer,
    LegendState,
    State,
    Submission,
)
from engine.pyramid import Placed, Pyramid, cell
from engine.refusals import check_may_plan, everybody_at_once, no_room, stage_complete

_COLOUR = {name: colour for colour, name in enumerate(DOMINOES.colours)}


def imagine(view: JSON, rng: Random) -> State:
    """Return a random state with this view. Drawn at random are the face-down tops (among the dominoes with the same
    back), the dominoes below the tops, the order of the bag, the stream, and the others' secret submissions
    (docs/rules.md B1, B3).
    """
    legend = None
    rows = list(view["seats"])
    if rows[-1]["kind"] == "legend":
        legend = _legend(rows.pop())
    explorers = tuple(_explorer(row) for row in rows)
    bag = gems.listed(gems.from_json(view["bag"]))
    rng.shuffle(bag)
    state = State(
        phase=view["phase"],
        stage=view["stage"],
        order=tuple(view["order"]),
        mover=view["turn"],
        piles=(),
        face_up=tuple(space["face_up"] for space in view["spaces"]),
        spaces=tuple(gems.from_json(space["gems"]) for space in view["spaces"]),
        bag=tuple(bag),
        stream=Stream(rng.randbytes(32), "bag"),
        discard=gems.from_json(view["discard"]),
        hand=view["hand"]["domino"] if view["hand"] else 0,
        explorers=explorers,
        legend=legend,
        lost=tuple(view["lost"]),
        outcome=_outcome(view["outcome"]),
    )
    state = replace(state, piles=_piles(state, view["spaces"], rng))
    if state.phase != "score":
        return state
    return replace(state, submissions=tuple(_submission(state, row, view, rng) for row in rows))


def next_turn(view: JSON, rng: Random) -> State:
    """Return a random state in which the next turn of the view's seat begins now; another seat's unfinished turn is cut
    short (docs/rules.md A7). Raise Illegal if there is no turn to plan.
    """
    seat = check_may_plan(view)
    if view["phase"] == "score":
        raise everybody_at_once()
    state = imagine(view, rng)
    if state.explorers[seat].complete:
        raise stage_complete()
    if not state.explorers[seat].pyramid.has_room():
        raise no_room()
    return replace(leaving.cut_short(state, None), phase="take", mover=seat)


def _piles(state: State, spaces: list[JSON], rng: Random) -> tuple[tuple[int, ...], ...]:
    """The piles: the visible tops, for each face-down top a random unseen domino with the same back, and the other
    dominoes in random order.
    """
    tops = [space.get("domino", 0) for space in spaces]
    seen = {*tops, *state.all_dominoes()}
    unseen = [domino for domino in DOMINOES.ids if domino not in seen]
    rng.shuffle(unseen)
    for index, space in enumerate(spaces):
        if not tops[index]:
            back = tuple((_COLOUR[block["colour"]], block["icons"]) for block in space["back"])
            tops[index] = next(domino for domino in unseen if DOMINOES.back(domino) == back)
            unseen.remove(tops[index])
    piles = []
    for top, space in zip(tops, spaces, strict=True):
        under = space["height"] - 1
        piles.append((top, *unseen[:under]))
        del unseen[:under]
    assert not unseen, "every domino is somewhere"
    return tuple(piles)


def _explorer(row: JSON) -> Explorer:
    pyramid = _pyramid(row)
    return Explorer(
        pyramid,
        gems.from_json(row["gems"]),
        tuple(_stage_score(score) for score in row["scores"]),
        row["complete"],
        pyramid.areas(DOMINOES) if row["complete"] else (),
        row["out"],
    )


def _pyramid(row: JSON) -> Pyramid:
    """The pyramid of a seat. Its open stage follows from the number of its scorings, as a stage opens after the scoring
    of the one before, and none opens for a seat that is out.
    """
    stage = min(len(row["scores"]) + 1, scoring.LAST_STAGE)
    placed = tuple(Placed(p["domino"], p["stage"], p["x"], p["y"], p["rotation"]) for p in row["dominoes"])
    cells = [at for p in placed if p.stage == stage for at in p.cells]
    occupied = sum(cell(x, y) for x, y in cells)
    box = row["box"]
    if box is not None:
        return Pyramid(stage, occupied, 0, 0, box["columns"] - 1, box["rows"] - 1, True, placed)
    if not placed:
        return Pyramid()
    xs, ys = ({at[axis] for at in cells} for axis in (0, 1))
    return Pyramid(1, occupied, min(xs), min(ys), max(xs), max(ys), False, placed)


def _stage_score(raw: JSON) -> StageScore:
    activated = tuple(
        Activated(a["x"], a["y"], _COLOUR[a["colour"]], a["icons"], a["double"], a["mythical"])
        for a in raw["activations"]
    )
    return StageScore(raw["stage"], activated, raw["mythical"], raw["points"], gems.from_json(raw["discarded"]))


def _legend(row: JSON) -> LegendState:
    scores = tuple(LegendScore(score["stage"], score["coloured"], score["mythical"]) for score in row["scores"])
    return LegendState(row["mode"], tuple(row["pile"]), gems.from_json(row["gems"]), scores)


def _submission(state: State, row: JSON, view: JSON, rng: Random) -> Submission | None:
    if not row["submitted"]:
        return None
    explorer = state.explorers[row["seat"]]
    score = Score()
    if scoring.has_choice(explorer, state.stage):
        if row["seat"] == view["seat"]:
            own = actions.from_json(view["submission"])
            assert isinstance(own, Score)
            score = own
        else:
            score = random_score(explorer, state.stage, rng)
    return scoring.submit(explorer, state.stage, score)


def _outcome(raw: JSON | None) -> Outcome | None:
    return None if raw is None else Outcome(raw["reason"], tuple(raw["scores"]), tuple(raw["ranks"]))
