"""The arithmetic of ratings: known values, and invariants for all numbers."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo
from ratings.rating_update import Chair, Move, Standing, fold

VALUES = st.integers(0, 400_000)
GAMES = st.integers(0, 60)
AT_MS = 1_800_000_000_000


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Chair[int]], dict[int, Standing]]:
    """A finished game of two to six participants, each on one seat."""
    count = draw(st.integers(2, 6))
    ranks = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    standings = {n: Standing(value=draw(VALUES), games=draw(GAMES)) for n in range(count)}
    return [Chair(n, n, 1 + sum(other < rank for other in ranks)) for n, rank in enumerate(ranks)], standings


def moved(moves: list[Move]) -> list[int]:
    return [move.after.value - move.before for move in moves]


@pytest.mark.parametrize(
    ("lead", "millionths"),
    [(0, 500_000), (100, 640_065), (200, 759_747), (400, 909_091), (800, 990_099), (4000, 1_000_000)],
)
def test_known_expectations(lead: int, millionths: int) -> None:
    assert elo.expectation((1500 + lead) * 100, 150_000) == millionths
    assert elo.expectation(150_000, (1500 + lead) * 100) == 1_000_000 - millionths


def test_everyone_begins_with_1500_and_is_provisional_for_ten_games_with_a_larger_k_for_twenty() -> None:
    assert Standing() == Standing(value=150_000, games=0, wins=0, draws=0, streak=0, best_streak=0)
    assert (Standing().peak, Standing().peak_ms, Standing().last_ms) == (None, None, None)
    assert [elo.is_provisional(games) for games in (0, 9, 10, 11)] == [True, True, False, False]
    assert [elo.k_factor(games) for games in (0, 19, 20, 21)] == [40, 40, 20, 20]
    (won, lost) = fold([Chair(0, "a", 1), Chair(1, "b", 2)], {"a": Standing(), "b": Standing()}, AT_MS)
    assert won == Move(150_000, 500_000, 1_000_000, 40, Standing(152_000, 1, 1, 0, 1, 1, last_ms=AT_MS))
    assert lost == Move(150_000, 500_000, 0, 40, Standing(148_000, 1, 0, 0, -1, 0, last_ms=AT_MS))


def test_a_known_game_of_two() -> None:
    """1613 wins against 1609, draws with 1477, loses to 1388, at K = 20: computed by hand from the formula."""
    played = {(1613, 1609, 1): Decimal("9.88"), (1613, 1477, 0): Decimal("-3.73"), (1613, 1388, -1): Decimal("-15.70")}
    for (own, other, came), points in played.items():
        ranks = (2 - came, 2)
        standings = {n: Standing(value=value * 100, games=30) for n, value in enumerate((own, other))}
        moves = fold([Chair(0, 0, ranks[0]), Chair(1, 1, ranks[1])], standings, AT_MS)
        assert moved(moves) == [int(points * 100), -int(points * 100)]


def test_a_known_game_of_three() -> None:
    """Equal ratings: the first wins twice (+20 of 40), the others lose to it and draw with one another (−10 each)."""
    moves = fold([Chair(0, "a", 1), Chair(1, "b", 2), Chair(2, "c", 2)], dict.fromkeys("abc", Standing()), AT_MS)
    assert moved(moves) == [2000, -1000, -1000]
    assert [(move.score, move.expectation, move.k) for move in moves] == [
        (1_000_000, 500_000, 40), (250_000, 500_000, 40), (250_000, 500_000, 40),
    ]  # fmt: skip


@given(VALUES, VALUES, st.integers(0, 100_000))
def test_expectations_complete_one_another_and_grow(one: int, other: int, more: int) -> None:
    expected = elo.expectation(one, other)
    assert 0 <= expected <= elo.ONE
    assert expected + elo.expectation(other, one) == elo.ONE
    assert elo.expectation(one + more, other) >= expected
    assert elo.expectation(one + more, other + more) == expected


@given(VALUES, VALUES)
def test_expectations_are_the_formula_s(one: int, other: int) -> None:
    assert abs(elo.expectation(one, other) - 1e6 / (1 + 10 ** ((other - one) / 40_000))) < 0.501


@given(st.integers(-(10**9), 10**9), st.integers(1, 1000))
def test_rounding_is_to_the_nearest_and_the_same_both_ways(numerator: int, denominator: int) -> None:
    nearest = elo.rounded(numerator, denominator)
    assert 2 * abs(nearest * denominator - numerator) <= denominator
    assert elo.rounded(-numerator, denominator) == -nearest


@given(tables())
def test_whatever_is_won_is_lost_by_equal_k(table: tuple[list[Chair[int]], dict[int, Standing]]) -> None:
    chairs, standings = table
    moves = fold(chairs, {who: Standing(value=standing.value) for who, standing in standings.items()}, AT_MS)
    # Exactly for two; for more, the rounding of each seat may leave half a hundredth.
    assert abs(sum(moved(moves))) <= (0 if len(chairs) == 2 else len(chairs) // 2)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_seats_means_nothing(table: tuple[list[Chair[int]], dict[int, Standing]], random: Random) -> None:
    chairs, standings = table
    shuffled = random.sample(chairs, len(chairs))
    moves = {chair.who: move for chair, move in zip(chairs, fold(chairs, standings, AT_MS), strict=True)}
    assert {chair.who: move for chair, move in zip(shuffled, fold(shuffled, standings, AT_MS), strict=True)} == moves


@given(tables(), st.data())
def test_a_better_rank_is_never_worth_less(
    table: tuple[list[Chair[int]], dict[int, Standing]], data: st.DataObject
) -> None:
    chairs, standings = table
    at = data.draw(st.integers(0, len(chairs) - 1))
    better = [Chair(c.number, c.who, data.draw(st.integers(0, c.rank)) if c.number == at else c.rank) for c in chairs]
    before, after = (moved(fold(some, standings, AT_MS)) for some in (chairs, better))
    assert after[at] >= before[at]
    assert all(after[n] <= before[n] for n in range(len(chairs)) if n != at)


@given(tables())
def test_no_rating_changes_by_more_than_k_and_each_change_adds_up(
    table: tuple[list[Chair[int]], dict[int, Standing]],
) -> None:
    chairs, standings = table
    for chair, move in zip(chairs, fold(chairs, standings, AT_MS), strict=True):
        assert move.k == (40 if standings[chair.who].games < 20 else 20)
        assert move.after.value == move.before + elo.change(move.k, move.score, move.expectation)
        assert abs(move.after.value - move.before) <= move.k * 100
        assert move.after.games == standings[chair.who].games + 1


@given(tables())
def test_an_annulled_game_moves_nothing(table: tuple[list[Chair[int]], dict[int, Standing]]) -> None:
    chairs, standings = table
    for chair, move in zip(chairs, fold(chairs, standings, AT_MS, annulled=True), strict=True):
        assert (move.k, move.after) == (0, standings[chair.who])


def test_a_level_on_two_seats_plays_two_games_and_adds_them_up() -> None:
    chairs = [Chair(0, "ai", 1), Chair(1, "person", 2), Chair(2, "ai", 3)]
    standings = {"ai": Standing(value=160_000, games=19), "person": Standing(value=150_000, games=50)}
    first, person, second = fold(chairs, standings, AT_MS)
    alone = fold([Chair(0, "a", 1), Chair(1, "b", 2), Chair(2, "c", 3)],
                 {"a": standings["ai"], "b": standings["person"], "c": standings["ai"]}, AT_MS)  # fmt: skip
    assert moved([first, person, second]) == moved(alone)
    assert (second.before, second.after.games) == (first.after.value, 21)
    assert first.k == second.k == 40


def test_streaks_peaks_and_counts() -> None:
    """After 9 wins the rating is still provisional; the peak is the first established rating, then the highest."""
    standing, values = Standing(value=150_000), []
    for n, rank in enumerate([1] * 9 + [2, 1, 1, 2, 2]):
        chairs = [Chair(0, "own", rank), Chair(1, "other", 3 - rank)]
        standing = fold(chairs, {"own": standing, "other": Standing()}, AT_MS + n)[0].after
        values.append(standing.value)
        assert (standing.peak is None) == (n < 9)
    assert (standing.games, standing.wins, standing.draws) == (14, 11, 0)
    assert (standing.streak, standing.best_streak) == (-2, 9)
    assert (standing.peak, standing.peak_ms) == (max(values[9:]), AT_MS + 11)
    shared = [Chair(0, "own", 1), Chair(1, "other", 1)]
    after = fold(shared, {"own": standing, "other": Standing()}, AT_MS)[0].after
    assert (after.wins, after.draws, after.streak) == (11, 1, 0)
