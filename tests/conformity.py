"""Every response of the API in any test conforms to its document (docs/formats/openapi.json): status and body; and
every frame of a socket or line of a stream in tests of ours to its own (docs/formats/asyncapi.json).
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import jsonschema_rs
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import registry
from games.api.document import asyncapi, schema
from games.api.document.game_schemas import OPEN
from games.api.document.json_schemas.per_game import REF
from pyramido_site.infrastructure.documented import CREATED, operation_of

ALWAYS = {405}
"""Statuses that belong to no operation: the method is not allowed."""

FRAMES = {
    "/api/v1/games/": "GameLine", "/api/v1/stream/events": "AccountLine", "/ws/games/": "GameFrame",
    "/ws/account/": "AccountSocketFrame", "/ws/lobby/": "LobbyFrame",
}  # fmt: skip
"""By the beginning of an address: the schema of what comes from there."""

Games = tuple[tuple[str, int], ...]
"""The games of the registry, with their versions: a test may have one of its own."""


def games() -> Games:
    return tuple((rules.key, rules.version) for rules in registry.games())


@cache
def document(games: Games) -> dict[str, Any]:
    """The document with these games, as strict as it can be."""
    return strict(schema.document())


@cache
def answers(games: Games) -> dict[tuple[str, int], str | None]:
    """By operation and status: the schema of the body, as JSON; None where there is none."""
    found: dict[tuple[str, int], str | None] = {}
    for _, operation in schema.operations(document(games)):
        for status, answer in operation["responses"].items():
            if "$ref" in answer:
                answer = document(games)["components"]["responses"][answer["$ref"].rpartition("/")[2]]
            media = next(iter(answer.get("content", {}).values()), None)
            body = None if media is None else json.dumps(media.get("schema", {}), sort_keys=True)
            found[operation["operationId"], int(status)] = body
    return found


@cache
def validator_of(body: str, games: Games) -> jsonschema_rs.Validator:
    """What a body must be, nothing more and nothing less. Each takes a hundredth of a second to make, and operations
    share many of them.
    """
    return jsonschema_rs.validator_for({**json.loads(body), "components": document(games)["components"]})


@cache
def names(games: Games) -> set[str]:
    """Return the names of the document's operations; a test may have additional views."""
    return {name for name, _ in answers(games)}


def strict(document: dict[str, Any]) -> dict[str, Any]:
    """Return a stricter document: objects have no undocumented fields, and open enumerations no other values."""
    made = copy.deepcopy(document)
    for component in made["components"]["schemas"].values():
        for one in (component, *component.get("properties", {}).values()):
            if OPEN in one:
                one["enum"] = one[OPEN]
        if component.get("properties"):
            component.setdefault("additionalProperties", False)
    return made


def check(view: APIView, request: Request, response: Response) -> None:
    now = games()
    operation = operation_of(getattr(view, (request.method or "").lower(), None))
    if (
        operation is None
        or response.status_code in ALWAYS
        or response.status_code >= 500
        or operation.name not in names(now)
    ):
        return
    key = (operation.name, response.status_code)
    assert key in answers(now), f"{key} is not documented: {response.data}"
    located = operation.location is not None and response.status_code == CREATED
    assert ("Location" in response) == located, f"{key}: {response.headers}"
    assert operation.key or "Idempotent-Replayed" not in response, key
    body = answers(now)[key]
    if body is None:
        assert response.data is None, f"{key} must not have a body: {response.data}"
        return
    error = first_error(validator_of(body, now), response.data)
    assert error is None, f"{key} differs from its documentation: {error}"


@cache
def frame_validator(name: str, games: Games) -> jsonschema_rs.Validator:
    made = document(games) if name.endswith("Line") else strict(asyncapi.document())
    return jsonschema_rs.validator_for({"$ref": f"{REF}{name}", "components": made["components"]})


def check_frame(path: str, frame: Any) -> None:
    """Check a frame of the socket or stream with this address."""
    name = next(name for start, name in FRAMES.items() if path.startswith(start))
    error = first_error(frame_validator(name, games()), frame)
    assert error is None, f"{frame} differs from {name}: {error}"


def first_error(validator: jsonschema_rs.Validator, data: Any) -> object:
    """Return what is wrong with the data of a response, or None."""
    try:
        return next(validator.iter_errors(data), None)
    except ValueError:  # a text of Django's own types, which is one only when it is written
        return next(validator.iter_errors(json.loads(json.dumps(data))), None)


@contextmanager
def checked_answers() -> Iterator[None]:
    """Check every response of the API's views before it is sent."""
    original = APIView.finalize_response

    def finalize_response(self: APIView, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = original(self, request, response, *args, **kwargs)
        if isinstance(answer, Response):
            check(self, request, answer)
        return answer

    APIView.finalize_response = finalize_response  # type: ignore[method-assign]
    try:
        yield
    finally:
        APIView.finalize_response = original  # type: ignore[method-assign]
