"""All faults in random order while bots play: over HTTP and sockets, against one another, the Legend and AIs.

Every game must be linearizable in what its clients were told, with nothing lost and nothing doubled. The faults are
those that the rows' files export as `inject`. `FAULTS_SEED` repeats their order (the rest depends on the machine).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.faults.checker import check
from tests.faults.players import Players
from tests.faults.report import report
from tests.faults.scale import seconds
from tests.faults.test_same_submit import urls
from tests.faults.watchers import games_by_sockets
from tests.faults.world import Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

Inject = Callable[[World, Random], Awaitable[str]]

OVER_HTTP, OVER_SOCKETS, ALONE, AGAINST_AI = 6, 4, 2, 2
"""Tables of each kind in play at a time; the last two kinds use HTTP."""
PAUSE_S = 1.5
"""Maximum pause between two faults."""
THINKING_S = seconds(short=0.4, whole=0.05)
"""Maximum pause between two moves of a player, so that the machine has capacity left for the faults."""
TURN_S = 60
"""Time allowed at the end for turns that are still owed: broker and workers may just have been killed."""


def injections() -> dict[str, Inject]:
    """Return the faults by the name of the row's file."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py") if path.stem != Path(__file__).stem)
    modules = {name: importlib.import_module(f"tests.faults.{name}") for name in names}
    return {name.removeprefix("test_"): one.inject for name, one in modules.items() if hasattr(one, "inject")}


async def test_everything_at_random(stack: Stack, world: World) -> None:
    seed = int(os.environ.get("FAULTS_SEED") or secrets.randbelow(10**6))
    rng, length, faults = Random(seed), seconds(short=20, whole=30 * 60), injections()
    begun = time.monotonic()
    made: Counter[str] = Counter()
    said: list[str] = []
    async with contextlib.AsyncExitStack() as opened:
        players = await opened.enter_async_context(world.players(try_s=30, patience=120))
        group = await opened.enter_async_context(asyncio.TaskGroup())
        playing = [group.create_task(bot(players, make)) for make in kinds(world)]
        playing += [group.create_task(games_by_sockets(world, players.stopped, TURN_S)) for _ in range(OVER_SOCKETS)]
        playing.append(group.create_task(onlooker(players)))
        while time.monotonic() < begun + length:
            await asyncio.sleep(rng.random() * PAUSE_S)
            name = rng.choice(sorted(faults))
            said.append(await faults[name](world, rng))
            made[name] += 1
        players.stop()
        await asyncio.gather(*playing)
    verdict = await check(world, within=TURN_S)
    print("\n".join(said))
    counts = ", ".join(f"{count} {name}" for name, count in sorted(made.items()))
    note = f"seed {seed}, {length:.0f} s, {len(world.made)} games, {len(world.history.reads)} reads; {counts}"
    report("all faults at random while bots play", tried=made.total(), verdict=verdict, note=note)
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0


def kinds(world: World) -> list[Callable[[], Table]]:
    """Return, for each table that is played over HTTP, a function that makes another one of its kind."""
    games = ["forgotten-treasures", "pyramido", "silver-gold-pyramids"]
    people = [lambda game=games[number % 3]: world.tables(1, game)[0] for number in range(OVER_HTTP)]
    return [*people, *[lambda: world.solo(1)[0]] * ALONE, *[lambda: world.against_ai(1)[0]] * AGAINST_AI]


async def bot(players: Players, make: Callable[[], Table]) -> None:
    """Play one game after the other."""
    while not players.stopped.is_set():
        table = await asyncio.to_thread(make)
        while not players.stopped.is_set() and not await players.is_over(table):
            if await players.step(table) is None:
                await asyncio.sleep(0.1)  # the Legend or an AI is to move
            await asyncio.sleep(players.rng.random() * THINKING_S)


async def onlooker(players: Players) -> None:
    """Read random games, through the proxy and directly."""
    while not players.stopped.is_set():
        if players.world.made:
            place = players.rng.choice(urls(players.world.stack))
            await players.view(players.rng.choice(players.world.made), url=place)
        await asyncio.sleep(THINKING_S)
