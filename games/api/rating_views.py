"""Ratings and leaderboards (docs/formats/api.md)."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext_noop
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import scopes
from accounts.models import User
from games import rated, rating_reads, selectors
from games.api.views import check_parameters, player
from games.errors import Refusal


def _known(public_id: str) -> User:
    found = User.objects.filter(public_id=public_id).first()
    if found is None:
        raise Refusal(404, "not_found", gettext_noop("There is no player “%(id)s”."), id=public_id)
    return found


class GameRatings(APIView):
    """`/api/v1/games/{id}/ratings`: what a game has moved."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str) -> Response:
        check_parameters(request, ())
        selectors.game_by_id(public_id)
        return Response({"results": rated.changes_json(public_id)})


class PlayerRatings(APIView):
    """`/api/v1/players/{id}/ratings`: where somebody stands, in each pool."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str) -> Response:
        check_parameters(request, ())
        return Response({"results": rating_reads.ratings_json(_known(public_id))})


class PlayerHistory(APIView):
    """`/api/v1/players/{id}/ratings/{game}/{pace}`: how a rating came about."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, public_id: str, key: str, pace: str) -> Response:
        check_parameters(request, {"population"})
        pool = rating_reads.pool_named(key, pace, request.query_params.get("population"))
        return Response({"results": rating_reads.history_json(_known(public_id), pool)})


class Leaderboard(APIView):
    """`/api/v1/leaderboards/{game}/{pace}`: a page of it, or as it stood at the end of a `month`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, key: str, pace: str) -> Response:
        asked = request.query_params
        check_parameters(request, {"population", "offset", "month"})
        pool = rating_reads.pool_named(key, pace, asked.get("population"))
        if "month" in asked:
            return Response(rating_reads.past_json(pool, asked["month"]))
        return Response(rating_reads.leaderboard_json(pool, asked.get("offset")))


class AroundMe(APIView):
    """`/api/v1/leaderboards/{game}/{pace}/around`: the caller and who is near."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    def get(self, request: Request, key: str, pace: str) -> Response:
        check_parameters(request, {"population"})
        pool = rating_reads.pool_named(key, pace, request.query_params.get("population"))
        return Response(rating_reads.around_json(pool, player(request)))
