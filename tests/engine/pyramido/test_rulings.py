"""docs/rules.md C2.1, C2.2 and C3.1: what cards may cover, when the quarry is replenished, and that holes are
allowed.
"""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from engine import replay
from engine.core import Illegal, Malformed
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position
from engine.pyramido.actions import COLOURS, LETTERS, Fill, Place, Replenish, Resurface
from engine.pyramido.state import CARD_OF, State
from tests.engine.pyramido.build import RULES, domino, start, stuck, tidy_action, with_architect, with_quarry
from tests.engine.test_replay import recheck

Cell = tuple[int, int]


def play(state: State, *texts: str) -> State:
    for text in texts:
        assert state.mover is not None
        state = RULES.apply(state, state.mover, RULES.action_from_text(text))
    return state


def cards_on(state: State, block: int) -> set[tuple[str, int]]:
    """Return the cards that may cover a block now, by colour and rotation, from the list of legal actions."""
    assert state.mover is not None
    legal = RULES.legal_actions(state, state.mover)
    return {(one.colour, one.rotation) for one in legal if isinstance(one, Resurface) and one.block == block}


# --- docs/rules.md C2.1 -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("faces", "icons", "used", "before", "block"),
    [
        (("blue", "brown"), (2, 0), "", (), 1),  # a block without icons
        (("blue", "brown"), (1, 1), "blue", (), 0),  # a block with an icon whose marker is used
        (("yellow", "brown"), (1, 1), "", ("M0",), 1),  # the block that could have been marked instead
        (("yellow", "brown"), (1, 1), "", ("M1",), 0),
    ],
)
def test_a_card_may_cover_any_unmarked_block_in_any_colour(
    faces: tuple[str, str], icons: tuple[int, int], used: str, before: tuple[str, ...], block: int
) -> None:
    state = with_quarry(start(), domino(*faces, icons))
    seat = state.mover
    assert seat is not None
    markers = 0b111111 & ~(1 << COLOURS.index(used) if used else 0)
    state = play(with_architect(state, seat, markers=markers), "P1,0,0,0", *before)
    assert cards_on(state, block) == {(colour, turn) for colour in COLOURS for turn in (0, 90, 180, 270)}
    assert cards_on(state, 1 - block) == set(), "that one is marked"
    placed = state.architects[seat].pyramid.placed[-1]
    for colour in COLOURS:  # its own colour among them
        covered = play(state, f"C{block}{LETTERS[COLOURS.index(colour)]}0").architects[seat]
        had = state.architects[seat].markers >> COLOURS.index(colour) & 1
        marks = {(COLOURS[m.colour], m.x, m.y) for m in covered.marked}
        assert ((colour, *placed.cells[block]) in marks) == bool(had), "a card that can be marked is marked"
        assert CARD_OF[COLOURS.index(colour)] not in covered.cards


# --- docs/rules.md C2.2 -----------------------------------------------------------------------------------------------
def test_the_last_placing_of_the_game_is_followed_by_replenishing_too() -> None:
    rng = Random(3)
    state = start(2, seed=3)
    while True:
        assert state.mover is not None
        before, state = state, RULES.apply(state, state.mover, tidy_action(state, state.mover, rng))
        if state.outcome is not None:
            break
    assert state.outcome.reason == "completed"
    assert (before.phase, before.stage) == ("finish", 4), "the last placement alone does not end the game"
    assert before.mover is not None
    assert before.architects[before.mover].pyramid.full and before.space is not None
    for action in RULES.legal_actions(before, before.mover):
        over = RULES.apply(before, before.mover, action).outcome is not None
        assert over == isinstance(action, Replenish)
    assert all(state.quarry) and state.space is None


def begun(seats: int = 3) -> Position:
    """Start a game whose first player lacks room in stage 1: two cells that do not touch are empty."""
    rng = Random(5)
    nonces = [rng.randbytes(32) for _ in range(seats)]
    position = replay.start("pyramido", 1, {"seats": seats}, rng.randbytes(32), nonces, UnixMs(1000)).position
    mover = position.state.mover
    state = with_architect(replace(position.state, phase="fill"), mover, pyramid=stuck().pyramid)
    return replace(position, state=state)


def test_a_fill_may_be_taken_back_until_the_next_player_acts() -> None:
    position = begun()
    mover = position.state.mover
    fill = RULES.action_to_json(RULES.random_action(position.state, mover, Random(1)))
    filled = replay.act(position, mover, fill, expected_seq=None, at_ms=UnixMs(2000)).position
    assert filled.state.mover != mover and filled.state.architects[mover].complete
    assert filled.can_take_back(mover)
    back = replay.take_back(filled, mover, expected_seq=None, at_ms=UnixMs(3000)).position
    assert back.state == position.state
    again = replay.act(back, mover, fill, expected_seq=None, at_ms=UnixMs(4000)).position
    after = placed(again)
    with pytest.raises(Illegal, match="nothing_to_take_back"):
        replay.take_back(after, mover, expected_seq=None, at_ms=UnixMs(6000))


