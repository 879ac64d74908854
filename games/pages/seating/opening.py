"""Opening a table from a page."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST

from accounts.identity.guests import ensure_player
from accounts.identity.sessions import player
from accounts.models import User
from accounts.notifications import preferences
from accounts.users.lookups import user_by_id
from games.pages.computer.last_choice import preferred_company, preferred_level, remember
from games.pages.forms import ON, USUAL_TIME, TableForm, kind_field, left_field, time_field, vacation_field, with_field
from games.pages.requests import keep_within, posted_nonce, refusals_shown, tell
from games.presenters.game_kinds import ShownKind, all_games, chosen
from games.presenters.times import OFFERED
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.requests.throttles import OpenTableThrottle
from games.seating.selectors.table_kinds import check_open_to
from games.seating.services.open_table import open_table
from games.seating.services.rematch import play_again as next_table
from games.time.terms import UNLIMITED, USUAL, Terms
from pyramido_site.infrastructure.public_ids import PublicId


def _open(
    request: HttpRequest,
    kind: ShownKind,
    ai: Sequence[str] = (),
    substitute: str | None = None,
    agreed: Terms = UNLIMITED,
    listed: bool = True,
    invited: Sequence[User] = (),
    watch_delay: int = 0,
) -> HttpResponse:
    """Open the table within the API's rate limit, and go there. A visitor becomes a guest. Parameters are those of
    `open_table`. Levels are remembered for the next time.

    Raise Refusal, or ImmediateHttpResponse with the 429 page.
    """
    nonce = posted_nonce(request)
    keep_within(OpenTableThrottle(), request)
    check_open_to(person(request), kind.rules, kind.options)  # checked before a visitor becomes a guest
    host = ensure_player(request)
    game = open_table(host, kind.rules.key, kind.options, nonce, ai, substitute, agreed, listed, invited, watch_delay)
    if ai:
        remember(request, ai[0])
    return HttpResponseRedirect(resolve_url("table", game.public_id))


@refusals_shown
def open_a_table(request: HttpRequest) -> HttpResponse:
    """Show the form; a POST opens the table. `?game=`, `?kind=`, `?with=` (a level) and `?time=` preselect; `?invite=`
    is the public id of a player to challenge. Raise Refusal if the table cannot be opened.
    """
    user = person(request)
    asked = request.POST if request.method == "POST" else request.GET
    challenged = user_by_id(asked.get("invite", ""))
    games = all_games(user, preferred_level(request))
    zone = "UTC" if user is None else preferences.zone_of(preferences.of(user.pk)).key
    if request.method == "POST":
        form = TableForm(games, zone, request.POST)
        if form.is_valid():
            assert form.chosen_kind is not None  # a valid form has one
            listed = challenged is None and request.POST.get("who") != "link"
            invited = [] if challenged is None or form.ai else [challenged]
            if challenged is None and form.chosen_kind.persons > 1 and not form.ai:
                remember(request, None)
            try:
                return _open(
                    request, form.chosen_kind, form.ai, form.substitute, form.terms, listed or bool(form.ai), invited,
                    form.cleaned_data["watch_delay"] or 0,
                )  # fmt: skip
            except Refusal as refusal:
                if challenged is None or refusal.code == "malformed":
                    raise
                form.add_error(None, refusal.detail)
    else:
        game = chosen(games, request.GET.get("game")) or games[0]
        kinds = {kind_field(one): one.usual.value for one in games}
        company = preferred_company(request)
        levels = {with_field(one): request.GET.get("with", company) for one in games}
        levels |= {left_field(one): one.quick.key if one.quick else "" for one in games}
        time = request.GET.get("time", "")
        times = {time_field(one): time if time in OFFERED else USUAL_TIME for one in games}
        times |= {vacation_field(one): ON for one in games}
        kind = game.kind(request.GET.get("kind", ""))
        if kind is None and challenged is not None:
            kinds |= {kind_field(one): one.pair.value for one in games if one.pair is not None}
        if kind is not None and kind.needed is None:
            kinds[kind_field(game)] = kind.value
        form = TableForm(games, zone, initial={"game": game.key, **kinds, **levels, **times})
    context = {"form": form, "zone": zone, "challenged": challenged, "who": asked.get("who", "")}
    return render(request, "games/open_table.html", context, status=422 if form.errors else 200)


@require_POST
@refusals_shown
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table by one click: `game`, and `kind` or `with` (a level to play against at a table for two). A visitor
    plays as a guest. Tables for several people have the usual time control. Raise Refusal 400 `malformed` if there is
    no such table.
    """
    game = chosen(all_games(person(request)), request.POST.get("game"))
    level = request.POST.get("with")
    kind = None if game is None else game.kind(request.POST.get("kind", "")) if level is None else game.pair
    if kind is None:
        template = gettext_noop("This kind of table cannot be opened with one click. Use “Open a table”.")
        raise Refusal(400, "malformed", template, field="kind")
    agreed = Terms(time_control=USUAL) if level is None and kind.persons > 1 else UNLIMITED
    return _open(request, kind, [] if level is None else [level], agreed=agreed)


@login_required
@require_POST
def play_again(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Open the table that follows a game against the computer, by one click: the same again, or with `harder` the next
    harder one. A refusal is shown at the ended game.
    """
    keep_within(OpenTableThrottle(), request)
    try:
        harder = "harder" in request.POST
        public_id = next_table(player(request), public_id, posted_nonce(request), harder=harder).public_id
    except Refusal as refusal:
        tell(request, refusal)
    return HttpResponseRedirect(resolve_url("table", public_id))
