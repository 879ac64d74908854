"""docs/architecture.md: every stop of the ways through the house is where it says, and every path exists."""

from __future__ import annotations

import ast
import re

import pytest

from tests.repository.tree import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text()
WAYS = TEXT.partition("## Five ways through it")[2].partition("\n## ")[0]
STOP = re.compile(r"^\d+\. `(\S+\.py): ([\w.]+)`$", re.MULTILINE)
MOST_STOPS = 10


def ways() -> dict[str, list[tuple[str, str]]]:
    """Each way by its name, with its stops: file and function."""
    parts = re.split(r"^\*\*(.+?)\*\*", WAYS, flags=re.MULTILINE)[1:]
    return {name: STOP.findall(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}


def test_there_are_five_ways_of_at_most_ten_stops() -> None:
    found = ways()
    assert list(found) == ["A move", "A deadline", "A pairing", "A rating", "A report"]
    assert all(1 < len(stops) <= MOST_STOPS for stops in found.values())
    assert sum(map(len, found.values())) == len(re.findall(r"^\d+\. ", WAYS, re.MULTILINE))


@pytest.mark.parametrize(("path", "name"), sorted({stop for stops in ways().values() for stop in stops}))
def test_every_stop_is_there(path: str, name: str) -> None:
    nodes: list[ast.stmt] = ast.parse((ROOT / path).read_text()).body
    for part in name.split("."):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        found = [node for node in nodes if isinstance(node, kinds) and node.name == part]
        assert found, f"{path} has no {name}"
        nodes = found[0].body


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`([\w/]+/[\w/]*(?:\.\w+)?)`", TEXT))))
def test_every_path_is_there(path: str) -> None:
    if path.split("/")[0] in {"engine", "games", "accounts", "ratings", "pyramido_site", "docker", "tests", "docs"}:
        assert (ROOT / path).exists()


def test_the_picture_has_every_room() -> None:
    for app in ("games", "accounts"):
        picture = TEXT.partition(f"### The rooms of `{app}/`")[2].partition("```text")[2].partition("```")[0]
        rooms = {path.parent.name for path in (ROOT / app).glob("*/__init__.py")} - {"migrations"}
        assert rooms <= set(re.findall(r"\w+", picture))
