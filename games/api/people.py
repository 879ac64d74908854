"""The caller, other players, and the games on offer, over REST (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext_noop
from msgspec import Meta
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.callers import Caller
from accounts.access.permissions import HasScope
from accounts.models import User
from accounts.users import blocks
from accounts.users.lookups import users_named
from accounts.users.player_json import player_json
from games.api.document import people_shapes as shapes
from games.api.document.shapes import Table, Tables
from games.api.seating.tables import STATUS
from games.api.views import player
from games.people import selectors as people
from games.presenters import game_lists
from games.presenters.game_kinds import ShownKind, all_games
from games.presenters.ratings import pages as shown_ratings
from games.record import selectors
from games.record.tables import JSON
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.search.selectors.found_games import with_status
from games.seating.selectors import open_tables
from games.seating.selectors.invitations import table_by_link
from pyramido_site.infrastructure.documented import PAGED, Link, Parameter, documented
from pyramido_site.infrastructure.paging import page_of
from pyramido_site.infrastructure.public_ids import PublicId

MOST_CHARACTERS = 100
NAME = Parameter(
    "name", Annotated[str, Meta(max_length=MOST_CHARACTERS)], "The full name; case does not matter.", required=True
)
OF_PLAYER = {"public_id": "$response.body#/id"}


def kind_json(user: User) -> str:
    """Return `guest`, `account` or `bot`."""
    return "guest" if user.is_guest else "bot" if user.is_bot else "account"


class Account(APIView):
    """`/api/v1/account`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("getAccount", {200: shapes.Account}, links={"player": Link("getPlayer", OF_PLAYER)})
    def get(self, request: Request) -> Response:
        """Get the caller's account, and the scopes of the caller's token.

        The e-mail address is included for sessions and for tokens with `account:read`, the waiting games for sessions
        and for tokens with `games:read`.
        """
        user = player(request)
        caller = request.auth if isinstance(request.auth, Caller) else None
        token = None if caller is None or caller.scopes is None else scopes.in_order(caller.scopes)
        return Response(
            {
                "id": user.public_id,
                "name": user.display_name,
                "kind": kind_json(user),
                "email": user.email if caller is None or caller.may(scopes.ACCOUNT_READ) else None,
                "joined_ms": int(user.date_joined.timestamp() * 1000),
                "scopes": token,
                "waiting": game_lists.waiting_games(user) if caller is None or caller.may(scopes.GAMES_READ) else None,
            }
        )


class Players(APIView):
    """`/api/v1/players`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("findPlayer", {200: shapes.Found}, query=[NAME])
    def get(self, request: Request) -> Response:
        """Find the player with this name, if there is one."""
        name = _name_in(request)
        found = users_named(name)
        return Response({"results": [player_json(user) for user in found]})


def _name_in(request: Request) -> str:
    """Return the query parameter `name`. Raise Refusal 400 `malformed` if it is missing or too long."""
    name = request.query_params.get("name")
    if name is None or len(name) > MOST_CHARACTERS:
        raise Refusal(400, "malformed", gettext_noop("Enter the name to search for."), field="name")
    return name


class OnePlayer(APIView):
    """`/api/v1/players/{id}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented(
        "getPlayer",
        {200: shapes.Profile},
        links={"games": Link("listPlayerGames", OF_PLAYER), "ratings": Link("listPlayerRatings", OF_PLAYER)},
    )
    def get(self, request: Request, public_id: PublicId) -> Response:
        """Get a player's profile: titles, and how often each kind of table was finished and won."""
        shown, viewer = people.player_by_id(public_id), person(request)
        others = viewer is not None and viewer != shown
        return Response(
            {
                **player_json(shown),
                "kind": kind_json(shown),
                "joined_ms": int(shown.date_joined.timestamp() * 1000),
                "blocked": blocks.blocks(viewer, shown) if others and viewer is not None else None,
                "titles": [
                    {"game": title.game.key, "options": title.kind.options, "title": title.kind.title}
                    for title in game_lists.titles()
                    if title.holder == shown
                ],
                "records": [
                    {
                        "game": game.key,
                        "options": record.kind.options,
                        "finished": record.finished,
                        "won": record.won,
                    }
                    for game, records in game_lists.records_of(shown)
                    for record in records
                ],
            }
        )


class PlayerGames(APIView):
    """`/api/v1/players/{id}/games`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listPlayerGames", {200: Tables}, query=[STATUS, *PAGED])
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List the tables where a player sits or sat, as far as the caller may see them, latest first."""
        games = selectors.games_of(people.player_by_id(public_id))
        chosen = open_tables.shown_to(with_status(games, request.query_params.get("status")), request.user)
        return Response(page_of(request, chosen).to_json(lambda game: selectors.table_of(game, request.user)))


class PlayerOpponents(APIView):
    """`/api/v1/players/{id}/opponents`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("listOpponents", {200: shapes.Opponents})
    def get(self, request: Request, public_id: PublicId) -> Response:
        """List a player's opponents in rated games, most frequent first, at most 50."""
        met = shown_ratings.opponents_of(people.player_by_id(public_id))
        return Response({"results": [_against(one.against) for one in met]})


def _against(one: Any) -> JSON:
    return {
        "player": None if one.user is None else player_json(one.user),
        "ai": one.ai or None,
        "games": one.games,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "last_ms": one.last_ms,
    }


class Catalogue(APIView):
    """`/api/v1/catalogue`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getCatalogue", {200: shapes.Catalogue})
    def get(self, request: Request) -> Response:
        """List the games on offer and their kinds of tables, named in the caller's language."""
        holders = {(title.game.key, title.kind.value): title for title in game_lists.titles()}
        return Response(
            {
                "results": [
                    {
                        "game": game.key,
                        "rules_version": game.rules.version,
                        "name": game.name,
                        "about": game.about,
                        "rules_url": reverse("rules", args=[game.key]),
                        "components_url": reverse("components", args=[game.key]),
                        "components_sha256": game.rules.components_sha256,
                        "kinds": [_kind(kind, holders.get((game.key, kind.value))) for kind in game.kinds],
                        "levels": [level.key for level in game.levels],
                    }
                    for game in all_games(person(request))
                ]
            }
        )


def _kind(kind: ShownKind, title: game_lists.Title | None) -> JSON:
    holder = None if title is None else title.holder
    return {
        "options": kind.options,
        "name": kind.name,
        "about": kind.about,
        "people": kind.persons,
        "open": kind.needed is None,
        "needs": kind.kind.needs,
        "title": kind.title or None,
        "holder": None if holder is None else player_json(holder),
    }


class ByLink(APIView):
    """`/api/v1/links/{link}`."""

    scopes: ClassVar = {"GET": scopes.PUBLIC}

    @documented("getTableByLink", {200: Table}, links={"sitDown": Link("sitDown", OF_PLAYER)})
    def get(self, request: Request, link: str) -> Response:
        """Get the table of an invitation link; any caller with the link may sit down there.

        404 if no table has this link.
        """
        game = table_by_link(link)
        if game is None:
            raise Refusal(404, "not_found", gettext_noop("No table found for this link."))
        return Response(selectors.table_of(game, request.user))
