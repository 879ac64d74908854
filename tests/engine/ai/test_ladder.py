"""The arithmetic of the ladder, and a short ladder that is played (docs/ai.md)."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.__main__ import main
from engine.ai.ladder import Game, Tally, elo_of, expected, pairs, run, seatings, table


def game(seating: str, *ranks: int) -> Game:
    scores = tuple(100 - 10 * rank for rank in ranks)
    return Game(tuple(seating), scores, ranks, (0.5,) * len(seating), (10,) * len(seating))


def test_every_player_sits_on_every_seat() -> None:
    assert seatings(("a", "b"), 2) == (("a", "b"), ("b", "a"))
    assert seatings(("a", "b"), 3) == (
        ("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"),
        ("b", "a", "a"), ("a", "b", "a"), ("a", "a", "b"),
    )  # fmt: skip
    assert pairs(["a", "b", "c"], alone=False) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert pairs(["a", "b"], alone=True) == [("a", "legend"), ("b", "legend")]


def test_wins_shared_wins_and_losses() -> None:
    tally = Tally("a", "b")
    tally.add([game("ab", 1, 2), game("ba", 1, 2)])
    tally.add([game("ab", 1, 1), game("ba", 2, 1)])
    report = tally.report()
    assert (report["games"], report["wins"], report["shared"], report["losses"]) == (4, 2, 1, 1)
    assert tally.results == [0.5, 0.75]
    assert report["share"] == 0.625
    assert report["elo"] == elo_of(0.625) == 89
    assert report["players"][0] == {
        "player": "a", "mean_score": 87.5, "decisions_per_game": 10.0, "cpu_ms_per_game": 500.0,
    }  # fmt: skip


def test_the_legend_is_the_other_side_of_a_table_for_one() -> None:
    tally = Tally("a", "legend")
    tally.add([game("a", 1, 2)])
    tally.add([game("a", 2, 1)])
    report = tally.report()
    assert (report["wins"], report["losses"]) == (1, 1)
    assert [side["mean_score"] for side in report["players"]] == [85.0, 85.0]


def test_elo() -> None:
    assert [elo_of(part) for part in (0.0, 0.5, 0.75, 0.25, 1.0)] == [None, 0, 191, -191, None]
    assert expected(191) == pytest.approx(0.75, abs=0.001)


@pytest.mark.parametrize("chance", [0.5, 0.7, 0.95, 0.99])
@pytest.mark.parametrize("shuffles", [5, 10, 20, 100])
def test_an_interval_holds_the_truth_nineteen_times_in_twenty(chance: float, shuffles: int) -> None:
    rng = Random(4)
    held = 0
    for _ in range(300):
        tally = Tally("a", "b")
        for _ in range(shuffles):
            tally.add([game("ab", *((1, 2) if rng.random() < chance else (2, 1))) for _ in range(2)])
        low, high = tally.interval()
        held += low <= chance <= high
    assert held / 300 >= 0.92


def test_all_won_leaves_the_more_open_the_fewer_there_were() -> None:
    bounds = []
    for shuffles in (1, 10, 100):
        tally = Tally("a", "b")
        for _ in range(shuffles):
            tally.add([game("ab", 1, 2), game("ba", 2, 1)])
        low, high = tally.interval()
        assert high == 1.0
        bounds.append(low)
    assert bounds == sorted(bounds) and bounds[0] < 0.3 < 0.65 < bounds[1] < 0.72 < 0.95 < bounds[2] < 0.97


def stops_after(chance: float, rng: Random, elo: float) -> tuple[int, float]:
    tally = Tally("a", "b")
    while not tally.decided(elo):
        tally.add([game("ab", *((1, 2) if rng.random() < chance else (2, 1))) for _ in range(2)])
    return len(tally.games), tally.mean()


def test_the_sequential_test_errs_rarely_and_stops_the_sooner_the_clearer() -> None:
    rng = Random(5)
    slight = [stops_after(expected(30), rng, 30) for _ in range(60)]
    clear = [stops_after(0.8, rng, 30) for _ in range(60)]
    assert sum(part > 0.5 for _, part in slight) >= 54
    assert all(part > 0.5 for _, part in clear)
    assert max(games for games, _ in clear) < sum(games for games, _ in slight) / 60


def test_nothing_is_decided_before_ten_shuffles() -> None:
    tally = Tally("a", "b")
    for _ in range(9):
        tally.add([game("ab", 1, 2), game("ba", 2, 1)])
        assert not tally.decided(30)
    tally.add([game("ab", 1, 2), game("ba", 2, 1)])
    assert tally.decided(30)


def test_a_short_ladder_is_the_same_on_one_process_and_on_two() -> None:
    found = []
    for processes in (1, 2):
        names = ["random", "greedy"]
        (report,) = run("silver-gold-pyramids", {"seats": 2}, names, 7, processes=processes, seed="short")
        assert (report["games"], report["wins"]) == (8, 8)
        for side in report["players"]:
            side.pop("cpu_ms_per_game")
        found.append(report)
    assert found[0] == found[1]
    assert found[0]["players"][0]["player"] == "greedy"


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = "ladder --game silver-gold-pyramids --players random,greedy --games 2 --processes 1"
    assert main(words.split()) == 0
    printed, progress = capsys.readouterr()
    *rows, empty, line = printed.splitlines()
    assert rows[0].startswith("| player | against |") and rows[2].startswith("| greedy | random | 2 | 2 – 0 – 0 |")
    document = json.loads(line)
    assert not empty and table(document["pairs"]) == "\n".join(rows)
    assert "2/2 games" in progress


@pytest.mark.parametrize(
    "words",
    ["--players greedy,greedy", "--players greedy", "--players random,greedy --games 0", "--games -3 --players a,b",
     "--players random,greedy --processes 0", "--players random,greedy --stop-at -5", "--players random,,greedy"],
)  # fmt: skip
def test_impossible_measurements_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status: object = main(["ladder", "--game", "silver-gold-pyramids", *words.split()])
    except SystemExit as end:
        status = end.code
    printed, said = capsys.readouterr()
    assert status == 2
    assert printed == "" and "Traceback" not in said and said


def test_an_unknown_player_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "--game", "silver-gold-pyramids", "--players", "greedy,genius", "--games", "2"]) == 2
    assert "Unknown player “genius”" in capsys.readouterr().err
