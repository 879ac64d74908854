"""How well the flags tell planted cheats from honest players, by simulation (docs/fair-play.md).

    python -m tests.tools.fair_play_run --honest 3000 --planted 30 --seed 1

The thresholds are the site's own, chosen on other seeds. The same arguments print the same table on every machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any

from games.fair_play.detectors import abuse, engine_likeness, forfeits, gifts, one_sided, stalling
from games.fair_play.detectors import shared_device_or_network as shared
from tests.tools.fair_play_worlds import Outcome, by_games, by_leaving, by_numbers

BLOCK = 40
"""Honest players who play one another."""
LONG = 5
"""Three-player games in which a planted pair meets an honest player."""

SAID = 25
"""Chunks of work between two progress messages."""

WORLD_OF = {
    "shared_world": "numbers",
    "one_sided_world": "numbers",
    "abuse_world": "numbers",
    "forfeits_world": "numbers",
    "two_block": "two",
    "three_group": "three",
}
WORLDS = ("numbers", "two", "three")
"""Simulated numbers; two-player games, for engine use and stalling; three-player games, for gifts."""

Piece = tuple[Callable[..., Any], tuple[Any, ...]]


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion."""
    if not tries:
        return 0.0, 1.0
    z, part = 1.96, hits / tries
    middle = (part + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(part * (1 - part) / tries + z * z / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def pieces(honest: int, planted: int, seed: int) -> Iterator[Piece]:
    """Return independent chunks of work; groups of three are spread among the blocks, so that progress covers
    everything.
    """
    numbers = (by_numbers.shared_world, by_numbers.one_sided_world, by_numbers.abuse_world, by_leaving.forfeits_world)
    for world in numbers:
        yield world, (honest, planted, seed)
    blocks = max(1, honest // BLOCK)
    giving, honest_groups = max(1, planted // 2), max(1, honest // 3)
    group = 0
    for block in range(blocks):
        for planted_too, groups, rounds in ((True, giving, LONG), (False, honest_groups, by_games.THREE_ROUNDS)):
            for _ in range(_share(groups, blocks, block)):
                yield by_games.three_group, (group, planted_too, seed, rounds)
                group += 1
        programs, stallers = _share(planted * 2 // 3, blocks, block), _share(planted, blocks, block)
        yield by_games.two_block, (block, BLOCK, programs, stallers, seed)


def _share(planted: int, blocks: int, block: int) -> int:
    return planted * (block + 1) // blocks - planted * block // blocks


def run(piece: Piece) -> tuple[str, Any]:
    function, arguments = piece
    return function.__name__, function(*arguments)


def simulated(
    honest: int, planted: int, seed: int, processes: int, say: Callable[[str], None], worlds: Sequence[str] = WORLDS
) -> dict[str, Outcome]:
    """Return the outcome of each check of these worlds; gifts also among `drawn` honest players."""
    found = {kind: Outcome() for kind in (engine_likeness.KIND, stalling.KIND, gifts.KIND)}
    names = {
        "shared_world": shared.KIND,
        "one_sided_world": one_sided.KIND,
        "abuse_world": abuse.KIND,
        "forfeits_world": forfeits.KIND,
    }
    choices: dict[int, list[gifts.Costly]] = {}
    work = [piece for piece in pieces(honest, planted, seed) if WORLD_OF[piece[0].__name__] in worlds]
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for number, (name, made) in enumerate(pool.imap(run, work), 1):
            if name == "two_block":
                for kind, outcome in made.items():
                    found[kind].merge(outcome)
            elif name == "three_group":
                found[gifts.KIND].merge(made[0])
                choices[number] = made[1]
            else:
                found[names[name]] = made
            if number % SAID == 0 or number == len(work):
                say(f"{number} of {len(work)} pieces, {time.monotonic() - begun:.0f} s; {_so_far(found)}")
    pool_of_choices = [choice for number in sorted(choices) for choice in choices[number]]
    if pool_of_choices:
        found["gifts (drawn)"] = by_games.drawn_world(pool_of_choices, honest, seed)
    return {kind: outcome for kind, outcome in found.items() if outcome.honest}


def _so_far(found: dict[str, Outcome]) -> str:
    return ", ".join(
        f"{kind}: {len(one.found)} of {one.planted} found, {len(one.alarms)} alarms among {one.honest}"
        for kind, one in sorted(found.items())
    )


def table(found: dict[str, Outcome]) -> list[str]:
    """Return the table as lines of Markdown."""
    rows = [
        "| flag | honest (judged) | false alarms | per 1,000 honest (95 %) | planted | found | recall (95 %) |"
        " precision (95 %) | strongest honest |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in sorted(found):
        one = found[kind]
        alarms, caught = len(one.alarms), len(one.found)
        low, high = interval(alarms, one.honest)
        strongest = max((strength for strength, right in one.strengths if not right), default=0)
        rows.append(
            f"| {kind} | {one.honest} ({len(one.judged)}) | {alarms} | "
            f"{1000 * alarms / max(1, one.honest):.2f} ({1000 * low:.2f}–{1000 * high:.2f}) | "
            f"{one.planted or '–'} | {caught if one.planted else '–'} | {_part(caught, one.planted)} | "
            f"{_part(caught, caught + alarms) if one.planted else '–'} | {strongest / 1000:.2f} |"
        )
    return rows


def _part(hits: int, tries: int) -> str:
    if not tries:
        return "–"
    low, high = interval(hits, tries)
    return f"{hits / tries:.0%} ({low:.0%}–{high:.0%})"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fair_play_run", description=__doc__)
    parser.add_argument("--honest", type=int, default=3000)
    parser.add_argument("--planted", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--worlds", nargs="+", choices=WORLDS, default=WORLDS, help="(default: all)")
    asked = parser.parse_args()

    def say(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    begun = time.monotonic()
    found = simulated(asked.honest, asked.planted, asked.seed, asked.processes, say, asked.worlds)
    for line in table(found):
        print(line)
    print(f"\nhonest {asked.honest}, planted {asked.planted}, seed {asked.seed}: {time.monotonic() - begun:.0f} s")
    return 0 if all(len(one.alarms) * 1000 <= one.honest for one in found.values() if one.honest >= 1000) else 1


if __name__ == "__main__":
    sys.exit(main())
