"""The codes of refusals that the code raises, read from the code itself."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rest_framework import exceptions

from tests.repository.tree import ROOT, tracked_texts

ROOMS = ("engine", "games", "accounts", "ratings", "pyramido_site")
RAISED_BY = {
    "Refusal": (0, 1), "NotReadable": (0, 1), "problem_response": (0, 1), "document": (0, 1),
    "refuse": (None, 1), "say_no": (None, 1), "_cell_refused": (None, 0),
}  # fmt: skip
"""What is called with a status and a code, or with a code alone: the positions of both."""
OF_RULES = {"Malformed": 400, "Illegal": 422, "Stale": 409}
"""The engine's errors, which begin with the code, and their statuses."""
OF_FRAMEWORK = (exceptions.MethodNotAllowed, exceptions.UnsupportedMediaType, exceptions.NotAuthenticated)
"""What Django REST framework raises by itself."""
BASES = {"AuthenticationFailed": 401, "PermissionDenied": 403, "APIException": 500}
PROXY = ROOT / "docker" / "nginx.conf.template"


class Raised(NamedTuple):
    """A refusal, and where it is; `status` is None where the place does not say it, `code` where it is passed on."""

    place: str
    status: int | None
    code: str | None


@cache
def raised() -> tuple[Raised, ...]:
    found = [Raised("framework", one.status_code, one.default_code) for one in OF_FRAMEWORK]
    for code, status in re.findall(r'"status":(\d+),"code":"(\w+)"', PROXY.read_text())[::-1]:
        found.append(Raised("proxy", int(code), status))
    modules = {
        str(path): ast.parse(text)
        for path, text in tracked_texts(".py")
        if path.parts[0] in ROOMS and "migrations" not in path.parts
    }
    constants = _constants(modules)
    for path, module in modules.items():
        found += _in(path, module, constants)
    return tuple(found)


def statuses() -> dict[str, set[int]]:
    """By code: its statuses, none where only frames of sockets have it."""
    by_code: dict[str, set[int]] = defaultdict(set)
    for one in raised():
        if one.code is not None:
            by_code[one.code] |= set() if one.status is None else {one.status}
    return dict(by_code)


def _constants(modules: dict[str, ast.Module]) -> dict[str, list[str]]:
    """The texts of each constant of a module: itself, or the values of a dictionary."""
    found: dict[str, list[str]] = {}
    for module in modules.values():
        for one in module.body:
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and one.targets[0].id.isupper():
                values = one.value.values if isinstance(one.value, ast.Dict) else [one.value]
                texts = [value.value for value in values if isinstance(value, ast.Constant)]
                found.setdefault(one.targets[0].id, []).extend(text for text in texts if isinstance(text, str))
    return found


def _in(path: str, module: ast.Module, constants: dict[str, list[str]]) -> Iterator[Raised]:
    of_rules = {
        alias.asname or alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and node.module == "engine.core"
        for alias in node.names
    } & OF_RULES.keys()
    for node in ast.walk(module):
        if isinstance(node, ast.ClassDef):
            yield from _class(path, node)
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if name in of_rules:
            at, status = 0, OF_RULES[name]
        elif name == "NotFound":
            yield Raised(path, 404, exceptions.NotFound.default_code)
            continue
        elif name in RAISED_BY and len(node.args) > 1:
            where, at = RAISED_BY[name]
            status = 422 if name == "_cell_refused" else None if where is None else _number(node.args[where])
        else:
            continue
        codes = _codes(node.args[at], constants)
        yield from (Raised(path, status, code) for code in codes) if codes else (Raised(path, status, None),)


def _number(value: ast.expr) -> int | None:
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, int) else None


def _codes(value: ast.expr, constants: dict[str, list[str]]) -> list[str]:
    match value:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*_codes(one, constants), *_codes(other, constants)]
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Subscript(value=ast.Name(id=name)):
            return constants.get(name, [])
    return []


def _class(path: str, node: ast.ClassDef) -> Iterator[Raised]:
    """An exception of Django REST framework with a code of its own."""
    values = {
        one.targets[0].id: one.value.value
        for one in node.body
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) and isinstance(one.value, ast.Constant)
    }
    if "default_code" in values:
        status = values.get("status_code", BASES.get(ast.unparse(node.bases[0]).rpartition(".")[2]))
        yield Raised(path, status, values["default_code"])
