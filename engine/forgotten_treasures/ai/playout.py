"""A quick playout from an imagined state (docs/ai.md).

The seat's own turns are played by `quick.OwnSide`, which knows for each colour and free cell how many icons a block
there would join. The other seats take random dominoes and gems; the Legend plays by its rule.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.ai.outlook import LAST_STAGE, expected_from_stage_end
from engine.forgotten_treasures.ai.plot import Sketch, fitting, sketch
from engine.forgotten_treasures.ai.quick import OwnSide
from engine.forgotten_treasures.legend import GEMS_PER_TURN, THE_LEGEND_DRAWS_AT
from engine.forgotten_treasures.state import DOMINOES, GEMS_PER_SPACE, SPACES, LegendState, State
from engine.pyramid import Pyramid

PREFERENCES = tuple(
    tuple(block.colour for block in faces for _ in range(block.icons.bit_count())) for faces in DOMINOES.faces
)
"""The Legend's preferences by its top domino."""


class Supply:
    """The spaces, piles and bag of a playout, as mutable lists. The top of a pile, and of the bag, is the last item.

    `spaces` has the gems of each space; `face_up` and `face_down` are numbers of spaces. `gone` has the gems that come
    back when the bag is empty: the used ones and, as an estimate, all those of the other explorers.
    """

    def __init__(self, state: State, seat: int, rng: Random) -> None:
        self.piles = [list(reversed(pile)) for pile in state.piles]
        self.spaces = [gems.listed(space) for space in state.spaces]
        self.face_up = [s for s in SPACES if state.face_up[s]]
        self.face_down = [s for s in SPACES if not state.face_up[s]]
        self.bag = list(reversed(state.bag))
        self.gone = gems.listed(state.discard + sum(e.gems for s, e in enumerate(state.explorers) if s != seat))
        self.rng = rng
        self.random = rng.random

    def take(self, space: int, gem: int) -> int:
        """Take a gem and the domino of a space, and return the domino."""
        domino = self.take_top(space)
        there = self.spaces[space]
        there.remove(gem)
        if not there:
            self.spaces[space] = self.draw(GEMS_PER_SPACE)
        return domino

    def take_top(self, space: int) -> int:
        """Take the top domino of a pile, which is refilled if it was the last (docs/rules.md A5)."""
        pile = self.piles[space]
        domino = pile.pop()
        if not pile:
            self._refill(space)
        return domino

    def _refill(self, space: int) -> None:
        donor = max(self.piles, key=len)
        half = len(donor) // 2
        self.piles[space] = donor[:half]
        del donor[:half]

    def draw(self, count: int) -> list[int]:
        """Draw gems from the bag, which takes in the used ones if it has too few."""
        if len(self.bag) < count:
            self.rng.shuffle(self.gone)
            self.bag = self.gone + self.bag
            self.gone = []
        drawn = self.bag[-count:]
        del self.bag[-count:]
        return drawn

    def turn_over(self, taken_from: int) -> None:
        """Turn a space face down, from which a domino has just been taken, and turn up a random one of the three that
        are face down then.
        """
        self.face_up.remove(taken_from)
        self.face_down.append(taken_from)
        self.face_up.append(self.face_down.pop(int(self.random() * 3)))

    def random_turn(self) -> None:
        """Play a random turn of another explorer."""
        space = self.face_up[int(self.random() * len(self.face_up))]
        there = self.spaces[space]
        gem = there[int(self.random() * len(there))]
        self.gone.append(gem)
        self.take(space, gem)
        self.turn_over(space)


POINTS_PER_GROWTH = 0.125
"""Estimated points per unit of growth in `OwnSide.best_spot`."""


REALISED = 0.85
"""Realised share of the expected points of a pyramid after stage 1."""


class Playout:
    """A quick playout for one seat."""

    def __init__(self, state: State, seat: int, rng: Random) -> None:
        explorer = state.explorers[seat]
        self.supply = Supply(state, seat, rng)
        self.others = len(state.playing) - 1
        self.own = OwnSide(best_sketch(explorer.pyramid, explorer.gems), explorer.gems)
        if explorer.complete:
            self.own.see(explorer.areas)
        self.legend: LegendPlayout | None = None
        if state.legend is not None:
            self.legend = LegendPlayout(state.legend)

    def turn(self) -> None:
        """Play the seat's turn: take a domino and a gem, and place the domino."""
        own, supply = self.own, self.supply
        gem_values = own.gem_values()
        most = 0.0
        found = None
        for space in supply.face_up:
            growth, spot = own.best_spot(supply.piles[space][-1])
            kind = max(supply.spaces[space], key=gem_values.__getitem__)
            value = POINTS_PER_GROWTH * growth + gem_values[kind]
            if found is None or value > most:
                most, found = value, (space, kind, spot)
        assert found is not None, "three spaces are open"
        space, kind, spot = found
        own.gems[kind] += 1
        own.lay(supply.take(space, kind), spot)
        supply.turn_over(space)

    def answer(self) -> None:
        """Play the others' turns until the seat's next turn."""
        for _ in range(self.others):
            self.supply.random_turn()
        if self.legend is not None:
            self.legend.turn(self.supply)

    def score(self) -> None:
        """Score the stage for the seat and the Legend."""
        supply, own = self.supply, self.own
        supply.gone += own.score()
        if self.legend is not None:
            self.legend.score(own.plot.stage, supply)

    def play(self) -> float:
        """Play on from the seat's turn in an open stage, and return the seat's points less the Legend's.

        From stage 1, the playout ends with the stage, and the expected points of the later stages (`expected_rest`) are
        added. From a later stage, the game is played to its end.
        """
        own, first = self.own, self.own.plot.stage == 1
        while True:
            while fitting(own.plot, own.free):
                self.turn()
                self.answer()
            self.score()
            if own.plot.stage == LAST_STAGE:
                return self.ahead
            self.open_next()
            if first:
                return self.ahead + REALISED * own.expected_rest - (self.legend.expected_rest if self.legend else 0)

    def open_next(self) -> None:
        """Open the next stage."""
        self.own.open_next()
        if self.legend is not None:
            self.legend.begin_stage(self.supply)

    @property
    def ahead(self) -> float:
        """The seat's points from this playout, less the Legend's."""
        legend = 0 if self.legend is None else self.legend.points
        return float(self.own.points - legend)


