"""Beam search for groups of neighbours on a line with the greatest total worth. Pure, in integers.

An item has a place on the line, a reach and a worth. Two items may share a group if twice their gap is at most the sum
of their reaches and `surcharge` does not forbid it. A group costs its spread, at most `decisive_gap`, and the
surcharges of its pairs. The search maximizes worth less cost over disjoint groups of one size.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations, pairwise
from typing import NamedTuple

Group = tuple[int, ...]
Chain = tuple[Group, "Chain"] | None
"""The groups made so far, latest first; partial solutions share their common tail."""

Surcharge = Callable[[int, int], int | None]
"""Cost beyond the gap of putting two items (by number) together; None if they may not share a group."""

NARROW, WIDE, WORK = 8, 64, 10_000
"""Width of the beam: `WORK` divided by the number of items, from `NARROW` to `WIDE`. Each doubling allows one more open
item."""

STEPS, NEAR = 150, 10
"""Exchanges of partners tried for each item left over, and how many places along the line to look for partners."""


class Items(NamedTuple):
    """Items in the order of their places."""

    place: Sequence[int]
    reach: Sequence[int]
    worth: Sequence[int]
    surcharge: Surcharge
    decisive_gap: int

    def price(self, one: int, other: int) -> int | None:
        """Return the cost of putting two items together; None if they may not share a group."""
        gap = abs(self.place[one] - self.place[other])
        if 2 * gap > self.reach[one] + self.reach[other] or (extra := self.surcharge(one, other)) is None:
            return None
        return min(gap, self.decisive_gap) + extra


def best(items: Items, size: int) -> list[Group]:
    """Return disjoint groups, each in the order of the line: near the best sum, with no possible pair left over."""
    made = beam_search(items, size)
    if size == 2:
        made = improve_by_exchange(items, made)
    taken = {item for group in made for item in group}
    return made + match_leftovers(items, size, [item for item in range(len(items.place)) if item not in taken])


def beam_search(items: Items, size: int) -> list[Group]:
    """Return groups from a pass along the line that keeps the best partial solutions: their cost and their open
    (ungrouped) items.

    A partial solution costs the worth of the items that it has given up and the cost of its groups. Solutions are
    ranked by this and by the cost that their open items can no longer avoid. Of those with the same open items, the
    cheapest is kept. Time: linear in the items, times partial solutions, times choices of companions among the open
    items.
    """
    place, reach, worth, surcharge, decisive_gap = items
    beam = max(NARROW, min(WIDE, WORK // max(1, len(place))))
    most_open = size + beam.bit_length() - NARROW.bit_length() + 1
    widest = _from_here_on(reach)
    states: dict[Group, tuple[int, Chain]] = {(): (0, None)}
    fits: dict[int, dict[int, int]] = {}
    for item, here in enumerate(place):
        fit, age, gone = {}, {item: 0}, set()
        for other in {other for opened in states for other in opened}:
            gap = here - place[other]
            if 2 * gap > reach[other] + widest[item]:
                gone.add(other)
                continue
            age[other] = min(gap, decisive_gap)
            if 2 * gap <= reach[other] + reach[item] and (extra := surcharge(other, item)) is not None:
                fit[other] = extra
        fits = {other: fits[other] for other in age if other in fits}
        fits[item] = fit
        new: dict[Group, tuple[int, Chain]] = {}
        for opened, (cost, chain) in states.items():
            if gone and not gone.isdisjoint(opened):
                cost += sum(worth[other] for other in opened if other in gone)
                opened = tuple(other for other in opened if other not in gone)
            for others, extra in _companions(opened, fits, fit, size):
                total = cost + age[others[0]] + extra
                left = tuple([other for other in opened if other not in others])
                if left not in new or total < new[left][0]:
                    new[left] = total, ((*others, item), chain)
            if len(opened) >= most_open:
                cost += worth[opened[0]]
                opened = opened[1:]
            opened = (*opened, item)
            if opened not in new or cost < new[opened][0]:
                new[opened] = cost, chain
        if len(new) > beam:
            # Each group holds at most size - 1 of the open items, and pays for its oldest.
            ranked = sorted(
                (cost + sum([age[o] for o in opened[:: size - 1]]), opened) for opened, (cost, _) in new.items()
            )
            new = {opened: new[opened] for _, opened in ranked[:beam]}
        states = new
    _, _, chain = min(
        (cost + sum(worth[other] for other in opened), opened, chain) for opened, (cost, chain) in states.items()
    )
    made = []
    while chain is not None:
        group, chain = chain
        made.append(group)
    return made


def _companions(
    opened: Group, fits: dict[int, dict[int, int]], fit: dict[int, int], size: int
) -> list[tuple[Group, int]]:
    """Return the open items with which an item may close a group, and the sum of the surcharges of all their pairs."""
    if size == 2:
        return [((other,), fit[other]) for other in opened if other in fit]
    found = []
    for others in combinations([other for other in opened if other in fit], size - 1):
        extra = sum([fit[other] for other in others])
        for one, other in combinations(others, 2):
            between = fits[other].get(one)
            if between is None:
                break
            extra += between
        else:
            found.append((others, extra))
    return found


def _from_here_on(reach: Sequence[int]) -> list[int]:
    """Return, for each item, the widest reach among it and all later items."""
    out = list(reach)
    for item in range(len(out) - 2, -1, -1):
        out[item] = max(out[item], out[item + 1])
    return out


def improve_by_exchange(items: Items, pairs: Sequence[Group]) -> list[Group]:
    """Return the pairs after exchanging partners along alternating paths that start at items left over, where that
    increases the sum.
    """
    mate: list[int | None] = [None] * len(items.place)
    for one, other in pairs:
        mate[one], mate[other] = other, one
    alone = [item for item, other in enumerate(mate) if other is None]
    budget = len(mate) + STEPS
    for item in sorted(alone, key=lambda one: (-items.worth[one], one)):
        if mate[item] is None and budget > 0:
            path, steps = _exchange(items, mate, item)
            budget -= steps
            for one, other in zip(path[::2], path[1::2], strict=False):
                mate[one], mate[other] = other, one
            if len(path) % 2:
                mate[path[-1]] = None
    return [(one, other) for one, other in enumerate(mate) if other is not None and one < other]


def _exchange(items: Items, mate: Sequence[int | None], item: int) -> tuple[Group, int]:
    """Return the best path found from an unpaired item, and the number of steps taken. The first item of a path is
    paired with the second, the third with the fourth, and so on; with an odd number of items the last one is left over.
    The path is the item alone if nothing is gained.

    Ends of paths are followed cheapest first, each once.
    """
    most = 0
    found: Group = (item,)
    ends: list[tuple[int, Group]] = [(-items.worth[item], (item,))]
    seen: dict[int, int] = {item: items.worth[item]}
    steps = 0
    while ends and steps < STEPS:
        loss, path = heappop(ends)
        gain, end = -loss, path[-1]
        if gain < seen[end]:
            continue
        steps += 1
        for one in range(max(0, end - NEAR), min(len(mate), end + NEAR + 1)):
            if one in path or (price := items.price(one, end)) is None:
                continue
            other = mate[one]
            if other is None:
                total, longer = gain - price + items.worth[one], (*path, one)
            else:
                back = items.price(one, other)
                assert back is not None
                freed, longer = gain - price + back, (*path, one, other)
                total = freed - items.worth[other]
                if other not in seen or freed > seen[other]:
                    seen[other] = freed
                    heappush(ends, (-freed, longer))
            if total > most:
                most, found = total, longer
    return found, steps


def match_leftovers(items: Items, size: int, rest: Sequence[int]) -> list[Group]:
    """Return groups among the items left over: widest reach first, each with the nearest compatible items.

    No possible pair is missed: an item without a partner among those of no wider reach is not reached by them either.
    """
    before = {following: previous for previous, following in pairwise(rest)}
    after = dict(pairwise(rest))
    left = set(rest)
    made = []
    for item in sorted(rest, key=lambda one: (-items.reach[one], -items.worth[one], one)):
        if item not in left:
            continue
        group = [item]
        for other in _outwards(items.place, before, after, item, items.reach[item]):
            if all(items.price(one, other) is not None for one in group):
                insort(group, other)
                if len(group) == size:
                    made.append(tuple(group))
                    break
        for one in group if len(group) == size else [item]:
            left.remove(one)
            previous, following = before.pop(one, None), after.pop(one, None)
            if previous is not None:
                _link(after, previous, following)
            if following is not None:
                _link(before, following, previous)
    return made


def in_turn(items: Items, size: int, queue: Sequence[int]) -> list[Group]:
    """Return groups made first come, first served: each item of the queue with the next compatible ones. Time: up to
    n².
    """
    taken: set[int] = set()
    made = []
    for turn, item in enumerate(queue):
        if item in taken:
            continue
        group = [item]
        for other in queue[turn + 1 :]:
            if other not in taken and all(items.price(one, other) is not None for one in group):
                group.append(other)
                if len(group) == size:
                    made.append(tuple(sorted(group)))
                    taken.update(group)
                    break
    return made


def _link(links: dict[int, int], item: int, to: int | None) -> None:
    if to is None:
        del links[item]
    else:
        links[item] = to


def _outwards(
    place: Sequence[int], before: dict[int, int], after: dict[int, int], item: int, reach: int
) -> Iterator[int]:
    """Yield the other items within reach of an item, nearest first."""
    here, low, high = place[item], before.get(item), after.get(item)
    while low is not None or high is not None:
        if high is None or (low is not None and here - place[low] <= place[high] - here):
            assert low is not None
            other, low = low, before.get(low)
        else:
            other, high = high, after.get(high)
        if abs(here - place[other]) > reach:
            return
        yield other
