"""How callers of the API authenticate, as Security Requirement and Security Scheme Objects (docs/formats/api.md)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse

from accounts.access import scopes

JSON = dict[str, Any]


def security(need: scopes.Need, signed_in: bool) -> list[JSON]:
    """Return the Security Requirement Objects: a session, or a token with (one of) the scopes."""
    ways: list[JSON] = [] if signed_in else [{}]
    if need == scopes.SESSION:
        return [*ways, {"session": []}]
    names = () if need == scopes.PUBLIC else scopes.names(need)
    ways.append({"session": []})
    for scheme in ("token", "oauth2"):
        ways += [{scheme: [name]} for name in names] or [{scheme: []}]
    return ways


def security_schemes() -> JSON:
    """Return the Security Scheme Objects: how callers authenticate (docs/formats/api.md)."""
    return {
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of the pages. Requests that change anything also need `X-CSRFToken`.",
        },
        "token": {"type": "http", "scheme": "bearer", "description": "A personal token, made in the settings."},
        "oauth2": {
            "type": "oauth2",
            "description": "An application that a user has authorized, by an authorization code with PKCE. "
            "`/.well-known/oauth-authorization-server` lists all endpoints, revocation included (RFC 8414).",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": reverse("oauth_authorize"),
                    "tokenUrl": reverse("oauth_token"),
                    "refreshUrl": reverse("oauth_token"),
                    "scopes": {name: str(sentence) for name, sentence in scopes.SENTENCES.items()},
                }
            },
        },
    }
