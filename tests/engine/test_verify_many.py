"""`python -m engine verify` on files with a game on each line."""

from __future__ import annotations

import copy
import gzip
import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import published, table_verbs, verify
from engine.__main__ import main
from engine.export import Export, export, from_log, read
from engine.position import Event
from engine.simulate import random_game
from tests.engine.lively import CLOCKED, RATED, rated_line, say, started
from tests.engine.test_replay import rechain
from tests.seats import SEAT_1

GAMES = [("forgotten-treasures", 1), ("pyramido", 2), ("silver-gold-pyramids", 2)]


def game(number: int) -> tuple[Export, dict[str, Any]]:
    key, seats = GAMES[number % 3]
    options = {"seats": seats} | ({"legend": "a"} if seats == 1 else {})
    position, events = random_game(key, options, random.Random(number))
    made = from_log(events)
    assert msgspec.to_builtins(made) == msgspec.to_builtins(read(export(position, events)))
    return made, msgspec.to_builtins(made)


def run(content: bytes, tmp_path: Path, name: str = "games.ndjson") -> int:
    file = tmp_path / name
    file.write_bytes(content)
    return main(["verify", str(file)])


def run_json(line: dict[str, Any], tmp_path: Path) -> int:
    return run(json.dumps(line).encode() + b"\n", tmp_path)


def test_each_line_is_verified_and_faults_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [published.as_json(game(number)[0]) for number in range(3)]
    assert lines[0] == published.as_json(read(lines[0]))  # whatever the order of the fields
    assert run(b"".join(lines), tmp_path, "mine.json") == 0
    assert capsys.readouterr().out == "3 games verified, 0 faults\n"
    wrong = game(1)[1]
    wrong["events"][5]["at_ms"] += 1
    unpaired = game(2)[1]
    unpaired["components"]["content"] = "\ud800"
    bad = [json.dumps(one).encode() + b"\n" for one in (wrong, unpaired)]
    faulty = [lines[0], bad[0], b"\n", b'{"format": "other"}\n', b"[1\n", lines[2], bad[1]]
    assert run(gzip.compress(b"".join(faulty)), tmp_path, "mine.ndjson.gz") == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("line 2: event 5: ") and said[1].startswith("line 4: this is not an export")
    assert said[2].startswith("line 5: ") and said[4] == "2 games verified, 4 faults"
    assert said[3].startswith("line 7: the content of the component file")


def test_standard_input_and_files_that_were_cut_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = b"".join(published.as_json(game(number)[0]) for number in range(2))
    for content in (lines, gzip.compress(lines)):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert main(["verify", "-"]) == 0
    assert capsys.readouterr().out == "2 games verified, 0 faults\n" * 2
    assert run(gzip.compress(lines)[:-30], tmp_path, "cut.ndjson.gz") == 1
    assert "line 2: the compressed file is damaged" in capsys.readouterr().out
    assert run(gzip.compress(lines)[:40], tmp_path, "cut.json") == 2
    assert "damaged" in capsys.readouterr().err
    assert run(lines[:-40], tmp_path) == 1
    assert "line 2: " in capsys.readouterr().out


def test_one_export_may_be_gzipped_or_printed_over_many_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = game(1)[1]
    for content in (json.dumps(document, indent=1).encode(), gzip.compress(json.dumps(document).encode())):
        assert run(content, tmp_path, "game.json") == 0
        assert "seat 1 (" in capsys.readouterr().out


