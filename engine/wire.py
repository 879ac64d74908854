"""Reading JSON into typed actions and options, with errors that quote what came in."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

from engine.core import Malformed, gettext_noop

T = TypeVar("T")

QUOTED = 80
REASON = 160


def quote(raw: object) -> str:
    """What came in, as it came in (JSON or a text), short enough for a sentence."""
    text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, default=repr)
    return f"“{text[:QUOTED]}…”" if len(text) > QUOTED else f"“{text}”"


def read_action(raw: object, kind: Any, names: str) -> Any:
    """`raw` as the tagged union `kind`; `names` lists its tags. Raises Malformed with the field at fault."""
    if not isinstance(raw, dict):
        raise Malformed("not_an_object", gettext_noop("An action is a JSON object, not %(got)s."), got=quote(raw))
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, field = _split(error)
        raise Malformed(
            "malformed_action",
            gettext_noop("%(got)s is not an action of this game (%(names)s): %(reason)s."),
            field=field,
            got=quote(raw),
            names=names,
            reason=reason,
        ) from None


def read_options(raw: object, kind: type[T]) -> T:
    """`raw` as a game's options. Raises Malformed with the field at fault."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        reason, field = _split(error)
        raise Malformed(
            "malformed_options",
            gettext_noop("The options %(got)s do not fit this game: %(reason)s."),
            field=field,
            got=quote(raw),
            reason=reason,
        ) from None


def unreadable(text: str, examples: str) -> Malformed:
    """For a text that is no action."""
    return Malformed(
        "malformed_text",
        gettext_noop("%(got)s is not an action in text; examples are %(examples)s."),
        got=quote(text),
        examples=examples,
    )


_AT = re.compile(r" - at `(?:key` in `)?\$\.?(?P<field>[\w.\[\]]*)`$")


def _split(error: msgspec.ValidationError) -> tuple[str, str | None]:
    """The reason, cut short, and the path of the field."""
    text = str(error)
    at = _AT.search(text)
    reason = text[: at.start()] if at else text
    return reason if len(reason) <= REASON else reason[:REASON] + "…", (at["field"] or None) if at else None
