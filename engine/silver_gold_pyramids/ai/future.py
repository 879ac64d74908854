"""A quick playout of a seat's own steps, on small integers (docs/ai.md).

The other players matter little to a seat: now and then they take pyramid points and cards of the reserve. `playout`
makes a `Future` and plays it to its end. The weights were tuned by playing many of them; only + − × ÷ are used, so that
all machines compute the same values.
"""

from __future__ import annotations

from random import Random

from engine.silver_gold_pyramids.ai.outlook import COLOUR, distance
from engine.silver_gold_pyramids.ai.quick import (
    AFTER,
    CARD_VALUES,
    CODES,
    FARTHEST,
    FINISHED,
    FIRST_DISTANCES,
    MOVES,
    SHAPE_INDEX,
    SINGLE,
    UNSEEN_CARD_VALUE,
    card_share_by_distance,
    points_of,
    sheet_values,
)
from engine.silver_gold_pyramids.cards import COLOURS
from engine.silver_gold_pyramids.scoring import PYRAMID_POINTS
from engine.silver_gold_pyramids.shapes import EXPEDITION
from engine.silver_gold_pyramids.state import RESERVE

CROSS = 2.7
"""Value (points) of a red cross: of the extra cell that may be marked for it."""

PAIR = 0.575
"""Value of a colour's first card of two, as a share of its next pyramid points."""

NEW_PAIR = 1.06
"""Weight of the pyramid points that a new card may bring, when cards are chosen."""

SHAPES_PER_ROUND = [SHAPE_INDEX[shape] for shape in EXPEDITION]

Recording = list[tuple[str, int, int]] | None
"""What a seat did (`Future`), for tests; None if it is not recorded."""

CardInPlay = list[int]
"""A card as [number, marked cells, distance to the tomb]; a list, because a playout changes it in place."""


def card_in_play(number: int, marked: int = 0) -> CardInPlay:
    """Return a card with its distance to the tomb."""
    return [number, marked, distance(number, marked)]


