"""How the phases of `make test` are laid out, and what `make check-all` writes of them."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path

import pytest

from tests import __main__ as runner
from tests import sampling
from tests.repository.tree import ROOT
from tests.tools import check_all

WAIT_S = 30


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tests.servers.run_folder", lambda: tmp_path)
    return tmp_path


def test_lanes_run_beside_one_another_and_show_each_phase_whole(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    both = threading.Barrier(2)

    def phase(name: str) -> runner.Result:
        both.wait(WAIT_S)  # the first of each lane, then the second
        status, _ = runner.finish([sys.executable, "-c", f"print('{name} one\\n{name} two')"], {})
        return runner.Result(passed=1, broken=status != 0)

    names = ("a", "b", "c", "d")
    monkeypatch.setattr(runner, "PHASES", {name: (f"Phase {name}", lambda _, name=name: phase(name)) for name in names})
    for lanes in ("LANES", "LANES_OF_ALL"):
        monkeypatch.setattr(runner, lanes, (("a", "c"), ("d", "b")))
    monkeypatch.setattr(runner, "IN_EITHER", ())
    results = runner.run_lanes([])
    assert [*results] == [*names]
    assert all(result.passed == 1 and not result.broken for result in results.values())
    said = capfd.readouterr().out
    for name in names:
        assert f"=== Phase {name}\n{name} one\n{name} two\n--- {name}: 1 passed, 0 failed in " in said


def test_the_lane_that_ends_first_takes_what_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last_has_run = threading.Event()

    def phase(name: str) -> runner.Result:
        if name == "last":
            last_has_run.set()
        return runner.Result(broken=name == "long" and not last_has_run.wait(WAIT_S))

    names = ("long", "short", "next", "last")
    monkeypatch.setattr(runner, "PHASES", {name: (name, lambda _, name=name: phase(name)) for name in names})
    monkeypatch.setattr(runner, "LANES", (("long",), ("short",)))
    monkeypatch.setattr(runner, "IN_EITHER", ("next", "last"))
    monkeypatch.delenv(sampling.TIER_VARIABLE, raising=False)
    results = runner.run_lanes([])
    assert [*results] == [*names]
    assert not any(result.broken for result in results.values())


def test_every_phase_has_a_lane() -> None:
    for lanes in ((*runner.LANES, runner.IN_EITHER), runner.LANES_OF_ALL):
        assert sorted(name for lane in lanes for name in lane) == sorted(runner.PHASES)


def test_the_processor_time_of_a_command_is_its_own_and_its_childrens(folder: Path) -> None:
    work = "import time\nwhile time.process_time() < 0.2: pass"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}]); sys.exit(3)"
    status, seconds = runner.finish([sys.executable, "-c", parent], {})
    assert status == 3
    assert seconds > 0.2


@pytest.mark.parametrize(
    ("arguments", "named"),
    [([], False), (["-q", "-x"], False), (["-k", "clock"], True), (["tests/engine"], True), (["README.md::x"], True)],
)
def test_whoever_names_tests_gets_them_all(arguments: list[str], named: bool) -> None:
    assert runner.names_tests(arguments) is named


def test_the_table_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    document = tmp_path / "testing.md"
    document.write_text(f"# Tests\n\n{check_all.HEADING}\nAn old table.\n")
    rows = [check_all.Row("`make lint`", "passed", 3, 2.4), check_all.Row("tests: full", "**failed**", 1234, 2000)]
    check_all.write(check_all.table(rows, "abc", 1300), document)
    said = document.read_text()
    assert said.startswith(f"# Tests\n\n{check_all.HEADING}\nCommit abc, ")
    assert "22 minutes in all" in said and "An old table" not in said
    assert said.endswith("| `make lint` | passed | 3 s | 2 s |\n| tests: full | **failed** | 1,234 s | 2,000 s |\n")
    document.write_text("# Tests\n")
    with pytest.raises(ValueError, match="has no line '## Last run of `make check-all`'"):
        check_all.write("table", document)


def test_the_document_has_a_place_for_it() -> None:
    assert check_all.DOCUMENT.read_text().count(check_all.HEADING) == 1


def test_every_target_it_makes_is_in_the_makefile() -> None:
    steps = [*map(check_all.make, check_all.CHECKS), *(step for lane in check_all.longer_tools(1) for step in lane)]
    makefile = (ROOT / "Makefile").read_text()
    targets = {step.command[1] for step in steps}
    assert targets >= {"lint", "simulate", "fair-play", "mutants"}
    assert not [target for target in targets if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)]


@pytest.mark.parametrize(("command", "result"), [("true", "passed"), ("false", "**failed**")])
def test_a_step_says_what_came_of_it(command: str, result: str, tmp_path: Path) -> None:
    row = check_all.run(check_all.Step("a step", (command,)), tmp_path / "log")
    assert (row.name, row.result) == ("`a step`", result)
