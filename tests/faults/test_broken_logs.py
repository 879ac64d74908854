"""Rows of a log are changed directly in the database while the stack runs.

tests/engine/test_damage.py tries every position of a log and every single bit; here are a few, through all layers
between the database and a reader: a process that reads a log it has not cached detects the damage, shows the intact
part and refuses to go on, and other games are not affected.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import psycopg

from tests.faults.checker import check
from tests.faults.players import CSRF
from tests.faults.report import report
from tests.faults.scale import times
from tests.faults.watchers import watching
from tests.faults.world import Row, Table, World
from tests.site.plain_http import NO_TLS

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

DAMAGES = ("a flipped bit", "a gap", "two swapped", "cut off", "wrong version")
MOVES = 6


def damage(stack: Stack, table: Table, log: list[Row], how: str, rng: Random) -> int:
    """Change the stored log; return the seq of the first event that no longer verifies."""
    at = rng.randrange(1, len(log) - 1)
    with psycopg.connect(stack.database_url) as connection:
        connection.execute("SET session_replication_role = replica")  # without the triggers that refuse it
        row = connection.execute("SELECT id FROM games_game WHERE public_id = %s", [table.id]).fetchone()
        assert row is not None
        game = row[0]

        def change(statement: str, *parameters: Any) -> None:
            assert connection.execute(statement.encode(), [*parameters, game]).rowcount > 0

        if how == "a flipped bit":
            bit = rng.randrange(256)
            flips = ("at_ms = at_ms # 1", "seat = seat # 1", f"hash = set_bit(hash, {bit}, 1 - get_bit(hash, {bit}))")
            column = rng.choice(flips)
            change(f"UPDATE games_event SET {column} WHERE seq = %s AND game_id = %s", at)
        elif how == "a gap":
            change("DELETE FROM games_event WHERE seq = %s AND game_id = %s", at)
        elif how == "two swapped":
            for old, new in ((at, -1), (at + 1, at), (-1, at + 1)):
                change("UPDATE games_event SET seq = %s WHERE seq = %s AND game_id = %s", new, old)
        elif how == "cut off":
            change("DELETE FROM games_event WHERE seq >= %s AND game_id = %s", at)
        else:
            at = 0
            other = json.dumps({**log[0].payload, "rules_version": 2})
            change("UPDATE games_event SET payload = %s WHERE seq = 0 AND game_id = %s", other)
    return at


async def looks_broken(url: str, http: httpx.AsyncClient, table: Table, at: int, before: list[Row]) -> None:
    """Check that a process that has to read the log shows its intact part and accepts no action."""
    site = f"/api/v1/games/{table.id}"
    cookies = {"sessionid": table.cookies[0], "csrftoken": CSRF}
    shown = (await http.get(f"{url}{site}/view")).json()
    good = at - 1 if at else None
    assert (shown["broken_at"], shown["seq"]) == (at, good), shown
    assert (shown["view"] is None) == (at == 0)
    told = (await http.get(f"{url}{site}/events")).json()["events"]
    assert [event["seq"] for event in told] == list(range(at))
    assert [event["at_ms"] for event in told] == [row.at_ms for row in before[:at]]
    acted = await http.post(f"{url}{site}/resign", json={}, headers={"X-CSRFToken": CSRF}, cookies=cookies)
    assert (acted.status_code, acted.json()["code"]) == (409, "broken_log"), acted.text
    for path in (f"/games/{table.id}/", "/games/mine/", "/games/"):
        assert (await http.get(f"{url}{path}", cookies=cookies)).status_code == 200, path


async def inject(world: World, rng: Random) -> str:
    """Damage a log; check that the damage is found, and that other games go on."""
    table, how = world.tables(1)[0], rng.choice(DAMAGES)
    world.set_aside(table)
    async with world.players(try_s=30, patience=120) as players:
        await players.play(table, moves=MOVES)
    log = await asyncio.to_thread(world.log, table)
    at = await asyncio.to_thread(damage, world.stack, table, log, how, rng)
    named = await asyncio.to_thread(world.inside.call, "faults", ids=[table.id])
    assert any(f"event {at}:" in sentence for sentence in named[table.id]), (how, at, named)
    return f"a damaged log: {how}"


async def test_damaged_logs_are_named_and_their_good_part_is_shown(stack: Stack, world: World) -> None:
    count, rng = times(short=1, whole=20), Random(4)
    broken: list[tuple[Table, int, list[Row]]] = []
    others = world.tables(2)
    async with world.players() as players, httpx.AsyncClient(timeout=30, verify=NO_TLS) as http:
        for how in DAMAGES:
            for _ in range(count):
                (table,) = world.tables(1)
                await players.play(table, moves=MOVES)
                log = await asyncio.to_thread(world.log, table)
                broken.append((table, await asyncio.to_thread(damage, stack, table, log, how, rng), log))
        # Running processes have the intact log cached; a new process reads the stored one.
        fresh = await asyncio.to_thread(stack.run_service, "sockets")
        for table, at, log in broken:
            await looks_broken(fresh.url, http, table, at, log)
        table, at, _ = next(one for one in broken if one[1])
        async with watching(world, [table], url=fresh.url) as (watcher,):
            assert watcher.seen.cursor == at - 1
            await asyncio.gather(*(players.play(other, moves=MOVES) for other in others))
            assert (watcher.seen.cursor, watcher.connections) == (at - 1, 1)
        await asyncio.to_thread(stack.end, fresh)
    named = await asyncio.to_thread(world.inside.call, "faults", ids=[table.id for table, _, _ in broken])
    for table, at, _ in broken:
        assert any(f"event {at}:" in sentence for sentence in named[table.id]), (at, named[table.id])
    verdict = await check(world, others)
    report("damaged logs", tried=len(broken), verdict=verdict, note="all named, good part shown")
    verdict.assert_clean()
