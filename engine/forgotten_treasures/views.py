"""A seat's view of the state, as JSON (docs/formats/view.md); the only way in which states leave the engine."""

from __future__ import annotations

from functools import lru_cache

from engine.core import JSON
from engine.forgotten_treasures import best_allocation, gems, scoring
from engine.forgotten_treasures.actions import to_json
from engine.forgotten_treasures.score_sheet import legend_score_to_json, stage_score_to_json
from engine.forgotten_treasures.state import DOMINOES, KEEP, SPACES, Explorer, LegendState, State
from engine.identity_memo import IdentityMemo, listed
from engine.pyramid import TRIPLES
from engine.pyramid_shown import area_to_json, box_to_json, placed_to_json

_seat_memo = IdentityMemo(512)
_spaces_memo = IdentityMemo(512)
_space_memo = IdentityMemo(2048)
_public_memo = IdentityMemo(64)
_scoring_memo = IdentityMemo(256)
_gems = lru_cache(4096)(gems.to_json)


def view(state: State, seat: int | None, base: JSON, to_move: tuple[int, ...]) -> JSON:
    """Return the state as `seat` sees it, together with `base`, the game's own fields."""
    public = _public_memo.of(state, make=lambda: {**base, **_public(state, to_move)})
    if seat is None:
        return public
    own = None
    if state.submissions is not None and seat < len(state.submissions):
        own = state.submissions[seat]
    return {
        **public,
        "seat": seat,
        "submission": None if own is None else to_json(own.score),
        "decision": _decision(state, seat),
    }


def _public(state: State, to_move: tuple[int, ...]) -> JSON:
    """Return the public view: without the parts for one seat only."""
    seats = [_explorer(state, number) for number in range(len(state.explorers))]
    if state.legend is not None:
        seats.append(_legend(state.legend, len(seats)))
    return {
        "options": _options(len(state.explorers), None if state.legend is None else state.legend.mode),
        "seat": None,
        "phase": state.phase,
        "stage": state.stage,
        "order": listed(state.order),
        "turn": state.mover,  # the seat whose turn it is, not the number of `Rules.turn`
        "to_move": listed(to_move),
        "spaces": _spaces(state),
        "bag": _gems(gems.pack(state.bag)),
        "discard": _gems(state.discard),
        "hand": {"seat": state.mover, "domino": state.hand} if state.hand else None,
        "lost": listed(state.lost),
        "seats": seats,
        "submission": None,
        "decision": None,
        "outcome": None if state.outcome is None else state.outcome.to_json(),
    }


@lru_cache
def _options(seats: int, legend: str | None) -> JSON:
    return {"seats": seats} if legend is None else {"seats": seats, "legend": legend}


def _spaces(state: State) -> list[JSON]:
    return _spaces_memo.of(
        state.piles, state.face_up, state.spaces, make=lambda: [_space(state, space) for space in SPACES]
    )


def _space(state: State, space: int) -> JSON:
    pile, face_up, lying = state.piles[space], state.face_up[space], state.spaces[space]
    return _space_memo.of(pile, space, face_up, lying, make=lambda: _shown_space(space, pile, face_up, lying))


def _shown_space(space: int, pile: tuple[int, ...], face_up: bool, lying: int) -> JSON:
    out: JSON = {"space": space + 1, "height": len(pile), "face_up": face_up}
    if face_up:
        out["domino"] = pile[0]
    else:
        out["back"] = [{"colour": DOMINOES.colours[colour], "icons": icons} for colour, icons in DOMINOES.back(pile[0])]
    out["gems"] = _gems(lying)
    return out


def _explorer(state: State, seat: int) -> JSON:
    explorer = state.explorers[seat]
    submitted = state.submissions is not None and state.submissions[seat] is not None
    return _seat_memo.of(explorer, seat, submitted, make=lambda: _explorer_json(explorer, seat, submitted))


def _explorer_json(explorer: Explorer, seat: int, submitted: bool) -> JSON:
    pyramid = explorer.pyramid
    areas = explorer.areas or pyramid.areas(DOMINOES)
    return {
        "seat": seat,
        "kind": "explorer",
        "out": explorer.out,
        "gems": _gems(explorer.gems),
        "complete": explorer.complete,
        "box": box_to_json(pyramid),
        "dominoes": [placed_to_json(p) for p in pyramid.placed],
        "areas": [area_to_json(pyramid, area, DOMINOES.colours) for area in areas],
        "scores": [stage_score_to_json(row) for row in explorer.scores],
        "total": explorer.total,
        "submitted": submitted,
    }


def _legend(legend: LegendState, seat: int) -> JSON:
    return {
        "seat": seat,
        "kind": "legend",
        "mode": legend.mode,
        "gems": _gems(legend.gems),
        "pile": listed(legend.pile),
        "preferences": [gems.COLOURS[colour] for colour in legend.preferences],
        "scores": [legend_score_to_json(row) for row in legend.scores],
        "total": legend.total,
    }


def _decision(state: State, seat: int) -> JSON | None:
    if state.phase == "score":
        if seat not in state.playing:
            return None
        explorer, stage = state.explorers[seat], state.stage
        return _scoring_memo.of(explorer, stage, make=lambda: _scoring(explorer, stage))
    if state.mover != seat:
        return None
    match state.phase:
        case "take":
            return {
                "kind": "take",
                "spaces": [
                    {"space": s + 1, "gems": [gems.KINDS[kind] for kind in gems.kinds(state.spaces[s])]}
                    for s in SPACES
                    if state.face_up[s]
                ],
                "placements": _placements(state.explorers[seat]),
            }
        case "reveal":
            return {"kind": "reveal", "spaces": [s + 1 for s in SPACES if not state.face_up[s]]}
        case "place":
            return {"kind": "place", "domino": state.hand, "placements": _placements(state.explorers[seat])}
    return {"kind": "legend"}


def _placements(explorer: Explorer) -> list[list[int]]:
    """Where any domino may be laid next, `[x, y, rotation]`: what it shows does not matter."""
    return [list(placement) for placement in explorer.pyramid.placements(TRIPLES)]


def _scoring(explorer: Explorer, stage: int) -> JSON | None:
    if not scoring.has_choice(explorer, stage):
        return None
    return {
        "kind": "score",
        "areas": [
            {
                "x": area.corner[0],
                "y": area.corner[1],
                "colour": DOMINOES.colours[area.colour],
                "icons": area.icons,
                "single": scoring.payments(area, explorer.gems, double=False),
                "double": scoring.payments(area, explorer.gems, double=True),
            }
            for area in explorer.areas
            if scoring.payable(area, explorer.gems)
        ],
        "keep": KEEP if stage < scoring.LAST_STAGE else None,
        "best": to_json(best_allocation.best(explorer, stage)),
    }
