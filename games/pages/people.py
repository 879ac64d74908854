"""The user's own games, a player's page, and deletion of an account."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.reauthentication import confirmed
from accounts.identity import sessions
from accounts.models import User
from accounts.sanctions import selectors as sanctions
from accounts.users import blocks
from accounts.users.lookups import user_by_id
from accounts.users.names import name_key
from games.pages.computer.last_choice import preferred_level
from games.pages.deadlines import away_until
from games.people.services.delete_account import delete_account as delete
from games.presenters import game_lists, pictures
from games.presenters.game_kinds import all_games
from games.presenters.home.without_network import kept_games
from games.presenters.previews import players as previews
from games.presenters.ratings import pages as shown_ratings
from games.record import selectors
from games.record.models import Game, Invitation
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.search.selectors.found_games import latest_ended_first
from games.seating.selectors.invitations import tables_of, to_user
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId

LAST_BOARDS = 3
"""Number of games whose boards a player's page shows in pictures."""


@never_cache
@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Show the user's games. `?part=waiting` returns only the number beside the link to this page, for the script that
    updates it; `?part=kept` what a browser keeps of unfinished games, to show it without a network.
    """
    user = sessions.player(request)
    part = request.GET.get("part")
    if part == "waiting":
        return JsonResponse({"waiting": game_lists.waiting_count(user)})
    if part == "kept":
        return JsonResponse({"account": user.public_id, "games": kept_games(user)})
    lists, until = game_lists.my_games(user), away_until(user)
    invited = list(to_user(user))
    tables = tables_of(invited)
    page = shown_page(request, game_lists.finished_games(user, user), game_lists.FINISHED_SHOWN, **latest_ended_first())
    context = {
        "invitations": [(one, game_lists.entry(tables[one.game_id], user)) for one in invited],
        "reasons": Invitation.Reason.choices,
        "lists": lists,
        "page": page,
        "finished": [game_lists.entry(game, user) for game in page.rows],
        "games": all_games(user),
        "against": preferred_level(request),
        "away_until": until,
    }
    return render(request, "games/my_games.html", context)


@never_cache
@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the most urgent game that waits for the user, or else to the user's games."""
    user = sessions.player(request)
    public_id = game_lists.next_game(user)
    address = resolve_url("my_games") if public_id is None else resolve_url("table", public_id)
    return HttpResponseRedirect(address)


@require_safe
def player(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a player's page. Raise Http404 if there is no such player."""
    shown = user_by_id(public_id)
    if shown is None:
        raise Http404(f"no player {public_id[:20]!r}")
    viewer = person(request)
    others = viewer is not None and viewer != shown
    records = game_lists.records_of(shown)
    page = shown_page(
        request, game_lists.finished_games(shown, viewer), game_lists.FINISHED_SHOWN, **latest_ended_first()
    )
    finished = [game_lists.entry(game, shown) for game in page.rows]
    context = {
        "player": shown,
        "closed": previews.is_closed(shown),
        "others": others,
        "blocked": others and viewer is not None and blocks.blocks(viewer, shown),
        "preview": previews.player(shown, records),
        "records": records,
        "page": page,
        "finished": finished,
        "last_boards": pictures.last_boards(finished[:LAST_BOARDS]) if page.previous is None else [],
        "titles": [title for title in game_lists.titles() if title.holder == shown],
        **shown_ratings.profile(request, shown),
    }
    with shown_ratings.readers_zone(viewer):
        return render(request, "games/player.html", context)


@never_cache
@login_required
@confirmed
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show what will be deleted and what remains. A POST with the account's name deletes the account; the user must
    have authenticated recently.
    """
    return _deletion(request, sessions.player(request))


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_variables("token")
def delete_closed_account(request: HttpRequest, token: str) -> HttpResponse:
    """The same for a user who cannot sign in, by the signed link of `accounts.sanctions.selectors`. Raise Http404 for
    an invalid link.
    """
    user = sanctions.user_of_appeal_token(token)
    if user is None:
        raise Http404
    answer = _deletion(request, user)
    answer["Referrer-Policy"] = "no-referrer"  # the address grants access
    return answer


def _deletion(request: HttpRequest, user: User) -> HttpResponse:
    refused = ""
    if request.method == "POST":
        try:
            if name_key(request.POST.get("name", "")) != user.name_key:
                template = gettext_noop("This is not the name of your account. Nothing was deleted.")
                raise Refusal(422, "other_name", template, field="name")
            delete(user)
        except Refusal as refusal:
            refused = refusal.detail
        else:
            if not request.user.is_authenticated or request.user.pk == user.pk:  # a guest could not sign in again
                logout(request)
            messages.success(request, _("Your account was deleted. Thank you for playing here."))
            return HttpResponseRedirect(resolve_url("home"))
    running = selectors.seats_held(user, Game.Status.RUNNING).count()
    values = {"person": user, "running": running, "refused": refused}
    return render(request, "account/delete.html", values, status=400 if refused else 200)
