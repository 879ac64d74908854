"""Running games to watch, and saved filters, over REST (docs/formats/api.md); the search is the list of games."""

from __future__ import annotations

from typing import ClassVar

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from games.api.document import search_shapes as shapes
from games.api.document.game_schemas import KnownGame
from games.api.document.shapes import Tables
from games.api.views import body_of, player
from games.record import selectors
from games.requests import bodies
from games.search.selectors.filters import SaveFilters
from games.search.selectors.running_games import running_games
from games.search.selectors.saved_filters import saved_by, saved_json
from games.search.services.forget_filters import forget_filters
from games.search.services.save_filters import save_filters
from pyramido_site.infrastructure.documented import PAGED, Parameter, documented
from pyramido_site.infrastructure.paging import numbered_page
from pyramido_site.infrastructure.public_ids import PublicId

SAVED = shapes.saved()
TO_SAVE = {"title": SAVED["title"], "filters": SAVED["filters"]}


GAME = Parameter("game", KnownGame, "Only tables of this game.")


class RunningGames(APIView):
    """`/api/v1/running-games`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented(
        "listRunningGames",
        {200: Tables},
        query=[GAME, *PAGED],
        answer_examples={"a delay": shapes.running},
    )
    def get(self, request: Request) -> Response:
        """List running games that the caller can watch, those of the best players first.

        They are ordered by the mean rating of their players in games of this kind, then by the latest beginning; games
        that the caller plays, or may not find, are left out. A game with a `watch_delay` is as its watchers see it.
        """
        games = running_games(request.user, request.query_params.get("game"))
        page = numbered_page(request, lambda first, most: list(games[first : first + most]))
        return Response(page.to_json(lambda game: selectors.table_of(game, request.user)))


class AllSavedFilters(APIView):
    """`/api/v1/account/saved-filters`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.ACCOUNT_READ, "POST": scopes.ACCOUNT_WRITE}

    @documented("listSavedFilters", {200: shapes.SavedFiltersList}, answer_examples={"one": {"results": [SAVED]}})
    def get(self, request: Request) -> Response:
        """List the filters that the caller has saved, latest first."""
        return Response({"results": [saved_json(one) for one in saved_by(player(request))]})

    @documented(
        "saveFilters",
        {201: shapes.SavedFilters},
        body=SaveFilters,
        refused=[422],
        examples={"won": TO_SAVE},
        answer_examples={"won": SAVED},
    )
    def post(self, request: Request) -> Response:
        """Save filters of the list of games under a title, instead of those that the caller had under the same title.

        Only the caller sees them. An account has at most 50; guests have none.
        """
        body = body_of(request, SaveFilters)
        return Response(saved_json(save_filters(player(request), body.title, body.filters)), status=201)


class OneSavedFilters(APIView):
    """`/api/v1/account/saved-filters/{id}`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"DELETE": scopes.ACCOUNT_WRITE}

    @documented("deleteFilters", {204: None}, body=bodies.Nothing)
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Delete filters that the caller has saved; nothing happens if there are none of this id."""
        body_of(request, bodies.Nothing)
        forget_filters(player(request), public_id)
        return Response(status=204)
