"""The mutants of a source file, made by cosmic-ray's operators, and the draw of a sample.

Left out is what cannot change a result:

- annotations, which nothing here evaluates but msgspec;
- what caches, and what makes objects immutable or small (`frozen`, `gc`, `@dataclass`);
- `assert`, which states an invariant for readers and mypy (`pyproject.toml`);
- `==` to `is` and the like, which differ by how Python stores a number.
"""

from __future__ import annotations

import ast
import difflib
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.sampling import ROOT

NEED_ARGUMENTS = ("VariableInserter", "VariableReplacer")
NEUTRAL_DECORATORS = ("cache", "lru_cache", "dataclass")
NEUTRAL_CALLS = ("IdentityMemo",)
NEUTRAL_KEYWORDS = ("frozen", "gc")

Place = tuple[int, int]
"""Line, from 1, and column, from 0."""


@dataclass(frozen=True)
class Mutant:
    """A change of one file: the `number`-th place in it where the operator applies."""

    path: str
    operator: str
    number: int
    start: Place

    @property
    def name(self) -> str:
        """A name that is stable as long as the file is unchanged."""
        line, column = self.start
        return f"{self.path}:{line}:{column + 1} {self.operator.removeprefix('core/')} {self.number}"

    @cached_property
    def source(self) -> str:
        """The source of the changed file."""
        changed = mutate_code(read(self.path), _operator(self.operator), self.number)
        assert changed is not None
        return str(changed)

    @property
    def line(self) -> str:
        """The line where the change begins, without indentation."""
        return read(self.path).splitlines()[self.start[0] - 1].strip()

    @property
    def diff(self) -> str:
        """The change as a unified diff."""
        names = {"fromfile": f"a/{self.path}", "tofile": f"b/{self.path}"}
        lines = difflib.unified_diff(read(self.path).splitlines(), self.source.splitlines(), lineterm="", n=1, **names)
        return "\n".join(lines)

    @property
    def lines(self) -> tuple[str, str]:
        """What the change removes and what it puts in its place, without indentation."""
        changed = [line for line in self.diff.splitlines() if not line.startswith(("---", "+++", "@@"))]
        removed, added = ("\n".join(line[1:].strip() for line in changed if line[0] == sign) for sign in "-+")
        return removed, added


@cache
def read(path: str) -> str:
    """Return the source of a file of the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def _operator(name: str) -> Any:
    return plugins.get_operator(name)()


@cache
def operators() -> tuple[str, ...]:
    """The names of the operators that are applied."""
    return tuple(name for name in plugins.operator_names() if _is_applied(name.partition("/")[2]))


def _is_applied(name: str) -> bool:
    if not name.startswith("ReplaceComparisonOperator"):
        return name not in NEED_ARGUMENTS
    _, before, after = name.split("_")
    identity = {"Is", "IsNot"}
    if before in identity:
        return (before, after) not in {("Is", "Eq"), ("IsNot", "NotEq")}
    return after not in identity


def mutants(path: str, functions: tuple[str, ...] = ()) -> list[Mutant]:
    """Return all mutants of a file, or of the functions and classes with these names in it, by place.

    Raise LookupError for a name that is not in the file.
    """
    inside = spans_of(path, functions)
    outside = list(_left_out(ast.parse(read(path))))
    found = []
    nodes = list(ast_nodes(get_ast(read(path))))
    for name in operators():
        operator, number = _operator(name), 0
        for node in nodes:
            for start, _ in operator.mutation_positions(node):
                if (not functions or _within(start, inside)) and not _within(start, outside):
                    found.append(Mutant(path, name, number, start))
                number += 1
    return sorted(found, key=lambda mutant: (mutant.start, mutant.operator, mutant.number))


def _span(node: Any) -> tuple[Place, Place]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _within(place: Place, spans: list[tuple[Place, Place]]) -> bool:
    return any(start <= place < end for start, end in spans)


def spans_of(path: str, names: tuple[str, ...]) -> list[tuple[Place, Place]]:
    """Return where the functions and classes with these names (`function`, `Class` or `Class.method`) begin and end.

    Raise LookupError for a name that is not in the file.
    """
    known = {}
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            known[node.name] = node
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    known[f"{node.name}.{inner.name}"] = inner
    for name in names:
        if name not in known:
            raise LookupError(f"there is no {name} in {path}")
    return [_span(known[name]) for name in names]


def _left_out(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert):
            yield _span(node)
        if isinstance(node, ast.AnnAssign):
            yield _span(node.annotation)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            annotated = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg]
            for argument in (*annotated, node.args.kwarg):
                if argument is not None and argument.annotation is not None:
                    yield _span(argument.annotation)
            if node.returns is not None:
                yield _span(node.returns)
        for decorator in getattr(node, "decorator_list", ()):
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Name) and called.id in NEUTRAL_DECORATORS:
                (line, column), end = _span(decorator)
                yield (line, column - 1), end  # from the @ on
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NEUTRAL_CALLS:
            yield _span(node)
        if isinstance(node, ast.ClassDef):
            yield from (_span(keyword) for keyword in node.keywords if keyword.arg in NEUTRAL_KEYWORDS)


def draw(every: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Draw `count` mutants. Every place is as likely as any other, however many mutants it has."""
    chance = random.Random(seed)
    places: dict[tuple[str, Place], list[Mutant]] = defaultdict(list)
    for mutant in every:
        places[mutant.path, mutant.start].append(mutant)
    queues = [chance.sample(at, len(at)) for at in places.values()]
    chance.shuffle(queues)
    drawn: list[Mutant] = []
    while queues and len(drawn) < count:
        drawn += [queue.pop() for queue in queues][: count - len(drawn)]
        queues = [queue for queue in queues if queue]
    return drawn


def module_of(path: str) -> str:
    """Return the name by which a file of the repository is imported."""
    return ".".join(Path(path).with_suffix("").parts)