def test_a_line_that_is_too_long_is_a_fault_and_the_next_one_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = published.as_json(game(2)[0])
    monkeypatch.setattr(verify, "MOST_BYTES", len(line) + 1)
    assert run(b"[" * 3 * len(line) + b"\n" + line, tmp_path) == 1
    assert capsys.readouterr().out.splitlines()[1:] == ["1 games verified, 1 faults"]


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("its finished_ms is 5", {"finished_ms": 5}),
        ("its seats is []", {"players": []}),
        ("this is not an export", {"mine": 1}),
        ("this is not an export", {"id": "free text"}),
        ("this is not an export", {"id": 7}),
        ("this is not an export", {"id": "abc\n"}),
        ("its terms is {'time_control': 1.5}", {"terms": {"time_control": 1.5}}),
        ("its terms is ", {"terms": {**CLOCKED, "weekend": None, "vacation": 0}}),
        ("its terms is ", {"terms": {**CLOCKED, "weekend": None, "vacation": False, "rated": True}}),
        ("its terms is ", {"terms": {"time_control": {"system": "none"}, "weekend": None, "vacation": True}}),
        ("its pace is 'correspondence'", {"pool": {"pace": "correspondence", "population": "people"}}),
        ("this is not an export", {"pool": {"pace": "quick", "population": "people"}}),
        ("this is not an export", {"pool": {"pace": "live", "population": "everybody"}}),
        ("this is not an export", {"pool": "live"}),
    ],
)
def test_fields_beside_the_export_are_compared_with_it(
    said: str, change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_json({**rated_line(), **change}, tmp_path) == 1
    assert f"line 1: {said}" in capsys.readouterr().out


@pytest.mark.parametrize("ai", [None, "greedy"])
@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("its AIs is ", {"ai": "search:2000ms", "name": None}),
        ("this is not an export", {"ai": "No Such!", "name": None}),
        ("this is not an export", {"ai": 1.5}),
        ("this is not an export", {"ai": "greedy", "bot": True}),
        ("this is not an export", {"ai": "greedy", "name": "Ada"}),
        ("this is not an export", {"bot": 1}),
        ("this is not an export", {"rating_before": None}),
        ("this is not an export", {"rating_after": "150000"}),
        ("its ranks is ", {"rank": 4}),
        ("its scores is ", {"score": -100}),
        ("its scores is ", {"score": None}),
        ("its seats is ", {"seat": 2}),
    ],
)
def test_players_are_those_of_the_log(
    ai: str | None, said: str, change: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = copy.deepcopy(rated_line(1, ai))
    assert run_json(line, tmp_path) == 0
    line["players"][1] |= change
    assert run_json(line, tmp_path) == 1
    assert f"line 1: {said}" in capsys.readouterr().out


def test_where_a_program_plays_no_ratings_of_people_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = copy.deepcopy(rated_line())
    line["players"][0]["bot"] = True
    assert run_json(line, tmp_path) == 1
    assert "a program plays in the game" in capsys.readouterr().out
    line["pool"]["population"] = "bots"
    assert run_json(line, tmp_path) == 0
    line["players"][0]["bot"] = False
    assert run_json(line, tmp_path) == 1
    assert "no program plays in the game" in capsys.readouterr().out
    other = copy.deepcopy(rated_line(1, "greedy"))
    other["players"][1]["ai"] = None
    assert run_json(other, tmp_path) == 1
    assert "its AIs is " in capsys.readouterr().out


def test_no_aborted_game_is_in_a_public_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = copy.deepcopy(rated_line())
    begun = started("pyramido", {"seats": 3}, random.Random(1), table=RATED)
    step = table_verbs.abort(begun.position, SEAT_1, at_ms=begun.position.at_ms, clocks=say)
    line["game"] = export(step.position, [*begun.events, *step.events])
    assert run_json(line["game"], tmp_path) == 0, "alone it verifies"
    capsys.readouterr()
    assert run_json(line, tmp_path) == 1
    assert "line 1: its game was aborted" in capsys.readouterr().out


def test_only_rated_games_are_in_a_public_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = copy.deepcopy(rated_line())
    del line["game"]["events"][0]["payload"]["table"]["rated"]
    line["game"]["events"] = msgspec.to_builtins(rechain(msgspec.convert(line["game"]["events"], list[Event])))
    assert run_json(line, tmp_path) == 1
    assert capsys.readouterr().out.startswith("line 1: its rated is True, the log says False")


@pytest.mark.parametrize("content", [b"", b"\n", b" \n\n\t\n"])
@pytest.mark.parametrize("name", ["pyramido-2026-10.ndjson", "mine.json", "pyramido-2026-10.ndjson.gz"])
def test_without_a_game_there_is_nothing_to_verify(
    content: bytes, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(gzip.compress(content) if name.endswith(".gz") else content, tmp_path, name) == 1
    assert capsys.readouterr() == ("nothing to verify: there is no game in it\n", "")


def test_a_bad_first_line_hides_no_other_whatever_the_file_is_called(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = published.as_json(game(2)[0])
    for bad in (b"[1", b'{"format"', b"\xff\xfe", b"[" * 5000):
        assert run(bad + b"\n" + good, tmp_path, "mine.json") == 1
        said = capsys.readouterr().out.splitlines()
        assert said[0].startswith("line 1: ") and said[1:] == ["1 games verified, 1 faults"]


def test_a_terminal_that_cannot_show_every_character_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_text(json.dumps({**game(1)[1], "game": "日本"}) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(file)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith("0 games verified, 1 faults\n") and "\\u65e5" in done.stdout
