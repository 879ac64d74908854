"""Searching games that have ended: the page, and saved filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity.sessions import player
from accounts.models import User
from accounts.users.lookups import users_named
from games.pages.requests import tell
from games.presenters import game_lists
from games.presenters import search as shown_search
from games.presenters.game_kinds import ShownGame, all_games
from games.presenters.names import beside_names
from games.presenters.previews import pages as previews
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.search.models import SavedFilters
from games.search.selectors.filters import DAYS, MOVES, NUMBERS, PLAYERS, POINTS, Filters
from games.search.selectors.found_games import found_games, paging_of
from games.search.services.forget_filters import forget_filters
from games.search.services.save_filters import save_filters
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.public_ids import PublicId

FOUND_SHOWN = 20
MINE = "mine"


class SearchForm(forms.Form):
    """The form of the filters. It names players by their names. `names` are those found, by public id."""

    players = forms.CharField(max_length=120, required=False)
    whose = forms.ChoiceField(
        choices=[("", gettext_lazy("Everyone’s games")), (MINE, gettext_lazy("My games"))], required=False
    )
    game = forms.ChoiceField(required=False)
    result = forms.ChoiceField(
        choices=[
            ("", pgettext_lazy("a result", "any")),
            ("won", pgettext_lazy("a game", "won")),
            ("drawn", pgettext_lazy("a game", "drawn")),
            ("lost", pgettext_lazy("a game", "lost")),
        ],
        required=False,
    )
    ended_from = forms.DateField(required=False)
    ended_until = forms.DateField(required=False)
    moves_from = forms.IntegerField(min_value=0, max_value=MOVES, required=False)
    moves_to = forms.IntegerField(min_value=0, max_value=MOVES, required=False)
    days_from = forms.IntegerField(min_value=0, max_value=DAYS, required=False)
    days_to = forms.IntegerField(min_value=0, max_value=DAYS, required=False)
    points_from = forms.IntegerField(min_value=0, max_value=POINTS, required=False)
    points_to = forms.IntegerField(min_value=0, max_value=POINTS, required=False)

    def __init__(self, games: Sequence[ShownGame], user: User | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.names: dict[PublicId, str] = {}
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("All games")), *((game.key, game.name) for game in games)]

    def clean_players(self) -> tuple[PublicId, ...]:
        """Return the public ids of the players who are named, with commas between them. Raise ValidationError."""
        wanted = dict.fromkeys(name for one in self.cleaned_data["players"].split(",") if (name := one.strip()))
        if len(wanted) > PLAYERS:
            raise forms.ValidationError(_("Name at most %(most)s players."), params={"most": PLAYERS})
        found = []
        for name in wanted:
            user = next((one for one in users_named(name) if one.deleted_ms is None), None)
            if user is None:
                raise forms.ValidationError(_("There is no player named “%(name)s”."), params={"name": name})
            self.names[user.public_id] = user.display_name
            found.append(user.public_id)
        return tuple(found)

    def clean(self) -> dict[str, Any]:
        """Check what a single field does not show."""
        asked = self.cleaned_data
        if asked.get("whose") == MINE and self.user is None:
            self.add_error("whose", _("Sign in to search your own games."))
        if asked.get("result") and not asked.get("players") and asked.get("whose") != MINE and not self.errors:
            self.add_error("result", _("A result needs a player: name one, or search your own games."))
        for least, most in (("ended_from", "ended_until"), *zip(NUMBERS[::2], NUMBERS[1::2], strict=True)):
            first, last = asked.get(least), asked.get(most)
            if first is not None and last is not None and first > last:
                self.add_error(most, _("This must not be less than the value beside it."))
        return asked

    @property
    def filters(self) -> Filters:
        """The filters of a valid form: of finished games."""
        asked = {name: value for name, value in self.cleaned_data.items() if value not in (None, "", ())}
        return Filters(mine=asked.pop("whose", "") == MINE, status="finished", **asked)


@never_cache
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the finished games that pass the filters in the address, and the user's saved filters."""
    user = person(request)
    form = SearchForm(all_games(user), user, request.GET)
    context: dict[str, Any] = {
        "form": form,
        "may_save": user is not None and not user.is_guest,
        "preview": previews.search(listed=not request.GET),
    }
    if form.is_valid():
        filters = form.filters
        page = shown_page(request, found_games(user, filters), FOUND_SHOWN, **paging_of(filters))
        entries = [game_lists.entry(game, user) for game in page.rows]
        context |= {
            "chips": shown_search.chips(filters, form.names),
            "asked": urlsplit(shown_search.address(filters, form.names)).query,
            "page": page,
            "entries": entries,
            "beside_names": beside_names(entries),
        }
    if context["may_save"] and user is not None:
        context["saved"] = shown_search.saved(user)
        context["title_length"] = SavedFilters.TITLE_LENGTH
    return render(request, "games/search.html", context)


@require_POST
@login_required
def save(request: HttpRequest) -> HttpResponse:
    """Save the filters in the address under `title`, and return to the search."""
    user = player(request)
    form = SearchForm(all_games(user), user, request.GET)
    if not form.is_valid():
        return HttpResponseRedirect(f"{resolve_url('search')}?{request.GET.urlencode()}")
    try:
        save_filters(user, request.POST.get("title", ""), form.filters)
    except Refusal as refusal:
        tell(request, refusal)
    else:
        messages.success(request, _("Filters saved."))
    return HttpResponseRedirect(shown_search.address(form.filters, form.names))


@require_POST
@login_required
def forget(request: HttpRequest, public_id: PublicId) -> HttpResponse:
    """Delete saved filters of the user."""
    forget_filters(player(request), public_id)
    messages.success(request, _("Saved filters deleted."))
    return HttpResponseRedirect(resolve_url("search"))
