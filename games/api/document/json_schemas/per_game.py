"""Schemas of which each game has its own: actions, facts, and all that holds some of them.

A shape is written once, with `Action` or `Fact` in it. Where it has a field `game`, it becomes a choice between one
schema for each game, told apart by that field; shapes within it are copied for each game.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

JSON = dict[str, Any]

REF = "#/components/schemas/"
GAME_KEYS = ({"$ref": f"{REF}GameKey"}, {"$ref": f"{REF}KnownGame"})
"""The key of a game in an answer, and in a request."""


class NoGame(Exception):
    """A schema holds something of one game, and no field says which."""


def prefix(key: str) -> str:
    """Return the prefix of the names of a game's schemas."""
    return "".join(word.capitalize() for word in key.split("-"))


def choice(refs: Mapping[str, str], field: str) -> JSON:
    """Return a choice between components, by the value of a field."""
    there = {value: f"{REF}{name}" for value, name in refs.items()}
    return {
        "oneOf": [{"$ref": ref} for ref in dict.fromkeys(there.values())],
        "discriminator": {"propertyName": field, "mapping": there},
    }


def split(schemas: JSON, keys: list[str], seeds: tuple[str, ...], used: Any) -> None:
    """Replace in `schemas` what holds one of `seeds`, of which each game has its own already. `used` is all that refers
    to schemas from outside. Raise NoGame.
    """
    special = set(seeds)
    tables: set[str] = set()
    while True:
        more = {
            name for name, schema in schemas.items()
            if name not in special | tables and any(ref in special for ref in refs_in(schema))
        }  # fmt: skip
        if not more:
            break
        with_game = {name for name in more if schemas[name].get("properties", {}).get("game") in GAME_KEYS}
        tables |= with_game
        special |= more - with_game
    homeless = {ref for ref in refs_in(used) if ref in special}
    if homeless:
        raise NoGame(f"no field of these says which game they are of: {', '.join(sorted(homeless))}")
    for name in sorted(tables):
        whole = schemas[name]
        for key in keys:
            one = schemas[f"{prefix(key)}{name}"] = _of_game(whole, key, special)
            one["properties"]["game"] = {"type": "string", "enum": [key]}
        about = {"description": whole["description"]} if "description" in whole else {}
        schemas[name] = {**about, **choice({key: f"{prefix(key)}{name}" for key in keys}, "game")}
    for name in sorted(special):
        whole = schemas.pop(name, None)
        if whole is not None and name not in seeds:
            for key in keys:
                schemas[f"{prefix(key)}{name}"] = _of_game(whole, key, special)


def _of_game(schema: JSON, key: str, special: set[str]) -> JSON:
    made: JSON = copy.deepcopy(schema)
    for one in _walk(made):
        name = one.get("$ref", "").removeprefix(REF)
        if name in special:
            one["$ref"] = f"{REF}{prefix(key)}{name}"
        mapping = one.get("discriminator", {}).get("mapping", {})
        for value, ref in mapping.items():
            if ref.removeprefix(REF) in special:
                mapping[value] = f"{REF}{prefix(key)}{ref.removeprefix(REF)}"
    return made


def refs_in(value: Any) -> Iterator[str]:
    """Yield the names of the components that the value refers to."""
    for one in _walk(value):
        ref = one.get("$ref")
        if isinstance(ref, str) and ref.startswith(REF):
            yield ref.removeprefix(REF)


def _walk(value: Any) -> Iterator[JSON]:
    if isinstance(value, dict):
        yield value
        for one in value.values():
            yield from _walk(one)
    elif isinstance(value, list):
        for one in value:
            yield from _walk(one)
