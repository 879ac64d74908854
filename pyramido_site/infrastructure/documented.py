"""What an operation of the API says about itself: the source of docs/formats/openapi.json."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.views import APIView

from pyramido_site.infrastructure.malformed import Malformed

View = TypeVar("View", bound=Callable[..., Any])
JSON = dict[str, Any]

ATTRIBUTE = "documented"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the address. `kind` is a type as msgspec knows it."""

    name: str
    kind: Any
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A further operation for which the answer holds parameters: name → runtime expression (OpenAPI 3.1, Link Object).

    `body` are runtime expressions for its body.
    """

    operation: str
    parameters: Mapping[str, str]
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """`answers`: by status, the type of the body as msgspec knows it, or None where there is no body.

    `refused` are the statuses of refusals beside those that follow from what the operation takes. `media` is
    the answers'.
    """

    name: str
    answers: Mapping[int, Any]
    body: Any
    refused: Sequence[int]
    query: Sequence[Parameter]
    key: bool
    examples: Mapping[str, Any]
    links: Mapping[str, Link]
    media: str
    about: str


def documented(
    name: str,
    answers: Mapping[int, Any],
    *,
    body: Any = None,
    refused: Sequence[int] = (),
    query: Sequence[Parameter] = (),
    key: bool = False,
    examples: Mapping[str, Any] | None = None,
    links: Mapping[str, Link] | None = None,
    media: str = "application/json",
) -> Callable[[View], View]:
    """Documents a method of a view, which then refuses parameters of the address that are not named here.

    `name` is the operationId, `key` says that it takes an Idempotency-Key. The docstring becomes summary (its first
    line) and description.
    """
    known = frozenset(one.name for one in query)

    def document(view: View) -> View:
        about = view.__doc__
        if not about:
            raise TypeError(f"{view.__qualname__} has no docstring: it is what the reference says of it")

        operation = Operation(
            name,
            answers,
            body,
            refused,
            query,
            key,
            examples or {},
            links or {},
            media,
            about,
        )

        @functools.wraps(view)
        def checked(self: APIView, request: Request, *arguments: Any, **named: Any) -> Any:
            check_parameters(request, known)
            return view(self, request, *arguments, **named)

        setattr(checked, ATTRIBUTE, operation)
        return checked  # type: ignore[return-value]

    return document


def check_parameters(request: Request, known: frozenset[str]) -> None:
    """Raise Malformed for a parameter of the address that is none of these, or is there more than once."""
    for name, values in request.query_params.lists():
        if name not in known:
            raise Malformed(name[:40], _("Unknown parameter “%(name)s”.") % {"name": name[:40]})
        if len(values) > 1:
            raise Malformed(name, _("The parameter “%(name)s” appears more than once.") % {"name": name})


def operation_of(view: Any) -> Operation | None:
    found: Operation | None = getattr(view, ATTRIBUTE, None)
    return found


# --- parameters that many lists take ----------------------------------------------------------------------------------
CURSOR = Parameter("cursor", Annotated[str, Meta(max_length=200)], "Where to go on: from `next` or `previous`.")
LIMIT = Parameter("limit", Annotated[int, Meta(ge=1, le=100)], "So many at most.")
PAGED = (CURSOR, LIMIT)
