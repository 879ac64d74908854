"""The parts of the schema that follow from the registry of games: keys, options, actions, views and facts."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta
from msgspec.json import schema_components

from engine import registry
from engine.ai import levels
from engine.core import Rules
from games.api.document.json_schemas import per_game
from games.api.document.json_schemas.components import in_one_line, with_schemas
from games.api.document.json_schemas.per_game import choice, prefix
from games.api.document.json_schemas.plain_schemas import nullable, plain
from games.requests.error_catalogue import errors
from games.time.terms import Terms
from pyramido_site.infrastructure.documented import component
from ratings.models import RatingPool

JSON = dict[str, Any]
AnyRules = Rules[Any, Any]

GAME = "kZ3v0PqXy1aB"
"""The id of the game of the examples."""


GameKey = component("GameKey")
KnownGame = component("KnownGame")
Action = component("Action")
StudyAction = component("StudyAction")
GameView = component("GameView")
Fact = component("Fact")
Options = component("Options")
Pace = Annotated[str, Meta(extra_json_schema={"enum": list(RatingPool.Pace.values)})]
Population = Annotated[str, Meta(extra_json_schema={"enum": list(RatingPool.Population.values)})]

OPEN = "x-extensible-enum"
"""In answers, the values that there are so far: more may come."""

OF_ONE_GAME = ("Action", "StudyAction", "Fact")
"""Components of which each game has its own."""


def example() -> JSON:
    """Return an example for bodies: a table for two, of a game that the computer plays."""
    rules = next(rules for rules in registry.games() if levels.plays(rules.key))
    kind = next(kind for kind in rules.table_kinds() if len(rules.seat_kinds(kind.options)) == 2 and not kind.needs)
    return {"game": rules.key, "options": kind.options}


def finish(schemas: JSON, used: Any) -> None:
    """Add what follows from the registry of games and the catalogue of errors, to components to which `used` refers
    from outside.
    """
    schemas["ErrorCode"] = {
        "description": "What is wrong, for programs (docs/formats/errors.md). More codes may come.",
        "type": "string",
        OPEN: sorted(errors()),
    }
    _complete(schemas, used, lambda kind: with_schemas(kind, schemas))
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = in_one_line(schema["description"])


def _complete(schemas: JSON, used: Any, schema_of: Callable[[Any], JSON]) -> None:
    """Add the components that follow from the registry, and refer to them where bodies only say that there is a value.
    `used` is all that refers to schemas from outside.
    """
    games = registry.games()
    keys = [rules.key for rules in games]
    schemas["GameKey"] = {"description": "The key of a game. More games may come.", "type": "string", OPEN: keys}
    schemas["KnownGame"] = {"description": "The key of a game.", "type": "string", "enum": keys}
    schemas["Options"] = _options(games, chosen=False)
    schemas["ChosenOptions"] = _options(games, chosen=True)
    schemas["StudyLeave"] = _study_leave()
    for rules in games:
        _add(rules, schemas)
    views = {rules.key: f"{prefix(rules.key)}View" for rules in games}
    schemas["GameView"] = {
        "description": "The game as its caller sees it; each game has its own (docs/formats/view.md).",
        **choice(views, "game"),
    }
    chosen, action = _ref("ChosenOptions"), schema_of(Action)
    of_a_table = {"game": schema_of(KnownGame), "options": nullable(chosen), "terms": nullable(schema_of(Terms))}
    _point(schemas, "OpenTable", of_a_table)
    if "OpenSeek" in schemas:
        schemas["SeekTerms"] = _seek_terms(schemas)
    _point(schemas, "OpenSeek", {**of_a_table, "terms": _ref("SeekTerms")})
    _point(schemas, "Act", {"action": action})
    _point(schemas, "PlayInStudy", {"action": schema_of(StudyAction)})
    if "Turn" in schemas:
        schemas["Turn"]["properties"]["do"]["items"] = action
    if "PreviewPlan" in schemas:
        schemas["PreviewPlan"]["properties"]["do"]["items"]["items"] = action
    per_game.split(schemas, keys, OF_ONE_GAME, used)


def _seek_terms(schemas: JSON) -> JSON:
    """Return the schema of the terms of a seek: there has to be a time control."""
    whole = schemas["Terms"]
    control = choice({"per_move": "PerMove", "fischer": "Fischer"}, "system")
    properties = {**whole["properties"], "time_control": control}
    about = "What a game is sought with: a time control that `GET /api/v1/pairing` lists."
    return {**whole, "description": about, "properties": properties, "required": ["time_control"]}


def _point(schemas: JSON, name: str, fields: JSON) -> None:
    if name in schemas:
        schemas[name]["properties"] |= fields


def _ref(name: str) -> JSON:
    return {"$ref": f"{per_game.REF}{name}"}


def _options(games: list[AnyRules], *, chosen: bool) -> JSON:
    """Return the schema of the options of tables of all games; of those that are `chosen`, none has to be there."""
    kinds = [kind.options for rules in games for kind in rules.table_kinds()]
    made: JSON = {
        "description": "The options of a table, which make its kind; `GET /api/v1/catalogue` lists the kinds of each "
        "game. " + ("What is left out is as usual." if chosen else "Games may have others."),
        "type": "object",
        "properties": {},
    }
    for name in dict.fromkeys(name for options in kinds for name in options):
        values = list(dict.fromkeys(options[name] for options in kinds if name in options))
        schema = plain({"enum": values})
        if not chosen:
            schema[OPEN] = schema.pop("enum")
        made["properties"][name] = nullable(schema) if chosen and name != "seats" else schema
    if chosen:
        made["additionalProperties"] = False
    return made


def _study_leave() -> JSON:
    leave = {"type": {"type": "string", "enum": ["leave"]}, "ai": {"type": "string", "maxLength": 32}}
    return {
        "description": "In a study: the seat's player leaves the game for good; with `ai`, a computer player of this "
        "level plays the seat on.",
        "type": "object",
        "properties": leave,
        "required": ["type"],
        "additionalProperties": False,
    }


def _add(rules: AnyRules, schemas: JSON) -> None:
    """Add the components of a game, prefixed with its name. Views and facts of a game that does not say what they are
    like are any object.
    """
    name = prefix(rules.key)
    actions = typing.get_type_hints(rules.action_from_json)["return"]
    shapes = getattr(rules, "json_shapes", None)
    kinds = [actions] if shapes is None else [actions, shapes.Fact, shapes.View]
    made, components = schema_components(kinds, ref_template=f"{per_game.REF}{name}{{name}}")
    for one, schema in components.items():
        schemas[f"{name}{one}"] = plain(schema)
    anything = {"type": "object", "additionalProperties": True}
    action = plain(made[0])
    fact = anything if shapes is None else plain(made[1])
    if "oneOf" not in action:  # a game with one action
        action = {"oneOf": [action], "discriminator": {"propertyName": "type"}}
    schemas[f"{name}Action"] = {
        "description": f"{rules.name}: an action of a seat (docs/formats/actions.md).",
        **action,
    }
    leave = _ref("StudyLeave")
    mapping = action["discriminator"].get("mapping", {})
    schemas[f"{name}StudyAction"] = {
        "description": f"{rules.name}: what a seat does in a study.",
        "oneOf": [*action["oneOf"], leave],
        "discriminator": {"propertyName": "type", "mapping": {**mapping, "leave": leave["$ref"]}},
    }
    schemas[f"{name}Fact"] = {"description": f"{rules.name}: what the rules did (docs/formats/log.md).", **fact}
    if shapes is None:
        schemas[f"{name}View"] = anything