def placed(position: Position) -> Position:
    seat = position.state.mover
    action = RULES.action_to_json(RULES.random_action(position.state, seat, Random(2)))
    return replay.act(position, seat, action, expected_seq=None, at_ms=UnixMs(5000)).position


def test_a_log_in_which_a_fill_was_taken_back_verifies() -> None:
    rng = Random(1)
    nonces = [rng.randbytes(32) for _ in range(2)]
    step = replay.start("pyramido", 1, {"seats": 2}, rng.randbytes(32), nonces, UnixMs(1000))
    position, events, holey = step.position, list(step.events), step.position.state.mover
    plan = [one.cells for one in stuck().pyramid.placed]
    while not position.over:
        state: State = position.state
        seat = state.mover
        assert seat is not None
        action = tidy_action(state, seat, rng)
        if isinstance(action, Place) and seat == holey and state.stage == 1:
            action = place_on(state, seat, plan[len(state.architects[seat].pyramid.placed)])
        at_ms = UnixMs(position.at_ms + 1)
        step = replay.act(position, SeatNumber(seat), RULES.action_to_json(action), expected_seq=None, at_ms=at_ms)
        position, events = step.position, [*events, *step.events]
        if isinstance(action, Fill) and fills_of(events) == 1:
            step = replay.take_back(position, SeatNumber(seat), expected_seq=None, at_ms=at_ms)
            position, events = step.position, [*events, *step.events]
            assert position.state == state
    assert fills_of(events) == 2
    assert recheck(position, events) == position


def place_on(state: State, seat: int, cells: tuple[Cell, Cell]) -> Place:
    """Return a legal action that places a domino on these cells."""
    pyramid = state.architects[seat].pyramid
    for action in RULES.legal_actions(state, seat):
        assert isinstance(action, Place)
        if pyramid.place(1, action.x, action.y, action.rotation).placed[-1].cells == cells:
            return action
    raise LookupError(cells)


def fills_of(events: list[Event]) -> int:
    return sum(event.payload.get("action", {}).get("type") == "fill" for event in events)


# --- docs/rules.md C3.1 -----------------------------------------------------------------------------------------------
def neighbours(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


@pytest.mark.parametrize("seed", range(6))
def test_a_placement_may_leave_holes_and_cards_fill_only_where_nothing_fits(seed: int) -> None:
    rng = Random(seed)
    state = start(2, seed=seed)
    holes = 0
    while state.outcome is None:
        seat = state.mover
        assert seat is not None
        architect = state.architects[seat]
        legal = RULES.legal_actions(state, seat)
        fits = architect.pyramid.has_room()
        if state.phase == "fill":
            assert not fits and all(isinstance(action, Fill) for action in legal)
        elif state.phase == "place":
            assert fits and all(isinstance(action, Place) for action in legal)
            if state.stage > 1:
                free = set(architect.pyramid.empty_cells())
                pairs = {(cell, other) for cell in free for other in neighbours(cell) & free}
                assert len(legal) == len(state.quarry) * len(pairs), "any two free cells side by side"
                for pair in pairs:
                    left = free - set(pair)
                    holes += any(not neighbours(cell) & left for cell in left)
                (one, *_), (other, *_) = sorted(free), sorted(free, reverse=True)
                fill = RULES.action_from_text(f"F b{one[0]},{one[1]},0 y{other[0]},{other[1]},0")
                with pytest.raises(Illegal, match="wrong_phase"):
                    RULES.apply(state, seat, fill)
        state = RULES.apply(state, seat, tidy_action(state, seat, rng))
    assert holes > 0, "some placements leave an isolated cell"


def test_a_placement_that_leaves_a_cell_by_itself_is_carried_out() -> None:
    rng = Random(1)
    state = start(2, seed=1)
    while state.stage == 1:
        assert state.mover is not None
        state = RULES.apply(state, state.mover, tidy_action(state, state.mover, rng))
    seat = state.mover
    assert seat is not None
    # Beside the corner, and then below it: the corner is enclosed.
    state = RULES.apply(state, seat, RULES.action_from_text("P1,1,0,0"))
    while (state.mover, state.phase) != (seat, "place"):
        assert state.mover is not None
        state = RULES.apply(state, state.mover, tidy_action(state, state.mover, rng))
    state = RULES.apply(state, seat, RULES.action_from_text("P1,0,1,0"))
    free = set(state.architects[seat].pyramid.empty_cells())
    assert (0, 0) in free and not neighbours((0, 0)) & free
    RULES.check(state)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_cards_fill_two_cells_or_none(count: int) -> None:
    laid = [{"colour": colour, "x": 0, "y": n, "rotation": 0} for n, colour in enumerate(("blue", "yellow", "red"))]
    with pytest.raises(Malformed):
        RULES.action_from_json({"type": "fill", "cards": laid[:count]})
