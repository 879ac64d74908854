"""One's own games, and the page of a player."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.pages import queries
from games.pages.requests import person
from games.pages.shown_games import all_games
from games.pages.shown_levels import QUICK


@never_cache
@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    user = person(request)
    assert user is not None  # login_required
    context = {"lists": queries.my_games(user), "games": all_games(user), "against": QUICK}
    return render(request, "games/my_games.html", context)


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    shown = User.objects.filter(public_id=public_id).first()
    if shown is None:
        raise Http404(f"no player {public_id[:20]!r}")
    context = {
        "player": shown,
        "records": queries.records_of(shown),
        "finished": queries.finished_games(shown),
        "titles": [title for title in queries.titles() if title.holder == shown],
    }
    return render(request, "games/player.html", context)
