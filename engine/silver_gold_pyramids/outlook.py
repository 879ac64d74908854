"""What a seat may hope for, in points (docs/ai.md). It reads nothing that the seat may not know.

The weights were tuned by play against itself; only + − × ÷ are used, so that every machine finds the same values.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.silver_gold_pyramids.cards import COLOURS, Card, beside
from engine.silver_gold_pyramids.state import DECK, SKULLS, STEPS, Explorer, Sheet, State, still_open

FINISHED = 10
"""Points of a finished card (docs/rules.md D4)."""

FAR = 6.0
"""A card so many cells from its tomb is worth nothing yet; further off it holds a place that others would fill."""

FRESH_CARD = 6.0
"""What a finished card is worth beyond its points: its place is free, and no further step goes to a last cell."""

PAIR_TO_COME = 0.4
"""The part of a colour's next pyramid points that its first card of two is worth."""

PARTNER_TO_COME = 2.5
"""What a gem without a partner is worth beyond its point when the game begins; it falls to nothing at the end."""

CELLS_A_STEP = 2.5
"""How far a step brings a card on its way, about."""

DOUBT = 4.0
"""So many cells sooner or later than expected, a card is finished in time surely or not at all."""

SKULLS_A_STEP = 0.3
"""How many more skulls than potions a step brings, about."""


def _rings(card: Card) -> tuple[int, ...]:
    """Cells by their distance from the tomb, through cells without walls: the tomb, its neighbours, theirs …"""
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
    """The least number of cells still to mark to finish the card; 0 for a finished one."""
    to_do = 0
    if not marked:
        marked, to_do = DECK[number].start, 1
    for ring in RINGS[number]:
        if ring & marked:
            return to_do
        to_do += 1
    raise AssertionError("the tomb of every card can be reached")


def track(skulls: float) -> float:
    """What the worst skull costs, between two counts in proportion."""
    whole = int(skulls)
    if whole >= len(SKULLS):
        return float(SKULLS[-1])
    below = SKULLS[whole - 1] if whole else 0
    return below + (SKULLS[whole] - below) * (skulls - whole)


_SKULLS = [[track(count + SKULLS_A_STEP * left) for count in range(len(SKULLS) + 1)] for left in range(STEPS + 1)]
"""What this many marked skulls will have cost at the end, by steps left: the worst one counts alone."""


class Outlook:
    """What the worth of a seat's cards and score card depends on, gathered from a state once.

    `left` counts the steps that come after. `settled` are points that nothing takes away.
    """

    def __init__(self, state: State, seat: int, left: int) -> None:
        mine = state.explorers[seat]
        self.left = left
        self.settled = FINISHED * len(mine.explored) + sum(map(sum, mine.sheet.pyramids))
        self.pyramids = [self._pyramids(state, mine, colour) for colour in range(len(COLOURS))]

    def _pyramids(self, state: State, mine: Explorer, colour: int) -> tuple[float, ...]:
        """The pyramid points of the colour still to be had with none, one, two more finished cards
        (docs/rules.md D3 part 5)."""
        open_ = still_open(points for other in state.explorers for points in other.sheet.pyramids[colour])
        owed = sum(COLOUR[started.number] == colour for started in mine.explored)
        sure = 0.0
        if open_ and owed // 2 > len(mine.sheet.pyramids[colour]):
            sure += open_.pop(0)
        out = []
        for count in range(owed, owed + 3):
            if count > owed and count % 2 == 0 and open_:
                sure += open_.pop(0)
            hope = PAIR_TO_COME * open_[0] if count % 2 and open_ and self.left else 0.0
            out.append(sure + hope)
        return tuple(out)

    def worth(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        """The points to expect with these cards (number to marked cells; the finished ones of this step among them)."""
        left = self.left
        worth = self.settled + 5 * sheet.torches.bit_count() + sheet.gems - _SKULLS[left][sheet.skulls]
        if sheet.red_gems != sheet.green_gems:
            worth += PARTNER_TO_COME * abs(sheet.red_gems - sheet.green_gems) * left / STEPS
        more = [0] * len(COLOURS)
        underway = []
        for number, marked in cards.items():
            if far := distance(number, marked):
                underway.append((far, number))
            else:
                worth += FINISHED + (FRESH_CARD if left else 0)
                more[COLOUR[number]] += 1
        for pyramids, count in zip(self.pyramids, more, strict=True):
            worth += pyramids[count]
        if left:
            underway.sort()
            worth += self._underway(underway, more)
        return worth

    def _underway(self, cards: list[tuple[int, int]], more: list[int]) -> float:
        """The worth of (distance, card), near ones first: its points in part as it nears the tomb, while there is
        time for it. `more` counts the cards of each colour that are finished before."""
        worth, early = 0.0, CELLS_A_STEP * self.left + DOUBT
        for far, number in cards:
            early -= far
            if early <= 0:
                break
            colour = COLOUR[number]
            pyramids, count = self.pyramids[colour], more[colour]
            part = (1 - far / FAR) * (FINISHED + pyramids[count + 1] - pyramids[count])
            more[colour] = count + 1
            worth += part if early >= 2 * DOUBT else part * early / (2 * DOUBT)
        return worth


def steps_left(state: State) -> int:
    """The steps that come after the decision at hand: the step that is being marked is not counted."""
    return STEPS if state.phase == "keep" else STEPS - 1 - state.step


def prospects(state: State, seat: int) -> float:
    """The points that the seat may expect at the end; when the game is over, its score."""
    explorer = state.explorers[seat]
    if state.outcome is not None or explorer.out is not None:
        return float(explorer.total)
    left = steps_left(state) + (state.phase == "mark")
    return Outlook(state, seat, left).worth({card.number: card.marked for card in explorer.cards}, explorer.sheet)
