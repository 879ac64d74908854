"""The verifier in TypeScript (docs/clients/typescript/verifier), written from the documents alone, agrees with
`python -m engine verify` on games of all kinds, and on forged ones.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import convert, to_builtins

from engine.core import JSON
from engine.export import export
from engine.newtypes import SeatNumber
from engine.position import Event
from engine.simulate import random_game
from tests import sampling
from tests.engine.lively import CLOCKED, RATED, lively
from tests.engine.tables import TABLES, Table
from tests.engine.test_replay import rechain
from tests.engine.test_verify_fuzz import verified
from tests.site.infrastructure.patching import copied

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "docs" / "clients" / "typescript" / "verifier"
GAMES_OF_A_KIND = 30 if sampling.tier() == sampling.WHOLE else 2
FORGERIES_OF_A_GAME = 10

pytestmark = [pytest.mark.typescript, pytest.mark.slow(20), pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the compiled verifier: older Nodes cannot run TypeScript."""
    folder = tmp_path_factory.mktemp("verifier")
    subprocess.run([ROOT / "node_modules" / ".bin" / "tsc", "--project", SOURCE, "--outDir", folder], check=True)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder / "main.js"


def sentences(program: Path, games: list[JSON], folder: Path) -> list[str]:
    """Return what the verifier says of each game; one process reads all of them. Fail where the engine disagrees."""
    file = folder / "games.ndjson"
    file.write_text("".join(f"{json.dumps(game)}\n" for game in [*games, games[0]]))
    command = [str(shutil.which("node")), str(program), "--data", str(ROOT / "engine" / "data"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    said = re.findall(r"^.*, line \d+: (.*)$", done.stdout, re.MULTILINE)[:-1]
    assert len(said) == len(games)
    wrong = {number for number, one in enumerate(said) if one.startswith("wrong: ")}
    assert done.returncode == (1 if wrong else 0)
    ours = {int(line.split(":")[0].removeprefix("line ")) - 1: line for line in verified(file)[1][:-1]}
    ours.pop(len(games), None)
    differ = {number: (said[number], ours.get(number)) for number in wrong ^ ours.keys()}
    assert not differ, differ
    return said


def games_of(table: Table, first: int, count: int) -> Iterator[JSON]:
    """Yield exports: quiet games, and those in which players leave, pause, ask and are late."""
    rules, options = table
    for seed in range(first, first + count):
        rng = Random(seed)
        if seed % 2:
            ended = random_game(rules.key, options, rng, resubmit=0.05, take_back=0.05)
        else:
            ai = {SeatNumber(1): "greedy"} if seed % 3 == 0 and options["seats"] > 1 else None
            ended = lively(table, seed, ends=rng.choice([0, 0.002, 0.01]), ai=ai, agreed=rng.choice([CLOCKED, RATED]))
        yield json.loads(json.dumps(export(*ended)))


def test_it_agrees_on_games_of_all_kinds(program: Path, tmp_path: Path) -> None:
    first = sampling.seed() % 2**30
    games = [game for table in TABLES for game in games_of(table, first, GAMES_OF_A_KIND)]
    said = sentences(program, games, tmp_path)
    assert all(one.startswith("checked: ") for one in said), said
    events = re.findall(r"(\d+) hashes", " ".join(said))
    assert [int(number) for number in events] == [len(game["events"]) for game in games]


def rehashed(game: JSON) -> JSON:
    """Return the game with hashes that fit, as a careful forger would make it."""
    return game | {"events": to_builtins(rechain(convert(game["events"], list[Event])))}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every object or list within a value, with each of its keys."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def other(value: Any, rng: Random) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool) or value is None:
        return rng.choice([0, not value])
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 7])
    if isinstance(value, str):
        return rng.choice(["red", "action", "", value[::-1] + "x"])
    return rng.choice([value[1:], [*value, value[-1]]]) if isinstance(value, list) and value else {"x": 1}


