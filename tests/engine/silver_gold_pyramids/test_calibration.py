"""docs/rules.md D1.3: the yield of the built-in cards when greedy plays against itself, over 500 named games (in the
first tier the first 60).

`python -m tests.engine.silver_gold_pyramids.test_calibration` prints the figures of docs/ai.md.
"""

from __future__ import annotations

from collections import Counter
from statistics import mean, stdev

import pytest

from engine.ai import players
from engine.ai.match import play
from engine.silver_gold_pyramids.rules import SilverGoldPyramids
from engine.silver_gold_pyramids.state import Explorer, State
from tests import sampling

pytestmark = pytest.mark.slow(5)

GAMES = [f"calibration {number}" for number in range(60 if sampling.tier() == sampling.FIRST else 500)]


def explorers() -> list[Explorer]:
    """Return the two explorers of each game, at its end."""
    rules, greedy = SilverGoldPyramids(), players.get("greedy")
    ended: list[State] = [play(rules, {"seats": 2}, [greedy, greedy], name) for name in GAMES]
    return [explorer for state in ended for explorer in state.explorers]


def test_the_cards_yield_what_the_ruling_says() -> None:
    found = explorers()
    assert len(found) == 2 * len(GAMES)
    assert 80 <= mean(explorer.total for explorer in found) <= 130
    assert 5 <= mean(len(explorer.finished_cards) for explorer in found) <= 9


def main() -> None:
    found = explorers()
    scores = [explorer.total for explorer in found]
    print(f"score: mean {mean(scores):.1f}, spread {stdev(scores):.1f}, {min(scores)} to {max(scores)}")
    print(f"finished pyramids: mean {mean(len(explorer.finished_cards) for explorer in found):.2f}")
    for number, count in sorted(Counter(len(explorer.finished_cards) for explorer in found).items()):
        print(f"  {number:2}: {count}")
    for ten, count in sorted(Counter(score // 10 * 10 for score in scores).items()):
        print(f"  {ten}–{ten + 9}: {count}")
    sheets = [explorer.sheet for explorer in found]
    print(f"torches {mean(5 * sheet.torches.bit_count() for sheet in sheets):.1f}", end=", ")
    print(f"pyramid points {mean(sum(map(sum, sheet.pyramids)) for sheet in sheets):.1f}", end=", ")
    print(f"gems {mean(sheet.gems for sheet in sheets):.1f}, skulls {-mean(sheet.skull for sheet in sheets):.1f}")
    print(f"marked skulls: mean {mean(sheet.skulls for sheet in sheets):.1f}")


if __name__ == "__main__":
    main()
