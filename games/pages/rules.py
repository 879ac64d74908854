"""The pages of rules."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.shown_games import GAMES


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    game = GAMES.get(key)
    if game is None:
        raise Http404(f"no rules for {key[:40]!r}")
    return render(request, game.rules_template, {"game": game})
