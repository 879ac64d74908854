"""The pages of rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.game_kinds import all_games, chosen
from games.requests.caller import person


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rules_index.html", {"games": all_games()})


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """One game's page; its template is the game's own."""
    games = all_games(person(request))
    game = chosen(games, key)
    if game is None:
        raise Http404(f"no rules for {key[:40]!r}")
    return render(request, game.rules_template, {"game": game, "games": games})
