"""The same submit repeatedly, and concurrently from many clients: one row, and identical responses.

It is sent to the proxy and directly to every process that serves requests, so that the processes have different cached
positions of the game.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from tests.faults.checker import check
from tests.faults.players import Players
from tests.faults.report import report
from tests.faults.scale import times
from tests.faults.world import Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

TABLES = 4
MOST_AT_ONCE = 16
EVERY = 10
"""Number of moves between two other actions that are sent with a used key."""


def urls(stack: Stack) -> list[str]:
    return [stack.url, *(one.url for service in ("web", "sockets") for one in stack.processes(service))]


async def again_and_again(players: Players, table: Table, places: list[str], rng: Random) -> int:
    """Send the table's next move once, or concurrently with one key, and again after the response. Return how often it
    was sent.
    """
    seat, action = table.moves[table.done]
    key, at_once = players.key(), rng.randint(1, MOST_AT_ONCE)
    tries = [players.submit(table, seat, table.seq, action, key, url=rng.choice(places)) for _ in range(at_once)]
    answers = [
        *await asyncio.gather(*tries),
        await players.submit(table, seat, table.seq, action, key, url=rng.choice(places)),
    ]
    assert {request.status for request in answers} == {200}, [request.failures for request in answers]
    assert len({request.raw for request in answers}) == 1
    assert answers[0].seq is not None
    table.seq, table.done = answers[0].seq, table.done + 1
    return len(answers)


async def another_with_the_key(players: Players, table: Table, places: list[str], rng: Random) -> None:
    """Send another action with the key; it is refused and changes nothing."""
    seat, action = table.moves[table.done - 1]
    used = next(one for one in reversed(players.world.history.requests) if one.game == table.id)
    reused = await players.submit(table, seat, table.seq, action, used.key, url=rng.choice(places))
    assert (reused.status, reused.code) == (422, "key_reused")
    players.world.history.requests.remove(reused)  # it shares the key of an accepted action


async def inject(world: World, rng: Random) -> str:
    """A few moves of a game, each sent many times at once."""
    [table] = await asyncio.to_thread(world.tables, 1)
    async with world.players(try_seconds=30, patience=120) as players:
        sent = [await again_and_again(players, table, urls(world.stack), rng) for _ in range(5)]
    return f"{len(sent)} submits sent {sum(sent)} times"


async def test_the_same_submit_at_once_from_many(stack: Stack, world: World) -> None:
    count, rng = times(short=24, whole=1000), Random(1)
    tables, places = world.tables(TABLES), urls(stack)
    sent = 0
    async with world.players(try_seconds=30, patience=300) as players:

        async def play(table: Table, moves: int) -> int:
            total = 0
            for number in range(moves):
                if table.done == len(table.moves):
                    [table] = world.tables(1)
                total += await again_and_again(players, table, places, rng)
                if number % EVERY == 0:
                    await another_with_the_key(players, table, places, rng)
            return total

        sent = sum(await asyncio.gather(*(play(table, count // TABLES) for table in tables)))
    verdict = await check(world)
    rows = [row for log in world.logs(world.made).values() for row in log if row.key is not None]
    report("the same submit, also concurrently", tried=count, verdict=verdict, note=f"sent {sent} times")
    verdict.assert_clean()
    assert len(rows) == count
