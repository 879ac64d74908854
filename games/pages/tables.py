"""The page of one table: waiting for players, playing, finished."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from accounts.guests import ensure_player
from games import selectors
from games.errors import Refusal, not_found
from games.models import Game
from games.pages import queries
from games.pages.requests import person, posted_nonce, refusals_shown
from games.services.leave_table import leave_table
from games.services.sit_down import sit_down

TEMPLATES = {
    Game.Status.OPEN: "games/waiting.html",
    Game.Status.RUNNING: "games/table.html",
    Game.Status.FINISHED: "games/table.html",
    Game.Status.ABORTED: "games/closed.html",
}


@never_cache
@ensure_csrf_cookie
@require_safe
@refusals_shown
def table(request: HttpRequest, public_id: str) -> HttpResponse:
    """`table` is the table as in docs/formats/api.md, `seat` the viewer's seat or None."""
    game = selectors.game_by_id(public_id)
    user = person(request)
    entry = queries.entry(game, user)
    context = {
        "table": selectors.table_of(game, user),
        "seat": None if entry.seat is None else entry.seat.number,
        "entry": entry,
        "address": request.build_absolute_uri(request.path),
    }
    status = 410 if game.status == Game.Status.ABORTED else 200
    return render(request, TEMPLATES[Game.Status(game.status)], context, status=status)


@require_POST
@refusals_shown
def sit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take a seat; a visitor does so as a guest."""
    nonce = posted_nonce(request)
    if not Game.objects.filter(public_id=public_id).exists():
        raise not_found(public_id)  # before a visitor becomes a guest for nothing
    try:
        sit_down(ensure_player(request), public_id, nonce)
    except Refusal as refusal:
        if refusal.code != "already_seated":
            raise
    return HttpResponseRedirect(resolve_url("table", public_id))


@require_POST
@refusals_shown
def leave(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the seat back; the host's leaving closes the table."""
    user = person(request)
    if user is None:
        return HttpResponseRedirect(resolve_url("table", public_id))
    game = leave_table(user, public_id)
    closed = game.status == Game.Status.ABORTED
    messages.success(request, _("The table is closed.") if closed else _("You have left the table."))
    return HttpResponseRedirect(resolve_url("lobby"))
