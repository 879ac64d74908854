"""What the page of the search shows of filters: chips, addresses and summaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from games.presenters.game_kinds import all_games
from games.requests.refusals import Refusal
from games.search.models import SavedFilters
from games.search.selectors.filters import Filters, of_json
from games.search.selectors.saved_filters import saved_by
from pyramido_site.infrastructure.public_ids import PublicId

Names = Mapping[PublicId, str]
"""Names of players by public id."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter in words, and the address of the search without it."""

    text: str
    without: str


@dataclass(frozen=True, slots=True)
class ShownFilters:
    """Saved filters: their title, what they are, and the address of the search."""

    id: str
    title: str
    summary: str
    address: str


def chips(filters: Filters, names: Names) -> list[Chip]:
    """Return a chip for each filter that is set."""
    return [Chip(text, address(without, names)) for text, without in _in_words(filters, names)]


def saved(user: User) -> list[ShownFilters]:
    """Return the user's saved filters, latest first; those that can no longer be read are left out. Two queries."""
    rows = [(one, filters) for one in saved_by(user) if (filters := _filters_of(one)) is not None]
    ids = {player for _one, filters in rows for player in filters.players}
    names = dict(User.objects.filter(public_id__in=ids).values_list("public_id", "display_name")) if ids else {}
    return [
        ShownFilters(
            one.public_id,
            one.title,
            " · ".join(text for text, _without in _in_words(filters, names)),
            address(filters, names),
        )
        for one, filters in rows
    ]


def address(filters: Filters, names: Names) -> str:
    """Return the address of the search with these filters. The page names players by their names."""
    values = filters.to_json()
    values.pop("status", None)
    if values.pop("mine", False):
        values["whose"] = "mine"
    if "players" in values:
        values["players"] = ", ".join(names.get(one, one) for one in values["players"])
    return f"{reverse('search')}?{urlencode(values)}" if values else reverse("search")


def _filters_of(one: SavedFilters) -> Filters | None:
    try:
        return of_json(one.filters)
    except Refusal:
        return None


def _in_words(filters: Filters, names: Names) -> Iterable[tuple[str, Filters]]:
    """Yield each filter in words, which begin with a capital except for players' names, with the filters without it."""

    def without(**changed: Any) -> Filters:
        return msgspec.structs.replace(filters, **changed)

    if filters.mine:
        result = filters.result if filters.players else None
        yield _("My games"), without(mine=False, result=result)
    for player in filters.players:
        rest: Sequence[Any] = tuple(one for one in filters.players if one != player)
        result = filters.result if rest or filters.mine else None
        yield names.get(player, player), without(players=rest, result=result)
    if filters.game is not None:
        name = next((game.name for game in all_games() if game.key == filters.game), filters.game)
        yield name, without(game=None)
    if filters.result is not None:
        results = {
            "won": pgettext("a game", "won"),
            "drawn": pgettext("a game", "drawn"),
            "lost": pgettext("a game", "lost"),
        }
        yield capfirst(results[filters.result]), without(result=None)
    days: list[tuple[str, str, date | None]] = [
        ("ended_from", _("ended on %(day)s or later"), filters.ended_from),
        ("ended_until", _("ended on %(day)s or before"), filters.ended_until),
    ]
    for field, words, day in days:
        if day is not None:
            yield capfirst(words % {"day": date_format(day, "SHORT_DATE_FORMAT")}), without(**{field: None})
    for field, count in _numbers(filters):
        yield capfirst(_count_in_words(field, count)), without(**{field: None})


def _numbers(filters: Filters) -> Iterable[tuple[str, int]]:
    for field in ("moves_from", "moves_to", "days_from", "days_to", "points_from", "points_to"):
        count: int | None = getattr(filters, field)
        if count is not None:
            yield field, count


def _count_in_words(field: str, count: int) -> str:
    words = {
        "moves_from": ngettext("at least %(count)s move", "at least %(count)s moves", count),
        "moves_to": ngettext("at most %(count)s move", "at most %(count)s moves", count),
        "days_from": ngettext("at least %(count)s day", "at least %(count)s days", count),
        "days_to": ngettext("at most %(count)s day", "at most %(count)s days", count),
        "points_from": ngettext("at least %(count)s point", "at least %(count)s points", count),
        "points_to": ngettext("at most %(count)s point", "at most %(count)s points", count),
    }
    return words[field] % {"count": count}
