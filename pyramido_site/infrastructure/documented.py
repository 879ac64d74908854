"""Documentation of API operations: the source of docs/formats/openapi.json."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.views import APIView

from pyramido_site.infrastructure.malformed import Malformed

View = TypeVar("View", bound=Callable[..., Any])
JSON = dict[str, Any]

ATTRIBUTE = "documented"
CREATED = 201


def component(name: str) -> Any:
    """Return a type whose schema is the component of this name, which the document adds."""
    return Annotated[Any, Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter. `kind` is a type for msgspec."""

    name: str
    kind: Any
    about: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A subsequent operation whose parameters the answer holds: name → runtime expression (OpenAPI 3.1, Link Object).
    `body` holds runtime expressions for its body.
    """

    operation: str
    parameters: Mapping[str, str]
    body: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An example that is not in the document: the address of one, which need not exist."""

    address: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An API operation.

    `answers` maps each status to the type of its body for msgspec, or None for no body. `refused` are statuses of
    refusals beyond those implied by parameters and body. `media` is the type of the answers. `examples` are bodies of
    requests, `answer_examples` of whole answers, by name: JSON, `Elsewhere`, or a function that returns JSON.
    `location` is Django's name for the address of what was made.
    """

    name: str
    answers: Mapping[int, Any]
    body: Any
    refused: Sequence[int]
    query: Sequence[Parameter]
    key: bool
    examples: Mapping[str, Any]
    answer_examples: Mapping[str, Any]
    links: Mapping[str, Link]
    media: str
    location: str | None
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
    answer_examples: Mapping[str, Any] | None = None,
    links: Mapping[str, Link] | None = None,
    media: str = "application/json",
    location: str | None = None,
) -> Callable[[View], View]:
    """Decorate a view's method with its documentation; it then refuses query parameters that are not named here.

    `name` is the operationId; `key`: it accepts an Idempotency-Key; `location`: an answer with 201 has a
    `Location`, the address with this name in Django of the `id` in its body. The docstring's first line becomes the
    summary, the rest the description. Raise TypeError if there is none.
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
            answer_examples or {},
            links or {},
            media,
            location,
            about,
        )

        @functools.wraps(view)
        def checked(self: APIView, request: Request, *arguments: Any, **named: Any) -> Any:
            check_parameters(request, known)
            answer = view(self, request, *arguments, **named)
            if location is not None and answer.status_code == CREATED:
                answer["Location"] = request.build_absolute_uri(reverse(location, args=[answer.data["id"]]))
            return answer

        setattr(checked, ATTRIBUTE, operation)
        return checked  # type: ignore[return-value]

    return document


def check_parameters(request: Request, known: frozenset[str]) -> None:
    """Raise Malformed for a query parameter that is unknown or occurs more than once."""
    for name, values in request.query_params.lists():
        if name not in known:
            raise Malformed(name[:40], _("Unknown parameter “%(name)s”.") % {"name": name[:40]})
        if len(values) > 1:
            raise Malformed(name, _("The parameter “%(name)s” appears more than once.") % {"name": name})


def operation_of(view: Any) -> Operation | None:
    """Return the documentation of a view's method, or None."""
    found: Operation | None = getattr(view, ATTRIBUTE, None)
    return found


def examples_json(examples: Mapping[str, Any]) -> JSON:
    """Return `{"examples": …}` of a Media Type Object (OpenAPI 3.1); empty if there are none."""
    found = {name: _example(value) for name, value in examples.items()}
    return {"examples": found} if found else {}


def _example(value: Any) -> JSON:
    if isinstance(value, Elsewhere):
        return {"summary": value.address}  # as an `externalValue` generators of clients would fetch it
    return {"value": value() if callable(value) else value}


# --- parameters of lists ----------------------------------------------------------------------------------------------
CURSOR = Parameter("cursor", Annotated[str, Meta(max_length=200)], "Where the page begins: from `next` or `previous`.")
LIMIT = Parameter("limit", Annotated[int, Meta(ge=1, le=100)], "Largest number of rows.")
PAGED = (CURSOR, LIMIT)
