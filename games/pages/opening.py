"""Opening a table from a page."""

from __future__ import annotations

from typing import Any, cast

from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.guests import ensure_player
from accounts.models import User
from games import selectors
from games.api.throttles import OpenTableThrottle
from games.models import Game
from games.pages.forms import ForgottenTreasuresTable
from games.pages.requests import person, posted_nonce, refusals_shown
from games.services.open_table import open_table


def open_limited(request: HttpRequest, user: User, game: str, options: dict[str, Any], nonce: bytes | None) -> Game:
    """Open a table within the API's own limit. Raises Refusal, or ImmediateHttpResponse with the 429 page."""
    # The limit reads only what a Django request has, too: the user, the method and the address.
    if not OpenTableThrottle().allow_request(cast(Request, request), cast(APIView, None)):
        raise ImmediateHttpResponse(render(request, "429.html", status=429))
    return open_table(user, game, options, nonce)


@refusals_shown
def open_a_table(request: HttpRequest) -> HttpResponse:
    """The form, and what it opens. A visitor who sends it plays as a guest."""
    user = person(request)
    form = ForgottenTreasuresTable(
        request.POST if request.method == "POST" else None, initial={"seats": 2, "legend": "a"}
    )
    unlocked = user is not None and selectors.has_won_as_legend(user, form.game, "a")
    status = 200
    if request.method == "POST":
        status = 422
        nonce = posted_nonce(request)
        if form.is_valid():
            options = form.options()
            if options.get("legend") == "the" and not unlocked:
                form.add_error("legend", _("“Become THE Legend” opens to those who have won “Become a Legend”."))
            else:
                game = open_limited(request, ensure_player(request), form.game, options, nonce)
                return HttpResponseRedirect(resolve_url("table", game.public_id))
    return render(request, "games/open_table.html", {"form": form, "legend_unlocked": unlocked}, status=status)
