"""Quick pairing over the REST interface (docs/formats/api.md)."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_noop
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from accounts.permissions import HasScope
from games import pairing, requests, terms
from games.api.views import body_of, check_parameters, key_of, player
from games.errors import Refusal
from games.pairing_shown import offer_json, pool_json, seek_json, seeks_of
from games.services.keep_games import keep_games
from games.services.seek import attend, seek
from games.services.withdraw_seek import withdraw_seek

NUMBER_LENGTH = 9


class Pairing(APIView):
    """What can be sought, and where people wait."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request) -> Response:
        check_parameters(request, ())
        return Response(offer_json())


class Pool(APIView):
    """A pool's numbered commitments."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str) -> Response:
        check_parameters(request, {"from"})
        text = request.query_params.get("from")
        if text is None:
            return Response(pool_json(public_id, None))
        if not (text.isascii() and text.isdecimal() and len(text) <= NUMBER_LENGTH):
            raise Refusal(400, "malformed", gettext_noop("“from” is the number of a commitment."), field="from")
        return Response(pool_json(public_id, int(text)))


class Seeks(APIView):
    """The caller's own."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.CHALLENGES_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    def get(self, request: Request) -> Response:
        check_parameters(request, ())
        return Response({"results": [seek_json(attend(made)) for made in seeks_of(player(request))]})

    def post(self, request: Request) -> Response:
        body = body_of(request, requests.OpenSeek)
        agreed = terms.read(body.terms)
        made = seek(player(request), body.game, body.options, agreed, body.keep, body.nonce, key_of(request))
        return Response(seek_json(made), status=201)


class OneSeek(APIView):
    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PATCH": scopes.CHALLENGES_WRITE, "DELETE": scopes.CHALLENGES_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    def get(self, request: Request, public_id: str) -> Response:
        return Response(seek_json(attend(pairing.own_seek(player(request), public_id))))

    def patch(self, request: Request, public_id: str) -> Response:
        keep = body_of(request, requests.KeepGames).keep
        return Response(seek_json(keep_games(player(request), public_id, keep)))

    def delete(self, request: Request, public_id: str) -> Response:
        body_of(request, requests.Nothing)
        withdraw_seek(player(request), public_id)
        return Response(status=204)
