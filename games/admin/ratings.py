"""Results and what they did to ratings, read-only; `manage.py rebuild_ratings` rebuilds the projection."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from pyramido_site.infrastructure.admin_pages import Looking, ReadOnlyAdmin, date_column
from ratings.models import Annulment, Rating, RatingChange, Result, ResultSeat


class ResultSeatInline(Looking, TabularInline):
    """The seats of a result."""

    model = ResultSeat
    fields = ("number", "user", "ai", "rank", "departure", "score")
    readonly_fields = fields
    extra = 0


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Results of rated games."""

    started, finished = date_column("started_ms", _("started")), date_column("finished_ms", _("finished"))
    list_display = ("game", "pool", "rating_seq", "annulled", finished)
    list_filter = ("annulled", "pool")
    list_select_related = ("pool",)
    search_fields = ("=game", "seats__user__display_name")
    ordering = ("-pk",)
    fields = ("game", "pool", "rating_seq", "annulled", started, finished)
    inlines = (ResultSeatInline,)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    """Current ratings, a projection of the changes."""

    last = date_column("last_ms", _("last game"))
    list_display = ("user", "ai", "pool", "value", "games", "wins", "draws", last)
    list_display_links = ("value",)
    list_filter = ("pool",)
    list_select_related = ("user", "pool")
    search_fields = ("user__display_name", "=user__public_id", "ai")
    ordering = ("-value",)
    fields = (
        "user", "ai", "pool", "value", "games", "wins", "draws", "streak", "best_streak", "peak", last, "last_seq",
    )  # fmt: skip


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin):
    """The log of rating changes."""

    at = date_column("at_ms", _("at"))
    list_display = ("rating", "rating_seq", "revision", "before", "after", "k", "cause", at)
    list_filter = ("cause",)
    list_select_related = ("rating",)
    search_fields = ("rating__user__display_name", "=seat__result__game")
    ordering = ("-pk",)
    fields = (
        "rating", "rating_seq", "revision", "before", "after", "expectation", "score", "k", "cause", "annulment", at,
    )  # fmt: skip


@admin.register(Annulment)
class AnnulmentAdmin(ReadOnlyAdmin):
    """Annulled and reinstated results."""

    at = date_column("at_ms", _("at"))
    list_display = ("result", "kind", "by", "reason", at)
    list_filter = ("kind",)
    list_select_related = ("result", "by")
    search_fields = ("=result__game", "by__display_name", "reason")
    ordering = ("-pk",)
    fields = ("result", "kind", "by", "reason", at)
