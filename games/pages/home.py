"""The first page, and the lobby with its open tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.computer.last_choice import has_chosen, preferred_level
from games.presenters import game_lists
from games.presenters.game_kinds import all_games, chosen
from games.presenters.home.first_page import first_page
from games.presenters.matchmaking import quick, waiting_players
from games.presenters.names import beside_names
from games.presenters.previews import pages as previews
from games.requests.caller import person
from pyramido_site.infrastructure.paging import shown_page

HOME_TABLES = 4


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the first page: the games that wait for the user, covers that start a game, pairing, some open tables."""
    user = person(request)
    games = all_games(user, preferred_level(request))
    waiting = waiting_players(user, games)
    tables = [game_lists.entry(game, user) for game in game_lists.open_tables(user)[:HOME_TABLES]]
    context = {
        "first": first_page(user, games, chosen=has_chosen(request)),
        "tables": tables,
        "beside_names": beside_names(tables),
        "titles": game_lists.titles(),
        "waiting": waiting,
        "quick": quick(user, waiting, games),
        "preview": previews.home(games),
    }
    return render(request, "games/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables; with `?game=`, those of one game. `?part=tables` returns only the part that changes, for
    the page's script.
    """
    user = person(request)
    games = all_games(user, preferred_level(request))
    only = chosen(games, request.GET.get("game"))
    page = shown_page(request, game_lists.open_tables(user, only), game_lists.LOBBY_SHOWN, order=game_lists.LOBBY_ORDER)
    tables = [game_lists.entry(game, user) for game in page.rows]
    waiting = waiting_players(user, games, only)
    context: dict[str, Any] = {"tables": tables, "beside_names": beside_names(tables), "waiting": waiting}
    if request.GET.get("part") == "tables":
        response = render(request, "games/parts/lobby.html", context)
        response.headers["Cache-Control"] = "no-store"
        return response
    against = preferred_level(request) if only is None or only.quick is not None else None
    asked = request.GET.copy()
    asked["part"] = "tables"
    shown = {
        **context,
        "quick": quick(user, waiting, games, only),
        "page": page,
        "refresh": f"{request.path}?{asked.urlencode()}",
        "games": games,
        "only": only,
        "titles": game_lists.titles(only),
        "against": against,
        "preview": previews.tables(only),
    }
    return render(request, "games/lobby.html", shown)
