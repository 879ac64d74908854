"""A quick playout from an imagined state to the end of the game (`engine.ai.minds.Mind.play_out`)."""

from __future__ import annotations

from random import Random

from engine.silver_gold_pyramids import marking
from engine.silver_gold_pyramids.actions import Keep, Mark
from engine.silver_gold_pyramids.ai.future import CardInPlay, Future, Recording, card_in_play
from engine.silver_gold_pyramids.ai.outlook import COLOUR
from engine.silver_gold_pyramids.ai.quick import FINISHED, SHAPE_INDEX, sheet_number
from engine.silver_gold_pyramids.cards import COLOURS
from engine.silver_gold_pyramids.shapes import STEPS_PER_ROUND
from engine.silver_gold_pyramids.state import KEPT, RESERVE, STEPS, Explorer, State

CELLS_PER_STEP = 2.8
"""Estimated progress (cells) of another player's card per step; `quick` and `outlook` estimate that of the seat's own
cards.
"""

NEW_CARD = 8.0
"""Estimated distance (cells) from the tomb of another player's new card."""


def play_out(state: State, seat: int, rng: Random) -> float:
    """Play the rest of an imagined game quickly. Return the seat's points, less the mean, over the other players, of
    the pyramid points that they take.
    """
    explorer = state.explorers[seat]
    if state.outcome is not None or explorer.out is not None:
        return float(explorer.total)
    future = from_here(state, seat, rng)
    others = len(state.playing) - 1
    return future.points - future.lost / others


def from_here(state: State, seat: int, rng: Random, others: bool = True, recorded: Recording = None) -> Future:
    """The seat's future, played to its end. If not `others`, only the seat takes pyramid points and cards."""
    future, left = _begun(state, seat, rng)
    future.recorded = recorded
    if others:
        future.claims = _claims(state, seat, rng)
    explorer = state.explorers[seat]
    # This round's shapes after this step; the last of the eight cards is not used.
    shapes = [SHAPE_INDEX[shape] for shape in state.expedition[1 : STEPS_PER_ROUND - state.step % STEPS_PER_ROUND]]
    submission = state.submissions[seat] if state.submissions is not None else None
    if state.phase == "mark" and submission is None and explorer.cards:
        assert state.shape is not None
        future.step(SHAPE_INDEX[state.shape], left)
    elif state.phase == "mark":
        future.finish(left)
    elif state.phase == "replace":
        future.replace(sum(count for who, count in state.replacing if who == seat))
    future.play(shapes, left, rng)
    return future


def _begun(state: State, seat: int, rng: Random) -> tuple[Future, int]:
    """The seat's current situation with its submission carried out, and the number of steps after this one."""
    explorer = state.explorers[seat]
    submission = state.submissions[seat] if state.submissions is not None else None
    if state.phase == "keep":
        kept = submission.cards if isinstance(submission, Keep) else explorer.dealt[:KEPT]
        theirs = {number for other in state.explorers if other is not explorer for number in other.dealt[:KEPT]}
        unseen = [n for n in _deck_and_dealt(state) if n not in kept and n not in theirs]
        rng.shuffle(unseen)
        return Future([card_in_play(n) for n in kept], 0, 0, unseen[:RESERVE], unseen[RESERVE:]), STEPS
    if isinstance(submission, Mark):
        assert state.shape is not None
        explorer = marking.check_and_apply(explorer, state.shape, state.round, submission)
    return future_of(state, seat, explorer), STEPS - 1 - state.step


def future_of(state: State, seat: int, explorer: Explorer | None = None) -> Future:
    """The seat's current situation after the keeps; `explorer` is the seat's player with this step done."""
    explorer = explorer or state.explorers[seat]
    sheet, torch = explorer.sheet, explorer.sheet.torches >> state.round & 1
    future = Future(
        [card_in_play(card.number, card.marked) for card in explorer.cards],
        sheet_number(sheet, state.round),
        5 * (sheet.torches.bit_count() - torch)
        + sum(map(sum, sheet.pyramids))
        + FINISHED * len(explorer.finished_cards),
        list(state.reserve),
        list(state.deck),
    )
    _award_pyramid_points(state, seat, future)
    return future


def _deck_and_dealt(state: State) -> list[int]:
    """The cards in the deck and those dealt to all players."""
    return [*state.deck, *(number for other in state.explorers for number in other.dealt)]


def _award_pyramid_points(state: State, seat: int, future: Future) -> None:
    """Set the counts by colour, and award the pyramid points still owed for this step's finished cards (docs/rules.md
    D3 part 5).
    """
    future.taken = [
        sum(len(other.sheet.pyramids[colour]) for other in state.explorers) for colour in range(len(COLOURS))
    ]
    due = []
    for who, other in enumerate(state.explorers):
        counts = [0] * len(COLOURS)
        for at, number in enumerate(other.finished_numbers):
            colour = COLOUR[number]
            counts[colour] += 1
            if at >= other.considered and not counts[colour] & 1:
                due.append((number, who))
        if who == seat:
            future.counts = counts
    for number, who in sorted(due):
        points = future.take(COLOUR[number])
        if who == seat:
            future.points += points


def _claims(state: State, seat: int, rng: Random) -> list[tuple[int, int]]:
    """When the other players will take pyramid points (`Future.claims`). They finish their cards one after the other,
    then cards of random colours.
    """
    found = []
    for who, other in enumerate(state.explorers):
        if who == seat or other.out is not None:
            continue
        left = float(STEPS if state.phase == "keep" else STEPS - 1 - state.step)
        counts = [0] * len(COLOURS)
        for number in other.finished_numbers:
            counts[COLOUR[number]] += 1
        near: list[CardInPlay] = sorted(
            (card_in_play(card.number, card.marked) for card in other.cards if not card.finished),
            key=lambda card: card[2],
        )
        coming = [(card[2], COLOUR[card[0]]) for card in reversed(near)]
        while True:
            far, colour = coming.pop() if coming else (NEW_CARD, int(3 * rng.random()))
            left -= (far - 1 + 2 * rng.random()) / CELLS_PER_STEP
            if left < 0:
                break
            counts[colour] += 1
            if not counts[colour] & 1:
                found.append((int(left), colour))
    found.sort()
    return found
