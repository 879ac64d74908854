"""JSON Schemas as generators of clients understand them: msgspec's, without what they trip over.

No `items: false`, no default (a field with one counts as required in some languages), no title (a second name), a type
beside every enum, and one of several where a field says which. What may be left out of a request may also be null.
"""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]

NULL: JSON = {"type": "null"}
OF_VALUES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def plain(schema: Any) -> Any:
    """Return the schema, and all within it, in this form."""
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: plain(value) for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    if isinstance(made.get("properties"), dict):
        _properties(made)
    if made.get("items") is False:
        _tuple(made)
    if "$ref" in made:
        made.pop("type", None)
    if "enum" in made and "type" not in made:
        made = _typed(made)
    if "discriminator" in made and "anyOf" in made:
        made["oneOf"] = made.pop("anyOf")
    return made


def nullable(schema: JSON) -> JSON:
    """Return the schema that also allows null."""
    if _allows_null(schema):
        return schema
    if set(schema) == {"anyOf"}:
        return {"anyOf": [*schema["anyOf"], NULL]}
    about = {"description": schema["description"]} if "description" in schema else {}
    return {**about, "anyOf": [{name: value for name, value in schema.items() if name != "description"}, NULL]}


def _allows_null(schema: JSON) -> bool:
    return schema == {} or schema.get("type") == "null" or any(_allows_null(one) for one in schema.get("anyOf", ()))


def _properties(schema: JSON) -> None:
    """Take the defaults out, say them in words, and let null stand for what is left out of a request."""
    for name, one in schema["properties"].items():
        if "default" not in one:
            continue
        default = one.pop("default")
        if schema.get("additionalProperties") is False:
            one = schema["properties"][name] = nullable(one)
        if isinstance(default, str | int) and default != "":
            said = str(default).lower() if isinstance(default, bool) else str(default)
            one["description"] = f"{one.get('description', '')} Without it: {said}.".strip()


def _tuple(schema: JSON) -> None:
    """Say of a list of fixed length what all its items are. Raise ValueError if they are of several types."""
    del schema["items"]
    if "prefixItems" in schema:
        first, *others = schema.pop("prefixItems")
        if any(one != first for one in others):
            raise ValueError("a list with items of several types")
        schema["items"] = first


def _typed(schema: JSON) -> JSON:
    values = [value for value in schema["enum"] if value is not None]
    (kind,) = {OF_VALUES[type(value)] for value in values}
    made = {"type": kind, **schema, "enum": values}
    return nullable(made) if len(values) < len(schema["enum"]) else made
