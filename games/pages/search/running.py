"""Watching: running games with small live boards, those of the best players first."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.presenters import game_lists
from games.presenters.game_kinds import all_games, chosen
from games.presenters.names import beside_names
from games.presenters.previews import pages as previews
from games.presenters.watching import watched
from games.requests.caller import person
from games.search.selectors.running_games import plays_running_game, running_games
from pyramido_site.infrastructure.paging import shown_part

WATCHED = 7
"""Games on a page: the top game, and six beside one another on a desk."""


@never_cache
@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Show running games; with `?game=`, those of one game. Boards show what a stranger may see."""
    user = person(request)
    games = all_games(user)
    only = chosen(games, request.GET.get("game"))
    key = None if only is None else only.key
    running = running_games(user, key)
    page = shown_part(request, lambda first, most: list(running[first : first + most]), WATCHED)
    entries = [game_lists.entry(game, user) for game in page.rows]
    context: dict[str, Any] = {
        "games": games,
        "only": only,
        "page": page,
        "watched": [watched(entry) for entry in entries],
        "scripts": sorted({entry.shown.watch_script for entry in entries}),
        "beside_names": beside_names(entries),
        "own_only": not entries and plays_running_game(user, key),
        "preview": previews.watch(only),
    }
    return render(request, "games/watch.html", context)
