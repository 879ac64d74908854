"""The OpenAPI document of the API (docs/formats/openapi.json), made from its operations' own descriptions
(`pyramido_site.infrastructure.documented`).

Operations are found by walking the URLconf; msgspec turns types into JSON Schema.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any

import msgspec
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation
from msgspec import Meta
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.views import APIView

from accounts.access import scopes
from games.api.document import game_schemas
from games.api.document.json_schemas.components import Undocumented, add_components, in_one_line, with_schemas
from games.api.document.json_schemas.headers import HEADERS, headers_of, refusal_headers
from games.api.document.messages import frame_shapes
from games.api.document.messages.webhook_shapes import webhooks
from games.api.document.security import security, security_schemes
from games.api.document.shapes import Problem
from games.requests import bodies, problems
from games.requests.statuses import NAMES
from pyramido_site.infrastructure.deprecation import Deprecation, deprecation_of
from pyramido_site.infrastructure.documented import CREATED, JSON, Operation, Parameter, examples_json, operation_of

PREFIX = "/api/v1/"
METHODS = ("get", "post", "put", "patch", "delete")
PARTIAL = 206

HEAD: JSON = {
    "openapi": "3.1.0",
    "info": {
        "title": "Pyramido",
        "version": "1",
        "description": "Play three turn-based tabletop games: a program can do everything that a page can. "
        "docs/formats/api.md is the introduction.",
        "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    },
}

Pattern = URLPattern | URLResolver
PublicId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,16}$")]

IN_ADDRESSES: dict[str, tuple[Any, str]] = {
    "public_id": (PublicId, "The id of the resource."),
    "number": (bodies.Number, "The seat's number, from 0."),
    "seq": (Annotated[int, Meta(ge=0, le=2**31 - 1)], "The seq of an event."),
    "move": (Annotated[int, Meta(ge=0, le=2**31 - 1)], "The number of the move in its study."),
    "line_id": (PublicId, "The id of the chat line."),
    "invitation_id": (PublicId, "The id of the invitation."),
    "player_id": (PublicId, "The player's id."),
    "link": (Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,32}$")], "The last part of the link's address."),
    "token_id": (PublicId, "The id of the token."),
    "decision_id": (PublicId, "The id of the decision."),
    "month": (Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}$")], "The month, UTC."),
}
"""Parameters in addresses. `key` and `pace` name a game and a pace of play."""

REFUSALS = {
    400: "The request is malformed; `field` names the part at fault, if there is one.",
    401: "The caller is not signed in, or the token is not valid.",
    403: "The caller may not do this, or the token lacks the scope.",
    404: "There is no such resource, or it is hidden from the caller.",
    409: "The current state does not allow it; `seq` is the game's last event, if a game is the reason.",
    413: "The body is larger than 64 KiB (the file of a study: 1 MiB).",
    416: "The range is outside the file.",
    415: "The body is not `application/json`.",
    422: "The rules of the game or of the site do not allow it.",
    429: "Too many requests: `Retry-After` says how many seconds to wait.",
    503: "A part of the site is temporarily unavailable.",
}
TAGS = {
    "ai-levels": "games", "catalogue": "games", "links": "games", "running-games": "games", "pairing-pools": "pairing",
    "seeks": "pairing",
}  # fmt: skip
"""Tags by the first part of the address; others are their own tag."""
ABOUT_TAGS = {
    "account": "The caller: preferences, tokens, devices, webhooks, sanctions, and the data of the account.",
    "bot": "Bot accounts, and the webhooks that ask them for decisions.",
    "exports": "The public files of rated games, by month.",
    "games": "Tables and games: opening, sitting down, playing, chat, plans, hints and the past of a game.",
    "invitations": "Invitations to seats, and their answers.",
    "leaderboards": "Who plays best.",
    "moderation": "The desk of the moderators.",
    "notifications": "What the caller was told.",
    "pairing": "Seeks of opponents, and the pools in which they wait.",
    "players": "Other players: profiles, ratings, blocks.",
    "reports": "What the caller has reported.",
    "seek-alerts": "Being told of the next seek.",
    "stream": "What happens to the account, line by line.",
    "studies": "Positions played on from, with variations.",
    "webhooks": "Requests that the site sends to addresses of its users.",
}


def component_name(status: int) -> str:
    """Return the name of the response component for a status."""
    return re.sub(r"\W", "", NAMES[status].title())


# --- what the API has -------------------------------------------------------------------------------------------------
def views(patterns: Iterable[Pattern], prefix: str = "/") -> Iterator[tuple[str, type[APIView]]]:
    """Return the views of the API below these patterns, with their addresses: `("/api/v1/games/{public_id}", …)`."""
    for one in patterns:
        path = prefix + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(one.pattern))
        if isinstance(one, URLResolver):
            yield from views(one.url_patterns, path)
            continue
        view = getattr(one.callback, "cls", None)
        if isinstance(view, type) and issubclass(view, APIView):
            yield path, view


def paths(patterns: Iterable[Pattern]) -> JSON:
    """Return the Paths Object, in the order of addresses. Raise Undocumented."""
    found: JSON = {}
    for path, view in sorted(views(patterns), key=lambda one: one[0].replace("{", "!")):
        methods = [name for name in METHODS if name in view.http_method_names and hasattr(view, name)]
        found[path] = {name: _operation(view, name, path) for name in methods}
    return found


def _operation(view: type[APIView], name: str, path: str) -> JSON:
    handler, method = getattr(view, name), name.upper()
    operation = operation_of(handler)
    if operation is None:
        raise Undocumented(f"{method} {path}: {handler.__qualname__} has no @documented")
    signed_in = method not in SAFE_METHODS or IsAuthenticated in view.permission_classes
    need: scopes.Need = getattr(view, "scopes")[method]  # noqa: B009 (not an attribute of every APIView)
    return operation_json(operation, path, method, need, signed_in, deprecation_of(handler))


def operation_json(
    operation: Operation,
    path: str,
    method: str,
    need: scopes.Need,
    signed_in: bool,
    deprecation: Deprecation | None = None,
) -> JSON:
    """Return an Operation Object of OpenAPI 3.1, with types that `document` replaces by schemas. Raise Undocumented for
    a status without a description.
    """
    summary, _, description = inspect.cleandoc(operation.about).partition("\n")
    made: JSON = {
        "operationId": operation.name,
        "summary": summary.strip().removesuffix("."),
        "tags": [tag_of(path)],
        "security": security(need, signed_in),
        "parameters": [*_in_address(path), *_in_query(operation)],
        "responses": {},
    }
    if description.strip():
        made["description"] = in_one_line(description)
    if deprecation is not None:
        made |= {"deprecated": True, "x-sunset": deprecation.sunset.isoformat()}
    if operation.key:
        made["parameters"].append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "description": "1 to 64 visible ASCII characters. A repeat does nothing and gets the first answer.",
                "schema": bodies.Key,
            }
        )
    if operation.body is not None:
        media = {"schema": operation.body, **examples_json(operation.examples)}
        made["requestBody"] = {"content": {"application/json": media}, "required": not _may_be_empty(operation.body)}
    for status, kind in operation.answers.items():
        answer: JSON = {"description": NAMES[status], "headers": headers_of(operation, deprecation)}
        if kind is not None:
            schema = {} if kind is bytes else {"schema": kind}
            shown = {} if status == PARTIAL else examples_json(operation.answer_examples)
            answer["content"] = {operation.media: schema | shown}
        answer["headers"] |= {
            **(_REPLAYED if operation.key else {}),
            **(_LOCATION if _locates(operation, status) else {}),
        }
        if operation.links:
            answer["links"] = {name: _link(one) for name, one in operation.links.items()}
        made["responses"][str(status)] = answer
    for status in sorted(refusals_of(operation, path, method, need, signed_in)):
        if status not in REFUSALS:
            raise Undocumented(f"{operation.name}: nothing says what {status} means")
        made["responses"][str(status)] = {"$ref": f"#/components/responses/{component_name(status)}"}
    return made


def _locates(operation: Operation, status: int) -> bool:
    return operation.location is not None and status == CREATED


def _may_be_empty(body: Any) -> bool:
    """Return whether `{}` is accepted, so that the body may be left out."""
    try:
        msgspec.convert({}, body[0] if isinstance(body, tuple) else body)
    except msgspec.ValidationError:
        return False
    return True


def refusals_of(operation: Operation, path: str, method: str, need: scopes.Need, signed_in: bool) -> set[int]:
    """Return the statuses of refusals that an operation may answer with."""
    found = {*operation.refused, 400, 401, 429}  # any operation refuses unknown parameters
    if operation.key:
        found.add(422)  # key_reused
    if operation.body is not None or method not in SAFE_METHODS:
        found |= {413, 415}
    if signed_in or need != scopes.PUBLIC or method not in SAFE_METHODS:
        found.add(403)
    if "{" in path:
        found.add(404)
    return found - set(operation.answers)


def tag_of(path: str) -> str:
    """Return the tag of an address."""
    first = path.removeprefix(PREFIX).split("/")[0]
    return TAGS.get(first, first)


def _in_address(path: str) -> Iterator[JSON]:
    for name in re.findall(r"{(\w+)}", path):
        if name == "key":
            kind, about = game_schemas.KnownGame, "The key of the game."
        elif name == "pace":
            kind, about = game_schemas.Pace, "The pace of play."
        else:
            kind, about = IN_ADDRESSES[name]
        yield {"name": name, "in": "path", "required": True, "description": about, "schema": kind}


def _in_query(operation: Operation) -> Iterator[JSON]:
    one: Parameter
    for one in operation.query:
        required = {"required": True} if one.required else {}
        yield {"name": one.name, "in": "query", "description": one.about, "schema": one.kind, **required}


def _link(link: Any) -> JSON:
    made: JSON = {"operationId": link.operation, "parameters": dict(link.parameters)}
    if link.body is not None:
        made["requestBody"] = dict(link.body)
    return made


# --- the whole --------------------------------------------------------------------------------------------------------
@translation.override("en")
def document() -> JSON:
    """Return the document, the same in every process and language."""
    schemas: JSON = {}
    described = with_schemas(paths(get_resolver().url_patterns), schemas)
    responses = {
        component_name(status): {
            "description": about,
            "content": {problems.MEDIA_TYPE: {"schema": with_schemas(Problem, schemas)}},
            "headers": refusal_headers(status),
        }
        for status, about in REFUSALS.items()
    }
    hooks = with_schemas(webhooks(), schemas)
    add_components(frame_shapes.LINES, schemas)
    game_schemas.finish(schemas, [described, responses, hooks])
    whole: JSON = {
        **HEAD,
        "paths": described,
        "webhooks": hooks,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": dict(sorted(responses.items())),
            "headers": HEADERS,
            "securitySchemes": security_schemes(),
        },
        "servers": [{"url": "/"}],
    }
    tags = {one["tags"][0] for _, one in operations(whole)} | {"webhooks"}
    whole["tags"] = [{"name": name, "description": ABOUT_TAGS[name]} for name in sorted(tags)]
    return whole


_REPLAYED = {
    "Idempotent-Replayed": {
        "description": "There if this is the answer to an earlier request with this key.",
        "schema": {"type": "string", "enum": ["true"]},
    }
}
_LOCATION = {
    "Location": {
        "description": "The address of what was made.", "required": True,
        "schema": {"type": "string", "format": "uri"},
    }
}  # fmt: skip


def operations(document: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield `("GET /api/v1/games", operation)` for each operation of a document."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


@cache
def document_bytes() -> bytes:
    """Return the document as stored in docs/formats/openapi.json and served."""
    return (json.dumps(document(), indent=1, ensure_ascii=False) + "\n").encode()


@cache
def document_tag() -> str:
    """Return the document's entity tag."""
    return f'"{hashlib.sha256(document_bytes()).hexdigest()[:32]}"'
