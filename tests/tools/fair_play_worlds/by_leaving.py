"""Games that are left early: by honest players now and then, and by rings of accounts that raise one of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random

from games.fair_play.detectors import forfeits
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.forfeits import LATEST, Played
from ratings import elo
from tests.tools.fair_play_worlds import Outcome

RING = 10


class Ladder:
    """Accounts, their ratings in a pool, and their games, counted and judged after each game as the site does."""

    def __init__(self, accounts: int) -> None:
        self.rating = [elo.START] * accounts
        self.games: list[list[Played]] = [[] for _ in range(accounts)]
        self._number = 0

    def copy(self) -> Ladder:
        made = Ladder(0)
        made.rating, made.games, made._number = self.rating[:], [games[:] for games in self.games], self._number
        return made

    def play(self, order: Sequence[int], quick: Iterable[int] = ()) -> list[Finding]:
        """Play a game that ranks these accounts in this order; the `quick` ones leave at once and share the last
        rank.
        """
        left = frozenset(quick)
        self._number += 1
        places = {user: len(order) if user in left else place for place, user in enumerate(order)}
        moved = {}
        for user in order:
            others = [other for other in order if other != user]
            score = sum((places[user] < places[other]) + (places[user] <= places[other]) for other in others)
            expected = sum(elo.expectation(self.rating[user], self.rating[other]) for other in others)
            k = elo.k_factor(len(self.games[user]))
            moved[user] = elo.change(k, score * elo.ONE // (2 * len(others)), expected // len(others))
        for user, points in moved.items():
            self.rating[user] += points
            self.games[user].append(Played(str(self._number), frozenset(order), left))
        return [found for user in order if left and (found := self.judged(user)) is not None]

    def judged(self, user: int) -> Finding | None:
        own = self.games[user][-LATEST:]
        others = {other: self.games[other][-LATEST:] for other in forfeits.partners(user, own)}
        return forfeits.detect(user, own, others)


def forfeits_world(honest: int, planted: int, seed: int, games: int = 40) -> Outcome:
    """Simulate forfeits. Honest players resign early as in the one-sided world, a third of those at once, and lose
    their connection at the beginning of one game in 500; a fifth play a third of their games with a friend; a fifth of
    all tables have three or four players. Planted are rings of ten accounts that raise one of them, which also plays
    honest players.
    """
    rng = Random(f"forfeits {seed}")
    rings = max(1, planted // RING)
    outcome = Outcome(honest, rings * RING, judged=set(range(honest)))
    people = honest + rings * RING
    guilty = set(range(honest, people))
    ladder = Ladder(people)
    quits = [rng.betavariate(1, 15) for _ in range(people)]
    friend = {user: rng.randrange(honest) for user in range(honest) if rng.random() < 0.2}

    def play(order: list[int]) -> None:
        rng.shuffle(order)
        losers = order[1:]
        quick = {user for user in losers if rng.random() < quits[user] / 3}
        quick |= {user for user in losers if rng.random() < 1 / 500}
        outcome.add(ladder.play(order, quick), guilty)

    for round_ in range(games):
        line = sorted(range(honest), key=lambda user: ladder.rating[user] + rng.gauss(0, 8000))
        waiting: defaultdict[int, list[int]] = defaultdict(list)
        taken: set[int] = set()
        for user in line:
            mate = friend.get(user)
            if user in taken:
                continue
            if mate is not None and mate not in taken and mate != user and rng.random() < 0.33:
                taken |= {user, mate}
                play([user, mate])
                continue
            seats = 2 if rng.random() < 0.8 else rng.choice((3, 4))
            waiting[seats].append(user)
            taken.add(user)
            if len(waiting[seats]) == seats:
                play(waiting.pop(seats))
        for ring in range(rings):
            first = honest + ring * RING
            if round_ % 2:
                play([first, rng.randrange(honest)])
            for giver in rng.sample(range(first + 1, first + RING), 1 + round_ % 2):
                outcome.add(ladder.play([first, giver], [giver]), guilty)
    return outcome


def careful_ring(seed: int, tries: int) -> Ladder:
    """Return the best result of ten accounts that know the check and avoid any game that would expose them: the best of
    some random orders of games, each left at once by all but one.
    """
    rng = Random(f"careful {seed}")
    best = Ladder(RING)
    for _ in range(tries):
        ladder, refused = Ladder(RING), 0
        while refused < RING:
            users = rng.sample(range(RING), rng.choice((2, 2, 3, 4)))
            further = ladder.copy()
            if any(found.shown for found in further.play(users, users[1:])):
                refused += 1
            else:
                ladder, refused = further, 0
        best = max(best, ladder, key=lambda one: max(one.rating))
    return best
