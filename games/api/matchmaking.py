"""Quick pairing over REST (docs/formats/api.md)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import matchmaking_shapes as shapes
from games.api.document.game_schemas import example
from games.api.views import body_of, key_of, keyed, player, told
from games.matchmaking.selectors.pools import pool_by_id
from games.matchmaking.selectors.seeks import alerts_of, own_seek, seeks_of, seeks_with
from games.matchmaking.services.keep_games import keep_games
from games.matchmaking.services.seek import attend, seek
from games.matchmaking.services.seek_alerts import ANY_GAME, remove_alert, set_alert
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.presenters.matchmaking_json import (
    ANY,
    COMMITMENTS,
    alert_json,
    commitments,
    offer_json,
    pool_json,
    seek_json,
)
from games.requests import bodies
from games.seating.selectors import table_terms
from pyramido_site.infrastructure.documented import PAGED, Link, documented
from pyramido_site.infrastructure.paging import numbered_page, page_of
from pyramido_site.infrastructure.public_ids import PublicId

SOUGHT = {"public_id": "$response.body#/id"}


class Pairing(APIView):
    """`/api/v1/pairing`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getPairing", {200: shapes.Offer})
    def get(self, request: Request) -> Response:
        """Get what can be sought, and the pairing pools in which seeks wait."""
        return Response(offer_json())


class Pool(APIView):
    """`/api/v1/pairing-pools/{id}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getPairingPool", {200: shapes.PoolPage}, query=PAGED)
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get a pairing pool with its numbered commitments, starting with that of the next game."""
        pool = pool_by_id(public_id)
        page = numbered_page(request, partial(commitments, pool), usual=COMMITMENTS, begin=pool.taken)
        return Response(pool_json(pool) | page.to_json(dict))


class Seeks(APIView):
    """`/api/v1/seeks`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.CHALLENGES_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("listSeeks", {200: shapes.Seeks}, query=PAGED)
    def get(self, request: Request) -> Response:
        """List the caller's seeks that have not ended, latest first."""
        own = seeks_of(player(request))
        return Response(page_of(request, own).to_json(lambda made: seek_json(attend(made))))

    @documented(
        "openSeek",
        {201: shapes.Seek},
        body=bodies.OpenSeek,
        refused=[409, 422],
        key=True,
        location="api_seek",
        examples={
            "over days": {**example(), "terms": {"time_control": {"system": "per_move", "seconds": 259200}}},
        },
        links={name: Link(name, SOUGHT) for name in ("getSeek", "changeSeek", "withdrawSeek")},
    )
    def post(self, request: Request) -> Response:
        """Seek opponents for a game in the caller's name."""

        def used(key: str) -> bool:
            return seeks_with(player(request), key).exists()

        with keyed(request, used):
            body = body_of(request, bodies.OpenSeek)
            agreed = table_terms.read(body.terms)
            key = key_of(request)
            again = key is not None and used(key)
            made = seek(player(request), body.game, body.options, agreed, body.keep, body.nonce, key)
        return told(Response(seek_json(made), status=201), again=again)


class OneSeek(APIView):
    """`/api/v1/seeks/{id}`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PATCH": scopes.CHALLENGES_WRITE, "DELETE": scopes.CHALLENGES_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("getSeek", {200: shapes.Seek})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get one of the caller's seeks."""
        return Response(seek_json(attend(own_seek(player(request), public_id))))

    @documented("changeSeek", {200: shapes.Seek}, body=bodies.KeepGames, refused=[409])
    def patch(self, request: Request, public_id: PublicId) -> Response:
        """Set how many games at a time a standing seek of the caller keeps running."""
        keep = body_of(request, bodies.KeepGames).keep
        return Response(seek_json(keep_games(player(request), public_id, keep)))

    @documented("withdrawSeek", {204: None}, body=bodies.Nothing, refused=[409])
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Withdraw one of the caller's seeks."""
        body_of(request, bodies.Nothing)
        withdraw_seek(player(request), public_id)
        return Response(status=204)


class SeekAlerts(APIView):
    """`/api/v1/seek-alerts`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("listSeekAlerts", {200: shapes.SeekAlerts})
    def get(self, request: Request) -> Response:
        """List the caller's seek alerts: one for each game at most, and one for any game."""
        alerts = alerts_of(player(request))
        return Response({"alerts": [alert_json(alert) for alert in alerts]})


class OneSeekAlert(APIView):
    """`/api/v1/seek-alerts/{key}`; the key is a game's, or `any`."""

    scopes: ClassVar = {"PUT": scopes.CHALLENGES_WRITE, "DELETE": scopes.CHALLENGES_WRITE}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("setSeekAlert", {200: shapes.SeekAlert}, body=bodies.Nothing)
    def put(self, request: Request, key: str) -> Response:
        """Be notified once, within the next 24 hours, when another player seeks a live game."""
        body_of(request, bodies.Nothing)
        return Response(alert_json(set_alert(player(request), ANY_GAME if key == ANY else key)))

    @documented("removeSeekAlert", {204: None}, body=bodies.Nothing)
    def delete(self, request: Request, key: str) -> Response:
        """Do not be notified after all."""
        body_of(request, bodies.Nothing)
        remove_alert(player(request), ANY_GAME if key == ANY else key)
        return Response(status=204)
