"""Many different submits for one seq at once: one wins, and all others are refused with the current seq.

In a sequential phase they come from the seat that is to move; in a phase of secret submissions from every seat at once,
with one winner for each seat. They are sent to the proxy and directly to every process that serves requests.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from tests.faults.checker import check
from tests.faults.history import Request
from tests.faults.players import Players
from tests.faults.report import report
from tests.faults.scale import times
from tests.faults.test_same_submit import urls
from tests.faults.world import Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 4
AT_ONCE = (8, 32)
PATIENCE_S = 300
"""Timeout (s) for a response, generous because the machine may be busy."""


async def race(players: Players, table: Table, places: list[str], rng: Random) -> int:
    """Race all seats of a table that are to move; return the number of submits, or zero if the game is over."""
    ask = players.world.inside.call
    at = {
        seat: await asyncio.to_thread(ask, "alternatives", id=table.id, seat=seat, count=32) for seat in table.cookies
    }
    moving = {seat: one["actions"] for seat, one in at.items() if one["actions"]}
    if not moving:
        return 0
    count, seq = rng.randint(*AT_ONCE), at[0]["seq"]
    submits = []
    for number in range(count):
        for seat, actions in moving.items():
            action = actions[number % len(actions)]  # the same action with another key is another submit
            submits.append(players.submit(table, seat, seq, action, url=rng.choice(places)))
    rng.shuffle(submits)
    answers = await asyncio.gather(*submits)
    after = (await players.view(table))["seq"]
    for seat in moving:
        one_winner([request for request in answers if request.seat == seat], after, alone=len(moving) == 1)
    return len(answers)


def one_winner(answers: list[Request], after: int, *, alone: bool) -> None:
    """Check that there is one winner. `after`: the seq when all have been answered; a seat that raced alone has caused
    it.
    """
    won = [request for request in answers if request.outcome == "accepted"]
    assert len(won) == 1, [(request.status, request.code) for request in answers]
    assert won[0].seq is not None
    for request in answers:
        if request is not won[0]:
            assert (request.status, request.code) == (409, "stale"), (request.status, request.code, request.failures)
            assert request.seq is not None
            assert (request.seq == after) if alone else (won[0].seq <= request.seq <= after)


async def inject(world: World, rng: Random) -> str:
    """Run a race in a game of its own."""
    [table] = await asyncio.to_thread(world.tables, 1, rng.choice(("forgotten-treasures", "silver-gold-pyramids")))
    async with world.players(try_s=30, patience=120) as players:
        sent = await race(players, table, urls(world.stack), rng)
    (await check(world, [table])).assert_clean()
    world.set_aside(table)  # it has refusals, which the random run does not allow
    return f"a race of {sent} submits"


async def test_different_submits_for_one_seq(stack: Stack, world: World) -> None:
    count, rng = times(short=8, whole=1000), Random(1)
    places = urls(stack)
    # Forgotten Treasures ends with secret submissions; in Silver & Gold: Pyramids every action is one.
    kinds = [("forgotten-treasures", 2), ("silver-gold-pyramids", 3)]
    tables = [world.tables(1, *kinds[number % 2])[0] for number in range(TABLES)]
    async with world.players(try_s=30, patience=PATIENCE_S) as players:

        async def races(table: Table, wanted: int) -> int:
            sent = done = 0
            while done < wanted:
                submits = await race(players, table, places, rng)
                if submits == 0:
                    [table] = world.tables(1, table.game, len(table.cookies))
                    continue
                sent, done = sent + submits, done + 1
            return sent

        sent = sum(await asyncio.gather(*(races(table, count // TABLES) for table in tables)))
    verdict = await check(world)
    report("different submits for one seq at once", tried=count, verdict=verdict, note=f"{sent} submits")
    verdict.assert_clean()
