"""Requests, forms and frames that are almost valid, invalid in one way or another, or empty; all from a seed.

Almost valid input is made from the API's own document (docs/formats/openapi.json) and from the types of frames.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from games.requests import frames as socket_requests
from tests.live import ROOT

JSON = dict[str, Any]

DOCUMENT: JSON = json.loads((ROOT / "docs/formats/openapi.json").read_text())
FRAMES: JSON = {**msgspec.json.schema(socket_requests.Request), "components": DOCUMENT["components"]}

KINDS = ("text/plain", "application/xml", "x", "a/b; c", "application/json; charset=latin-1")
DEEP = 30_000
LARGE = 1_500_000
ODD: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**70, -(2**70), 1.5, -0.0, 1e300, "", "x", "\x00", "\ud800",
    "é" * 100, "0" * 64, "z" * 5000, "٣", "../../etc", "' OR 1=1 --", [], {}, [[]], [None], {"": None},
    {"a": {"a": []}},
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operation:
    """A method and a path of the API; `schema` is None if it takes no body."""

    method: str
    path: str
    schema: JSON | None


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to send."""

    method: str
    path: str
    body: bytes
    content_type: str


def operations() -> list[Operation]:
    """Return every POST, PUT and PATCH operation of the API."""
    found = []
    for path, methods in DOCUMENT["paths"].items():
        for method in ("post", "put", "patch"):
            if method in methods:
                content = methods[method].get("requestBody", {}).get("content", {})
                found.append(Operation(method.upper(), path, content.get("application/json", {}).get("schema")))
    return found


def example(schema: JSON, root: JSON, rng: Random, depth: int = 0) -> Any:
    """Return a value that a JSON schema of ours allows, or almost; references are looked up in `root`."""
    while "$ref" in schema:
        found: Any = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return example(rng.choice(schema[several]), root, rng, depth)
    kind = schema.get("type")
    kind = rng.choice(kind) if isinstance(kind, list) else kind
    if kind == "object" or "properties" in schema:
        required = schema.get("required", ())
        return {
            name: example(inner, root, rng, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if name in required or rng.random() < 0.5
        }
    if kind == "array":
        inner = schema.get("items") or {}
        return [example(inner, root, rng, depth + 1) for _ in range(rng.randrange(3) if depth < 6 else 0)]
    if kind in ("integer", "number"):
        least = schema.get("minimum", -1)
        return rng.choice((least, least + 1, rng.randrange(1000), schema.get("maximum", 10**6)))
    if kind == "string":
        return rng.choice(("red", "take", "a" * 12, "0" * 64, "x" * schema.get("minLength", 1)))
    return rng.choice(ODD)


def spoilt(value: Any, rng: Random) -> Any:
    """Return the value with one place changed: another value, another type, a field added or removed, or too long a
    list.
    """
    if isinstance(value, dict) and value and rng.random() < 0.8:
        name = rng.choice(list(value))
        changed = dict(value)
        match rng.randrange(5):
            case 0:
                del changed[name]
            case 1:
                changed[rng.choice(("more", name + "_", name.upper()))] = rng.choice(ODD)
            case _:
                changed[name] = spoilt(value[name], rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.6:
        at = rng.randrange(len(value))
        return [*value[:at], spoilt(value[at], rng), *value[at + 1 :]]
    return rng.choice([*ODD, [value] * rng.choice((1, 20, 1000)), {"value": value}, str(value)])


def text_of(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode()


def broken(good: bytes, rng: Random) -> bytes:
    """Return the text of a body made invalid: cut, repeated, too deep, too large, not a number, not UTF-8."""
    at = rng.randrange(len(good) + 1)
    match rng.randrange(14):
        case 0:
            return good[:at]
        case 1:
            return good[:at] + bytes([rng.randrange(256)]) + good[at + 1 :]
        case 2:
            return re.sub(
                rb"\d+|true|false|null", rng.choice((b"NaN", b"Infinity", b"-Infinity", b"1e999")), good, count=1
            )
        case 3:
            return good[:1] + good[1:-1] + b"," + good[1:] if len(good) > 2 else b'{"a":1,"a":1}'
        case 4:
            return b'{"action":' * rng.choice((20, 1000, DEEP)) + b"1"
        case 5:
            return b"[" * rng.choice((20, 1000, DEEP))
        case 6:
            return good + b" " * rng.choice((70_000, LARGE))
        case 7:
            return b'{"a":"' + b"x" * rng.choice((70_000, LARGE)) + b'"}'
        case 8:
            return rng.randbytes(rng.randrange(1, 200))
        case 9:
            return b"\xef\xbb\xbf" + good
        case 10:
            return good.replace(b'"', b"'")
        case 11:
            return good + good
        case 12:
            return b"" if rng.random() < 0.5 else b" \n\t "
        case _:
            return good.decode().encode(rng.choice(("utf-16", "utf-32")))


def bodies(rng: Random, ids: dict[str, list[str]]) -> Iterator[Sent]:
    """Yield API requests without end; `ids` are values for path parameters, by name."""
    known = operations()
    while True:
        operation = rng.choice(known)
        good = text_of({} if operation.schema is None else example(operation.schema, DOCUMENT, rng))
        form = rng.random()
        if form < 0.15:
            body = good
        elif form < 0.65:
            body = text_of(spoilt(json.loads(good), rng))
        else:
            body = broken(good, rng)
        kind = "application/json" if rng.random() < 0.93 else rng.choice(KINDS)
        yield Sent(operation.method, path_of(operation.path, rng, ids), body, kind)


def path_of(path: str, rng: Random, ids: dict[str, list[str]]) -> str:
    """Return the path with its parameters filled in, mostly with ids that exist."""

    def chosen(found: re.Match[str]) -> str:
        there = ids.get(found[1], ids["public_id"])
        return rng.choice(there) if rng.random() < 0.9 else rng.choice(("nothing", "x" * 17, "%20", "%F0%9F", "%2e"))

    return re.sub(r"\{(\w+)\}", chosen, path)


def frames(rng: Random) -> Iterator[bytes | str]:
    """Yield frames of a game's socket without end; str for text frames, bytes for binary ones."""
    while True:
        good = text_of(example(FRAMES, FRAMES, rng))
        form = rng.random()
        if form < 0.1:
            yield good.decode()
        elif form < 0.6:
            yield text_of(spoilt(json.loads(good), rng)).decode()
        else:
            raw = broken(good, rng)
            try:
                yield raw.decode()
            except UnicodeDecodeError:
                yield raw


# --- forms -----------------------------------------------------------------------------------------------------------
_FIELD = re.compile(r"""<(?:input|select|textarea|button)\b[^>]*?\bname="([^"{]+)\"""")
_READ = re.compile(r"""POST(?:\.get(?:list)?\(|\[)"([^"]+)\"""")


def field_names() -> list[str]:
    """Return the field names of the site's own forms, from its templates and from what its code reads."""
    found: set[str] = set()
    for folder, pattern, read in (
        ("templates", "*.html", _FIELD),
        ("games", "*.py", _READ),
        ("accounts", "*.py", _READ),
    ):
        for path in Path(ROOT, folder).rglob(pattern):
            found |= set(read.findall(path.read_text()))
    return sorted(found - {"csrfmiddlewaretoken"})


def form(rng: Random, names: list[str]) -> list[tuple[str, str]]:
    """Return the fields of a form, some of them repeated."""
    fields = rng.choices(names, k=rng.randrange(1, 8))
    texts = [str(odd) for odd in ODD if odd != "\ud800"]
    return [(name, rng.choice([*texts, "1", "all", "on", "x" * 100_000])) for name in fields]
