"""Names of times say their unit: `DAY_MS`, `until_s`.

Only names that a file itself shows to be times are found: constants, parameters and attributes called by a word for a
time, and products of a constant with a unit. A time with another name, or in a local variable, is not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.repository.tree import tracked_texts

PARTS = ("accounts", "engine", "games", "pyramido_site", "ratings")
NOT_OURS = {"pyramido_site/settings.py"}
"""Their names are Django's, whose unit is the second."""

TIME_WORDS = {
    "now", "until", "deadline", "timeout", "expires", "pause", "delay", "interval", "duration", "day", "hour",
    "minute", "second", "seconds", "lately", "silence",
}  # fmt: skip
NUMBER = re.compile(r"(?:int|float)(?: \| None)?")
UNIT = re.compile(r"_(?:MS|S)$")
IN_JAVASCRIPT = re.compile(r"^(?:export )?const ([A-Z_]+) = [\d_.]+(?: \* [\w.]+)*;", re.M)
TIME_IN_JAVASCRIPT = re.compile(r"(?:DAY|HOUR|MINUTE|SECOND|PAUSE|EVERY|WITHIN|TIMEOUT|DELAY|INTERVAL)$")


def annotated(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of each parameter and attribute annotated as a number."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            name, annotation = node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name | ast.Attribute):
            name = node.target.id if isinstance(node.target, ast.Name) else node.target.attr
            annotation = node.annotation
        else:
            continue
        if annotation is not None and NUMBER.fullmatch(ast.unparse(annotation)):
            yield node.lineno, name


def constants(tree: ast.Module) -> Iterator[tuple[int, str, ast.expr]]:
    """Yield line, name and value of each constant of a module."""
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and target.id.isupper() and isinstance(value, ast.expr):
            yield node.lineno, target.id, value


def unit_of(value: ast.expr) -> str | None:
    """Return `_MS` or `_S` if the value is a constant with that unit, or a product of one with numbers."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return unit_of(value.left) or unit_of(value.right)
    found = UNIT.search(value.id) if isinstance(value, ast.Name) else None
    return None if found is None else found[0]


def is_number(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)


def without_unit(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of the times in a Python file whose names lack a unit, or have the wrong one."""
    tree = ast.parse(text)
    for line, name in annotated(tree):
        if name.strip("_") in TIME_WORDS - {"day", "hour", "minute", "second", "seconds"}:
            yield line, name
    for line, name, value in constants(tree):
        unit = unit_of(value)
        if (unit is not None and not name.endswith(unit)) or (
            is_number(value) and name.strip("_").lower() in TIME_WORDS
        ):
            yield line, name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("def late(now: int) -> None: ...", "now"),
        ("class Kept:\n    until: float | None", "until"),
        ("DAY = 86400", "DAY"),
        ("SILENCE: Final = 90 * DAY_MS", "SILENCE"),
        ("KEPT_S = 2 * 365 * DAY_MS", "KEPT_S"),
    ],
)
def test_a_time_without_unit_is_found(text: str, name: str) -> None:
    assert [found for _, found in without_unit(text)] == [name]


def test_names_of_times_in_python_say_their_unit() -> None:
    assert [
        f"{path}:{line}: {name}"
        for path, text in tracked_texts(".py")
        if path.parts[0] in PARTS and "migrations" not in path.parts and path.as_posix() not in NOT_OURS
        for line, name in without_unit(text)
    ] == []


def test_constants_of_times_in_javascript_say_their_unit() -> None:
    assert [
        f"{path}: {name}"
        for path, text in tracked_texts(".js")
        if path.parts[0] in PARTS
        for name in IN_JAVASCRIPT.findall(text)
        if TIME_IN_JAVASCRIPT.search(name)
    ] == []
