"""Tables, their seats and the public view of their logs."""

from __future__ import annotations

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from engine.newtypes import BEFORE_FIRST, Seq
from games.record import selectors
from games.record.models import Game, Purge, Seat
from games.record.tables import iso
from pyramido_site.infrastructure.admin_pages import Looking, ReadOnlyAdmin, date_column

LATEST = 30
"""Number of events on a page."""


class SeatInline(Looking, TabularInline):
    """The seats of a table."""

    model = Seat
    fields = ("number", "kind", "user", "ai", "rank")
    readonly_fields = fields
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Tables, with their latest events as the public sees them."""

    started, last_event = date_column("started_ms", _("started")), date_column("last_event_ms", _("last event at"))
    finished = date_column("finished_ms", _("finished"))
    list_display = ("public_id", "game_key", "status", "rated", "seq", "opened_at", last_event)
    list_filter = ("game_key", "status", "rated")
    search_fields = ("=public_id", "seats__user__display_name", "=seats__user__public_id")
    ordering = ("-opened_at",)
    # The head hash is left out on purpose: a hidden submission has few values, and its hash would reveal which.
    fields = (
        "public_id",
        "page",
        "game_key",
        "rules_version",
        "options",
        "rated",
        "substitute",
        "watch_delay",
        "status",
        "seq",
        "commitment",
        "opened_at",
        started,
        last_event,
        finished,
        "outcome",
        "events",
    )
    inlines = (SeatInline,)

    @admin.display(description=_("page"))
    def page(self, game: Game) -> SafeString:
        """Return a link to the table's page."""
        return format_html('<a href="{0}">{0}</a>', reverse("table", args=[game.public_id]))

    @admin.display(description=_("latest events, as the public sees them"))
    def events(self, game: Game) -> SafeString | None:
        """Return the latest events as the public sees them, latest first."""
        if game.seq is None:
            return None
        shown = selectors.events_for(game.public_id, None, max(BEFORE_FIRST, Seq(game.seq - LATEST)))["events"]
        rows = ((event["seq"], iso(event["at_ms"]), event["seat"], event["kind"]) for event in reversed(shown))
        return format_html_join("", "{} · {} · {} · {}<br>", rows)


@admin.register(Purge)
class PurgeAdmin(ReadOnlyAdmin):
    """Records of deleted games."""

    list_display = ("public_id", "reason", "events", "at")
    list_filter = ()
    search_fields = ("=public_id", "reason")
    ordering = ("-at",)
    fields = ("public_id", "reason", "events", "at")
