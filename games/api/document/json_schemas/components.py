"""The components of the API's documents: schemas of types, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.api.document.json_schemas import per_game
from games.api.document.json_schemas.plain_schemas import plain

JSON = dict[str, Any]


class Undocumented(Exception):
    """An operation, status or type that the document cannot describe."""


def with_schemas(value: Any, schemas: JSON) -> Any:
    """Return the value with each type replaced by its schema; components go into `schemas`. Raise Undocumented if two
    types share a name.
    """
    if isinstance(value, dict):
        return {name: with_schemas(one, schemas) for name, one in value.items()}
    if isinstance(value, list):
        return [with_schemas(one, schemas) for one in value]
    if isinstance(value, tuple):  # any of these types
        return _any_of([with_schemas(one, schemas) for one in value], schemas)
    if value is None or isinstance(value, str | int | bool):
        return value
    (schema,), components = msgspec.json.schema_components([value], ref_template=f"{per_game.REF}{{name}}")
    for name, component in plain(components).items():
        if schemas.setdefault(name, component) != component:
            raise Undocumented(f"two types are called {name}")
    return plain(schema)


def _any_of(kinds: list[JSON], schemas: JSON) -> JSON:
    """Return the choice between components, by the field that has one value in each, if there is one."""
    names = [kind["$ref"].removeprefix(per_game.REF) for kind in kinds]
    fields = [schemas[name]["properties"] for name in names]
    for field in fields[0]:
        values = [one.get(field, {}).get("enum", ()) for one in fields]
        if all(len(one) == 1 for one in values):
            return per_game.choice({one[0]: name for one, name in zip(values, names, strict=True)}, field)
    return {"anyOf": kinds}


def add_components(named: Mapping[str, tuple[str, Any]], schemas: JSON) -> None:
    """Add types to the components, by name, each with a description."""
    for name, (about, kind) in named.items():
        schemas[name] = {"description": about, **with_schemas(kind, schemas)}


def in_one_line(docstring: str) -> str:
    """Return the docstring without line breaks and indentation, which depend on the version of Python."""
    return " ".join(docstring.split())
