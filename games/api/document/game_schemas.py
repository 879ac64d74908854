"""The parts of the schema that follow from the registry of games: keys, options and actions."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta
from msgspec.json import schema_components

from engine import registry
from engine.ai import levels
from engine.core import Rules
from games.time.terms import Terms
from ratings.models import RatingPool

JSON = dict[str, Any]

GAME = "kZ3v0PqXy1aB"
"""The id of the game of the examples."""


def _component(name: str) -> Any:
    """Return a type whose schema is a component that `complete` adds."""
    return Annotated[Any, Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})]


GameKey = _component("GameKey")
Action = _component("Action")
StudyAction = _component("StudyAction")
Options = _component("Options")
Pace = Annotated[str, Meta(extra_json_schema={"enum": list(RatingPool.Pace.values)})]
Population = Annotated[str, Meta(extra_json_schema={"enum": list(RatingPool.Population.values)})]


def example() -> JSON:
    """Return an example for bodies: a table for two, of a game that the computer plays."""
    rules = next(rules for rules in registry.games() if levels.plays(rules.key))
    kind = next(kind for kind in rules.table_kinds() if len(rules.seat_kinds(kind.options)) == 2 and not kind.needs)
    return {"game": rules.key, "options": kind.options}


def complete(schemas: JSON, schema_of: Callable[[Any], JSON]) -> None:
    """Add the components that follow from the registry, and refer to them where bodies only say that there is a
    value.
    """
    games = registry.games()
    schemas["GameKey"] = {"description": "The key of a game.", "enum": [rules.key for rules in games]}
    schemas["Options"] = {
        "description": "The options of a table, which make its kind; each game has its own (`GET /api/v1/catalogue`).",
        "anyOf": [{"title": rules.name, "enum": [kind.options for kind in rules.table_kinds()]} for rules in games],
    }
    schemas["Action"] = {
        "description": "An action of a seat; each game has its own (docs/formats/actions.md).",
        "anyOf": [_actions(rules, schemas) for rules in games],
    }
    leave = {"type": {"const": "leave"}, "ai": {"type": "string", "maxLength": 32}}
    schemas["StudyAction"] = {
        "description": "What a seat does in a study: an action of the game, or its player leaves the game for good; "
        "with `ai`, a computer player of this level plays the seat on.",
        "anyOf": [
            schema_of(Action),
            {"type": "object", "properties": leave, "required": ["type"], "additionalProperties": False},
        ],
    }
    _point(schemas, "OpenTable", {"game": GameKey, "options": Options, "terms": Terms}, schema_of)
    _point(schemas, "OpenSeek", {"game": GameKey, "options": Options, "terms": Terms}, schema_of)
    _point(schemas, "Act", {"action": Action}, schema_of)
    _point(schemas, "PlayInStudy", {"action": StudyAction}, schema_of)
    if "Turn" in schemas:
        schemas["Turn"]["properties"]["do"]["items"] = schema_of(Action)
    if "PreviewPlan" in schemas:
        schemas["PreviewPlan"]["properties"]["do"]["items"]["items"] = schema_of(Action)


def _point(schemas: JSON, component: str, fields: JSON, schema_of: Callable[[Any], JSON]) -> None:
    if component in schemas:
        for name, kind in fields.items():
            schemas[component]["properties"][name] = schema_of(kind)


def _actions(rules: Rules[Any, Any], schemas: JSON) -> JSON:
    """Return the schema of a game's actions; its components, prefixed with the game's name, go into `schemas`."""
    prefix = "".join(word.capitalize() for word in rules.key.split("-"))
    kind = typing.get_type_hints(rules.action_from_json)["return"]
    (schema,), components = schema_components([kind], ref_template=f"#/components/schemas/{prefix}{{name}}")
    for name, component in components.items():
        schemas[f"{prefix}{name}"] = {**component, "title": f"{rules.name}: {component['title'].lower()}"}
    schemas[f"{prefix}Action"] = {"title": rules.name, **schema}
    return {"$ref": f"#/components/schemas/{prefix}Action"}
