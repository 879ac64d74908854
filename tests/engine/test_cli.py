"""`python -m engine`, as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine import bench, export, registry, replay, simulate, table_verbs
from engine.__main__ import main
from engine.core import Rules
from tests.engine.lively import say, started
from tests.seats import SEAT_1


@pytest.mark.parametrize("table", [["--seats", "3"], ["--seats", "1"], ["--seats", "1", "--legend", "the"]])
def test_play_verify_show(table: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    assert main(["play", "--game", "forgotten-treasures", *table, "--seed", "7", "--out", str(file)]) == 0
    assert "scores" in capsys.readouterr().out
    document = json.loads(file.read_text())
    assert document["options"].get("legend") == (None if "3" in table else "the" if "the" in table else "a")
    assert main(["verify", str(file)]) == 0
    shown = capsys.readouterr().out
    outcome = document["events"][-1]["payload"]["outcome"]
    for seat, score in enumerate(outcome["scores"]):
        assert f"seat {seat}" in shown and f"{score} points, rank {outcome['ranks'][seat]}" in shown
    assert main(["show", str(file)]) == 0
    assert "over (completed)" in capsys.readouterr().out
    assert main(["show", str(file), "--at", "20"]) == 0
    assert capsys.readouterr().out.startswith("after event 20\nstage 1")


@pytest.mark.parametrize("rules", registry.GAMES, ids=lambda rules: rules.key)
def test_show_prints_every_game(rules: Rules[Any, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, events = simulate.random_game(rules.key, {"seats": 2}, Random(1))
    position = replay.fold(events[:30], position.secret, position.nonces)
    step = table_verbs.resign(position, position.to_move[0], at_ms=position.at_ms)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export.export(step.position, [*events[:30], *step.events])))
    assert main(["show", str(file)]) == 0
    last = capsys.readouterr().out
    outcome = step.position.outcome
    assert outcome is not None and f"over ({outcome.reason})" in last and "out (1)" in last
    assert all(f"seat {seat}: {score} points" in last for seat, score in enumerate(outcome.scores))
    assert main(["show", str(file), "--at", str(position.seq)]) == 0
    before = capsys.readouterr().out
    assert before.startswith(f"after event {position.seq}\n") and "over (" not in before and "out (" not in before


def test_the_bench_measures_every_game_beside_chess(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ROUNDS", "GAMES", "LISTED"):
        monkeypatch.setattr(bench, name, 1)
    assert main(["bench"]) == 0
    method, *lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert method["rounds"] == bench.ROUNDS and method["method"].startswith("every measurement is cut")
    assert {line["game"] for line in lines} == {rules.key for rules in registry.GAMES}
    figures = [line for line in lines if "figure" in line]
    assert all(line["per_second"] > 0 for line in figures)
    assert all(line["bytes_mean"] <= line["bytes_max"] for line in figures if line["figure"] == "views")
    ratios = [line for line in lines if "ratio" in line]
    assert len(ratios) == 2 * len(list(bench.tables()))
    assert all(line["met"] is (line["ratio"] >= line["aim"]) for line in ratios)


def test_the_bench_takes_the_best_of_all_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0, 2, 2, 3, 3, 4, 4, 8])  # seconds before and after each chunk
    monkeypatch.setattr(bench, "time", SimpleNamespace(process_time=lambda: next(times)))
    assert bench.measure({"a": lambda: 10, "b": lambda: 8}, rounds=2) == {"a": 10, "b": 8}


def test_a_seed_repeats_the_game_and_without_one_it_is_drawn(tmp_path: Path) -> None:
    files = [tmp_path / f"{n}.json" for n in range(4)]
    for file, seed in zip(files, (["--seed", "7"], ["--seed", "7"], [], []), strict=True):
        assert main(["play", "--game", "forgotten-treasures", *seed, "--out", str(file)]) == 0
    texts = [file.read_text() for file in files]
    assert texts[0] == texts[1]
    assert texts[2] != texts[3]


def test_verify_names_the_first_event_that_does_not_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    main(["play", "--game", "forgotten-treasures", "--seed", "7", "--out", str(file)])
    document = json.loads(file.read_text())
    taken = next(
        e for e in document["events"] if e["payload"].get("action", {}).get("type") == "take" and e["seq"] > 20
    )
    taken["payload"]["action"]["space"] = 1 + taken["payload"]["action"]["space"] % 5
    file.write_text(json.dumps(document))
    assert main(["verify", str(file)]) == 1
    assert f"event {taken['seq']}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        ({"secret": "00" * 32}, 1, "commitment"),
        ({"commitment": "00" * 32}, 1, "event 0"),
        ({"options": {"seats": 3}}, 1, "event 0"),
        ({"rules_version": 9}, 2, "version 9"),
        ({"game": "chess"}, 2, "chess"),
        ({"format": "other"}, 2, "format"),
        ({"secret": "xyz"}, 2, "hex"),
        ({"secret": "AB" * 32}, 2, "hex"),
        ({"options": {"seats": 2.0}}, 1, "event 0"),
        ({"options": {"seats": True}}, 1, "event 0"),
        ({"nonces": ["00"]}, 2, "32 bytes"),
        ({"nonces": []}, 1, "nonces"),
        ({"events": []}, 1, "empty"),
        ({"events": [1]}, 2, "events"),
        ({"components": {"sha256": "00"}}, 2, "component"),
        ({"components": {"sha256": "00", "content": "x"}}, 2, "content"),
        ({"extra": 1}, 2, "extra"),
    ],
)
def test_verify_says_what_is_wrong(
    change: dict, status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    main(["play", "--game", "forgotten-treasures", "--seed", "7", "--out", str(file)])
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    assert main(["verify", str(file)]) == status
    assert said in capsys.readouterr().err


def test_a_cut_off_export_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    main(["play", "--game", "forgotten-treasures", "--seed", "7", "--out", str(file)])
    document = json.loads(file.read_text())
    for keep in (40, len(document["events"]) - 1):
        file.write_text(json.dumps(document | {"events": document["events"][:keep]}))
        assert main(["verify", str(file)]) == 1
        assert f"event {keep}" in capsys.readouterr().err


def test_an_aborted_game_is_exported_with_its_secret_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = started("pyramido", {"seats": 2}, Random(3))
    assert begun.position.ended is False
    with pytest.raises(ValueError, match="secret"):
        export.export(begun.position, begun.events)
    step = table_verbs.abort(begun.position, SEAT_1, at_ms=begun.position.at_ms, clocks=say)
    document = export.export(step.position, [*begun.events, *step.events])
    assert document["secret"] == step.position.secret.hex() and len(document["nonces"]) == 2
    assert all(document["secret"] not in json.dumps(event) for event in document["events"])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert main(["verify", str(path)]) == 0
    assert "aborted, without a result" in capsys.readouterr().out
    for wrong in ({"events": document["events"][:-1]}, {"secret": "00" * 32}, {"nonces": ["00" * 32] * 2}):
        path.write_text(json.dumps({**document, **wrong}))
        assert main(["verify", str(path)]) == 1, wrong


@pytest.mark.parametrize(
    "content",
    [
        *(b"[", b"null", b"\xff\xfe", b"[]", b'{"format":"\xff"}', b"[" * 100_000),
        *(b'{"format": 1, "format": 1}', b'{"format": NaN}'),
    ],
    ids=range(8),
)
def test_an_invalid_export_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    assert main(["verify", str(file)]) == 2
    assert "export" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "missing.json")]) == 2


@pytest.mark.parametrize("at", ["-3", "100000"])
def test_show_knows_only_events_that_there_are(at: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    main(["play", "--game", "forgotten-treasures", "--seed", "7", "--out", str(file)])
    assert main(["show", str(file), "--at", at]) == 2
    assert f"no event {at}" in capsys.readouterr().err


def test_bad_options_are_reported_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--game", "forgotten-treasures", "--seats", "7"]) == 2
    assert "options" in capsys.readouterr().err
    assert main(["play", "--game", "forgotten-treasures", "--seats", "2", "--legend", "a"]) == 2
    assert "Legend" in capsys.readouterr().err


def test_it_runs_as_a_module_without_django(tmp_path: Path) -> None:
    script = "import sys, engine.__main__; sys.exit(any(m.startswith('django') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play", "--game", "forgotten-treasures", "--seed", "1"],
        check=True,
        capture_output=True,
    )
    assert json.loads(done.stdout)["format"] == "pyramido-game/1"
