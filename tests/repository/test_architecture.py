"""docs/architecture.md: the paths it names exist, and the code keeps its limits."""

from __future__ import annotations

import ast
import functools
import graphlib
import re

import grimp
import pytest

from tests.repository.tree import ROOT, tracked_files

TEXT = (ROOT / "docs" / "architecture.md").read_text()
WAYS = TEXT.partition("## Five walks through the code")[2].partition("\n## ")[0]
STOP = re.compile(r"^\d+\. `(\S+\.py): ([\w.]+)`$", re.MULTILINE)
MOST_STOPS = 10


def ways() -> dict[str, list[tuple[str, str]]]:
    """Return each documented path through the code by name, with its stops: file and function."""
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


PARTS_OF_ROOMS = {"forms": "seating"}
"""Files of doors that serve a part of a room."""
FOR_NO_ROOM = {
    "api": {"urls", "views", "http", "document"},
    "pages": {"urls", "requests", "context", "home", "rules"},
    "admin": {"ratings"},
}


@pytest.mark.parametrize("door", FOR_NO_ROOM)
def test_files_of_doors_are_named_like_rooms(door: str) -> None:
    """The other files are listed here, and named in docs/architecture.md."""
    rooms = {path.parent.name for path in (ROOT / "games").glob("*/services*")}
    files = {path.stem for path in (ROOT / "games" / door).iterdir() if not path.name.startswith("__")}
    assert files - rooms - PARTS_OF_ROOMS.keys() == FOR_NO_ROOM[door]
    assert set(PARTS_OF_ROOMS.values()) <= rooms
    assert all(f"`{name}" in TEXT for name in FOR_NO_ROOM[door] | PARTS_OF_ROOMS.keys())


MOST_ROOMS, MOST_FLOORS = 29, 10
NO_ROOMS = {"games.apps", "games.models", "games.migrations"}


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph("engine", "games", "accounts", "ratings", "pyramido_site", cache_dir=None)


def test_games_has_few_rooms_on_few_floors(imports: grimp.ImportGraph) -> None:
    """The current rooms and doors; a new capability raises the count by the rooms that it adds."""
    rooms = imports.find_children("games") - NO_ROOMS
    below = {
        room: {
            other
            for other in rooms - {room}
            if imports.direct_import_exists(importer=room, imported=other, as_packages=True)
        }
        for room in rooms
    }

    @functools.cache
    def floor(room: str) -> int:
        return 1 + max(map(floor, below[room]), default=0)

    assert len(rooms) <= MOST_ROOMS
    assert max(map(floor, rooms)) <= MOST_FLOORS


def test_no_circle_of_files(imports: grimp.ImportGraph) -> None:
    """Between all files, including a package and its modules, also in the project package."""
    graph = {module: imports.find_modules_directly_imported_by(module) for module in imports.modules}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as circle:
        pytest.fail(f"a circle of files: {' → '.join(circle.args[1])}")


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in tracked_files() if path.suffix == ".py" and len(path.parts) > 1}
    ours = {
        folder for folder in folders if folder.parts[0] in {"engine", "games", "accounts", "ratings", "pyramido_site"}
    }
    assert not [str(folder) for folder in sorted(ours) if not (ROOT / folder / "__init__.py").exists()]
