"""What the rules of the house ask of the Python files, which are read and parsed once in a run of the tests."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.repository.tree import tracked_texts
from tests.servers import locked, run_folder

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Function(NamedTuple):
    """A function or method."""

    name: str
    line: int
    docstring: str | None
    public: bool
    """Whether it stands in a module, or in classes, with no underscore in front."""
    raises: bool
    asserts: bool
    calls: frozenset[str]
    """What it calls, by the last name: `c` of `a.b.c()`."""


class Code(NamedTuple):
    """A file; `docstrings` are those of constants and fields too, each with its line."""

    path: str
    docstrings: tuple[tuple[int, str], ...]
    functions: tuple[Function, ...]
    imports: tuple[str, ...]


@cache
def files() -> tuple[Code, ...]:
    kept = run_folder() / "code.pickle"
    with locked("code"):
        if not kept.exists():
            kept.write_bytes(pickle.dumps(tuple(code(str(path), text) for path, text in tracked_texts(".py"))))
    read: tuple[Code, ...] = pickle.loads(kept.read_bytes())  # noqa: S301 - this run has written it
    return read


def code(path: str, text: str) -> Code:
    """Return what is asked of a file."""
    tree = ast.parse(text)
    statements = [tree, *_statements(tree)]
    public = {id(node) for node in _public(tree.body)}
    return Code(
        path,
        tuple((one.lineno, said) for node in statements for one in getattr(node, "body", ()) if (said := _said(one))),
        tuple(_function(node, id(node) in public) for node in statements if isinstance(node, FUNCTIONS)),
        tuple(name for node in statements for name in _imported(node)),
    )


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements below a node, and what holds some."""
    for name in BLOCKS:
        for one in getattr(node, name, ()):
            yield one
            yield from _statements(one)


def _said(node: ast.AST) -> str:
    value = node.value.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) else None
    return value if isinstance(value, str) else ""


def _public(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from _public(node.body)
        if isinstance(node, FUNCTIONS) and not node.name.startswith("_"):
            yield node


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, public: bool) -> Function:
    below = list(_statements(node))
    return Function(
        node.name, node.lineno, ast.get_docstring(node), public,
        raises=any(isinstance(one, ast.Raise) and one.exc is not None for one in below),
        asserts=any(isinstance(one, ast.Assert) for one in below),
        calls=frozenset(_called(one) for one in ast.walk(node) if isinstance(one, ast.Call)),
    )  # fmt: skip


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _imported(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports, but for relative ones."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
