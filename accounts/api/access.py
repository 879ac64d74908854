"""Personal tokens over REST (docs/formats/authentication.md): only a session can create them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypedDict

from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import scopes, tokens
from accounts.api.notifications import Own, body_of
from pyramido_site.infrastructure.documented import PAGED, documented
from pyramido_site.infrastructure.malformed import Malformed
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId


class Shown(TypedDict):
    """A personal token, without its text. `expires_ms` is null if it is valid until revoked."""

    id: str
    name: str
    scopes: list[str]
    created_ms: int
    last_used_ms: int | None
    expires_ms: int | None


class List(TypedDict):
    """A page of personal tokens."""

    next: str | None
    previous: str | None
    results: list[Shown]


class Made(Shown):
    """A new personal token, with its text."""

    token: str


class MakeToken(Struct, frozen=True, forbid_unknown_fields=True):
    """`days` is 30, 90 or 365, or null: valid until revoked."""

    name: str
    scopes: list[str]
    days: Literal[30, 90, 365] | None


class Tokens(Own):
    """List and create personal tokens."""

    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.SESSION}

    @documented("listTokens", {200: List}, query=PAGED)
    def get(self, request: Request) -> Response:
        """Return the caller's personal tokens, the latest first, without their texts."""
        return Response(page_of(request, tokens.of(self.player)).to_json(tokens.token_json))

    @documented("makeToken", {201: Made}, body=MakeToken)
    def post(self, request: Request) -> Response:
        """Create a personal token. Its text is in this answer and nowhere else. Only a session can do this.

        Raise 400 `malformed` for a field that is not allowed, and for guests and accounts at the limit.
        """
        body = body_of(request, {"name", "scopes", "days"})
        name, wanted, days = body.get("name"), body.get("scopes"), body.get("days", 0)
        if not isinstance(name, str):
            raise Malformed("name", _("Give the token a name."))
        if not isinstance(wanted, list) or not all(isinstance(scope, str) for scope in wanted):
            raise Malformed("scopes", _("“scopes” must be a list of names."))
        try:
            made, text = tokens.make(self.player, name, wanted, _days(days))
        except tokens.Unfit as unfit:
            raise Malformed(unfit.field, unfit.sentence) from None
        return Response(tokens.token_json(made) | {"token": text}, status=201)


def _days(value: Any) -> int | None:
    """Return the number of days or None; for a value of another type return 0, which is not allowed as a lifetime."""
    return value if value is None or (isinstance(value, int) and not isinstance(value, bool)) else 0


class OneToken(Own):
    """Revoke a personal token."""

    scopes: ClassVar = {"DELETE": scopes.ACCOUNT_WRITE}

    @documented("revokeToken", {204: None}, refused=[404])
    def delete(self, request: Request, token_id: PublicId) -> Response:
        """Revoke a personal token; its open streams and sockets are closed.

        Raise 404 `not_found` if the caller has no such token.
        """
        body_of(request, set())
        if not tokens.revoke(self.player, token_id):
            raise NotFound(_("You have no token with the id “%(id)s”.") % {"id": token_id[:20]})
        return Response(status=204)
