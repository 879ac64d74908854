"""Ratings and leaderboards over REST (docs/formats/api.md)."""

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
from games.presenters.ratings import as_json as ratings_json
from games.rated_games.selectors.rating_changes import changes_json
from games.record import selectors
from pyramido_site.infrastructure.documented import CURSOR, LIMIT, PAGED, Parameter, documented
from pyramido_site.infrastructure.paging import numbered_page
from pyramido_site.infrastructure.public_ids import PublicId

POPULATION = Parameter("population", Population, "Games among people (the default), or with bots or the computer.")
MONTH = Parameter("month", Annotated[str, Meta(pattern="^[0-9]{4}-(0[1-9]|1[0-2])$")], "The month, like 2026-10 (UTC).")


class GameRatings(APIView):
    """`/api/v1/games/{id}/ratings`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listRatingChanges", {200: shapes.RatingChanges})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get the rating changes by a rated game, by seat; empty until they are computed."""
        selectors.game_by_id(public_id)
        return Response({"results": changes_json(public_id)})


class PlayerRatings(APIView):
    """`/api/v1/players/{id}/ratings`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listPlayerRatings", {200: shapes.PlayerRatings})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List a player's ratings, one for each pool."""
        return Response({"results": ratings_json.ratings_json(people.player_by_id(public_id))})


class PlayerHistory(APIView):
    """`/api/v1/players/{id}/ratings/{game}/{pace}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getRatingHistory", {200: shapes.RatingHistory}, query=[POPULATION, *PAGED])
    def get(self, request: Request, public_id: PublicId, key: str, pace: str) -> Response:
        """List the history of a player's rating, latest game first.

        `game` is null for a game that the caller may not find.
        """
        pool = ratings_json.pool_named(key, pace, request.query_params.get("population"))
        history = ratings_json.history_json(people.player_by_id(public_id), pool)
        page = numbered_page(request, lambda first, most: history[first : first + most])
        private = selectors.private_games([one["game"] for one in page.rows], request.user)
        return Response(page.to_json(lambda one: {**one, "game": None if one["game"] in private else one["game"]}))


class Leaderboard(APIView):
    """`/api/v1/leaderboards/{game}/{pace}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented(
        "getLeaderboard",
        {200: (shapes.Leaderboard, shapes.PastLeaderboard)},
        query=[POPULATION, MONTH, CURSOR, LIMIT],
    )
    def get(self, request: Request, key: str, pace: str) -> Response:
        """Get a page of a leaderboard: active players whose ratings are not provisional, highest rating first.

        With `month`, it is the first 100 places as they stood at the end of that month.
        """
        asked = request.query_params
        pool = ratings_json.pool_named(key, pace, asked.get("population"))
        if "month" in asked:
            past = ratings_json.past_json(pool, asked["month"])
            lines = past["results"]
            placed = numbered_page(request, lambda first, most: lines[first : first + most], usual=ratings_json.PLACES)
            return Response({"type": "month", **past, **placed.to_json(dict)})
        board = ratings_json.Leaderboard(pool)
        page = numbered_page(request, board.lines, usual=ratings_json.PLACES)
        return Response({"type": "current", "total": board.total, **page.to_json(ratings_json.line_json)})


class AroundMe(APIView):
    """`/api/v1/leaderboards/{game}/{pace}/around`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getPlacesAroundMe", {200: shapes.Neighbours}, query=[POPULATION])
    def get(self, request: Request, key: str, pace: str) -> Response:
        """Get the lines around the caller on a leaderboard; empty if the caller is not on it."""
        pool = ratings_json.pool_named(key, pace, request.query_params.get("population"))
        return Response(ratings_json.around_json(pool, player(request)))
