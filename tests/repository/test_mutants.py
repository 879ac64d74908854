"""The tools that test the tests: which mutants there are, what a sample is, and when `make mutants` and `make coverage`
fail.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.repository.tree import ROOT
from tests.tools import branch_coverage
from tests.tools.mutants import __main__ as tool
from tests.tools.mutants import mutations
from tests.tools.mutants.mutations import Mutant, draw, mutants, spans_of
from tests.tools.mutants.targets import NONE_SURVIVES, TARGETS
from tests.tools.mutants.trials import Outcome

SOURCE = '''
from functools import cache
from typing import Final

LIMIT: Final[int] = 3


@cache
def below(number: int | None, text: str = "one") -> bool:
    """Return whether the number is below 3 and its text is “one”."""
    assert number != 4
    return number is not None and number < LIMIT and text == "one"


def other() -> int:
    return 1
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    mutations.read.cache_clear()
    (tmp_path / "small.py").write_text(SOURCE)
    return "small.py"


def changes(some: list[Mutant]) -> set[str]:
    return {mutant.lines[1] for mutant in some}


def test_what_cannot_change_a_result_is_not_mutated(file: str) -> None:
    found = changes(mutants(file))
    assert {"LIMIT: Final[int] = 4", "return 2"} <= found
    assert {line for line in found if "number <= LIMIT" in line.replace("  ", " ")}
    assert not {line for line in found if "assert" in line or "def " in line}
    assert not {line for line in found if 'text is "one"' in line}
    assert "" not in found  # which removing @cache would be


def test_functions_are_chosen_by_name(file: str) -> None:
    assert changes(mutants(file, ("other",))) == {"return 2", "return 0"}
    with pytest.raises(LookupError, match="there is no nothing"):
        mutants(file, ("nothing",))


def test_a_sample_is_drawn_from_a_seed_place_by_place(file: str) -> None:
    every = mutants(file)
    places = {mutant.start for mutant in every}
    assert draw(every, 5, 1) == draw(every, 5, 1) != draw(every, 5, 2)
    assert {mutant.start for mutant in draw(every, len(places), 3)} == places
    assert Counter(draw(every, len(every) + 1, 4)) == Counter(every)


def test_the_names_of_mutants_are_their_own(file: str) -> None:
    every = mutants(file)
    assert len({mutant.name for mutant in every}) == len(every)


def test_the_functions_and_tests_of_every_target_are_there() -> None:
    for target in TARGETS:
        assert len(spans_of(target.path, target.functions)) == len(target.functions)
        for test in target.tests:
            path, _, name = test.partition("[")[0].partition("::")
            assert (ROOT / path).exists(), test
            assert not name or f"def {name}(" in (ROOT / path).read_text(), test
    assert {target.area for target in TARGETS} > set(NONE_SURVIVES)


def test_no_known_equivalent_mutant_is_out_of_date() -> None:
    known = tool.equivalents()
    paths = {path for path, _, _ in known}
    every = [mutant for target in TARGETS if target.path in paths for mutant in mutants(target.path, target.functions)]
    assert not tool.stale(known, every)


def test_a_stale_or_unexplained_entry_is_noticed(file: str, tmp_path: Path) -> None:
    entry = '[[mutant]]\npath = "small.py"\nremoved = "return 1"\nadded = "return {}"\nreason = "{}"\n'
    listed = tmp_path / "equivalent.toml"
    listed.write_text(entry.format(2, "a reason") + entry.format(7, "another"))
    known = tool.equivalents(listed)
    assert tool.stale(known, mutants(file)) == ["small.py: no mutant makes 'return 7' of 'return 1'"]
    listed.write_text(entry.format(2, ""))
    with pytest.raises(ValueError, match="has no reason"):
        tool.equivalents(listed)


some_mutants = cache(mutants)


def tried(survivors: int, area: str, count: int = 100) -> list[tool.Tried]:
    target = next(one for one in TARGETS if one.area == area)
    some = some_mutants(target.path, target.functions)[:count]
    return [
        tool.Tried(target, mutant, "survived" if number < survivors else "a test failed", 1)
        for number, mutant in enumerate(some)
    ]


@pytest.mark.parametrize(
    ("area", "survivors", "status"), [("pyramid", 0, 0), ("pyramid", 4, 0), ("pyramid", 5, 1), ("hashes", 1, 1)]
)
def test_it_fails_where_too_many_survive(
    area: str, survivors: int, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    some = tried(survivors, area)
    assert tool.report(some, {}) == status
    said = capsys.readouterr().out
    assert f"{survivors} of 100 survived" in said
    assert all((one.mutant.diff in said) == one.survived for one in some[:6])


def test_equivalent_mutants_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    some = tried(1, "hashes")
    assert tool.report(some, {tool.key_of(some[0].mutant): "a reason"}) == 0
    assert "0 of 99 survived" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("status", "how"), [(0, "survived"), (1, "a test failed"), (4, "broken"), (-24, "too long"), (-9, "too long")]
)
def test_an_outcome_is_a_word(status: int, how: str) -> None:
    assert Outcome(status, 1, 1, "").how == how


IN_A_TRIAL = """
from tests.tools.mutants.trials import Trial, Trials, prepared

TESTS = ("tests/engine/test_turn_order.py",)
source = open("engine/ranking.py").read()
changed = source.replace("other > mine", "other < mine")
assert changed != source
with prepared() as folder:
    for trial in (Trial(TESTS), Trial(TESTS, "engine.ranking", "engine/ranking.py", changed)):
        Trials(folder, 1).run([(trial.module, trial)], lambda name, outcome: print(name, outcome.how))
"""


def test_a_trial_runs_on_the_changed_source_and_leaves_the_file_alone() -> None:
    before = (ROOT / "engine" / "ranking.py").read_bytes()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYRAMIDO_"))}
    done = subprocess.run(
        [sys.executable, "-c", IN_A_TRIAL], cwd=ROOT, env=inherited, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["None survived", "engine.ranking a test failed"], done.stderr
    assert (ROOT / "engine" / "ranking.py").read_bytes() == before


def test_results_of_the_same_code_are_kept(tmp_path: Path) -> None:
    one = tried(1, "hashes", 1)[0]
    tool.Kept(tmp_path / "var" / "1-10", "a").add(one)
    assert tool.Kept(tmp_path / "var" / "1-10", "a").known == {one.mutant.name: ("survived", 1)}
    assert tool.Kept(tmp_path / "var" / "1-10", "b").known == {}


def test_too_little_coverage_of_a_folder_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def figures(branches: int) -> dict[str, Any]:
        summary = {"num_statements": 50, "covered_lines": 50, "num_branches": 100, "covered_branches": branches}
        return {"summary": summary}

    document = tmp_path / "coverage.json"
    good = {f"{folder}/a.py": figures(95) for folder in branch_coverage.FOLDERS}
    document.write_text(json.dumps({"files": good}))
    assert branch_coverage.report(document) == 0
    document.write_text(json.dumps({"files": good | {"games/time/terms.py": figures(94)}}))
    assert branch_coverage.report(document) == 1
    said = capsys.readouterr().out
    assert "| games/time | 100 of 100 | 100.0 % | 189 of 200 | 94.5 % |" in said
    assert "| games/time/terms.py | 50 of 50 | 100.0 % | 94 of 100 | 94.0 % |" in said
