"""Cursor pagination of every list that grows, in the API and on pages: `?cursor=&limit=`.

A page with several such lists uses a `parameter` of its own for each instead of `cursor`; it renders the links with
templates/parts/pager.html.

An answer has `next` and `previous`, URLs (in the API absolute) or null. A cursor names a row by its public id, so that
rows added or removed before it shift nothing; it is opaque to clients.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import BadRequest
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from pyramido_site.infrastructure.malformed import Malformed

USUAL, MOST = 25, 100
"""Rows of a page by default, and at most."""

FORWARD, BACK = ">", "<"

CURSOR = "cursor"

LATEST_FIRST = ("-pk",)

Row = TypeVar("Row")
AnyModel = TypeVar("AnyModel", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """A page of rows, with the URLs of its neighbours."""

    rows: list[Row]
    next: str | None
    previous: str | None

    def to_json(self, shown: Callable[[Row], Any]) -> dict[str, Any]:
        """Return the page as JSON, each row by `shown`."""
        return {"next": self.next, "previous": self.previous, "results": [shown(row) for row in self.rows]}


def page_of(
    request: Request,
    rows: QuerySet[AnyModel],
    name: str = "public_id",
    usual: int = USUAL,
    among: QuerySet[AnyModel] | None = None,
    order: Sequence[str] = LATEST_FIRST,
    parameter: str = CURSOR,
) -> Page[AnyModel]:
    """Return a page of rows, the latest first or in another `order` of fields that together are unique.

    `name` is a field (or a lookup of a related row's) that is unique `among` these rows, by default all of the model;
    rows may be added and removed between pages. Raise Malformed for an invalid limit or unknown cursor.
    """
    named_by = attrgetter(name.replace("__", "."))
    limit, (way, value) = limit_of(request, usual), _cursor_of(request, parameter)
    if value is not None:
        named = rows.model._default_manager.all() if among is None else among
        at = named.filter(**{name: value}).values_list(*(field.removeprefix("-") for field in order)).first()
        if at is None:
            raise unknown_cursor()
        rows = rows.filter(_beyond(way, order, at))
    found = list(rows.order_by(*(order if way == FORWARD else map(_turned, order)))[: limit + 1])
    more, shown = len(found) > limit, found[:limit]
    if way == BACK:
        shown.reverse()
    after = shown and (more or way == BACK)
    before = shown and (more if way == BACK else value is not None)
    return Page(
        shown,
        link(request, FORWARD, named_by(shown[-1]), parameter) if after else None,
        link(request, BACK, named_by(shown[0]), parameter) if before else None,
    )


def _turned(field: str) -> str:
    return field[1:] if field.startswith("-") else f"-{field}"


def _beyond(way: str, order: Sequence[str], at: Sequence[Any]) -> Q:
    """Return the condition for rows after (or, going back, before) the row with these values."""
    beyond, same = Q(), Q()
    for named, value in zip(order, at, strict=True):
        field = named.removeprefix("-")
        falls = named.startswith("-") == (way == FORWARD)
        beyond |= same & Q(**{f"{field}__{'lt' if falls else 'gt'}": value})
        same &= Q(**{field: value})
    return beyond


def numbered_page(
    request: Request,
    read: Callable[[int, int], Sequence[Row]],
    usual: int = USUAL,
    begin: int = 0,
    parameter: str = CURSOR,
) -> Page[Row]:
    """Return a page of rows numbered from 0, such as ranks; `read(first, how_many)` returns them.

    Without a cursor it begins with number `begin`. Raise Malformed for an invalid limit or unknown cursor.
    """
    limit, (_way, value) = limit_of(request, usual), _cursor_of(request, parameter)
    if value is not None and not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise unknown_cursor()
    first = begin if value is None else int(value)
    found = list(read(first, limit + 1))
    return Page(
        found[:limit],
        link(request, FORWARD, str(first + limit), parameter) if len(found) > limit else None,
        link(request, FORWARD, str(max(0, first - limit)), parameter) if first > 0 else None,
    )


def shown_page(request: HttpRequest, rows: QuerySet[AnyModel], size: int, **how: Any) -> Page[AnyModel]:
    """Return `page_of` for a page of the site. Raise BadRequest (the page of status 400) for an unknown cursor."""
    try:
        return _of_this_site(page_of(Request(request), rows, usual=size, **how))
    except Malformed as error:
        raise BadRequest(str(error)) from error


def shown_part(
    request: HttpRequest, read: Callable[[int, int], Sequence[Row]], size: int, parameter: str = CURSOR
) -> Page[Row]:
    """Return `numbered_page` for a page of the site. Raise BadRequest for an unknown cursor."""
    try:
        return _of_this_site(numbered_page(Request(request), read, size, parameter=parameter))
    except Malformed as error:
        raise BadRequest(str(error)) from error


def _of_this_site(page: Page[Row]) -> Page[Row]:
    """Return the page with relative URLs."""
    return replace(page, next=_relative(page.next), previous=_relative(page.previous))


def _relative(url: str | None) -> str | None:
    return None if url is None else urlsplit(url)._replace(scheme="", netloc="").geturl()


def limit_of(request: Request, usual: int = USUAL) -> int:
    """Return the requested number of rows. Raise Malformed unless it is 1 to MOST."""
    text = request.query_params.get("limit")
    if text is None:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= MOST):
        raise Malformed("limit", _("“limit” must be a number from 1 to %(most)s.") % {"most": MOST})
    return int(text)


def link(request: Request, way: str, value: str, parameter: str = CURSOR) -> str:
    """Return the URL of this request with another cursor."""
    return address_with(request, parameter, base64.urlsafe_b64encode(f"{way}{value}".encode()).decode().rstrip("="))


def address_with(request: Request, parameter: str, value: str | int) -> str:
    """Return the absolute URL of this request with another value of a query parameter."""
    return replace_query_param(request.build_absolute_uri(), parameter, value)


def _cursor_of(request: Request, parameter: str) -> tuple[str, str | None]:
    """Return the direction and the value of the cursor, None without one. Raise Malformed."""
    text = request.query_params.get(parameter)
    if text is None:
        return FORWARD, None
    try:
        plain = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError, ValueError):
        raise unknown_cursor() from None
    if plain[:1] not in (FORWARD, BACK) or "\0" in plain:
        raise unknown_cursor()
    return plain[0], plain[1:]


def unknown_cursor() -> Malformed:
    """Return the refusal of an unknown cursor."""
    return Malformed("cursor", _("Invalid cursor. Start again without one."))