class Future:
    """The rest of a game for one seat. `points` are settled; those of `sheet` come on top (`quick.sheet_of`).

    By colour: `counts` of finished cards, and the number of pyramid points `taken`. `claims`: when other players will
    finish the second, fourth or sixth card of a colour, as (steps left at that time, colour), the last one first;
    `lost`: the pyramid points that they got for it.

    What the seat does is appended to `recorded` if that is a list: ("step", shape, 0), ("mark", card, cells), and
    ("new", number, 0), with number 0 for the top of the deck.
    """

    def __init__(self, cards: list[CardInPlay], sheet: int, points: int, reserve: list[int], deck: list[int]) -> None:
        self.cards = cards
        self.sheet = sheet
        self.points = points
        self.reserve = reserve
        self.deck = deck[::-1]
        self.counts = [0] * len(COLOURS)
        self.taken = [0] * len(COLOURS)
        self.claims: list[tuple[int, int]] = []
        self.lost = 0
        self.recorded: Recording = None

    def play(self, shapes: list[int], left: int, rng: Random) -> None:
        """Play `left` steps: one with each of these shapes, then the others with shapes drawn at random. Afterwards
        `points` are the final score.
        """
        coming = shapes[::-1]
        while left:
            left -= 1
            if not coming:
                # A new round: settle the torch of the last one, bit 0 of the sheet.
                self.points += 5 * (self.sheet & 1)
                self.sheet &= ~1
                coming = SHAPES_PER_ROUND[:]
                rng.shuffle(coming)
                coming.pop()
            self.step(coming.pop(), left)
        self.points += points_of(self.sheet)
        self.sheet = 0

    def step(self, shape: int, left: int) -> None:
        """Play one step, after which `left` remain."""
        self._tell("step", shape)
        owed = self._mark(shape, left)
        while owed > 0:
            owed += self._mark(SINGLE, left) - 1
        self.finish(left)
        if self.claims and self.claims[-1][0] >= left:
            self._lose_claim()

    def _mark(self, shape: int, left: int) -> int:
        """Mark the best-valued cells and return the number of red crosses among them."""
        cards, now = self.cards, self.sheet * CODES
        # For each card, the distance of the other one, if there are two; it affects the card's value too.
        others = (cards[1][2], cards[0][2]) if len(cards) == 2 else (FARTHEST,) * len(cards)
        values = sheet_values(left)
        best, move, on = -1e9, None, None
        for card, other in zip(cards, others, strict=True):
            number, marked, far = card
            rows = card_share_by_distance(left, other)
            value = self.finished_value(COLOUR[number])
            base = value * rows[far]
            for one in MOVES[(marked << 6 | number) << 3 | shape]:  # `moves_key`, without a call in the inner loop
                code, crosses, near, _ = one
                score = values[AFTER[now + code]] + value * rows[near] - base + CROSS * crosses
                if score > best:
                    best, move, on = score, one, card
        if move is None or on is None:
            return 0
        code, crosses, near, after = move
        self._tell("mark", on[0], after & ~on[1])
        on[1], on[2] = after, near
        self.sheet = AFTER[now + code]
        return crosses

    def _tell(self, what: str, which: int, cells: int = 0) -> None:
        if self.recorded is not None:
            self.recorded.append((what, which, cells))

    def finished_value(self, colour: int) -> float:
        """Value of finishing one more card of the colour: its own points, and pyramid points in whole or in part."""
        taken = self.taken[colour]
        if taken == len(PYRAMID_POINTS):
            return FINISHED
        return FINISHED + PYRAMID_POINTS[taken] * (1 if self.counts[colour] & 1 else PAIR)

    def finish(self, left: int) -> None:
        """Set finished cards aside and replace them."""
        under_way = [card for card in self.cards if card[2]]
        if len(under_way) == len(self.cards):
            return
        done = sorted([card[0] for card in self.cards if not card[2]])
        self.cards = under_way
        for number in done:
            colour = COLOUR[number]
            self.points += FINISHED
            self.counts[colour] += 1
            if not self.counts[colour] & 1:
                self.points += self.take(colour)
        if left:
            self.replace(len(done))

    def take(self, colour: int) -> int:
        """Take the best open pyramid points of the colour and return them (docs/rules.md D3 part 5)."""
        taken = self.taken[colour]
        if taken == len(PYRAMID_POINTS):
            return 0
        self.taken[colour] += 1
        return PYRAMID_POINTS[taken]

    def replace(self, cards: int) -> None:
        """Choose new cards for finished ones."""
        for _ in range(cards):
            pairs = [self.new_pair_value(colour) for colour in range(len(COLOURS))]
            best, pick = -1e9, 0
            for number in self.reserve:
                value = CARD_VALUES[number] + pairs[COLOUR[number]]
                if value > best:
                    best, pick = value, number
            if self.deck and best < UNSEEN_CARD_VALUE:
                pick = 0
                self.add(self.deck.pop())
            elif pick:
                self.reserve.remove(pick)
                self.add(pick)
            else:
                return
            self._tell("new", pick)
        self._fill()

    def add(self, number: int) -> None:
        """Add an empty card."""
        self.cards.append([number, 0, FIRST_DISTANCES[number]])

    def new_card_value(self, number: int) -> float:
        """Value of an empty card."""
        return CARD_VALUES[number] + self.new_pair_value(COLOUR[number])

    def new_pair_value(self, colour: int) -> float:
        """Value of an empty card of the colour for its pyramid points."""
        taken = self.taken[colour]
        if taken == len(PYRAMID_POINTS):
            return 0.0
        count = self.counts[colour]
        for card in self.cards:
            if COLOUR[card[0]] == colour:
                count += 1
        return NEW_PAIR * PYRAMID_POINTS[taken] * (1 if count & 1 else PAIR)

    def _fill(self) -> None:
        while len(self.reserve) < RESERVE and self.deck:
            self.reserve.append(self.deck.pop())

    def _lose_claim(self) -> None:
        """Let another player take the pyramid points of the next claim, and a card of the reserve."""
        _, colour = self.claims.pop()
        self.lost += self.take(colour)
        if self.reserve:
            self.reserve.pop(0)
            self._fill()
