"""Every parameter of the site, found by asking, and the values that databases and numbers do not take."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec
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
"""As they stand in an address or a form."""

VALUES: dict[str, Any] = {
    "U+0000": "a\0b",
    "a surrogate": "a\ud800b",
    "2^63": 2**63,
    "2^63 as a text": str(2**63),
    "10^400": 10**400,
    "60 KB": "x" * 60_000,
    "1 MB": "x" * MEGABYTE,
}
"""As they stand in JSON."""

UNSTORABLE = ("U+0000", "a surrogate")
REFUSED = (*UNSTORABLE, "2^63", "10^400", "1 MB")
"""What is refused wherever it stands in an address or a form, and in JSON: it need not stand in each place alone."""

HEADERS = ("User-Agent", "Accept-Language", "Referer", "X-Request-ID", "X-Forwarded-For", "If-None-Match", "Range")
COOKIES = ("sessionid", "csrftoken", "django_language", "messages")
FORM = "application/x-www-form-urlencoded"


class _Undone(Exception):
    """Ends a savepoint."""


@contextmanager
def undone() -> Iterator[None]:
    """What happens within has not happened afterwards."""
    try:
        with transaction.atomic():
            yield
            raise _Undone
    except _Undone:
        positions.cache.clear()


@contextmanager
def names_read() -> Iterator[set[str]]:
    """The names of parameters that are looked for meanwhile, not those that are read because all that was sent is."""
    found: set[str] = set()
    originals = {name: getattr(MultiValueDict, name) for name in ("__getitem__", "get", "getlist")}

    def noting(original: Callable[..., Any]) -> Callable[..., Any]:
        def read(self: Any, key: Any, *more: Any, **named: Any) -> Any:
            by = sys._getframe(1).f_globals["__name__"]
            if isinstance(self, QueryDict) and by != MultiValueDict.__module__:  # Django's addresses are in such, too
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
    """Somebody's requests: each is undone, and those that were answered with a fault are kept."""

    cookies: Any
    headers: dict[str, str]
    faults: list[str] = field(default_factory=list)
    asked: int = 0

    def ask(self, what: str, method: str, path: str, body: str = "", kind: str = "", **headers: str) -> None:
        client = Client(raise_request_exception=False)
        client.cookies.load({name: morsel.value for name, morsel in self.cookies.items()})
        caches["default"].clear()  # limits are no answer here
        with undone():
            answer = client.generic(method, path, body, content_type=kind, headers={**self.headers, **headers})
            if answer.streaming:
                b"".join(getattr(answer, "streaming_content", ()))
        self.asked += 1
        if answer.status_code >= 500:
            self.faults.append(f"{method} {what}: {answer.status_code}")

    # --- pages --------------------------------------------------------------------------------------------------------
    def page(self, address: Address, likely: dict[str, str], each: bool) -> None:
        """All that a page reads of its address and of its form, one after the other or all at once."""
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
        """Every part of an address."""
        for value, text in TEXTS.items():
            for part in parts:
                marked = reverse(name, kwargs=parts).replace(f"/{parts[part]}", f"/{text}", 1)
                self.ask(f"{name} with {value} as {part}", method, marked)

    def around(self, path: str) -> None:
        """Cookies and headers."""
        for value, text in VALUES.items():
            if isinstance(text, str) and value != "a surrogate":  # no header can hold one
                for name in HEADERS:
                    self.ask(f"{path} with {value} as {name}", "GET", path, **{name: text})
                for name in COOKIES:
                    cookie = text.replace("\0", "\\000")
                    self.ask(f"{path} with {value} as cookie {name}", "GET", path, Cookie=f'{name}="{cookie}"')

    # --- the API ------------------------------------------------------------------------------------------------------
    def row(self, row: Row, world: World, view: Any, each: bool) -> None:
        """Parameters, fields and key of an operation, one after the other or all at once."""
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
    """Each alone, or all at once."""
    return [[name] for name in sorted(names)] if each else [sorted(names)] if names else []


def _fields(body: Any) -> list[str]:
    kinds = body if isinstance(body, tuple) else get_args(body) or (body,)
    return sorted({one.name for kind in kinds if kind is not None for one in msgspec.structs.fields(kind)})


def view_of(address: Address) -> Any:
    found = getattr(address.view, "cls", None)
    return found if isinstance(found, type) and issubclass(found, APIView) else None


def rows_for(caller: str) -> list[Row]:
    """The operations that such a caller may ask for."""
    return [row for row in ROWS if row.expected(caller) < 300 or row.expected(caller) in (400, 404, 409, 422)]
