"""`make mutants`: draw mutants, try them on every core, and report which survived."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.sampling import ROOT
from tests.tools.mutants.mutations import Mutant, draw, module_of, mutants
from tests.tools.mutants.targets import NONE_SURVIVES, TARGETS, Target
from tests.tools.mutants.trials import SLACK, Outcome, Trial, Trials, preload, prepared

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
RESULTS = ROOT / "var" / "mutants"
MOST_SURVIVORS = 0.05
FIRST = ("tests/games/record/test_writer.py",)
"""Tests that import nearly all that others need, and make the database."""


@dataclass(frozen=True)
class Tried:
    """A mutant and what became of it."""

    target: Target
    mutant: Mutant
    how: str
    processor_seconds: float

    @property
    def survived(self) -> bool:
        return self.how == "survived"


def equivalents(file: Path = EQUIVALENT) -> dict[tuple[str, str, str], str]:
    """Return the reasons of mutants that are known to be equivalent, by path and lines of the diff.

    Raise ValueError for an entry without a reason.
    """
    known = {}
    for entry in tomllib.loads(file.read_text(encoding="utf-8")).get("mutant", []):
        if not entry["reason"]:
            raise ValueError(f"the entry of {entry['path']}, {entry['removed']!r}, has no reason")
        known[entry["path"], entry["removed"], entry["added"]] = entry["reason"]
    return known


def key_of(mutant: Mutant) -> tuple[str, str, str]:
    return (mutant.path, *mutant.lines)


def stale(known: dict[tuple[str, str, str], str], every: list[Mutant]) -> list[str]:
    """Return the entries that no mutant has, a sentence each."""
    lines = {(path, line) for path, removed, _ in known for line in removed.splitlines()}
    found = {key_of(mutant) for mutant in every if (mutant.path, mutant.line) in lines}  # changing a file takes 50 ms
    return [f"{path}: no mutant makes {added!r} of {removed!r}" for path, removed, added in sorted(set(known) - found)]


def all_mutants(targets: tuple[Target, ...] = TARGETS) -> dict[Mutant, Target]:
    """Return the mutants of all targets, by place."""
    return {mutant: target for target in targets for mutant in mutants(target.path, target.functions)}


def state_of_the_code() -> str:
    """A digest of the commit and of what is changed since: the results of another state do not count."""

    def git(*arguments: str) -> bytes:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout

    parts = git("rev-parse", "HEAD"), git("diff", "HEAD", "--", "*.py"), git("status", "--porcelain")
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


class Kept:
    """Results on disk, a line each, so that an interrupted run goes on where it stopped."""

    def __init__(self, file: Path, state: str) -> None:
        self.file = file
        self.known: dict[str, tuple[str, float]] = {}
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        if lines[:1] == [state]:
            for name, how, seconds in map(json.loads, lines[1:]):
                self.known[name] = how, seconds
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{state}\n", encoding="utf-8")

    def add(self, tried: Tried) -> None:
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps([tried.mutant.name, tried.how, round(tried.processor_seconds, 2)]) + "\n")


def limits(trials: Trials, targets: set[Target]) -> dict[tuple[str, ...], float]:
    """Return the processor time (s) that a trial of these tests may take, from a trial of the unchanged code.

    Raise SystemExit if a test fails there.
    """
    found: dict[tuple[str, ...], float] = {}

    def done(tests: Any, outcome: Outcome) -> None:
        if not outcome.survived:
            raise SystemExit(f"{outcome.output}\nwithout any mutant: {outcome.how}: {' '.join(tests)}")
        found[tests] = SLACK * (1 + outcome.processor_seconds)

    several = dict.fromkeys(target.tests for target in targets)
    trials.run([(tests, Trial(tests)) for tests in several], done)
    return found


def run(drawn: list[Mutant], targets: dict[Mutant, Target], kept: Kept, slots: int) -> Iterator[Tried]:
    """Try the mutants and yield the results."""
    missing = [mutant for mutant in drawn if mutant.name not in kept.known]
    for mutant in drawn:
        if mutant.name in kept.known:
            yield Tried(targets[mutant], mutant, *kept.known[mutant.name])
    if not missing:
        return
    results: list[Tried] = []
    began = time.monotonic()
    with prepared() as folder:
        trials = Trials(folder, slots)
        trials.run([(FIRST, Trial(FIRST))], lambda key, outcome: None)
        preload(folder)
        limit = limits(trials, {targets[mutant] for mutant in missing})
        print(f"the unchanged code passes ({time.monotonic() - began:.0f} s)", flush=True)

        def done(mutant: Mutant, outcome: Outcome) -> None:
            tried = Tried(targets[mutant], mutant, outcome.how, outcome.processor_seconds)
            kept.add(tried)
            results.append(tried)
            if tried.survived:
                print(f"survived: {mutant.name}\n{mutant.diff}", flush=True)
            if len(results) % 20 == 0:
                left = (time.monotonic() - began) / len(results) * (len(missing) - len(results))
                print(f"{len(results)} of {len(missing)}, about {left / 60:.0f} minutes left", flush=True)

        def planned() -> Iterator[tuple[Mutant, Trial]]:
            for mutant in missing:
                tests = targets[mutant].tests
                yield mutant, Trial(tests, module_of(mutant.path), mutant.path, mutant.source, limit[tests])

        trials.run(planned(), done)
    yield from results


def report(tried: list[Tried], known: dict[tuple[str, str, str], str]) -> int:
    """Print survivors by file and figures by area. Return 1 where too many survived."""
    equal = {one.mutant for one in tried if one.survived and key_of(one.mutant) in known}
    survivors = [one for one in tried if one.survived and one.mutant not in equal]
    by_file: dict[str, list[Tried]] = defaultdict(list)
    for one in survivors:
        by_file[one.mutant.path].append(one)
    for path, some in sorted(by_file.items()):
        print(f"\n{path}: {len(some)} survived")
        for one in some:
            print(f"\n{one.mutant.name}\n{one.mutant.diff}")
    print("\n| area | mutants | survived | equivalent | too long or broken | processor s each |")
    print("| --- | --- | --- | --- | --- | --- |")
    for area in (*dict.fromkeys(target.area for target in TARGETS), "all"):
        some = [one for one in tried if area in (one.target.area, "all")]
        if some:
            left = [one for one in survivors if area in (one.target.area, "all")]
            same = sum(one.mutant in equal for one in some)
            odd = sum(one.how in ("too long", "broken") for one in some)
            each = sum(one.processor_seconds for one in some) / len(some)
            print(f"| {area} | {len(some)} | {len(left)} | {same} | {odd} | {each:.1f} |")
    counted = len(tried) - len(equal)
    share = len(survivors) / max(1, counted)
    strict = [one for one in survivors if one.target.area in NONE_SURVIVES]
    print(f"\n{len(survivors)} of {counted} survived: {share:.1%} (below {MOST_SURVIVORS:.0%} is required)")
    if strict:
        print(f"{len(strict)} survived where none may: {', '.join(NONE_SURVIVES)}")
    return int(share >= MOST_SURVIVORS or bool(strict))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.mutants", description="Test the tests by mutants.")
    parser.add_argument("--count", type=int, default=1000, help="how many are drawn (0: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slots", type=int, default=os.cpu_count() or 1, help="how many are tried at a time")
    parser.add_argument("--only", default="", help="areas or paths that contain this")
    options = parser.parse_args()
    chosen = tuple(one for one in TARGETS if options.only in one.area or options.only in one.path)
    targets = all_mutants(chosen)
    known = equivalents()
    old = stale(known, list(all_mutants()))
    if old:
        print("\n".join([f"{EQUIVALENT.name} is out of date:", *old]))
        return 1
    drawn = draw(list(targets), options.count or len(targets), options.seed)
    print(f"{len(drawn)} of {len(targets)} mutants, seed {options.seed}", flush=True)
    name = f"{options.seed}-{options.count}-{options.only.replace('/', '_')}"
    kept = Kept(RESULTS / name.removesuffix("-"), state_of_the_code())
    return report(list(run(drawn, targets, kept, options.slots)), known)


if __name__ == "__main__":
    sys.exit(main())
