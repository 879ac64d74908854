"""A player's dossier at the desk, and search for players."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.users.names import MAX_LENGTH, name_key
from games.moderation.selectors import dossiers, lists
from games.moderation.services import authority
from games.pages.moderation import actions, desk
from games.pages.moderation.access import PAGE, at_the_desk, moderator
from games.pages.moderation.actions import Typed
from games.pages.moderation.flags import ShownFlag
from games.people import selectors as people
from games.presenters.moderation.desk import ShownPerson, shown_decisions
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId


@at_the_desk
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Search for players; an exact match is shown at once."""
    text = request.GET.get("q", "").strip()[: 4 * MAX_LENGTH]
    page = shown_page(request, lists.named(text), PAGE, order=("name_key",))
    exact = [one for one in page.rows if text == one.public_id or name_key(text) == one.name_key]
    if len(exact) == 1 and page.previous is None:
        return HttpResponseRedirect(resolve_url("desk_player", exact[0].public_id))
    context = {
        "at": "players",
        "text": text,
        "page": page,
        **desk.counts(moderator(request)),
    }
    return render(request, "desk/players.html", context)


@at_the_desk
@require_http_methods(["GET", "HEAD", "POST"])
def player(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a player's dossier; a POST takes an action about the player."""
    user, shown = moderator(request), people.player_by_id(public_id)
    if request.method != "POST":
        return _player_page(request, user, shown, Typed(game=PublicId(request.GET.get("game", ""))), 200)
    sent = actions.typed(request.POST)
    try:
        made = actions.carry_out(user, shown, request.POST, sent)
    except Refusal as refusal:
        shown = people.player_by_id(public_id)
        return _player_page(request, user, shown, actions.refused(sent, refusal), refusal.status)
    messages.success(request, _("Done: %(action)s.") % {"action": made.get_action_display()})
    return HttpResponseRedirect(resolve_url("desk_player", public_id))


def _player_page(request: HttpRequest, user: User, shown: User, sent: Typed, status: int) -> HttpResponse:
    dossier = dossiers.dossier(shown, user)
    partial = None if user == shown else authority.why_not(user, shown)
    offers = actions.offers(user, shown, None, sent.game)
    if partial is not None:
        offers = actions.provisional_offers(user, shown)
    context = {
        "at": "players",
        "person": ShownPerson(dossier),
        "decisions": shown_decisions(dossier.decisions, user),
        "against": desk.lines(dossier.against, user),
        "filed": desk.lines(dossier.filed, user),
        "flags": [ShownFlag(one) for one in dossier.flags],
        "partial": "" if partial is None else partial.detail,
        "offers": list(offers),
        "sent": sent,
        "own": user == shown,
        **desk.counts(user),
    }
    return render(request, "desk/player.html", context, status=status)
