"""The spaces and the bag: set-up, and drawing gems (docs/rules.md B1, B2, E)."""

from __future__ import annotations

from engine.chance import Stream
from engine.core import JSON
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.state import DOMINOES, GEMS_PER_SPACE, SPACES, LegendState, State
from engine.piles import Piles


class Bag:
    """The bag while a step draws from it; the caller puts gems, discard and stream back into the state afterwards."""

    def __init__(self, gems: tuple[int, ...], discard: int, stream: Stream, facts: list[JSON] | None = None) -> None:
        self.gems = gems
        self.discard = discard
        self.stream = stream
        self.facts = facts

    @classmethod
    def of(cls, state: State, facts: list[JSON] | None) -> Bag:
        """The bag of a state."""
        return cls(state.bag, state.discard, state.stream, facts)

    def draw(self, n: int) -> int:
        """Draw up to n gems, packed; fewer only if bag and discard are both empty (docs/rules.md B2 step 2)."""
        drawn = self.gems[:n]
        self.gems = self.gems[n:]
        missing = n - len(drawn)
        if missing and self.discard:
            self.gems, self.stream = self.stream.shuffle(gems.listed(self.discard))
            if self.facts is not None:
                self.facts.append({"type": "recycled", "gems": len(self.gems)})
            self.discard = 0
            drawn += self.gems[:missing]
            self.gems = self.gems[missing:]
        return gems.pack(drawn)

    def replenish(self, spaces: tuple[int, ...], space: int) -> tuple[int, ...]:
        """Return the spaces with three new gems in an empty one."""
        drawn = self.draw(GEMS_PER_SPACE)
        if self.facts is not None:
            self.facts.append({"type": "drew", "space": space + 1, "gems": gems.to_json(drawn)})
        return (*spaces[:space], drawn, *spaces[space + 1 :])


def set_up(legend: str | None, seed: bytes) -> tuple[Piles, tuple[int, ...], Bag, LegendState | None]:
    """The piles, the gems of the spaces, the bag, and the Legend with its first domino (docs/rules.md B1, E)."""
    deck, _ = Stream(seed, "deck").shuffle(DOMINOES.ids)
    solo = None
    if legend is not None:
        solo = LegendState(legend, deck[:1])
        deck = deck[1:]
    piles = tuple(deck[18 * s : 18 * (s + 1)] for s in SPACES)
    shuffled, stream = Stream(seed, "bag").shuffle(gems.listed(gems.FULL_BAG))
    bag = Bag(shuffled, 0, stream)
    spaces: tuple[int, ...] = tuple(bag.draw(GEMS_PER_SPACE) for _ in SPACES)
    return piles, spaces, bag, solo
