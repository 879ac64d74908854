"""Tables over REST: opening, listing, sitting down and leaving (docs/formats/api.md)."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import urlencode

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.permissions import HasScope
from accounts.models import User
from engine import registry
from engine.newtypes import SeatNumber
from games.api.document import people_shapes, search_shapes, shapes
from games.api.document.game_schemas import KnownGame, example
from games.api.http.etags import tagged
from games.api.views import body_of, keyed, made_once, made_once_before, nonce_of, player, table
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import shown_game
from games.record import selectors
from games.record.models import Game
from games.record.tables import JSON
from games.requests import bodies
from games.requests.throttles import OpenTableThrottle
from games.search.selectors import filters
from games.search.selectors.found_games import found_games, paging_of
from games.seating.selectors import endings, table_terms
from games.seating.selectors.invitations import player_by_id
from games.seating.services.leave_table import leave_table
from games.seating.services.list_table import list_table
from games.seating.services.open_table import open_table
from games.seating.services.remove_player import remove_player
from games.seating.services.seat_ai import seat_ai, unseat_ai
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.documented import PAGED, Link, Parameter, documented
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId

OPENED = {"public_id": "$response.body#/id"}
FROM_HERE = {
    name: Link(name, OPENED)
    for name in ("getGame", "getView", "listEvents", "playAction", "takeBack", "sitDown", "leaveTable", "resignGame",
                 "abortGame", "listChat", "writeInChat", "getNote", "writeNote", "getPlan", "storePlan", "askHint",
                 "askPlayers", "invitePlayer", "getPoints", "exportGame")
}  # fmt: skip
"""Operations that can follow the opening of a table."""

STATUS = Parameter("status", filters.Status, "Only tables in this state.")
FILTERS = [
    STATUS,
    Parameter("game", KnownGame, "Only tables of this game."),
    Parameter("mine", Literal["true", "false"], "Only tables where the caller sits."),
    Parameter(
        "players", Annotated[str, Meta(max_length=60)], "Only games of all these players: up to three ids, with commas."
    ),
    Parameter("result", filters.Result, "How it ended for the caller (`mine`) or else the first of the players."),
    Parameter("ended_from", date, "The first day (UTC) of the end."),
    Parameter("ended_until", date, "The last day (UTC) of the end."),
    Parameter("moves_from", filters.Moves, "At least this many moves: events of the log after its first."),
    Parameter("moves_to", filters.Moves, "At most this many moves."),
    Parameter("days_from", filters.Days, "At least this many whole days from the beginning to the end."),
    Parameter("days_to", filters.Days, "At most this many whole days."),
    Parameter(
        "points_from",
        filters.Points,
        "At least this many points of the caller (`mine`) or else the first of the players; without either, of the "
        "best.",
    ),
    Parameter("points_to", filters.Points, "At most this many points."),
]


def _asked(request: Request) -> filters.Filters:
    asked = filters.of_query(request.query_params)
    if asked.mine and not request.user.is_authenticated:
        raise NotAuthenticated
    return asked


class Games(APIView):
    """`/api/v1/games`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "POST": scopes.OPEN_TABLES}

    def get_throttles(self) -> list[Any]:
        """Return the throttles, with that of opening tables added."""
        return [*super().get_throttles(), OpenTableThrottle()]

    @documented(
        "listGames",
        {200: shapes.Tables},
        query=[*FILTERS, *PAGED],
        answer_examples={f"?{urlencode(search_shapes.FILTERS).lower()}": search_shapes.found},
    )
    def get(self, request: Request) -> Response:
        """List tables, open, running and ended, latest first; those that pass all filters.

        Only finished games have a result, an end, a length and points: with one of these filters the list has no
        others, and begins with the latest end. Games that were not listed when their tables opened are found by their
        players alone, and blocks hold.
        """
        asked = _asked(request)
        page = page_of(request, found_games(request.user, asked), **paging_of(asked))
        return Response(page.to_json(lambda game: selectors.table_of(game, request.user)))

    @documented(
        "openTable",
        {201: shapes.Table},
        body=bodies.OpenTable,
        refused=[409, 422],
        key=True,
        location="api_game",
        examples={
            "people": {**example(), "terms": {"time_control": {"system": "per_move", "seconds": 259200}}},
            "computer": {**example(), "ai": ["greedy"]},
            "rated, with a delay for watchers": {
                **example(),
                "terms": {"time_control": {"system": "per_move", "seconds": 30}, "rated": True},
                "watch_delay": 10,
            },
        },
        links=FROM_HERE,
    )
    def post(self, request: Request) -> Response:
        """Open a table, with the caller as its host.

        The host takes seat 0, computer players take the seats after it, and the next ones are held for invited players.
        The game starts at once if no seat is free.
        """
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.OpenTable)
            agreed = table_terms.read(body.terms)
        nonce = nonce_of(body.nonce)
        listed = not body.invited if body.listed is None else body.listed

        def make() -> tuple[int, Any]:
            invited = [player_by_id(one, f"invited[{number}]") for number, one in enumerate(body.invited)]
            opened = open_table(
                player(request), body.game, body.options, nonce, body.ai, body.substitute, agreed, listed, invited,
                body.watch_delay,
            )  # fmt: skip
            return 201, table(opened.public_id, request)

        return made_once(request, make)


