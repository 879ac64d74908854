"""Rating systems compared by simulation (`world.py`), as tables in Markdown: `python -m tests.tools.rating_systems`
(`make ratings`).
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.tools.rating_systems.systems import OpenSkill
from tests.tools.rating_systems.world import SPREAD, Report, simulate


def show(report: Report, games: int) -> None:
    kind = "learning" if report.learning else "steady"
    print(f"\n## The {kind} world: {games} games of {report.players} players\n")
    print("Our ratings' distance from the strength, by games played (means made equal)\n")
    print("| games of the player | players | RMSE, points |\n| --- | --- | --- |")
    for count, (many, error) in report.by_games.items():
        print(f"| {count} | {many} | {error:.0f} |")
    print(
        "\nDistance from the strength of all with 10 games or more: RMSE in points (in brackets: after the best line)\n"
    )
    marks = list(report.checkpoints)
    print("| after games | " + " | ".join(map(str, marks)) + " |\n" + "| --- " * (len(marks) + 1) + "|")
    for system in report.systems[:-1]:
        native = not isinstance(system, OpenSkill)  # OpenSkill's points have another scale
        found = [report.checkpoints[mark][system.name] for mark in marks]
        shown = [f"{own:.0f} ({line:.0f})" if native else f"({line:.0f})" for own, line in found]
        print(f"| {system.name} | " + " | ".join(shown) + " |")
    print("\nPredictions of pairs: log loss (lower is better), calibration error, and log loss after rescaling\n")
    print("| system | all games | somebody provisional | last half | calibration error | best factor | rescaled |")
    print("| --- " * 7 + "|")
    for system in report.systems:
        judge = report.judges[system.name]
        factor, rescaled = judge.rescaled()
        losses = " | ".join(f"{judge.mean(index):.4f}" for index in range(3))
        print(f"| {system.name} | {losses} | {100 * judge.calibration_error:.2f} % | {factor:.2f} | {rescaled:.4f} |")
    print("\nCalibration in the last half: predicted % → came true %\n")
    compared = [report.systems[0], *report.systems[-3:-1]]
    print("| predicted | " + " | ".join(f"{system.name} | pairs" for system in compared) + " |")
    print("| --- " * (1 + 2 * len(compared)) + "|")
    for index in range(10, 20):
        cells = []
        for system in compared:
            pairs, predicted, came = report.judges[system.name].bins[index]
            share = f"{100 * predicted / pairs:.1f} → {100 * came / pairs:.1f}" if pairs else "–"
            cells.append(f"{share} | {pairs:.0f}")
        print(f"| {5 * index}–{5 * index + 5} % | " + " | ".join(cells) + " |")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.rating_systems", description="Rating systems compared."
    )
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spread", type=float, default=SPREAD, help="standard deviation of strengths, in points")
    parser.add_argument("--anybody", action="store_true", help="anybody meets anybody, in place of near ratings")
    options = parser.parse_args()
    began = time.monotonic()
    for learning in (False, True):
        report = simulate(
            options.games, options.seed, learning=learning, spread=options.spread, near=not options.anybody
        )
        show(report, options.games)
    print(f"\n{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
