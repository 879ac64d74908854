"""`python -m engine verify` on arbitrary files: an exit status and a sentence, never a traceback."""

from __future__ import annotations

import copy
import gzip
import json
import random
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import convert, to_builtins

from engine import registry, table_verbs
from engine.__main__ import main
from engine.export import export
from engine.newtypes import UnixMs
from engine.position import Event
from engine.simulate import random_game
from tests.engine.lively import crowded, lively, rated_line, started
from tests.engine.test_replay import rechain
from tests.sampling import examples
from tests.seats import SEAT_0

DEEP = [10, 60, 64, 65, 300, 984, 990, 1000, 5000, 100_000]
"""Depths of nesting; Python itself fails at around 1,000, in different places."""


@cache
def documents() -> list[dict[str, Any]]:
    """Return real documents of all kinds: with all verbs, rated, with an AI, solo, with secret submissions."""
    solo = random_game("forgotten-treasures", {"seats": 1, "legend": "the"}, random.Random(1))
    secret = next(
        game for seed in range(50)
        if (game := lively((registry.get("silver-gold-pyramids"), {"seats": 2}), seed, ends=0.001))[0].over
    )  # fmt: skip
    made = [export(*crowded()), rated_line(), rated_line(2, "greedy"), export(*solo), export(*secret), small()]
    return [json.loads(json.dumps(one)) for one in made]


@cache
def small() -> dict[str, Any]:
    """Return a game that ends at once."""
    step = started("pyramido", {"seats": 2}, random.Random(1))
    end = table_verbs.resign(
        step.position, SEAT_0, at_ms=UnixMs(2000), clocks=lambda before, after, at_ms: {"seats": [None, None]}
    )
    return export(end.position, [*step.events, *end.events])


WORDS = st.sampled_from(
    ["start", "timed_out", "grace", "paused", "seats", "0" * 64, "\ud800", "\0", "\x1b[2J", "１", ""]
)
NUMBERS = st.sampled_from([-1, 0, 1, 4, 2**31, 2**53, 2**64, -(2**70), 10**400, 1.0, 1.5, 1e308])
LEAVES = st.none() | st.booleans() | st.integers() | NUMBERS | st.text(max_size=5) | WORDS
NAMES = st.text(max_size=5) | st.sampled_from(["clocks", "seats", "table", "ai", "late", "format", "facts", "é", "__x"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3), max_leaves=6
)
MARK = "put-something-deep-here"


def first_payload(game: Any) -> Any:
    try:
        said = game["events"][0]["payload"]
    except (KeyError, IndexError, TypeError):
        return None
    return said if isinstance(said, dict) else None


def place(document: Any, rng: random.Random) -> tuple[Any, Any]:
    """Return an object or list somewhere in a document and a key of it; often within the first event."""
    game = document.get("game") if isinstance(document.get("game"), dict) else document
    if rng.random() < 0.3 and (said := first_payload(game)):
        return said, rng.choice(list(said))
    while True:
        keys: list[Any] = list(document) if isinstance(document, dict) else list(range(len(document)))
        key = rng.choice(keys)
        if not isinstance(document[key], dict | list) or not document[key] or rng.random() < 0.25:
            return document, key
        document = document[key]


def spoil(document: dict[str, Any], data: st.DataObject, rng: random.Random) -> None:
    where, key = place(document, rng)
    what = data.draw(st.sampled_from(["replace", "replace", "remove", "add", "swap", "deep"]))
    if what == "remove":
        del where[key]
    elif what == "swap":
        there, other = place(document, rng)
        where[key], there[other] = copy.deepcopy(there[other]), copy.deepcopy(where[key])
    else:
        value = MARK if what == "deep" else data.draw(VALUES)
        if what == "add" and isinstance(where, dict):
            where[data.draw(NAMES)] = value
        elif what == "add":
            where.insert(key, value)
        else:
            where[key] = value


