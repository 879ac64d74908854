"""The whole stack under faults: one file for each row of the table in docs/faults.md, which is why there are
more than fifteen files.

`make faults` (`FAULTS=whole`) makes each fault as often as that table says; CI the short form, a handful of times.
Every test runs on a stack of real processes (pyramido_site/stack/stack.py) and passes only with nothing lost: every
acknowledged action is in the log exactly once, every log verifies, no game is stuck. It says what it tried with
`report(...)`.

A row's file usually looks so:

    async def test_it(stack, world):
        tables = await world.tables(8)
        async with world.players() as players:
            playing = asyncio.gather(*(players.play(table) for table in tables))
            for _ in range(times(short=3, whole=50)):
                await inject(world, Random(1))
            await playing
        verdict = await check(world)
        report("what it is", tried=…, verdict=verdict, note="recovered in 0.8 s")
        verdict.assert_clean()

Faults that others may have to live with are exported for the random run (test_random.py), which draws them:

    async def inject(world: World, rng: Random) -> str:
        '''Make the fault once and mend it; gives a few words about what was done. When it returns, nothing is left of
        it but what the product has to recover from by itself. At most 10 s in the short form.'''

It may be called while players of other tests' kind are busy on the stack, not at once with another fault.
"""
