"""The first page, the tables to sit down at, and playing at once."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import ensure_player
from games import selectors
from games.errors import Refusal
from games.pages import queries
from games.pages.opening import open_limited
from games.pages.requests import person, posted_nonce, refusals_shown

GAME = "forgotten-treasures"
HOME_TABLES = 4

AT_ONCE: dict[str, dict[str, Any]] = {"solo": {"seats": 1, "legend": "a"}, "two": {"seats": 2}}
"""What the buttons of the first page open."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    context = {
        "tables": queries.open_tables(person(request), HOME_TABLES),
        "legend": selectors.reigning_legend(GAME),
    }
    return render(request, "games/home.html", context)


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The open tables. `?part=tables` gives the list alone, which the page's script asks for."""
    context = {"tables": queries.open_tables(person(request))}
    if request.GET.get("part") == "tables":
        response = render(request, "games/parts/tables.html", context)
        response.headers["Cache-Control"] = "no-store"
        return response
    return render(request, "games/lobby.html", {**context, "legend": selectors.reigning_legend(GAME)})


@require_POST
@refusals_shown
def play_now(request: HttpRequest) -> HttpResponse:
    """One click from the first page to a table; a visitor plays as a guest."""
    options = AT_ONCE.get(request.POST.get("table", ""))
    if options is None:
        raise Refusal(400, "malformed", "There is no such table to open at once.", field="table")
    nonce = posted_nonce(request)
    game = open_limited(request, ensure_player(request), GAME, options, nonce)
    return HttpResponseRedirect(resolve_url("table", game.public_id))
