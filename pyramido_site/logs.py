"""How log lines look (docs/observing.md): plain, or with LOG_FORMAT=json one JSON object a line.

No line holds what people have sent. What they send is never logged; what a database says of it in an error (its DETAIL
has whole rows) is cut off here, and an address is shown by its pattern, as some hold secrets.
"""

from __future__ import annotations

import json
import logging
import os
import re
import traceback
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest

from pyramido_site.infrastructure import log_context

EXTRAS = ("method", "route", "status", "ms")
"""What a line of ours may have beside its message."""

MOST_CHARACTERS = 500
"""Of an exception's own words."""

# A newline may stand there as such, or as the repr of an exception has it.
_DETAILS = re.compile(r"(?:\n|\\n)(?:DETAIL|CONTEXT|LINE \d+):.*", re.DOTALL)


class Formatter(logging.Formatter):
    """Lines for people; in brackets what is known of their origin."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {message(record)}"
        known = " ".join(f"{name}={value}" for name, value in log_context.fields().items())
        exception = raised(record)
        return f"{line}{f' [{known}]' if known else ''}{f'{chr(10)}{exception}' if exception else ''}"


class JSONFormatter(logging.Formatter):
    """Lines for programs."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message(record),
            **log_context.fields(),
            **{name: record.__dict__[name] for name in EXTRAS if name in record.__dict__},
            "pid": os.getpid(),
        }
        exception = raised(record)
        if exception:
            line["exception"] = exception
        return json.dumps(line, ensure_ascii=False, default=str)


class Refusals(logging.Filter):
    """Before the formatters: that Django has refused a visitor's request by itself is a line, and no fault of ours with
    a traceback and the words that were sent.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security.") and record.exc_info:
            what = record.name.rpartition(".")[2]
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "a request was refused: %s", (REFUSED.get(what, what),)
            record.exc_info = None
        return True


REFUSED = {"DisallowedHost": "its Host is not among ALLOWED_HOSTS"}
"""What is said of an exception of Django's; of others, their names."""


def message(record: logging.LogRecord) -> str:
    text = without_details(record.getMessage())
    request = record.__dict__.get("request")
    if isinstance(request, HttpRequest):  # Django's own lines name its path
        text = _without_path(text, request)
    return text


def _without_path(text: str, request: HttpRequest) -> str:
    """The text with the request's pattern for its path, alone or in a whole URL: in `1034/1035` there is none."""
    return re.sub(
        rf"(?:(?<!\w)|(://[^\s/]+)){re.escape(request.path)}(?![\w/])",
        lambda found: f"{found[1] or ''}{route_of(request)}",
        text,
    )


def without_details(text: str) -> str:
    """The words of a database's error without the values that it quotes."""
    return _DETAILS.sub(" …", text)


def route_of(request: HttpRequest) -> str:
    """The pattern that the request's address fits, without what stands in it."""
    match = request.resolver_match
    return "(no such address)" if match is None else f"/{match.route}"


def raised(record: logging.LogRecord) -> str:
    """The record's exception with all that led to it, and none of the values that a database quotes."""
    info: Any = record.exc_info
    if not info or info[1] is None:
        return ""
    parts: list[str] = []
    error: BaseException | None = info[1]
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        trace = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"{trace}{type(error).__module__}.{type(error).__qualname__}: {words_of(error)}")
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhich came of:\n".join(parts)


def words_of(error: BaseException) -> str:
    text = without_details(str(error))
    if isinstance(error, DatabaseError) or type(error).__module__.startswith("psycopg"):
        text = text.partition("\n")[0]
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"