class LegendPlayout:
    """The Legend in a playout (docs/rules.md B5). `points` are those from this playout."""

    def __init__(self, legend: LegendState) -> None:
        self.hard = legend.mode == "the"
        self.top = legend.pile[-1]
        self.coloured = gems.listed(gems.coloured(legend.gems))
        self.mythical = gems.count(legend.gems, gems.MYTHICAL)
        self.points = 0

    def turn(self, supply: Supply) -> None:
        """Play the Legend's turn."""
        wanted = list(PREFERENCES[self.top])
        spaces, open_spaces = supply.spaces, sorted(supply.face_up)
        last = -1
        count = 0
        for space in open_spaces:
            there = spaces[space]
            for kind in tuple(wanted):
                if kind in there:
                    there.remove(kind)
                    wanted.remove(kind)
                    self.coloured.append(kind)
                    last = space
                    count += 1
        for space in open_spaces:
            there = spaces[space]
            while count < GEMS_PER_TURN and gems.MYTHICAL in there:
                there.remove(gems.MYTHICAL)
                self.mythical += 1
                last = space
                count += 1
        for space in SPACES:
            if not spaces[space]:
                spaces[space] = supply.draw(GEMS_PER_SPACE)
        if not count:
            last = open_spaces[0]
        self.top = supply.take_top(last)
        if not count:
            self.draw_one(supply)

    def draw_one(self, supply: Supply) -> None:
        """Draw one random gem for the Legend."""
        for kind in supply.draw(1):
            if kind == gems.MYTHICAL:
                self.mythical += 1
            else:
                self.coloured.append(kind)

    def score(self, stage: int, supply: Supply) -> None:
        """Score the stage; the coloured gems are discarded."""
        self.points += stage * len(self.coloured) + 2 * self.mythical
        supply.gone += self.coloured
        self.coloured = []

    @property
    def expected_rest(self) -> int:
        """Points of its mythical gems from the beginning of stage 2 to the end."""
        return 2 * self.mythical * (LAST_STAGE - 1)

    def begin_stage(self, supply: Supply) -> None:
        """THE Legend draws a gem if it has enough mythical ones."""
        if self.hard and self.mythical >= THE_LEGEND_DRAWS_AT:
            self.draw_one(supply)


@lru_cache(maxsize=1024)
def best_sketch(pyramid: Pyramid, held: int) -> Sketch:
    """Return the sketch of the pyramid in the box with the most expected points for these gems: stage 1 may still fit
    several boxes.
    """
    sketches = [sketch(pyramid, box) for box in pyramid.boxes()]
    if len(sketches) == 1:
        return sketches[0]
    return max(sketches, key=lambda one: expected_from_stage_end(one, held))


def play_out(state: State, seat: int, rng: Random) -> float:
    """Play the rest of an imagined game quickly, and return the seat's points, in a solo game less the Legend's."""
    if state.outcome is not None or state.explorers[seat].out is not None:
        return _so_far(state, seat)
    explorer = state.explorers[seat]
    playout = Playout(state, seat, rng)
    own = playout.own
    before = _so_far(state, seat)
    if state.submissions is not None:
        submission = state.submissions[seat]
        if submission is None:
            playout.supply.gone += own.score()
        else:
            own.points += submission.row.points
            own.gems = list((explorer.gems - submission.spent - submission.row.discarded).to_bytes(6, "little"))
        if playout.legend is not None:
            playout.legend.score(state.stage, playout.supply)
        if own.plot.stage == LAST_STAGE:
            return before + playout.ahead
        playout.open_next()
    elif state.mover == seat and state.hand:
        own.lay(state.hand, own.best_spot(state.hand)[1])
        playout.answer()
    elif state.mover != seat:
        playout.answer()
    return before + playout.play()


def _so_far(state: State, seat: int) -> float:
    legend = 0 if state.legend is None else state.legend.total
    return float(state.explorers[seat].total - legend)
