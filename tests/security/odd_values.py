"""Every parameter of the site, discovered by sending requests, and values that databases and numbers do not accept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, get_args, get_type_hints

from django.core.cache import caches
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from rest_framework.views import APIView

from games.record import positions
from pyramido_site.infrastructure.documented import operation_of
from tests.games.api.api_rows import ROWS, Row
from tests.games.api.api_world import World
from tests.security.walking import Address

MEGABYTE = 1_000_000
TEXTS = {
    "U+0000": "a%00b",
    "a surrogate": "a%ED%A0%80b",
    "2^63": str(2**63),
    "10^400": str(10**400),
    "1 MB": "x" * MEGABYTE,
}
"""As written in a URL or a form."""

VALUES: dict[str, Any] = {
    "U+0000": "a\0b",
    "a surrogate": "a\ud800b",
    "2^63": 2**63,
    "2^63 as a text": str(2**63),
    "10^400": 10**400,
    "60 KB": "x" * 60_000,
    "1 MB": "x" * MEGABYTE,
}
"""As written in JSON."""

UNSTORABLE = ("U+0000", "a surrogate")
REFUSED = (*UNSTORABLE, "2^63", "10^400", "1 MB")
"""Values refused anywhere in a URL or a form, and in JSON, so that they need not be tried in each place separately."""

HEADERS = ("User-Agent", "Accept-Language", "Referer", "X-Request-ID", "X-Forwarded-For", "If-None-Match", "Range")
COOKIES = ("sessionid", "csrftoken", "django_language", "messages")
FORM = "application/x-www-form-urlencoded"


class _Undone(Exception):
    """Rolls a savepoint back."""


@contextmanager
def undone() -> Iterator[None]:
    """Roll back everything that happens in the block."""
    try:
        with transaction.atomic():
            yield
            raise _Undone
    except _Undone:
        positions.cache.clear()


@contextmanager
def names_read() -> Iterator[set[str]]:
    """Yield the names of parameters that the code looks up, excluding those read by iterating over all."""
    found: set[str] = set()
    originals = {name: getattr(MultiValueDict, name) for name in ("__getitem__", "get", "getlist")}

    def noting(original: Callable[..., Any]) -> Callable[..., Any]:
        def read(self: Any, key: Any, *more: Any, **named: Any) -> Any:
            by = sys._getframe(1).f_globals["__name__"]
            # Django itself uses such a class for URLs
            if isinstance(self, QueryDict) and by != MultiValueDict.__module__:
                found.add(str(key))
            return original(self, key, *more, **named)

        return read

    for name, original in originals.items():
        setattr(MultiValueDict, name, noting(original))
    try:
        yield found
    finally:
        for name, original in originals.items():
            setattr(MultiValueDict, name, original)


@dataclass
class Walk:
    """A client's requests: each is rolled back, and those with a server error in the response are kept."""

    cookies: Any
    headers: dict[str, str]
    faults: list[str] = field(default_factory=list)
    asked: int = 0

    def ask(self, what: str, method: str, path: str, body: str = "", kind: str = "", **headers: str) -> None:
        client = Client(raise_request_exception=False)
        client.cookies.load({name: morsel.value for name, morsel in self.cookies.items()})
        caches["default"].clear()  # rate limits would hide the response
        with undone():
            answer = client.generic(method, path, body, content_type=kind, headers={**self.headers, **headers})
            if answer.streaming:
                b"".join(getattr(answer, "streaming_content", ()))
        self.asked += 1
        if answer.status_code >= 500:
            self.faults.append(f"{method} {what}: {answer.status_code}")

    # --- pages --------------------------------------------------------------------------------------------------------
    def page(self, address: Address, likely: dict[str, str], each: bool) -> None:
        """Try all parameters of a page's URL and form, one after the other or all at once."""
        for method in ("GET", "POST"):
            with names_read() as names:
                self._send(address.name, method, address.path, likely)
            for value, text in TEXTS.items():
                for some in _some(names - {"csrfmiddlewaretoken"}, each and value not in UNSTORABLE):
                    sent = {**{name: likely.get(name, "1") for name in names}, **dict.fromkeys(some, text)}
                    self._send(f"{address.name} with {value} as {some}", method, address.path, sent)

    def _send(self, what: str, method: str, path: str, parameters: dict[str, str]) -> None:
        sent = "&".join(f"{name}={value}" for name, value in parameters.items())
        if method == "GET":
            self.ask(what, "GET", f"{path}?{sent}")
        else:
            self.ask(what, "POST", path, sent, FORM)

    def parts(self, name: str, method: str, parts: dict[str, Any]) -> None:
        """Try every part of a URL."""
        for value, text in TEXTS.items():
            for part in parts:
                marked = reverse(name, kwargs=parts).replace(f"/{parts[part]}", f"/{text}", 1)
                self.ask(f"{name} with {value} as {part}", method, marked)

    def around(self, path: str) -> None:
        """Try cookies and headers."""
        for value, text in VALUES.items():
            if isinstance(text, str) and value != "a surrogate":  # no header can contain one
                for name in HEADERS:
                    self.ask(f"{path} with {value} as {name}", "GET", path, **{name: text})
                for name in COOKIES:
                    cookie = text.replace("\0", "\\000")
                    self.ask(f"{path} with {value} as cookie {name}", "GET", path, Cookie=f'{name}="{cookie}"')

    # --- the API ------------------------------------------------------------------------------------------------------
    def row(self, row: Row, world: World, view: Any, each: bool) -> None:
        """Try parameters, fields and idempotency key of an operation, one after the other or all at once."""
        path, right = reverse(row.name, kwargs=world.named(row.where)), world.filled(row.body)
        operation = operation_of(getattr(view, row.method.lower(), None))
        query = [one.name for one in operation.query] if operation is not None else ["limit"]
        fields = _fields(operation.body) if operation is not None else []
        for value, text in TEXTS.items():
            for some in _some(query, each and value not in UNSTORABLE):
                sent = "&".join(f"{name}={text}" for name in some)
                self.ask(f"{row.name} with {value} as {some}", row.method, f"{path}?{sent}")
        for value, thing in VALUES.items():
            for some in _some(fields, each and value not in REFUSED):
                sent = json.dumps({**(right or {}), **dict.fromkeys(some, thing)})
                self.ask(f"{row.name} with {value} as {some}", row.method, path, sent, "application/json")
            if operation is not None and operation.key and isinstance(thing, str) and value != "a surrogate":
                sent = json.dumps(right)
                self.ask(
                    f"{row.name}, key {value}", row.method, path, sent, "application/json", **{"Idempotency-Key": thing}
                )


def _some(names: Collection[str], each: bool) -> list[list[str]]:
    """Return each name alone, or all in one list."""
    return [[name] for name in sorted(names)] if each else [sorted(names)] if names else []


def _fields(body: Any) -> list[str]:
    kinds = body if isinstance(body, tuple) else get_args(body) or (body,)
    return sorted({name for kind in kinds if kind is not None for name in get_type_hints(kind)})


def view_of(address: Address) -> Any:
    found = getattr(address.view, "cls", None)
    return found if isinstance(found, type) and issubclass(found, APIView) else None


def rows_for(caller: str) -> list[Row]:
    """Return the operations that such a caller may use."""
    return [row for row in ROWS if row.expected(caller) < 300 or row.expected(caller) in (400, 404, 409, 422)]
