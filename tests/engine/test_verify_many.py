"""`python -m engine verify` on files with a game on each line."""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import published, verify
from engine.__main__ import main
from engine.export import Export, export, from_log, read
from engine.position import Event
from engine.simulate import random_game

GAMES = [("forgotten-treasures", 1), ("pyramido", 2), ("silver-gold-pyramids", 2)]


def game(number: int) -> tuple[Export, dict[str, Any]]:
    key, seats = GAMES[number % 3]
    options = {"seats": seats} | ({"legend": "a"} if seats == 1 else {})
    position, events = random_game(key, options, random.Random(number))
    made = from_log(events)
    assert msgspec.to_builtins(made) == msgspec.to_builtins(read(export(position, events)))
    return made, msgspec.to_builtins(made)


def rated(number: int, **change: Any) -> bytes:
    """A line of a public file."""
    document, _ = game(number)
    events = list(document.events)
    start = events[0]
    outcome = events[-1].payload["outcome"]
    line = published.RatedGame(
        format="pyramido-rated-game/1",
        id="abc",
        finished_ms=events[-1].at_ms,
        terms={},
        pool=published.Pool("live", "people"),
        players=tuple(
            published.Player(seat, None, None, False, 150_000, 151_000, rank, score)
            for seat, (rank, score) in enumerate(zip(outcome["ranks"], outcome["scores"], strict=True))
        ),
        game=document,
    )
    assert isinstance(start, Event)
    return published.as_json(msgspec.structs.replace(line, **change))


def run(content: bytes, tmp_path: Path, name: str = "games.ndjson") -> int:
    file = tmp_path / name
    file.write_bytes(content)
    return main(["verify", str(file)])


def test_each_line_is_verified_and_faults_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [published.as_json(game(number)[0]) for number in range(3)]
    assert lines[0] == published.as_json(read(lines[0]))  # whatever the order of the fields was
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
    assert said[0].startswith("line 2: event 5: ") and said[1].startswith("line 4: this is no export")
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


def test_what_stands_beside_the_export_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(rated(1), tmp_path, "one.json") == 1
    assert capsys.readouterr().out.startswith("line 1: its rated is True")
    changed = (rated(1, finished_ms=5), rated(1, players=()), b'{"format":"pyramido-rated-game/1","mine":1}\n')
    assert run(b"".join(changed), tmp_path) == 1
    said = capsys.readouterr().out
    assert "line 1: its finished_ms is 5" in said and "line 2: its " in said and "line 3: this is no export" in said