class OneGame(APIView):
    """`/api/v1/games/{id}`."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ, "PATCH": scopes.GAMES_PLAY}

    @documented("getGame", {200: shapes.Table, 304: None})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get a table.

        The answer has a weak `ETag`, for `If-None-Match`.
        """
        return tagged(request, table(public_id, request))

    @documented("changeListing", {200: shapes.Table}, body=bodies.ListTable, refused=[409])
    def patch(self, request: Request, public_id: PublicId) -> Response:
        """List an open table in the lobby, or take it off the list. Host only."""
        list_table(player(request), public_id, body_of(request, bodies.ListTable).listed)
        return Response(table(public_id, request))


class Seats(APIView):
    """`/api/v1/games/{id}/seats`."""

    scopes: ClassVar = {"POST": scopes.GAMES_PLAY}

    @documented(
        "sitDown",
        {201: shapes.Table},
        body=bodies.TakeSeat,
        refused=[409, 422],
        key=True,
        location="api_game",
        examples={"oneself": {}, "computer": {"ai": "greedy", "seat": "all"}},
    )
    def post(self, request: Request, public_id: PublicId) -> Response:
        """Take a seat at an open table, or seat a computer player. The game starts once the table is full.

        An unlisted table needs `link`, the last part of its address. Only the host may seat computer players.
        """
        with keyed(request, made_once_before(request)):
            body = body_of(request, bodies.TakeSeat)

        def sit() -> tuple[int, Any]:
            if body.ai is not None:
                seat_ai(player(request), public_id, body.ai, body.seat)
            else:
                sit_down(player(request), public_id, nonce_of(body.nonce), body.link, only_rated=body.only_rated)
            return 201, table(public_id, request)

        return made_once(request, sit)


class OneSeat(APIView):
    """`/api/v1/games/{id}/seats/{number}`."""

    scopes: ClassVar = {"DELETE": scopes.GAMES_PLAY}

    @documented("freeSeat", {204: None}, body=bodies.Nothing, refused=[409, 422])
    def delete(self, request: Request, public_id: PublicId, number: SeatNumber) -> Response:
        """Remove a computer player or another user from an open table. Host only."""
        body_of(request, bodies.Nothing)
        if selectors.has_person(public_id, number):
            remove_player(player(request), public_id, number)
        else:
            unseat_ai(player(request), public_id, number)
        return Response(status=204)


class MySeat(APIView):
    """`/api/v1/games/{id}/seats/mine`."""

    scopes: ClassVar = {"DELETE": scopes.GAMES_PLAY}

    @documented("leaveTable", {204: None}, body=bodies.Nothing, refused=[409])
    def delete(self, request: Request, public_id: PublicId) -> Response:
        """Leave an open table; it closes when its last user leaves."""
        body_of(request, bodies.Nothing)
        leave_table(player(request), public_id)
        return Response(status=204)


class Ending(APIView):
    """`/api/v1/games/{id}/ending`."""

    permission_classes = [HasScope, IsAuthenticated]
    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented("getEnding", {200: people_shapes.Ending}, refused=[409])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get what the end of a game brought the caller, a player of it, and which tables can follow."""
        return Response(_ending_json(selectors.game_by_id(public_id), player(request)))


def _ending_json(game: Game, user: User) -> JSON:
    """Return the ending for the user, named in the language of the request. Raise Refusal 403 `not_seated` or 409
    `not_ended`.
    """
    seats = endings.ended_seats(game, user)
    brought = endings.ending(game, user)
    return {
        "points": brought.points,
        "best_before": brought.best_before,
        "games": brought.games,
        "streak": brought.streak,
        "unlocked": [{"options": kind.options, "name": _(kind.name)} for kind in brought.unlocked],
        "again": _next(game, endings.again(game, seats, user)),
        "harder": _next(game, endings.harder(game, seats, user)),
    }


def _next(game: Game, following: endings.NextTable | None) -> JSON | None:
    if following is None:
        return None
    names = [ShownLevel(level).name for level in dict.fromkeys(following.ai)]
    kind = shown_game(registry.get(game.game_key)).kind_of(dict(following.options))
    assert kind is not None  # only offered kinds come next
    return {"options": kind.options, "ai": list(following.ai), "name": get_text_list(names, _("and")) or kind.name}
