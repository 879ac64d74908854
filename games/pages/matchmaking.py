"""Pages of quick pairing: seeking a game, waiting for it, standing seeks, and a pool's numbered commitments."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.guests import ensure_player
from accounts.identity.sessions import player
from accounts.models import User
from games.matchmaking.models import Seek
from games.matchmaking.selectors.pools import pool_by_id, terms_of
from games.matchmaking.selectors.seeks import own_seek, seek_in, seeks_of
from games.matchmaking.services import pool_of
from games.matchmaking.services.keep_games import keep_games
from games.matchmaking.services.seek import MOST_KEPT, attend, seek
from games.matchmaking.services.seek_alerts import ANY_GAME, remove_alert, set_alert
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.pages.forms import ON
from games.pages.requests import posted_nonce, refusals_shown, tell
from games.presenters.game_kinds import ShownGame, ShownKind, all_games, chosen
from games.presenters.home.while_waiting import while_waiting
from games.presenters.matchmaking import quick, shown_pool, shown_seeks, waiting_players
from games.presenters.matchmaking_json import commitments, pool_json
from games.presenters.previews import pages as previews
from games.presenters.ratings.pages import readers_zone
from games.presenters.times import OFFERED, ShownControl
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.seating.selectors.table_kinds import check_open_to
from games.time.terms import USUAL, Terms
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.redirects import safe_next

SEALS = 20
"""Number of commitments on a pool's page."""
EARLIER = 5
"""Number of these, on the first page, whose secrets have been used already."""

Wish = tuple[ShownKind, Terms]


@require_POST
@refusals_shown
def seek_game(request: HttpRequest) -> HttpResponse:
    """Seek a game, given by `pick` (`game/time`) and `players`, or by `pool`, or for a standing seek by `table`
    (`game/kind`), `time` and `keep`; with `rated`, a rated one. It replaces the user's seek `instead`, if there is one.

    A visitor becomes a guest. Raise Refusal if the request is malformed or the game is not open to the user.
    """
    user, nonce = person(request), posted_nonce(request)
    kind, agreed = _wish(request, all_games(user))
    keep = _number(request.POST.get("keep", "0"))
    if keep > MOST_KEPT:
        raise _malformed()
    check_open_to(user, kind.rules, kind.options)  # checked before a visitor becomes a guest
    if agreed.rated and (user is None or user.is_guest):
        raise Refusal(
            403, "guests_unrated", gettext_noop("Guests can only play unrated games. Sign up first."), field="rated"
        )
    user = ensure_player(request)
    try:
        made = seek(user, kind.rules.key, kind.options, agreed, keep, None if nonce is None else nonce.hex())
    except Refusal as refusal:
        return _refused(request, user, refusal, kind, agreed, keep)
    if "instead" in request.POST and request.POST["instead"] != made.public_id:
        with suppress(Refusal):  # not the user's, or paired meanwhile
            withdraw_seek(user, PublicId(request.POST["instead"]))
    if keep:
        messages.success(request, _("We will keep looking for opponents until you cancel the search."))
        return HttpResponseRedirect(resolve_url("seeks"))
    return HttpResponseRedirect(resolve_url("one_seek", made.public_id))


def _refused(
    request: HttpRequest, user: User, refusal: Refusal, kind: ShownKind, agreed: Terms, keep: int
) -> HttpResponse:
    """Redirect the user to the seek or the game that is in the way, or else back, with a message. Raise the refusal if
    the request was malformed.
    """
    if refusal.code == "already_seeking":
        pool = pool_of.pool_of(kind.rules, kind.options, agreed)
        lasting = seek_in(user, pool)
        if lasting is not None and not lasting.concurrent_games and not keep:
            return HttpResponseRedirect(resolve_url("one_seek", lasting.public_id))
    if refusal.code == "playing_live":
        messages.warning(request, _("You are already playing. Finish that game first."))
    elif refusal.code == "waiting_live":
        messages.warning(request, _("You are already waiting at a table. Leave it first."))
    if refusal.code in ("playing_live", "waiting_live"):
        return HttpResponseRedirect(resolve_url("table", str(refusal.params["table"])))
    if refusal.code == "malformed":
        raise refusal
    messages.warning(request, refusal.detail)
    return HttpResponseRedirect(resolve_url("seeks"))


def _wish(request: HttpRequest, games: list[ShownGame]) -> Wish:
    """Return what is sought. Raise Refusal 400 `malformed` if the form names no kind of table and time control on
    offer.
    """
    asked = request.POST
    if "pool" in asked:
        try:
            pool = pool_by_id(PublicId(asked["pool"]))
        except Refusal:
            raise _malformed() from None
        kind = shown_pool(pool, games).kind
        if kind is None:
            raise _malformed()
        return kind, terms_of(pool)
    key, _slash, rest = asked.get("table", asked.get("pick", "")).partition("/")
    game = chosen(games, key)
    control = OFFERED.get(asked.get("time", "") if "table" in asked else rest)
    if game is None or control is None:
        raise _malformed()
    if "table" in asked:
        named = game.kind(rest)
    else:
        players = _number(asked.get("players", ""))
        fitting = [one for one in game.kinds if one.persons == players]
        named = next((one for one in fitting if one.needed is None), next(iter(fitting), None))
    if named is None:
        raise _malformed()
    return named, Terms(control.control, rated=asked.get("rated") == ON)


