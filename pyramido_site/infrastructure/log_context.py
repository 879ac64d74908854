"""What a log line says of its origin: the request or task that runs, its game, and who asked for it.

The origin goes wherever a context goes: into the threads of sockets and streams, and with a task's headers into the
worker (pyramido_site/task_signals.py).
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
    """`request_id` is that of the HTTP request, socket or beat from which it all came; "" is not known."""

    request_id: str
    game: str = ""
    """A public id."""
    task: str = ""
    task_id: str = ""
    request: HttpRequest | None = None
    user: str = ""
    """A public id, where there is no request to ask."""


_origin: ContextVar[Origin | None] = ContextVar("origin", default=None)


def request_id(given: str | None = None) -> str:
    """The id that a proxy or a client has given, if it is one (8 to 64 letters, digits and `._:-`), or a new one."""
    return given if given and _SANE.fullmatch(given) else secrets.token_hex(12)


def begin(origin: Origin) -> Token[Origin | None]:
    """It is the origin of what happens in this context from now on, until `end`."""
    return _origin.set(origin)


def end(token: Token[Origin | None]) -> None:
    _origin.reset(token)


def current() -> Origin | None:
    return _origin.get()


def belongs_to(user: Any) -> None:
    """What happens here now is this user's doing; None: a stranger's."""
    origin = _origin.get()
    if origin is not None:
        origin.user = getattr(user, "public_id", "")


def fields() -> dict[str, str]:
    """What is known of the origin, without asking the database for it."""
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


def _user_of(request: HttpRequest | None) -> str:
    user = None if request is None else request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = user.__dict__["_wrapped"]
        if user is empty:
            return ""  # nobody has wanted to know
    return str(getattr(user, "public_id", ""))
