"""The component file of Forgotten Treasures, and the refusal of a bad one by domino and reason (docs/rules.md A1,
B1).
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from engine import dominoes, registry
from engine.dominoes import BadComponents, Block, built_in, parse

NAME = "forgotten_treasures_dominoes"
SET = built_in(NAME)


def test_the_totals_that_the_rulebook_prints() -> None:
    """90 unique dominoes, 36 blocks and 36 icons of each of five colours."""
    assert len(SET.ids) == 90
    blocks = Counter(block.colour for face in SET.faces for block in face)
    icons = Counter(dict.fromkeys(range(5), 0))
    for face in SET.faces:
        for block in face:
            icons[block.colour] += block.icons.bit_count()
    assert set(blocks.values()) == {36}
    assert set(icons.values()) == {36}
    half_turned = [{(a, b), (b.turned(180), a.turned(180))} for a, b in SET.faces[1:]]
    assert all(not one & other for i, one in enumerate(half_turned) for other in half_turned[:i])


@pytest.mark.parametrize(("rotation", "icons"), [(0, 0b0001), (90, 0b0010), (180, 0b0100), (270, 0b1000)])
def test_icons_turn_clockwise(rotation: int, icons: int) -> None:
    """tl → tr → br → bl → tl."""
    assert Block(0, 0b0001).turned(rotation).icons == icons
    assert Block(0, 0b1111).turned(rotation).icons == 0b1111


def broken(change: str) -> bytes:
    raw: Any = copy.deepcopy(json.loads(dominoes.content(NAME)))
    first = raw["dominoes"][6]
    match change:
        case "colour":
            first["blocks"][0]["colour"] = "pink"
        case "quadrant":
            first["blocks"][1]["icons"] = ["middle", "tl"]
        case "twice":
            first["blocks"][1]["icons"] = ["tl", "tl"]
        case "icons":
            first["blocks"][0]["icons"] = ["tl"]
        case "blocks":
            first["blocks"].append({"colour": "blue", "icons": []})
        case "id":
            first["id"] = 70
    return json.dumps(raw).encode()


@pytest.mark.parametrize("change", ["colour", "quadrant", "twice", "icons", "blocks", "id"])
def test_a_bad_domino_is_named(change: str) -> None:
    with pytest.raises(BadComponents, match="domino 7"):
        parse(broken(change))


@pytest.mark.parametrize("content", [b"", b"[", b"{}", b"[]", b'{"colours": 3, "dominoes": 4}'])
def test_an_invalid_domino_file_is_refused(content: bytes) -> None:
    with pytest.raises(BadComponents, match="domino file"):
        parse(content)


def test_the_list_of_built_in_files_is_true() -> None:
    folder = files("engine").joinpath("data")
    listed = dict(line.split()[::-1] for line in folder.joinpath("SHA256SUMS").read_text().splitlines())
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(".json")]
    assert listed == {name: hashlib.sha256(folder.joinpath(name).read_bytes()).hexdigest() for name in names}
    assert dominoes.built_in_files() == set(listed.values())
    assert all(rules.components_sha256 in listed.values() for rules in registry.GAMES)
