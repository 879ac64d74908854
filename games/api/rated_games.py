"""Ratings and leaderboards (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import rated_games_shapes as shapes
from games.api.document.game_schemas import Population
from games.api.views import player
from games.people import selectors as people
from games.presenters import ratings_json
from games.rated_games import selectors as rated
from games.record import selectors
from pyramido_site.infrastructure.documented import CURSOR, LIMIT, PAGED, Parameter, documented
from pyramido_site.infrastructure.paging import numbered_page

POPULATION = Parameter("population", Population, "Among people, the default, or in games with the computer.")
MONTH = Parameter("month", Annotated[str, Meta(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$")], "Like 2026-10.")


class GameRatings(APIView):
    """`/api/v1/games/{id}/ratings`: what a game has moved."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("gameRatings", {200: shapes.RatingChanges})
    def get(self, request: Request, public_id: str) -> Response:
        """What a rated game has moved, by seat; empty until it is computed."""
        selectors.game_by_id(public_id)
        return Response({"results": rated.changes_json(public_id)})


class PlayerRatings(APIView):
    """`/api/v1/players/{id}/ratings`: where somebody stands, in each pool."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("playerRatings", {200: shapes.PlayerRatings})
    def get(self, request: Request, public_id: str) -> Response:
        """Where somebody stands, in each pool."""
        return Response({"results": ratings_json.ratings_json(people.player_by_id(public_id))})


class PlayerHistory(APIView):
    """`/api/v1/players/{id}/ratings/{game}/{pace}`: how a rating came about."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("ratingHistory", {200: shapes.RatingHistory}, query=[POPULATION, *PAGED])
    def get(self, request: Request, public_id: str, key: str, pace: str) -> Response:
        """How a rating came about, the latest game first."""
        pool = ratings_json.pool_named(key, pace, request.query_params.get("population"))
        history = ratings_json.history_json(people.player_by_id(public_id), pool)
        return Response(numbered_page(request, lambda first, most: history[first : first + most]).to_json(dict))


class Leaderboard(APIView):
    """`/api/v1/leaderboards/{game}/{pace}`: a page of it, or as it stood at the end of a `month`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented(
        "leaderboard",
        {200: (shapes.Leaderboard, shapes.PastLeaderboard)},
        query=[POPULATION, MONTH, CURSOR, LIMIT],
    )
    def get(self, request: Request, key: str, pace: str) -> Response:
        """The leaderboard: who is active and no longer provisional, the highest rating first.

        With `month`, the first 100 as it stood at the end of that month.
        """
        asked = request.query_params
        pool = ratings_json.pool_named(key, pace, asked.get("population"))
        if "month" in asked:
            past = ratings_json.past_json(pool, asked["month"])
            lines = past["results"]
            placed = numbered_page(request, lambda first, most: lines[first : first + most], usual=ratings_json.PLACES)
            return Response(past | placed.to_json(dict))
        board = ratings_json.Leaderboard(pool)
        page = numbered_page(request, board.lines, usual=ratings_json.PLACES)
        return Response({"total": board.total, **page.to_json(ratings_json.line_json)})


class AroundMe(APIView):
    """`/api/v1/leaderboards/{game}/{pace}/around`: the caller and who is near."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("aroundMe", {200: shapes.Neighbours}, query=[POPULATION])
    def get(self, request: Request, key: str, pace: str) -> Response:
        """The caller's place on a leaderboard, and who is near; empty for who is not on it."""
        pool = ratings_json.pool_named(key, pace, request.query_params.get("population"))
        return Response(ratings_json.around_json(pool, player(request)))