def _malformed() -> Refusal:
    return Refusal(400, "malformed", gettext_noop("This game is not available for pairing."))


def _number(text: str) -> int:
    """Return a number of one or two digits. Raise Refusal 400 `malformed` for other text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise _malformed()
    return int(text)


@never_cache
@ensure_csrf_cookie
@login_required
@require_safe
@refusals_shown
def one_seek(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a waiting seek, or redirect to its table once there is one. Loading the page renews a live seek."""
    user = player(request)
    made = attend(own_seek(user, public_id))
    if made.concurrent_games:
        return HttpResponseRedirect(resolve_url("seeks"))
    if made.state == Seek.State.PAIRED and made.game is not None:
        return HttpResponseRedirect(resolve_url("table", made.game.public_id))
    (shown,) = shown_seeks(user, [made])
    context = {"one": shown, "meanwhile": while_waiting(user, shown), "waiting": waiting_players(user, all_games(user))}
    with readers_zone(user):
        return render(request, "games/seek.html", context)


@require_POST
@login_required
@refusals_shown
def alert(request: HttpRequest) -> HttpResponse:
    """Tell the user once when another user seeks a live game of `game` ("" for any), or with `off` do not; return to
    `next`. Raise Refusal if there is no such game.
    """
    user, game_key = player(request), request.POST.get("game", ANY_GAME)
    if "off" in request.POST:
        remove_alert(user, game_key)
        messages.success(request, _("You will not be notified."))
    else:
        set_alert(user, game_key)
        messages.success(request, _("You will be notified when a player looks for a live game."))
    return HttpResponseRedirect(safe_next(request, resolve_url("seeks")))


@require_POST
@login_required
@refusals_shown
def withdraw(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Withdraw a seek; if it has led to a game, redirect to that game. Raise Refusal if the user has no such seek."""
    try:
        withdraw_seek(player(request), public_id)
    except Refusal as refusal:
        if refusal.code != "already_paired":
            raise
        return HttpResponseRedirect(resolve_url("one_seek", public_id))
    messages.success(request, _("Your search was cancelled."))
    return HttpResponseRedirect(resolve_url("seeks"))


@require_POST
@login_required
@refusals_shown
def keep(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Set how many games a standing seek keeps running. Raise Refusal if the number is malformed."""
    try:
        keep_games(player(request), public_id, _number(request.POST.get("keep", "")))
        messages.success(request, _("Saved."))
    except Refusal as refusal:
        if refusal.code == "malformed":
            raise
        tell(request, refusal)
    return HttpResponseRedirect(resolve_url("seeks"))


@never_cache
@ensure_csrf_cookie
@require_safe
def seeks(request: HttpRequest) -> HttpResponse:
    """Show quick pairing, the user's seeks, and the form for standing ones."""
    user = person(request)
    games = all_games(user)
    own = [] if user is None else shown_seeks(user, [attend(made) for made in seeks_of(user)])
    waiting = waiting_players(user, games)
    lasting = [one for one in own if one.seek.state in (Seek.State.WAITING, Seek.State.PAIRED)]
    context: dict[str, Any] = {
        "waiting": waiting,
        "quick": quick(user, waiting, games),
        "once": [one for one in lasting if not one.seek.concurrent_games],
        "standing": [one for one in lasting if one.seek.concurrent_games],
        "tables": [(game, [kind for kind in game.kinds if kind.persons > 1 and kind.needed is None]) for game in games],
        "times": [one for one in OFFERED.values() if one.days],
        "usual": ShownControl(USUAL).value,
        "numbers": range(1, MOST_KEPT + 1),
        "preview": previews.pairing(),
    }
    return render(request, "games/seeks.html", context)


@never_cache
@require_safe
@refusals_shown
def pool(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Show a pool's commitments by number, with the games that used them, starting with number `?from=`."""
    text = request.GET.get("from", "")
    shown = pool_by_id(public_id)
    first = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else max(0, shown.taken - EARLIER)
    seals, after = commitments(shown, first, SEALS), first + SEALS
    context = {
        "listed": {
            **pool_json(shown),
            "commitments": seals,
            "next": after if seals and after < shown.prepared else None,
        },
        "one": shown_pool(shown),
        "earlier": max(0, min(first, shown.prepared) - SEALS) if first > 0 else None,
    }
    return render(request, "games/pairing_pool.html", context)
