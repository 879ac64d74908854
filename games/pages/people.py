"""One's own games, and the page of a player."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sanctions import services as sanctions
from accounts.users import blocks
from games.pages.deadlines import away_until
from games.presenters import game_lists
from games.presenters import ratings as shown_ratings
from games.presenters.computer_levels import QUICK
from games.presenters.game_kinds import all_games
from games.record import selectors
from games.requests.caller import person
from games.seating.invitations import to_user
from games.seating.models import Invitation
from pyramido_site.infrastructure.paging import shown_page


@never_cache
@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """`?part=waiting` is the number beside the link to this page alone, for the script that keeps it up to date."""
    user = person(request)
    assert user is not None  # login_required
    if request.GET.get("part") == "waiting":
        return JsonResponse({"waiting": game_lists.waiting_count(user)})
    lists, until = game_lists.my_games(user), away_until(user)
    invited = list(to_user(user))
    games = {game.pk: game for game in selectors.games_with_seats().filter(pk__in=[one.game_id for one in invited])}
    page = shown_page(
        request, game_lists.finished_games(user), game_lists.FINISHED_SHOWN, order=game_lists.FINISHED_ORDER
    )
    context = {
        "invitations": [(one, game_lists.entry(games[one.game_id], user)) for one in invited],
        "reasons": Invitation.Reason.choices,
        "lists": lists,
        "page": page,
        "finished": [game_lists.entry(game, user) for game in page.rows],
        "games": all_games(user),
        "against": QUICK,
        "away_until": until,
    }
    return render(request, "games/my_games.html", context)


@never_cache
@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """To the most urgent game that waits for the player, or to the player's games where none does."""
    user = person(request)
    assert user is not None  # login_required
    public_id = game_lists.next_game(user)
    address = resolve_url("my_games") if public_id is None else resolve_url("table", public_id)
    return HttpResponseRedirect(address)


@require_safe
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    shown = User.objects.filter(public_id=public_id).first()
    if shown is None:
        raise Http404(f"no player {public_id[:20]!r}")
    viewer = person(request)
    others = viewer is not None and viewer != shown
    page = shown_page(
        request, game_lists.finished_games(shown), game_lists.FINISHED_SHOWN, order=game_lists.FINISHED_ORDER
    )
    context = {
        "player": shown,
        "closed": shown.deleted_ms is not None or sanctions.is_banned(shown),
        "others": others,
        "blocked": others and viewer is not None and blocks.blocks(viewer, shown),
        "records": game_lists.records_of(shown),
        "page": page,
        "finished": [game_lists.entry(game, shown) for game in page.rows],
        "titles": [title for title in game_lists.titles() if title.holder == shown],
        **shown_ratings.profile(request, shown),
    }
    with shown_ratings.readers_zone(viewer):
        return render(request, "games/player.html", context)
