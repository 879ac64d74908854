"""Formats of log lines (docs/observing.md): plain text, or with LOG_FORMAT=json one JSON object per line.

No line holds user input. The site never logs it; the details of database errors, which quote whole rows, are removed
here, and URLs are replaced by their patterns, since some hold secrets.
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
"""Fields that our own lines may have beside their message."""

MOST_CHARACTERS = 500
"""Longest message of an exception, in characters."""

# The newline may be literal, or escaped as in the repr of an exception.
_DETAILS = re.compile(r"(?:\n|\\n)(?:DETAIL|CONTEXT|LINE \d+):.*", re.DOTALL)


class Formatter(logging.Formatter):
    """Plain lines, with the known origin in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line, followed by its traceback."""
        line = f"{self.formatTime(record)} {record.levelname} {record.name}: {message(record)}"
        known = " ".join(f"{name}={value}" for name, value in log_context.fields().items())
        exception = raised(record)
        return f"{line}{f' [{known}]' if known else ''}{f'{chr(10)}{exception}' if exception else ''}"


class JSONFormatter(logging.Formatter):
    """Lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a JSON object."""
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
    """Filter that logs a request refused by Django as one warning, without the traceback and input of a fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Reword such a record in place; always return True."""
        if record.name.startswith("django.security.") and record.exc_info:
            what = record.name.rpartition(".")[2]
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = "a request was refused: %s", (REFUSED.get(what, what),)
            record.exc_info = None
        return True


REFUSED = {"DisallowedHost": "its Host is not among ALLOWED_HOSTS"}
"""Explanations of Django's exceptions; any other is logged by its name."""


def message(record: logging.LogRecord) -> str:
    """Return the record's message without secrets of URLs and details of database errors."""
    text = without_details(record.getMessage())
    request = record.__dict__.get("request")
    if isinstance(request, HttpRequest):  # Django's own lines name its path
        text = _without_path(text, request)
    return text


def _without_path(text: str, request: HttpRequest) -> str:
    """Return the text with the request's path, alone or in a URL, replaced
    by its pattern; `1034/1035` holds no path.
    """
    return re.sub(
        rf"(?:(?<!\w)|(://[^\s/]+)){re.escape(request.path)}(?![\w/])",
        lambda found: f"{found[1] or ''}{route_of(request)}",
        text,
    )


def without_details(text: str) -> str:
    """Return the text of a database error without the values that it quotes."""
    return _DETAILS.sub(" …", text)


def route_of(request: HttpRequest) -> str:
    """Return the URL pattern of the request, without its values."""
    match = request.resolver_match
    return "(no such address)" if match is None else f"/{match.route}"


def raised(record: logging.LogRecord) -> str:
    """Return the record's exception and its causes with tracebacks, without values quoted by a database."""
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
    """Return an exception's message, shortened and without values quoted by a database."""
    text = without_details(str(error))
    if isinstance(error, DatabaseError) or type(error).__module__.startswith("psycopg"):
        text = text.partition("\n")[0]
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"
