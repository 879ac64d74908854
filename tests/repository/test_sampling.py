"""The first tier draws from a seed: the same seed the same tests, all seeds together every test."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests import sampling
from tests.repository.tree import ROOT

COMMITTING = pytest.mark.django_db(transaction=True)


class Item:
    """A test with marks, which stand at the node `at` (its own by default)."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator, at: str = "") -> None:
        self.nodeid = nodeid
        self.marks = {one.name: one.mark for one in marks}
        self.at = SimpleNamespace(nodeid=at or nodeid)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)

    def iter_markers_with_node(self, name: str) -> list[tuple[Any, pytest.Mark]]:
        return [(self.at, self.marks[name])] if name in self.marks else []


def run_ids(items: list[Any], *, on_postgresql: bool = False, other_database: bool = True) -> set[str]:
    left_out = sampling.left_out(items, on_postgresql=on_postgresql, other_database=other_database)
    return {one.nodeid for one in items if one not in left_out}


@pytest.fixture
def seed(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda number: monkeypatch.setenv(sampling.SEED_VARIABLE, str(number))


def test_of_the_cases_of_a_test_one_of_so_many_runs_and_each_one_some_time(seed: Any) -> None:
    mark = pytest.mark.sampled(one_of=3)
    items = [Item(f"a.py::test[{number}]", mark) for number in range(6)]
    seen: set[str] = set()
    for number in range(50):
        seed(number)
        ran = run_ids(items)
        assert len(ran) == 2
        assert ran == run_ids(items)
        seen |= ran
    assert seen == {one.nodeid for one in items}


def test_a_file_and_a_name_are_families_too(seed: Any) -> None:
    seed(1)
    of_a_file = [Item(f"a.py::test_{name}", pytest.mark.sampled(one_of=2), at="a.py") for name in "abcd"]
    assert len(run_ids(of_a_file)) == 2
    named = pytest.mark.sampled(one_of=3, of="whole games")
    assert len(run_ids([Item(f"{name}.py::test", named) for name in "abc"])) == 1


def test_tests_without_the_mark_always_run(seed: Any) -> None:
    seed(1)
    items = [Item(f"a.py::test_{name}") for name in "abcd"]
    assert len(run_ids(items)) == 4


def test_in_the_browser_whatever_could_lose_a_move_runs_and_some_of_the_rest(seed: Any) -> None:
    always = [Item(f"tests/browser/test_{name}.py::test_a") for name in ("trouble", "unsent_move", "two_browsers")]
    others = [
        Item(f"tests/browser/test_{name}.py::test_a")
        for name in ("chat", "desk", "endings", "home", "offline", "placing", "replay", "sounds", "study")
    ]
    marked = [Item(f"tests/browser/test_solo_game.py::test[{n}]", pytest.mark.sampled(one_of=3)) for n in range(3)]
    seen: set[str] = set()
    for number in range(90):
        seed(number)
        ran = run_ids([*always, *others, *marked])
        assert ran >= {one.nodeid for one in always}
        assert len(ran) == len(always) + len(others) // sampling.IN_BROWSER_ONE_OF + 1
        seen |= ran
    assert seen == {one.nodeid for one in (*always, *others, *marked)}


def test_a_test_that_two_databases_could_run_runs_on_one_of_them(seed: Any) -> None:
    in_pages = "tests/games/pages/test_tables.py::test_{}"
    committing = [Item(in_pages.format(f"commits_{number}"), COMMITTING) for number in range(40)]
    others = [Item(in_pages.format(number), pytest.mark.django_db) for number in range(80)]
    in_turn = {one.nodeid for one in (*committing, *others)}
    seen: tuple[set[str], set[str]] = set(), set()
    for number in range(60):
        seed(number)
        sqlite, postgresql = (run_ids([*committing, *others], on_postgresql=full) for full in (False, True))
        assert sqlite | postgresql == in_turn
        assert not sqlite & postgresql
        assert 5 < len(postgresql & {one.nodeid for one in committing}) < 35
        assert 0 < len(postgresql & {one.nodeid for one in others}) < 30
        seen[0].update(sqlite)
        seen[1].update(postgresql)
    assert seen == (in_turn, in_turn)


def test_both_databases_have_what_could_lose_a_game_and_each_what_is_true_of_it_alone(seed: Any) -> None:
    on_both = [
        Item("tests/games/record/test_writer.py::test_a", pytest.mark.django_db),
        Item("tests/games/deadlines/test_deadlines.py::test_b", COMMITTING),
    ]
    of_one = [Item(f"tests/site/test_logs.py::test_{name}", getattr(pytest.mark, name), COMMITTING)
              for name in ("sqlite", "postgres", "redis", "private_postgres")]  # fmt: skip
    without_any = [Item(f"tests/engine/test_perft.py::test_{number}") for number in range(8)]
    always = [*on_both, *of_one, *without_any]
    for number in range(10):
        seed(number)
        for on_postgresql in (False, True):
            assert run_ids(always, on_postgresql=on_postgresql) == {one.nodeid for one in always}


def test_where_there_is_no_postgresql_everything_runs_on_sqlite(seed: Any) -> None:
    items = [Item(f"tests/games/pages/test_tables.py::test_{number}", COMMITTING) for number in range(8)]
    for number in range(10):
        seed(number)
        assert len(run_ids(items, other_database=False)) == 8


@pytest.mark.parametrize("said", ["one", "-1", "1.5", str(2**32)])
def test_a_seed_that_is_none_is_refused(seed: Any, said: str) -> None:
    seed(said)
    with pytest.raises(ValueError, match=f"SEED={said}: it must be a number from 0 to 4294967295"):
        sampling.seed()


def test_without_a_seed_it_is_the_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(sampling.SEED_VARIABLE, raising=False)
    monkeypatch.setattr(sampling, "_commit", lambda: "00000010" + "f" * 32)
    assert sampling.seed() == 16


def test_examples_are_fewer_in_the_first_tier_and_more_in_the_whole_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for tier, count in ((sampling.FIRST, 10), ("", 30), (sampling.WHOLE, 300)):
        monkeypatch.setenv(sampling.TIER_VARIABLE, tier)
        assert sampling.examples(30) == count
        assert sampling.examples(30, of_secrets=True) == max(count, 30)


def test_what_always_runs_is_there() -> None:
    always = (*sampling.ON_BOTH_DATABASES, *sampling.WHOLE_IN_BROWSER)
    assert [path for path in always if not (ROOT / path).exists()] == []
