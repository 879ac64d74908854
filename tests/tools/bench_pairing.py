"""Speed and quality of pairing, compared with first come, first served: `python -m tests.tools.bench_pairing` prints
JSON lines.

Method: live seeks of invented players, one pairing in one process, processor time, best of three rounds; gaps in Elo
points, for three and four seats between the strongest and the weakest of a table.
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import networkx

from games.matchmaking.pairing import LIVE, SECOND_MS, Waiting, groups, may_meet, weight

AIM_SEEKS, AIM_S = 10_000, 2

Draw = Callable[[random.Random], float]

POPULATIONS: dict[str, Draw] = {
    "normal": lambda rng: rng.gauss(1500, 300),
    "uniform": lambda rng: rng.uniform(600, 2400),
    "clustered": lambda rng: rng.gauss(rng.choice((900, 1500, 1550, 2300)), 25),
    "newcomers": lambda rng: 1500 if rng.random() < 0.7 else rng.gauss(1500, 150),
}
"""Functions that draw one player's Elo points. New players start at 1500, so many have exactly that."""


def population(
    kind: str, size: int, seed: int, *, blocks: float = 0.1, repeats: float = 1.0, waited_ms: int = 20 * SECOND_MS
) -> list[Waiting]:
    """Return live seeks in random order.

    `blocks` and `repeats` are means for each player and concern neighbours in rating order, where they hurt most;
    `waited_ms` is the mean wait.
    """
    rng = random.Random(f"{kind} {size} {seed}")
    ratings = sorted(round(100 * POPULATIONS[kind](rng)) for _ in range(size))
    avoids: list[set[int]] = [set() for _ in ratings]
    met: list[dict[int, int]] = [{} for _ in ratings]
    for player, other in _neighbours(rng, size, round(size * blocks)):
        avoids[player].add(other)
    for player, other in _neighbours(rng, size, round(size * repeats)):
        met[player][other] = met[other][player] = rng.choice((1, 1, 1, 2, 2, 3))
    out = [
        Waiting(player, player, rating, round(rng.expovariate(1 / waited_ms)), frozenset(avoids[player]), met[player])
        for player, rating in enumerate(ratings)
    ]
    rng.shuffle(out)
    return out


def _neighbours(rng: random.Random, size: int, count: int) -> Iterator[tuple[int, int]]:
    for _ in range(count if size > 1 else 0):
        player = rng.randrange(size)
        other = min(size - 1, max(0, player + round(rng.gauss(0, 4))))
        if other != player:
            yield player, other


def first_come(waiting: Sequence[Waiting], seats: int) -> list[tuple[int, ...]]:
    """Pair first come, first served under the same rules: the longest waiting with the next longest waiting."""
    queue = sorted(waiting, key=lambda seek: (-seek.waited_ms, seek.id))
    taken: set[int] = set()
    out = []
    for place, first in enumerate(queue):
        if first.id in taken:
            continue
        table = [first]
        for other in queue[place + 1 :]:
            if other.id not in taken and all(may_meet(one, other, LIVE) for one in table):
                table.append(other)
                if len(table) == seats:
                    out.append(tuple(seek.id for seek in table))
                    taken.update(out[-1])
                    break
    return out


def heaviest(waiting: Sequence[Waiting]) -> list[tuple[int, ...]]:
    """Return the maximum-weight pairs, computed by networkx; slow above a few hundred seeks."""
    graph = networkx.Graph()
    for one, other in combinations(waiting, 2):
        if may_meet(one, other, LIVE):
            graph.add_edge(one.id, other.id, weight=weight((one, other), LIVE))
    return [(one, other) for one, other in networkx.max_weight_matching(graph)]


def total(waiting: Sequence[Waiting], tables: Sequence[tuple[int, ...]]) -> int:
    """Return the total weight of all tables."""
    seeks = {seek.id: seek for seek in waiting}
    return sum(weight([seeks[i] for i in table], LIVE) for table in tables)