def with_fitting_hashes(document: dict[str, Any]) -> None:
    """Recompute the hashes as a careful forger would, wherever that is possible."""
    game = document.get("game") if isinstance(document.get("game"), dict) else document
    try:
        events = convert(game["events"], list[Event])  # type: ignore[index]
        game["events"] = to_builtins(rechain(events))  # type: ignore[index]
    except (ValueError, KeyError, TypeError, RecursionError):
        return


def line_of(document: dict[str, Any], data: st.DataObject, rng: random.Random) -> bytes:
    deep = data.draw(st.sampled_from(DEEP))
    opening, closing = data.draw(st.sampled_from([("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")]))
    inner = opening * deep + "1" + closing * deep
    text = json.dumps(document, ensure_ascii=data.draw(st.booleans()), allow_nan=True).replace(f'"{MARK}"', inner)
    if data.draw(st.integers(0, 9)) == 0:
        text = text.replace("{", '{"seq": 1, "seq": 2,', data.draw(st.integers(1, 3)))
    raw = text.encode(errors="surrogatepass")
    match data.draw(st.integers(0, 19)):
        case 0:
            raw = raw[: rng.randrange(len(raw))]
        case 1:
            at = rng.randrange(len(raw))
            raw = raw[:at] + data.draw(st.binary(max_size=8)) + raw[at + data.draw(st.integers(0, 8)) :]
    return raw


@pytest.mark.slow(20)
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data())
def test_whatever_a_line_holds_the_next_one_is_checked(data: st.DataObject) -> None:
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    document = copy.deepcopy(data.draw(st.sampled_from(documents())))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(document, data, rng)
    if data.draw(st.booleans()):
        with_fitting_hashes(document)
    line = line_of(document, data, rng)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.ndjson"
        file.write_bytes(line + b"\n" + json.dumps(small()).encode() + b"\n")
        status, said = verified(file)
        counted = re.fullmatch(r"(\d+) games verified, (\d+) faults", said[-1])
        assert counted is not None, said
        good, faults = map(int, counted.groups())
        assert good >= 1 and len(said) == faults + 1 and status == (1 if faults else 0)
        assert all(re.match(r"line \d+: ", one) and one.isprintable() for one in said[:-1])
        alone = Path(folder) / "game.json"
        alone.write_bytes(gzip.compress(line) if data.draw(st.booleans()) else line)
        assert main(["verify", str(alone)]) in (0, 1, 2)


def verified(file: Path) -> tuple[int, list[str]]:
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("builtins.print", lambda *words, **_: said.append(" ".join(map(str, words))))
        return main(["verify", str(file)]), said


@pytest.mark.parametrize("name", ["clocks", "table", "facts", "options", "seats"])
def test_no_depth_is_a_traceback(name: str, tmp_path: Path) -> None:
    """The depth at which Python fails depends on its version and on the depth of the callers, so all depths are
    tried.
    """
    document = copy.deepcopy(small())
    document["events"][0]["payload"][name] = MARK
    text = json.dumps(document)
    file = tmp_path / "games.ndjson"
    with file.open("w") as lines:
        for deep in [*range(1, 1100), 5000, 100_000]:
            print(text.replace(f'"{MARK}"', "[" * deep + "]" * deep), file=lines)
        print(json.dumps(small()), file=lines)
    status, said = verified(file)
    assert status == 1 and said[-1] == "1 games verified, 1101 faults"


@pytest.mark.parametrize("table", ["free text", ["rated"], {"rated": 1}, {}, None])
def test_a_rated_line_without_terms_is_one_fault(table: Any, tmp_path: Path) -> None:
    line = copy.deepcopy(rated_line())
    line["game"]["events"][0]["payload"]["table"] = table
    with_fitting_hashes(line)
    file = tmp_path / "games.ndjson"
    file.write_text(f"{json.dumps(line)}\n{json.dumps(small())}\n")
    status, said = verified(file)
    assert status == 1 and said[-1] == "1 games verified, 1 faults"


def test_every_one_of_these_documents_verifies_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    file.write_text("".join(f"{json.dumps(one)}\n" for one in documents()))
    assert verified(file) == (0, ["6 games verified, 0 faults"])
