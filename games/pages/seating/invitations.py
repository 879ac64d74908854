"""Invitations on pages: links, answers, what a host does at an open table, and blocking a player."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.guests import ensure_player
from accounts.identity.sessions import player
from accounts.models import User
from accounts.users import blocks
from accounts.users.lookups import user_by_id, users_named
from engine.newtypes import SeatNumber
from games.pages.requests import (
    at_table,
    keep_within,
    posted_nonce,
    posted_only_rated,
    posted_seat,
    refusals_shown,
    tell,
)
from games.presenters import game_lists
from games.presenters.previews import tables as previews
from games.record.models import Game, Invitation
from games.requests.caller import person
from games.requests.refusals import Refusal, not_open
from games.requests.throttles import InviteThrottle
from games.seating.selectors.invitations import table_by_link
from games.seating.selectors.may_play_rated import check_may_play_rated
from games.seating.services.answer_invitation import accept, decline, withdraw
from games.seating.services.invite import invite
from games.seating.services.list_table import list_table
from games.seating.services.make_unrated_at_limit import would_be_limited
from games.seating.services.rematch import ask_rematch
from games.seating.services.remove_player import remove_player
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.public_ids import PublicId

NO_SEAT = SeatNumber(-1)


def _by_link(link: str) -> Game:
    """Return the table with this link. Raise Http404 if there is none."""
    game = table_by_link(link)
    if game is None:
        raise Http404("no table has this link")
    return game


@never_cache
@ensure_csrf_cookie
@require_safe
def invitation(request: HttpRequest, link: str) -> HttpResponse:
    """Show who invites to what, on which terms; once the game has started, redirect to the table."""
    game, user = _by_link(link), person(request)
    if game.seq is not None:
        return HttpResponseRedirect(resolve_url("table", game.public_id))
    entry = game_lists.entry(game, user)
    if entry.seat is not None and game.status == Game.Status.OPEN:
        return HttpResponseRedirect(resolve_url("table", game.public_id))
    if game.status == Game.Status.ABORTED:
        return render(request, "games/closed.html", status=410)
    refusal: Refusal | None = None
    if game.rated and user is not None and not user.is_guest:
        try:
            check_may_play_rated(user)
        except Refusal as refused:
            refusal = refused
    context = {
        "entry": entry,
        "link": link,
        "here": request.path,
        "needs_account": game.rated and (user is None or user.is_guest),
        "refusal": refusal,
        "limit_met": would_be_limited(game, user),
        "table": {"commitment": game.commitment},
        "preview": previews.invitation(entry, link),
    }
    return render(request, "games/invite.html", context)


@require_POST
@refusals_shown
def sit_by_link(request: HttpRequest, link: str) -> HttpResponse:
    """Take a seat by link. A visitor becomes a guest, unless the table is rated. Raise Refusal if the user cannot sit
    down.
    """
    game, nonce = _by_link(link), posted_nonce(request)
    if game.rated and person(request) is None:
        return HttpResponseRedirect(resolve_url("invite", link))
    if game.status != Game.Status.OPEN:  # checked before a visitor becomes a guest
        raise not_open()
    try:
        sit_down(ensure_player(request), game.public_id, nonce, link, only_rated=posted_only_rated(request))
    except Refusal as refusal:
        if refusal.code != "already_seated":
            raise
    return HttpResponseRedirect(resolve_url("table", game.public_id))


@login_required
@require_POST
def answer(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Accept an invitation (`accept`), decline it (`decline`, with `reason`) or withdraw it (`withdraw`)."""
    user = player(request)
    back = HttpResponseRedirect(resolve_url("my_games"))
    try:
        if "accept" in request.POST:
            accepted = accept(user, public_id, posted_nonce(request), only_rated=posted_only_rated(request))
            return HttpResponseRedirect(resolve_url("table", accepted.game.public_id))
        if "withdraw" in request.POST:
            withdrawn = withdraw(user, public_id)
            messages.success(request, _("The invitation was withdrawn."))
            return HttpResponseRedirect(resolve_url("table", withdrawn.game.public_id))
        reason = request.POST.get("reason", "")
        decline(user, public_id, reason if reason in Invitation.Reason.values else Invitation.Reason.NO)
        messages.success(request, _("You have declined the invitation."))
    except Refusal as refusal:
        tell(request, refusal)
    return back


@require_POST
def invite_by_name(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Invite the player called `name` to the first free seat, as the host."""
    keep_within(InviteThrottle(), request)
    name = request.POST.get("name", "").strip()[:80]
    whom = users_named(name).first()

    def act(user: User) -> None:
        if whom is None:
            messages.warning(request, _("No player is called “%(name)s”.") % {"name": name})
        else:
            invite(user, public_id, whom)
            messages.success(request, _("Invitation sent to %(name)s.") % {"name": whom.display_name})

    return at_table(request, public_id, act)


@require_POST
def list_or_hide(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """List the table in the lobby (`listed` is `on`) or restrict it to users with its link, as the host."""
    return at_table(request, public_id, lambda user: list_table(user, public_id, request.POST.get("listed") == "on"))


@require_POST
def remove(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Remove the user on `seat` from the table, as the host."""
    number = posted_seat(request)
    seat = NO_SEAT if number is None else number  # the service refuses it like any free seat
    return at_table(request, public_id, lambda user: remove_player(user, public_id, seat))


@login_required
@require_POST
def rematch(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Ask for a rematch, or accept it, and go to its table."""
    keep_within(InviteThrottle(), request)
    user = player(request)
    try:
        made = ask_rematch(user, public_id, posted_nonce(request), only_rated=posted_only_rated(request))
        public_id = made.public_id
    except Refusal as refusal:
        tell(request, refusal)
    return HttpResponseRedirect(resolve_url("table", public_id))


@login_required
@require_POST
def block(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Block the player, or with `unblock` unblock; `next` is `settings` or the player's page. Raise Http404 if there is
    no such player.
    """
    user, other = player(request), user_by_id(public_id)
    if other is None or other == user:
        raise Http404(f"nobody to block is called {public_id[:20]!r}")
    if "unblock" in request.POST:
        blocks.unblock(user, other)
        messages.success(request, _("You have unblocked %(name)s.") % {"name": other.display_name})
    else:
        try:
            blocks.block(user, other)
            messages.success(request, _("You have blocked %(name)s.") % {"name": other.display_name})
        except blocks.TooMany as refused:
            messages.error(request, str(refused))
    if request.POST.get("next") == "settings":
        return HttpResponseRedirect(resolve_url("settings_privacy") + "#blocks")
    return HttpResponseRedirect(resolve_url("player", public_id))
