"""Reading JSON into typed actions and options, with errors that quote the input."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from msgspec import inspect

from engine.core import Malformed, gettext_noop

T = TypeVar("T")

QUOTED = 80
REASON = 160


def quote(raw: object) -> str:
    """Return the input (JSON or text) in quotation marks, cut at 80 characters."""
    text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=repr)
    return f"“{text[:QUOTED]}…”" if len(text) > QUOTED else f"“{text}”"


def convert(raw: object, kind: type[T]) -> T:
    """Return `raw` as `kind`, as `msgspec.convert` does; a field that may be left out may also be null. Raise
    msgspec.ValidationError.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        plain = _without_nulls(raw, _info(cast(Any, kind)))
        if plain == raw:
            raise
        return msgspec.convert(plain, kind)


_info = cache(inspect.type_info)


def _without_nulls(raw: object, kind: inspect.Type) -> object:
    """Return `raw` without fields that are null where the type has a default instead, at any depth."""
    if isinstance(kind, inspect.Metadata):
        return _without_nulls(raw, kind.type)
    if isinstance(kind, inspect.UnionType):  # the tag, if there is one, selects the type
        structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
        tagged = (
            one for one in structs if isinstance(raw, dict) and one.tag_field and one.tag == raw.get(one.tag_field)
        )
        one = structs[0] if len(structs) == 1 else next(tagged, None)
        return raw if one is None else _without_nulls(raw, one)
    if isinstance(kind, inspect.StructType) and isinstance(raw, dict):
        fields = {field.encode_name: field for field in kind.fields}
        return {
            name: _without_nulls(value, fields[name].type) if name in fields else value
            for name, value in raw.items()
            if value is not None or name not in fields or not _has_default(fields[name])
        }
    if isinstance(kind, inspect.ListType | inspect.VarTupleType) and isinstance(raw, list):
        return [_without_nulls(one, kind.item_type) for one in raw]
    if isinstance(kind, inspect.TupleType) and isinstance(raw, list) and len(raw) == len(kind.item_types):
        return [_without_nulls(one, item) for one, item in zip(raw, kind.item_types, strict=True)]
    return raw


def _has_default(field: inspect.Field) -> bool:
    """Whether the field may be left out, so that it has a value then."""
    return not field.required and field.default is not msgspec.UNSET


def read_action(raw: object, kind: Any, names: str) -> Any:
    """Return `raw` as an action of the tagged union `kind`. `names` lists its tags for the error message. Raise
    Malformed with the field at fault.
    """
    if not isinstance(raw, dict):
        raise Malformed("not_an_object", gettext_noop("An action must be a JSON object, not %(got)s."), got=quote(raw))
    try:
        return convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, field = _split(error)
        wanted = _wanted(inspect.type_info(kind), raw, field)
        template = gettext_noop("%(got)s is not an action of this game (%(names)s): %(reason)s.")
        if wanted:
            template = gettext_noop("%(got)s is not an action of this game: “%(at)s” must be %(wanted)s.")
        raise Malformed(
            "malformed_action",
            template,
            field=field,
            got=quote(raw),
            names=names,
            reason=reason,
            at=field,
            wanted=wanted,
        ) from None


def read_options(raw: object, kind: type[T]) -> T:
    """Return `raw` as a game's options. Raise Malformed with the field at fault."""
    try:
        return convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, field = _split(error)
        wanted = _wanted(inspect.type_info(kind), raw, field)
        template = gettext_noop("The options %(got)s do not fit this game: %(reason)s.")
        if wanted:
            template = gettext_noop("The options %(got)s do not fit this game: “%(at)s” must be %(wanted)s.")
        raise Malformed(
            "malformed_options", template, field=field, got=quote(raw), reason=reason, at=field, wanted=wanted
        ) from None


def unreadable(text: str, examples: str) -> Malformed:
    """Return the refusal of a text that is not an action."""
    return Malformed(
        "malformed_text",
        gettext_noop("%(got)s is not the text form of an action. Examples: %(examples)s."),
        got=quote(text),
        examples=examples,
    )


_PATH = re.compile(r" - at `(?:key` in `)?\$\.?(?P<field>[\w.\[\]]*)`$")
"""The end of msgspec's messages, as in “Expected `int`, got `str` - at `$.space`”."""
_FIELD_ITSELF = re.compile(r"^Object (?:contains unknown|missing required) field `(?P<field>[^`]*)`")
"""The beginning of messages about a field's existence, as in “Object missing required field `space`”."""


def _split(error: msgspec.ValidationError) -> tuple[str, str | None]:
    """Return the error's reason, cut at 160 characters, and the path of the field at fault."""
    text = str(error)
    at = _PATH.search(text)
    reason = text[: at.start()] if at else text
    path = at["field"] if at else ""
    if itself := _FIELD_ITSELF.match(reason):
        path = f"{path}.{itself['field'][:QUOTED]}" if path else itself["field"][:QUOTED]
    return reason if len(reason) <= REASON else reason[:REASON] + "…", path or None


_STEP = re.compile(r"\w+|\[(?:\d+|\.\.\.)\]")


def _wanted(kind: inspect.Type, raw: object, field: str | None) -> str | None:
    """Return the allowed values of the field at this path in a language-neutral notation, such as `1 … 5` or `0 | 90`;
    None if there is no short notation for them.
    """
    steps = _STEP.findall(field or "")
    for at, step in enumerate(steps):
        if isinstance(kind, inspect.Metadata):
            kind = kind.type
        if isinstance(kind, inspect.UnionType):  # the tag selects the type
            tag = raw.get("type") if isinstance(raw, dict) and at == 0 else None
            kind = next((one for one in kind.types if isinstance(one, inspect.StructType) and one.tag == tag), kind)
        if isinstance(kind, inspect.StructType):
            kind = next((one.type for one in kind.fields if one.encode_name == step), kind)
        if isinstance(kind, inspect.VarTupleType | inspect.ListType) and step.startswith("["):
            kind = kind.item_type
        elif isinstance(kind, inspect.TupleType) and step.startswith("["):
            kind = kind.item_types[0]  # all items of a fixed tuple have one type in these actions
    return _notation(kind) if steps else None


def _notation(kind: inspect.Type) -> str | None:
    match kind:
        # A type whose values have no range or list states its notation as `Meta(description=…)`, such as `a1 … e5`.
        case inspect.Metadata(extra_json_schema={"description": str(text)}):
            return text
        case inspect.Metadata():
            return _notation(kind.type)
        case inspect.LiteralType():
            return " | ".join(map(str, kind.values))
        case inspect.IntType(ge=int(least), le=int(most)):
            return f"{least} … {most}"
        case inspect.UnionType():
            known = [text for text in map(_notation, kind.types) if text]
            return " | ".join(known) or None
    return None
