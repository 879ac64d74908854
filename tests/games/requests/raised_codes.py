"""The codes of refusals that the code raises, read from the code itself."""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from rest_framework import exceptions

from tests.repository.tree import ROOT, tracked_texts

ROOMS = ("engine", "games", "accounts", "ratings", "pyramido_site")
OF_RULES = {"Malformed": 400, "Illegal": 422, "Stale": 409, "_cell_refused": 422}
"""What the engine raises, which begins with the code, and the statuses."""
WITH_STATUS = ("Refusal", "NotReadable", "problem_response", "document", "problems.document")
"""What is called with a status and a code."""
OF_SOCKETS = ("self.refuse", "self.say_no")
"""What sends a frame with the `ref` and the code, without a status."""
OF_FRAMEWORK = (exceptions.MethodNotAllowed, exceptions.UnsupportedMediaType, exceptions.NotAuthenticated)
"""What Django REST framework raises by itself."""
BASES = {"AuthenticationFailed": 401, "PermissionDenied": 403}
PROXY = ROOT / "docker" / "nginx.conf.template"


class Raised(NamedTuple):
    """A refusal, and the file where it is; `status` is None for a frame, `code` where it comes from elsewhere."""

    place: str
    status: int | None
    code: str | None


@cache
def raised() -> tuple[Raised, ...]:
    modules = {
        str(path): ast.parse(text)
        for path, text in tracked_texts(".py")
        if path.parts[0] in ROOMS and "migrations" not in path.parts
    }
    constants = _constants(modules.values())
    found = [Raised("framework", one.status_code, one.default_code) for one in OF_FRAMEWORK]
    found += [Raised(str(PROXY), one["status"], one["code"]) for one in of_the_proxy()]
    for path, module in modules.items():
        found += _in(path, module, constants)
    return tuple(found)


def of_the_proxy() -> list[dict[str, Any]]:
    """The problem documents that the proxy makes."""
    return [json.loads(text) for text in re.findall(r"""'({"type":.*})'""", PROXY.read_text(encoding="utf-8"))]


def statuses() -> dict[str, set[int]]:
    """By code: its statuses."""
    by_code: dict[str, set[int]] = defaultdict(set)
    for one in raised():
        if one.code is not None:
            by_code[one.code] |= set() if one.status is None else {one.status}
    return dict(by_code)


Constants = dict[str, list[str]]
"""By the name of a module's constant: its text, or those that a dictionary has as values."""


def _constants(modules: Iterable[ast.Module]) -> Constants:
    found: Constants = defaultdict(list)
    for module in modules:
        for one in module.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and one.targets[0].id.isupper():
                values = one.value.values if isinstance(one.value, ast.Dict) else [one.value]
                found[one.targets[0].id] += [text for value in values for text in _texts(value, {})]
    return found


def _in(path: str, module: ast.Module, constants: Constants) -> Iterator[Raised]:
    of_engine = {
        alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module == "engine.core"
        for alias in node.names
    } | {"_cell_refused"}
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield from _of_class(path, node)
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name == "NotFound":
            yield Raised(path, exceptions.NotFound.status_code, exceptions.NotFound.default_code)
        elif name in OF_RULES and name in of_engine:
            yield from _raised(path, OF_RULES[name], node.args[0], constants)
        elif name in WITH_STATUS and len(node.args) > 1 and (status := _status(node.args[0])) is not None:
            yield from _raised(path, status or None, node.args[1], constants)
        elif name in OF_SOCKETS:
            yield from _raised(path, None, node.args[1], constants)


def _raised(path: str, status: int | None, code: ast.expr, constants: Constants) -> Iterator[Raised]:
    texts: list[str | None] = [*_texts(code, constants)]
    for text in texts or [None]:
        yield Raised(path, status, text)


def _status(value: ast.expr) -> int | None:
    """Return the status, 0 for one that comes from elsewhere, None for what is no status."""
    if isinstance(value, ast.Constant) and isinstance(value.value, int):
        return value.value
    return 0 if "status" in ast.unparse(value) else None


def _texts(value: ast.expr, constants: Constants) -> list[str]:
    """Return what the text may be; nothing where that is not written there."""
    match value:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*_texts(one, constants), *_texts(other, constants)]
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
            return constants.get(name, [])
    return []


def _of_class(path: str, node: ast.ClassDef) -> Iterator[Raised]:
    """An exception of Django REST framework with a code of its own."""
    values = {
        one.targets[0].id: one.value.value
        for one in node.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and isinstance(one.value, ast.Constant)
    }
    if isinstance(code := values.get("default_code"), str):
        status = values.get("status_code", BASES.get(ast.unparse(node.bases[0]).rpartition(".")[2]))
        yield Raised(path, status if isinstance(status, int) else None, code)
