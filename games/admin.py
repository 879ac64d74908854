"""Administration: games and seats to look at. It shows nothing that a running game hides, and changes no log."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.lookups import ListedLookups
from games.models import ChatReport, Game, Purge, Seat
from games.tables import iso


class ReadOnly:
    """Looking is all."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "kind", "user", "ai", "rank")
    extra = 0


@admin.register(Game)
class GameAdmin(ListedLookups, ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "game", "status", "seq", "opened_at", "last_event")
    list_filter = ("game", "status")
    search_fields = ("=public_id", "seats__user__display_name")
    # The head hash is missing on purpose: a hidden submission has few values, and its hash would tell which.
    fields = (
        "public_id",
        "page",
        "game",
        "rules_version",
        "options",
        "substitute",
        "status",
        "seq",
        "commitment",
        "opened_at",
        "started",
        "last_event",
        "finished",
        "outcome",
    )
    readonly_fields = ("page", "started", "last_event", "finished")
    inlines = (SeatInline,)

    @admin.display(description=_("page"))
    def page(self, game: Game) -> str:
        return format_html('<a href="{0}">{0}</a>', reverse("table", args=[game.public_id]))

    @admin.display(description=_("started"))
    def started(self, game: Game) -> str | None:
        return iso(game.started_ms)

    @admin.display(description=_("last event at"), ordering="moved_ms")
    def last_event(self, game: Game) -> str | None:
        return iso(game.moved_ms)

    @admin.display(description=_("finished"))
    def finished(self, game: Game) -> str | None:
        return iso(game.finished_ms)


@admin.register(ChatReport)
class ChatReportAdmin(ListedLookups, ReadOnly, admin.ModelAdmin):
    list_display = ("reported", "reason", "text", "author", "table", "reporter")
    list_filter = ("reason",)
    list_select_related = ("line__user", "line__game", "reporter")
    ordering = ("-id",)
    fields = ("reported", "reason", "room", "text", "author", "table", "reporter")
    readonly_fields = ("reported", "room", "text", "author", "table")

    @admin.display(description=_("at"), ordering="at_ms")
    def reported(self, report: ChatReport) -> str | None:
        return iso(report.at_ms)

    @admin.display(description=_("room"))
    def room(self, report: ChatReport) -> str:
        return report.line.get_room_display()

    @admin.display(description=_("text"))
    def text(self, report: ChatReport) -> str:
        return report.line.text

    @admin.display(description=_("said by"))
    def author(self, report: ChatReport) -> str:
        return report.line.user.display_name

    @admin.display(description=_("game"))
    def table(self, report: ChatReport) -> str:
        return format_html('<a href="{}">{}</a>', reverse("table", args=[report.line.game.public_id]), report.line.game)


@admin.register(Purge)
class PurgeAdmin(ListedLookups, ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "reason", "events", "at")
    fields = ("public_id", "reason", "events", "at")
