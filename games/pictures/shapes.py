"""The shapes of pieces: data that the board in the browser draws from, too (docs/art/shapes.mjs writes it)."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "static" / "games" / "board" / "art" / "shapes"
SETS = ("jungle", "desert", "cards")

Shape = list[Any]
"""A tag, its attributes, and what is in it: shapes or text."""

Words = Mapping[str, object]

Piece = tuple[Sequence[Shape], Words, float, float]
"""Shapes, their words, and their place."""

_WORD = re.compile(r"\$(\w+)")
_GRADIENT = re.compile(r"url\(#(?!wear\))")
"""A gradient spreads over the shape that it paints; the pattern `wear` does not."""
_REFERENCE = re.compile(r'(?:url\(#|href="#)([\w-]+)')


@functools.cache
def common() -> dict[str, Any]:
    """Return what all games share: stones, parts of blocks, grounds."""
    return _read("stone") | _read("blocks")


@functools.cache
def set_of(colours: frozenset[str]) -> dict[str, Any]:
    """Return the set of shapes of a game with these colours. Raise LookupError if there is none."""
    for name in SETS:
        found = _read(name)
        if colours == set(found["colours"]):
            return found
    raise LookupError(f"no shapes for {sorted(colours)}")


@functools.cache
def version() -> str:
    """Return a digest of all shapes: pictures that were drawn from others are made anew."""
    files = ((FOLDER / f"{name}.json").read_bytes() for name in ("stone", "blocks", *SETS))
    return hashlib.sha256(b"".join(files)).hexdigest()[:12]


def element(tag: str, attributes: Mapping[str, object], *inside: str) -> str:
    """Return an element of SVG. `inside` is SVG, too; a colour of both themes is that of the light theme."""
    written = "".join(f' {name}="{escape(_value(value))}"' for name, value in attributes.items() if value is not None)
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def drawn(shape: Shape, words: Words | None = None, x: float = 0, y: float = 0) -> str:
    """Return a shape as SVG. `words` stand for the `$…` in it; a part with `at` lies there, counted from (x, y)."""
    tag, attributes, *inside = shape
    said = words or {}
    own = {name: _filled(value, said) for name, value in attributes.items() if name != "at"}
    at = attributes.get("at")
    if at is not None and tag == "path":
        own["d"] = f"M{number(x + at[0])} {number(y + at[1])}{own['d']}"
    elif at is not None:
        across, down = ("cx", "cy") if tag == "circle" else ("x", "y")
        own |= {across: x + at[0], down: y + at[1]}
    parts = (escape(str(_filled(one, said))) if isinstance(one, str) else drawn(one, said, x, y) for one in inside)
    return element(tag, own, *parts)


def together(pieces: Sequence[Piece]) -> str:
    """Return pieces of paths that do not cover one another as SVG. They are drawn part by part, not piece by piece:
    those that are painted alike are one path, which is made into pixels at once.
    """
    paths: dict[object, tuple[dict[str, object], list[str]]] = {}
    for layer in range(max((len(shapes) for shapes, *_ in pieces), default=0)):
        for shapes, words, x, y in pieces:
            if layer < len(shapes):
                (right, down), paint = (
                    shapes[layer][1]["at"],
                    {name: _filled(value, words) for name, value in shapes[layer][1].items() if name != "at"},
                )
                d = f"M{number(x + right)} {number(y + down)}{paint.pop('d')}"
                alike = str(paint)
                own = (x, y) if _GRADIENT.search(alike) else None
                paths.setdefault((layer, alike, own), (paint, []))[1].append(d)
    return "".join(element("path", {"d": "".join(d), **paint}) for paint, d in paths.values())


def all_drawn(shapes: Iterable[Shape], words: Words | None = None, x: float = 0, y: float = 0) -> str:
    """Return several shapes as SVG."""
    return "".join(drawn(shape, words, x, y) for shape in shapes)


def definitions(body: str) -> str:
    """Return the definitions to which a drawing refers, directly or through others, as `<defs>`."""
    known, found = _definitions(), dict[str, str]()
    wanted = _REFERENCE.findall(body)
    while wanted:
        name = wanted.pop()
        if name in known and name not in found:
            found[name] = known[name]
            wanted += _REFERENCE.findall(known[name])
    return element("defs", {}, *(found[name] for name in sorted(found)))


def number(value: float) -> str:
    """Return a number for SVG, with at most two decimals."""
    return f"{round(value, 2):g}"


@functools.cache
def _definitions() -> dict[str, str]:
    sets = [common(), *(_read(name) for name in SETS)]
    return {shape[1]["id"]: drawn(shape) for one in sets for shape in one["definitions"]}


@functools.cache
def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_bytes())
    return read


def _filled(value: object, words: Words) -> object:
    return _WORD.sub(lambda found: str(words[found[1]]), value) if isinstance(value, str) else value


def _value(value: object) -> str:
    if isinstance(value, list):  # a pair of colours: in the light theme, in the dark one
        return str(value[0])
    return number(value) if isinstance(value, float | int) else str(value)
