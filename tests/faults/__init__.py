"""The whole stack under faults: one file for each row of the table in docs/faults.md, which is why there are
more than fifteen files.

`make faults` (`FAULTS=whole`) makes each fault as often as that table says; CI runs the short form, with a few of each.
Every test runs on a stack of real processes (pyramido_site/stack/stack.py) and passes only if nothing is lost: every
acknowledged action is in the log exactly once, every log verifies, no game is stuck. It records its tries with
`report(...)`.

The usual form of a row's file:

    async def test_it(stack, world):
        tables = await world.tables(8)
        async with world.players() as players:
            playing = asyncio.gather(*(players.play(table) for table in tables))
            for _ in range(times(short=3, whole=50)):
                await inject(world, Random(1))
            await playing
        verdict = await check(world)
        report("name of the fault", tried=…, verdict=verdict, note="recovered in 0.8 s")
        verdict.assert_clean()

Faults that may happen beside any other work are exported for the random run (test_random.py), which draws them:

    async def inject(world: World, rng: Random) -> str:
        '''Cause the fault once and end it; return a short description. Afterwards only those effects remain that the
        site has to recover from by itself. Takes at most 10 s in the short form.'''

It may be called while other players are busy on the stack, but not together with another fault.
"""
