"""The origin of log lines: the current request or task, its game and its user.

The origin follows context variables into the threads of sockets and streams, and a task's headers into the worker
(pyramido_site/task_signals.py).
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar, Token
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject, empty

_SANE = re.compile(r"[A-Za-z0-9._:-]{8,64}", re.ASCII)


@dataclass(slots=True)
class Origin:
    """The origin of log lines.

    `request_id` is that of the HTTP request, socket or beat where it began; "" if unknown.
    """

    request_id: str
    game: str = ""
    """Public id."""
    task: str = ""
    task_id: str = ""
    request: HttpRequest | None = None
    user: str = ""
    """Public id, if there is no request to read the user from."""


_origin: ContextVar[Origin | None] = ContextVar("origin", default=None)


def request_id(given: str | None = None) -> str:
    """Return the id given by a proxy or client if it is valid (8 to 64 letters, digits and `._:-`), or a new one."""
    return given if given and _SANE.fullmatch(given) else secrets.token_hex(12)


def begin(origin: Origin) -> Token[Origin | None]:
    """Set the origin of this context, until `end`."""
    return _origin.set(origin)


def end(token: Token[Origin | None]) -> None:
    """Restore the origin before `begin`."""
    _origin.reset(token)


def current() -> Origin | None:
    """Return the origin of this context, or None."""
    return _origin.get()


def belongs_to(user: Any) -> None:
    """Set the user of this context; None for a visitor."""
    origin = _origin.get()
    if origin is not None:
        origin.user = getattr(user, "public_id", "")


def fields() -> dict[str, str]:
    """Return the known fields of the origin, without a query."""
    origin = _origin.get()
    if origin is None:
        return {}
    known = {
        "request_id": origin.request_id,
        "game": origin.game,
        "user": origin.user or _user_of(origin.request),
        "task": origin.task,
        "task_id": origin.task_id,
    }
    return {name: value for name, value in known.items() if value}


def known_user(request: HttpRequest) -> Any:
    """Return the user of a request, or None if none has been loaded: the database may be what failed."""
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = user.__dict__["_wrapped"]
    return None if user is empty else user


def _user_of(request: HttpRequest | None) -> str:
    return "" if request is None else str(getattr(known_user(request), "public_id", ""))
