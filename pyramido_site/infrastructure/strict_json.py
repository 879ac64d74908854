"""Strict JSON for HTTP and sockets: of limited depth, and with storable texts only."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.utils.translation import gettext_noop

from pyramido_site.infrastructure.storable import is_storable

MAX_BYTES = 64 * 1024
MAX_DEPTH = 16
MAX_INTEGER = 2**53 - 1


class NotReadable(ValueError):
    """The document is refused.

    `status` is the HTTP status, `code` a stable name for programs, and `template % params` the English sentence, which
    is translated when it is shown.
    """

    def __init__(self, status: int, code: str, template: str, params: dict[str, Any]) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.template = template
        self.params = params


def loads(raw: bytes | str, most: int = MAX_BYTES) -> Any:
    """Parse one JSON document of at most `most` bytes.

    Raise NotReadable: 413 `too_large` for a larger one; 400 `malformed_json` for invalid JSON, repeated keys, NaN,
    Infinity, numbers that are not exact integers, unpaired surrogates, the character U+0000, and nesting deeper than
    16.
    """
    if len(raw) > most or (isinstance(raw, str) and len(raw.encode()) > most):
        raise NotReadable(413, "too_large", gettext_noop("Too large: the maximum is %(limit)s bytes."), {"limit": most})
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
        value = json.loads(
            text, object_pairs_hook=_no_repeats, parse_constant=_refuse_number, parse_float=_refuse_number,
            parse_int=_integer,
        )  # fmt: skip
        _check(value, MAX_DEPTH)
    except RecursionError:
        raise _malformed(gettext_noop("Nested too deeply.")) from None
    except UnicodeDecodeError:
        raise _malformed(gettext_noop("Not valid UTF-8.")) from None
    except json.JSONDecodeError as error:
        raise _malformed(
            gettext_noop("Not valid JSON: %(message)s at character %(position)s."),
            message=error.msg,
            position=error.pos,
        ) from None
    return value


def _malformed(template: str, **params: Any) -> NotReadable:
    return NotReadable(400, "malformed_json", template, params)


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _malformed(gettext_noop("Duplicate key %(key)s."), key=_quoted(twice))
    return made


def _refuse_number(text: str) -> Any:
    raise _malformed(gettext_noop("%(number)s is not an integer."), number=text[:40])


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
        raise _malformed(gettext_noop("The number %(number)s is too large."), number=text[:40])
    return int(text)


def _check(value: Any, depth: int) -> None:
    if depth == 0 and isinstance(value, dict | list):
        raise _malformed(gettext_noop("Nested too deeply."))
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check(item, depth - 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth - 1)


def _check_text(text: str) -> None:
    if not is_storable(text):
        raise _malformed(gettext_noop("The text %(text)s has characters that cannot be stored."), text=_quoted(text))


def _quoted(text: str) -> str:
    return json.dumps(text[:40])