def forged(game: JSON, rng: Random) -> JSON:
    """Return the game with one thing changed somewhere, and hashes that fit."""
    game = copied(game)
    events = game["events"]
    at = rng.randrange(len(events))
    what = rng.choice(["change", "change", "change", "remove", "add", "leave out", "repeat", "swap"])
    if what == "leave out":
        del events[at]
    elif what == "repeat":
        events.insert(at, copied(events[at]))
    elif what == "swap":
        events[at], events[at - 1] = events[at - 1], events[at]
    else:
        body = {name: events[at][name] for name in ("seat", "kind", "payload")}
        where, key = rng.choice(list(places(body)))
        top = where is body
        where = events[at] if top else where
        if what == "remove" and not top:
            del where[key]
        elif what == "add" and isinstance(where, dict) and not top:
            where["late"] = True
        else:
            where[key] = other(where[key], rng)
    for seq, event in enumerate(events):
        event["seq"] = seq
    try:
        return rehashed(game)
    except ValueError:
        return game


def test_it_agrees_on_games_in_which_one_thing_was_changed(program: Path, tmp_path: Path) -> None:
    first = sampling.seed() % 2**30
    rng = Random(first)
    games = [game for table in TABLES for game in games_of(table, first, max(1, GAMES_OF_A_KIND // 10))]
    made = [forged(game, rng) for game in games for _ in range(FORGERIES_OF_A_GAME)]
    said = sentences(program, made, tmp_path)
    assert sum(one.startswith("wrong: ") for one in said) > len(said) * 0.6


def replaced(game: JSON, path: str, value: Any) -> JSON:
    """Return the game with the value at a path such as `events.3.seat`, and hashes that fit."""
    game = copied(game)
    *names, last = [int(name) if re.fullmatch(r"-?\d+", name) else name for name in path.split(".")]
    where: Any = game
    for name in names:
        where = where[name]
    where[last] = value
    return game if path.endswith(".hash") else rehashed(game)


def test_it_says_what_is_wrong(program: Path, tmp_path: Path) -> None:
    position, events = random_game("forgotten-treasures", {"seats": 2}, Random(7))
    game: JSON = json.loads(json.dumps(export(position, events)))
    last = len(events) - 1
    outcome = game["events"][last]["payload"]["outcome"]
    took = game["events"][1]["payload"]
    resumed = game["events"][1] | {"seq": 2, "kind": "resumed", "seat": None, "payload": {}}
    later = [event | {"seq": event["seq"] + 1} for event in game["events"][2:]]
    cases = {
        r"event 5: hash is ": replaced(game, "events.5.hash", "0" * 64),
        r"commitment is ": replaced(game, "secret", "0" * 64),
        r"event 0: payload\.facts\[0\]": replaced(game, "nonces", game["nonces"][::-1]),
        r"options\.legend belongs to solo games only": replaced(game, "options", {"seats": 2, "legend": "a"}),
        r"event 1: payload\.facts\[0\]\.domino is 91; it must be ": replaced(
            game, "events.1.payload.facts.0.domino", 91
        ),
        r"event 1: the domino of space \d is not face up": replaced(
            game, "events.1.payload.action.space", next(n for n in (2, 4) if n != took["action"]["space"])
        ),
        r"event 1: seat \d is not to move, but \d": replaced(game, "events.1.seat", 1 - game["events"][1]["seat"]),
        r"event 2: at_ms is 0, earlier": replaced(game, "events.2.at_ms", 0),
        r"event 3: “draw” is no kind of event": replaced(game, "events.3.kind", "draw"),
        r"event 2: the game is not paused": rehashed(game | {"events": [*game["events"][:2], resumed, *later]}),
        rf"event {last}: payload\.outcome\.scores\[0\] is ": replaced(
            game, f"events.{last}.payload.outcome.scores.0", outcome["scores"][0] + 1
        ),
        rf"event {last}: payload\.outcome\.ranks\[0\] is ": replaced(
            game, f"events.{last}.payload.outcome.ranks", outcome["ranks"][::-1]
        ),
        rf"event {last - 1}: the log ends here": game | {"events": game["events"][:-1]},
        rf"event {last + 1}: the game has ended": rehashed(
            game | {"events": [*game["events"], game["events"][1] | {"seq": last + 1, "at_ms": 2**40}]}
        ),
        r"it cannot be read, since there are more than 64 levels": replaced(
            game, "components", {"sha256": json.loads("[" * 70 + "]" * 70)}
        ),
        r"it cannot be read, since there is no value, or a number that is no integer": replaced(
            game, "rules_version", 1.5
        ),
    }
    said = sentences(program, list(cases.values()), tmp_path)
    for expected, sentence in zip(cases, said, strict=True):
        assert re.match(f"wrong: {expected}", sentence), (expected, sentence)
