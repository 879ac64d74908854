"""Names of HTTP statuses in the API. Those of the standard library differ between versions of Python."""

from __future__ import annotations

from http import HTTPStatus

NAMES = {
    200: "OK",
    201: "Created",
    202: "Accepted",
    204: "No Content",
    206: "Partial Content",
    304: "Not Modified",
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    409: "Conflict",
    410: "Gone",
    413: "Request Entity Too Large",
    415: "Unsupported Media Type",
    416: "Requested Range Not Satisfiable",
    422: "Unprocessable Entity",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}
"""All statuses in the API's document, and of refusals that any operation may return. Clients rely on these names."""


def name_of(status: int) -> str:
    """Return the name of a status, also of one that only a library returns."""
    return NAMES.get(status) or HTTPStatus(status).phrase
