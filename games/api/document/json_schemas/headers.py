"""Headers of answers in the API's document (games/api/http/answer_headers.py adds them)."""

from __future__ import annotations

from typing import Any

from pyramido_site.infrastructure.deprecation import Deprecation
from pyramido_site.infrastructure.documented import CURSOR, Operation

JSON = dict[str, Any]

TEXT: JSON = {"type": "string"}

HEADERS: JSON = {
    "RateLimit": {
        "description": "Of each limit that has counted the request: `r` more are possible within `t` seconds.",
        "schema": TEXT,
        "example": '"read";r=1199;t=60',
    },
    "RateLimit-Policy": {
        "description": "The limits: `q` requests in any `w` seconds.",
        "schema": TEXT,
        "example": '"read";q=1200;w=60',
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}},
    "Link": {"description": "The pages before and after this one (`prev`, `next`), as in the body.", "schema": TEXT},
}
"""The components, by the name of the header."""

OF_DEPRECATED: JSON = {
    "Deprecation": {"description": "Since when the operation is deprecated (RFC 9745).", "schema": TEXT},
    "Sunset": {"description": "When the operation may be gone (RFC 8594).", "schema": TEXT},
}

LIMITS = ("RateLimit", "RateLimit-Policy")
"""Headers of all answers."""


def headers_of(operation: Operation, deprecation: Deprecation | None) -> JSON:
    """Return the headers of an operation's answers."""
    paged = ("Link",) if CURSOR in operation.query else ()
    return references((*LIMITS, *paged)) | ({} if deprecation is None else OF_DEPRECATED)


def refusal_headers(status: int) -> JSON:
    """Return the headers of refusals with this status."""
    return references((*LIMITS, "Retry-After") if status in (429, 503) else LIMITS)


def references(names: tuple[str, ...]) -> JSON:
    """Return Reference Objects to the components."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
