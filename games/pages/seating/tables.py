"""The page of a table: waiting for players, playing, finished."""

from __future__ import annotations

from typing import Any, Literal

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.guests import ensure_player
from accounts.models import ConfirmMoves, User
from accounts.notifications import preferences
from engine import registry
from engine.newtypes import SeatNumber
from games.pages.computer.last_choice import preferred_level, remember
from games.pages.requests import at_table, posted_nonce, posted_only_rated, posted_seat, refusals_shown
from games.presenters import game_lists
from games.presenters.game_kinds import components_url
from games.presenters.lessons import first_lesson
from games.presenters.names import beside_names, beside_seats
from games.presenters.opponents.at_table import characters_at
from games.presenters.previews import tables as previews
from games.presenters.rules_pages.paragraphs import anchors_of_phases
from games.record import selectors
from games.record.models import Game, Invitation
from games.requests.caller import person
from games.requests.refusals import Refusal, not_found
from games.seating.services.leave_table import leave_table
from games.seating.services.make_unrated_at_limit import would_be_limited
from games.seating.services.seat_ai import seat_ai, unseat_ai
from games.seating.services.sit_down import sit_down
from games.time import terms
from pyramido_site.infrastructure.public_ids import PublicId


@never_cache
@ensure_csrf_cookie
@require_safe
@refusals_shown
def table(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show the table: `table` as in docs/formats/api.md, and `seat`, the user's seat or None. A game that has started
    has its first frame in the page, so that the board needs no request to be drawn.
    """
    game = selectors.game_by_id(public_id)
    user = person(request)
    entry = game_lists.entry(game, user)
    context: dict[str, Any] = {
        "table": selectors.table_of(game, user) if game.seq is None else None,
        "seat": None if entry.seat is None else entry.seat.number,
        "entry": entry,
        "characters": characters_at(entry),
        "preferred": preferred_level(request),
        "address": request.build_absolute_uri(resolve_url("invite", game.link) if game.link else request.path),
        "invitation": next((one for one in entry.held.values() if one.user == user), None),
        "reasons": Invitation.Reason.choices,
        "preview": previews.table(entry),
    }
    if user is not None:
        own = preferences.of(user.pk)
        context["sound"] = own
        context["waiting"] = game_lists.waiting_count(user, but=public_id)
        context["asks"] = asks_before_moves(own.confirm_moves, game)
    if game.seq is None:
        context["beside_names"] = beside_names([entry])
        context["limit_met"] = game.status == Game.Status.OPEN and would_be_limited(game, user)
    else:
        frame = selectors.page_frame(game, user)
        context |= {"frame": frame, "table": frame["table"], "ratings": beside_seats(entry)}
        context["components"] = components_url(registry.get(game.game_key, game.rules_version))
        context["phases"] = anchors_of_phases(game.game_key)
        context["first"] = first_lesson(entry)
    if game.status == Game.Status.ABORTED and game.seq is None:
        return render(request, "games/closed.html", context, status=410)
    return render(request, "games/waiting.html" if game.seq is None else "games/table.html", context)


def asks_before_moves(wanted: str, game: Game) -> bool:
    """Return whether the board asks before it sends a move, by the player's preference `confirm_moves`."""
    over_days = terms.of(game.terms).time_control.slow
    return wanted == ConfirmMoves.ALWAYS or (wanted == ConfirmMoves.DAYS and over_days)


@require_POST
@refusals_shown
def sit(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Take a seat; a visitor becomes a guest. Raise Refusal if the user cannot sit down."""
    nonce = posted_nonce(request)
    if not selectors.exists(public_id):
        raise not_found(public_id)  # checked before a visitor becomes a guest
    try:
        sit_down(ensure_player(request), public_id, nonce, only_rated=posted_only_rated(request))
    except Refusal as refusal:
        if refusal.code != "already_seated":
            raise
    return HttpResponseRedirect(resolve_url("table", public_id))


@require_POST
@refusals_shown
def seat_computer(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Seat the computer on `seat` (a number, or `all` for all free seats) at `level`, as the host."""
    number: SeatNumber | Literal["all"] = "all" if request.POST.get("seat") == "all" else _seat_in(request)
    level = request.POST.get("level", "")

    def seat(user: User) -> None:
        seat_ai(user, public_id, level, number)
        remember(request, level)

    return at_table(request, public_id, seat)


@require_POST
@refusals_shown
def unseat_computer(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Free a `seat` of the computer, as the host."""
    number = _seat_in(request)
    return at_table(request, public_id, lambda user: unseat_ai(user, public_id, number))


def _seat_in(request: HttpRequest) -> SeatNumber:
    """Return the posted seat. Raise Refusal 400 `malformed` if it is no number."""
    number = posted_seat(request)
    if number is None:
        raise Refusal(400, "malformed", gettext_noop("The seat must be a number."), field="seat")
    return number


@require_POST
@refusals_shown
def leave(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Leave the table; it closes when its last user leaves."""
    user = person(request)
    if user is None:
        return HttpResponseRedirect(resolve_url("table", public_id))
    game = leave_table(user, public_id)
    closed = game.status == Game.Status.ABORTED
    messages.success(request, _("The table was closed.") if closed else _("You have left the table."))
    return HttpResponseRedirect(resolve_url("lobby"))
