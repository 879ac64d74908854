"""Expected points of a seat (docs/ai.md), estimated from what the seat may know: the valuation of
`mind.candidate_actions` and `mind.expected_points`, which look at one decision. `quick` has the valuation of candidate
turns and playouts.

The weights were tuned by self-play; only + − × ÷ are used, so that all machines compute the same values.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.silver_gold_pyramids.cards import COLOURS, Card, beside
from engine.silver_gold_pyramids.scoring import SKULLS, Sheet, still_open
from engine.silver_gold_pyramids.state import DECK, STEPS, Explorer, State

FINISHED = 10
"""Points of a finished card (docs/rules.md D4)."""

FAR = 6.0
"""Distance (cells) from the tomb at which a card has value 0; beyond it, the card is a burden, as it occupies a
place.
"""

FRESH_CARD = 6.0
"""Value of finishing a card beyond its points: a fresh card takes its place, and no further step is spent on a last
cell.
"""

PAIR_TO_COME = 0.4
"""Value of a colour's first card of two, as a share of its next pyramid points."""

PARTNER_TO_COME = 2.5
"""Value of a gem without a partner beyond its point, at the beginning; it falls to 0 at the end."""

CELLS_PER_STEP = 2.5
"""Estimated progress (cells) of a card per step."""

DOUBT = 4.0
"""Margin (cells) around the expected time: beyond it, a card is certain to be finished in time, or certain not
to be.
"""

SKULLS_PER_STEP = 0.3
"""Estimated increase of skulls less potions per step."""


def _rings(card: Card) -> tuple[int, ...]:
    """The cells by their distance from the tomb, on paths that avoid walls: the tomb, its neighbours, and so on."""
    out = []
    seen, front = 0, card.tomb
    while front:
        out.append(front)
        seen |= front
        front = beside(front) & card.free & ~seen
    return tuple(out)


RINGS = tuple(_rings(DECK[number]) if number else () for number in range(len(DECK.cards)))
COLOUR = tuple(COLOURS.index(DECK[number].colour) if number else -1 for number in range(len(DECK.cards)))


def distance(number: int, marked: int) -> int:
    """The least number of cells still to mark to finish the card; 0 for a finished one. Raise AssertionError if the
    tomb cannot be reached, which no valid card allows.
    """
    to_do = 0
    if not marked:
        marked, to_do = DECK[number].start, 1
    for ring in RINGS[number]:
        if ring & marked:
            return to_do
        to_do += 1
    raise AssertionError("the tomb of every card can be reached")


def skull_cost(skulls: float) -> float:
    """Cost of the worst skull, interpolated between whole counts."""
    whole = int(skulls)
    if whole >= len(SKULLS):
        return float(SKULLS[-1])
    below = SKULLS[whole - 1] if whole else 0
    return below + (SKULLS[whole] - below) * (skulls - whole)


_SKULLS = [
    [skull_cost(count + SKULLS_PER_STEP * left) for count in range(len(SKULLS) + 1)] for left in range(STEPS + 1)
]
"""Expected cost at the end with this number of marked skulls, by steps left; only the worst skull counts."""


class Outlook:
    """A seat's valuation of its cards and score card, prepared once from a state.

    `left` is the number of later steps. `settled`: the points that cannot be lost.
    """

    def __init__(self, state: State, seat: int, left: int) -> None:
        explorer = state.explorers[seat]
        self.left = left
        self.settled = FINISHED * len(explorer.finished_cards) + sum(map(sum, explorer.sheet.pyramids))
        self.pyramids = [self._pyramids(state, explorer, colour) for colour in range(len(COLOURS))]

    def _pyramids(self, state: State, explorer: Explorer, colour: int) -> tuple[float, ...]:
        """Expected further pyramid points of the colour with none, one or two more finished cards (docs/rules.md D3
        part 5).
        """
        open_ = still_open(points for other in state.explorers for points in other.sheet.pyramids[colour])
        finished = sum(COLOUR[card.number] == colour for card in explorer.finished_cards)
        sure = 0.0
        if open_ and finished // 2 > len(explorer.sheet.pyramids[colour]):
            sure += open_.pop(0)
        out = []
        for count in range(finished, finished + 3):
            if count > finished and count % 2 == 0 and open_:
                sure += open_.pop(0)
            for_pair = PAIR_TO_COME * open_[0] if count % 2 and open_ and self.left else 0.0
            out.append(sure + for_pair)
        return tuple(out)

    def expected_points(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        """Expected points with these cards (number to marked cells, including cards finished in this step)."""
        left = self.left
        points = self.settled + 5 * sheet.torches.bit_count() + sheet.gems - _SKULLS[left][sheet.skulls]
        if sheet.red_gems != sheet.green_gems:
            points += PARTNER_TO_COME * abs(sheet.red_gems - sheet.green_gems) * left / STEPS
        more = [0] * len(COLOURS)
        underway = []
        for number, marked in cards.items():
            if far := distance(number, marked):
                underway.append((far, number))
            else:
                points += FINISHED + (FRESH_CARD if left else 0)
                more[COLOUR[number]] += 1
        for pyramids, count in zip(self.pyramids, more, strict=True):
            points += pyramids[count]
        if left:
            underway.sort()
            points += self._underway(underway, more)
        return points

    def _underway(self, cards: list[tuple[int, int]], more: list[int]) -> float:
        """The value of (distance, card), near ones first: a share of its points that grows as it nears the tomb,
        provided there is time. `more` counts the cards of each colour finished before.
        """
        points, spare_cells = 0.0, CELLS_PER_STEP * self.left + DOUBT
        for far, number in cards:
            spare_cells -= far
            if spare_cells <= 0:
                break
            colour = COLOUR[number]
            pyramids, count = self.pyramids[colour], more[colour]
            part = (1 - far / FAR) * (FINISHED + pyramids[count + 1] - pyramids[count])
            more[colour] = count + 1
            points += part if spare_cells >= 2 * DOUBT else part * spare_cells / (2 * DOUBT)
        return points


def steps_left(state: State) -> int:
    """The number of steps after the current decision; a step that is being marked does not count."""
    return STEPS if state.phase == "keep" else STEPS - 1 - state.step


def expected_points(state: State, seat: int) -> float:
    """Expected points of the seat at the end of the game; when it is over, its score."""
    explorer = state.explorers[seat]
    if state.outcome is not None or explorer.out is not None:
        return float(explorer.total)
    left = steps_left(state) + (1 if state.phase == "mark" else 0)
    return Outlook(state, seat, left).expected_points(
        {card.number: card.marked for card in explorer.cards}, explorer.sheet
    )
