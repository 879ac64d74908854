"""Imports go one way (docs/architecture.md); the contracts are in `pyproject.toml`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from tests.repository import python_code
from tests.repository.tree import ROOT, tracked_texts
from tests.tools.import_contracts import Rooms

QUERY = re.compile(
    r"\.(objects|_default_manager|_base_manager)\b"
    r"|\.(filter|exclude|order_by|select_related|prefetch_related|annotate|aggregate|values_list|in_bulk)\("
    r"|\.(get|create|get_or_create|update_or_create|select_for_update)\(\s*(\w+=|\*\*|Q\()"
)
"""What builds a query. `.get(` of a dictionary takes no names."""

MAY_IMPORT = {"engine", "msgspec"}
BENCH_MAY_IMPORT = {"chess"}


def test_the_contracts_are_kept() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engine_imports_only_the_standard_library_and_msgspec() -> None:
    foreign = []
    for file in python_code.files():
        path = Path(file.path)
        if path.parts[0] != "engine":
            continue
        allowed = sys.stdlib_module_names | MAY_IMPORT | (BENCH_MAY_IMPORT if path.stem.startswith("bench") else set())
        foreign += [f"{path}: {name}" for name in file.imports if name.partition(".")[0] not in allowed]
    assert not foreign


ROOMS = {
    "container": "people",
    "entrances": ["services", "models", "names.looks"],
    "exceptions": ["game.api.* -> people.api.shapes"],
}
ENTERED = {
    "people.names.models": True,
    "people.names.looks": True,
    "people.names.secrets": False,
    "people.new_room.services.greet": True,
    "people.new_room.looks": False,
    "people.api.shapes": True,
    "people.api.views": False,
    "people.api": False,
    "people.models": True,
}


@pytest.mark.parametrize("imported", ENTERED)
def test_the_contract_for_rooms_notices_a_wrong_way_in(imported: str) -> None:
    graph = grimp.ImportGraph()
    for module in ("people", "game", "game.api", *ENTERED):
        graph.add_module(module)
    for needed in ("people.api.shapes", "people.names.looks", imported):
        graph.add_import(importer="game.api.views", imported=needed)
    check = Rooms("rooms", {}, ROOMS | {"importers": ["game"]}).check(graph, verbose=False)
    assert check.kept is ENTERED[imported]


def test_the_contract_for_rooms_notices_what_nothing_needs() -> None:
    graph = grimp.ImportGraph()
    graph.add_module("people")
    graph.add_import(importer="people.names.looks", imported="people.faces.secrets")
    check = Rooms("rooms", {}, ROOMS).check(graph, verbose=False)
    assert check.metadata["wrong"] == [
        "people.names.looks imports people.faces.secrets",
        "no import needs the exception game.api.* -> people.api.shapes",
        "no import needs the entrance names.looks",
    ]


def test_doors_query_no_table() -> None:
    querying = []
    for path, text in tracked_texts(".py"):
        if path.parts[0] in ("games", "accounts") and path.parts[1] in ("api", "pages", "realtime", "tasks.py"):
            querying += [f"{path}: {found.group()}" for found in QUERY.finditer(text)]
    assert not querying, "selectors read, services write"
