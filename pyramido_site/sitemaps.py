"""The sitemap: addresses of pages that search engines may list. It names only what a stranger may see.

Open tables are left out, since they are soon closed; so are guests, closed accounts, and games with either, games of
one person, and games at tables that were not shown among the open ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from engine import registry
from games.presenters.game_kinds import all_games
from games.presenters.ratings.pages import ShownPool
from games.record.models import Game, Seat
from pyramido_site.infrastructure.utc import utc_datetime
from ratings.models import RatingPool

AT_ONCE = 5000
"""Addresses in one file, which stays well below 1 MB; and the number of latest games listed of each kind."""

PAGES = (
    "home",
    "lobby",
    "seeks",
    "watch",
    "search",
    "rules_index",
    "opponents",
    "exact_rules",
    "leaderboards",
    "data",
    "api_reference",
    "api_errors",
    "terms",
    "privacy",
)


class OwnSitemap(Sitemap):
    """A sitemap with the site's configured address."""

    limit = AT_ONCE

    def get_protocol(self, protocol: str | None = None) -> str:
        """Return the scheme of the site's address."""
        return urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: Any = None) -> str:
        """Return host and port of the site's address."""
        return urlsplit(settings.SITE_URL).netloc

    def get_latest_lastmod(self) -> datetime | None:
        """Return None: the index need not read every row."""
        return None


class Pages(OwnSitemap):
    """Pages that are always there."""

    def items(self) -> Sequence[str]:
        """Return their paths."""
        games = all_games()
        boards = [
            ShownPool(game, pace, population).address
            for game in games
            for pace in RatingPool.Pace.values
            for population in RatingPool.Population.values
        ]
        of_games = [reverse(name, args=[game.key]) for name in ("rules", "learn") for game in games]
        return [*map(reverse, PAGES), *of_games, *boards]

    def location(self, item: str) -> str:
        """Return the path."""
        return item


class Players(OwnSitemap):
    """Pages of players with an account and a finished game."""

    def items(self) -> QuerySet[User]:
        """Return these users."""
        finished = Seat.objects.filter(user=OuterRef("pk"), game__status=Game.Status.FINISHED)
        return open_accounts().filter(Exists(finished)).order_by("pk")

    def location(self, item: User) -> str:
        """Return the path of the player's page."""
        return reverse("player", args=[item.public_id])


class FinishedGames(OwnSitemap):
    """The latest finished games of a kind, between people with accounts who met in public."""

    def __init__(self, key: str) -> None:
        self.key = key

    def items(self) -> QuerySet[Game]:
        """Return these games, latest first."""
        people = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False)
        another = Seat.objects.filter(game=OuterRef("game"), user__isnull=False, number__gt=OuterRef("number"))
        met = Q(listed=True) | Q(pool__isnull=False)
        games = Game.objects.filter(met, status=Game.Status.FINISHED, game_key=self.key)
        shown = games.filter(Exists(people.filter(Exists(another))), ~Exists(people.exclude(user__in=open_accounts())))
        return shown.order_by("-finished_ms", "-id")[:AT_ONCE]

    def location(self, item: Game) -> str:
        """Return the path of the game's page."""
        return reverse("table", args=[item.public_id])

    def lastmod(self, item: Game) -> datetime | None:
        """Return when the game ended."""
        return None if item.finished_ms is None else utc_datetime(item.finished_ms)


def open_accounts() -> QuerySet[User]:
    """Return users with an account that is neither deleted nor banned."""
    return User.objects.filter(is_guest=False, deleted_ms=None).exclude(pk__in=sanctions.banned())


def sections() -> dict[str, type[Sitemap] | Sitemap]:
    """Return the parts of the sitemap by name."""
    return {
        "pages": Pages(),
        "players": Players(),
        **{f"games-{rules.key}": FinishedGames(rules.key) for rules in registry.games()},
    }


@require_safe
@cache_control(public=True, max_age=3600)
def index(request: HttpRequest) -> HttpResponse:
    """Serve the list of the sitemap's parts."""
    return views.index(request, sitemaps=sections(), sitemap_url_name="sitemap_section")


@require_safe
@cache_control(public=True, max_age=3600)
def section(request: HttpRequest, section: str) -> HttpResponse:
    """Serve one part of the sitemap; `?p=` is its page. Raise Http404 if there is no such part or page."""
    return views.sitemap(request, sitemaps=sections(), section=section)