def spread(waiting: Sequence[Waiting], tables: Sequence[tuple[int, ...]]) -> float:
    """Return the mean gap between the strongest and the weakest player of a table, in Elo points."""
    rating = {seek.id: seek.rating for seek in waiting}
    gaps = [max(rating[i] for i in table) - min(rating[i] for i in table) for table in tables]
    return sum(gaps) / 100 / max(1, len(gaps))


def timed(works: Sequence[Callable[[], Any]], rounds: int = 3) -> list[float]:
    """Return the processor time (s) of each function, the best of `rounds`.

    They run in turns, so that other load on the machine affects all of them.
    """
    best = [math.inf] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            begun = time.process_time()
            work()
            best[number] = min(best[number], time.process_time() - begun)
    return best


def speed(seats: int, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Return the seconds for each size, and their growth compared with n log n.

    Of a smaller size, as many pools are paired one after another as make up the largest size, so that all measurements
    take about the same time.
    """

    def paired(pools: Sequence[Sequence[Waiting]]) -> None:
        for pool in pools:
            groups(pool, seats, live=True)

    counts = [max(sizes) // size for size in sizes]
    pools = [[population("normal", size, n) for n in range(count)] for size, count in zip(sizes, counts, strict=True)]
    times = [whole / n for whole, n in zip(timed([partial(paired, some) for some in pools]), counts, strict=True)]
    for number, (size, seconds) in enumerate(zip(sizes, times, strict=True)):
        line = {"figure": "speed", "seats": seats, "seeks": size, "seconds": round(seconds, 3), "met": True}
        if size == AIM_SEEKS:
            line |= {"aim_seconds": AIM_S, "met": seconds < AIM_S}
        if number:
            grown, aim = seconds / times[0], size * math.log(size) / (sizes[0] * math.log(sizes[0]))
            line |= {"times_as_long": round(grown, 2), "n_log_n": round(aim, 2), "met": line["met"] and grown <= aim}
        yield line


def gaps(seats: int, size: int) -> Iterator[dict[str, Any]]:
    """Return the tables and their mean gap, and those of first come, first served on the same seeks."""
    for kind in POPULATIONS:
        waiting = population(kind, size, 2)
        ours, theirs = groups(waiting, seats, live=True), first_come(waiting, seats)
        yield {
            "figure": "mean gap",
            "seats": seats,
            "seeks": size,
            "ratings": kind,
            "tables": len(ours),
            "gap": round(spread(waiting, ours), 2),
            "first_come_tables": len(theirs),
            "first_come_gap": round(spread(waiting, theirs), 2),
            "met": spread(waiting, ours) < spread(waiting, theirs),
        }


def nearness(size: int) -> Iterator[dict[str, Any]]:
    """Return the share of the maximum weight that the pairing reaches; needs networkx (development extra)."""
    for kind in POPULATIONS:
        for blocks in (0.1, 8):
            waiting = population(kind, size, 3, blocks=blocks)
            ours, best = groups(waiting, 2, live=True), heaviest(waiting)
            share = total(waiting, ours) / total(waiting, best)
            yield {
                "figure": "share of the exact maximum",
                "seeks": size,
                "ratings": kind,
                "blocks_each": blocks,
                "share": round(share, 5),
                "tables": len(ours),
                "exact_tables": len(best),
                "gap": round(spread(waiting, ours), 2),
                "exact_gap": round(spread(waiting, best), 2),
                "met": share >= 0.98,
            }


def main(sizes: Sequence[int] = (AIM_SEEKS, 10 * AIM_SEEKS), size: int = AIM_SEEKS, exact: int = 300) -> int:
    """Print the figures; return 1 if any misses its target."""
    met = True
    print(json.dumps({"method": " ".join((__doc__ or "").split("Method: ")[1].split())}))
    for seats in (2, 3, 4):
        for lines in (speed(seats, sizes), gaps(seats, size), nearness(exact) if seats == 2 else ()):
            for line in lines:
                print(json.dumps(line), flush=True)
                met &= line["met"]
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
