"""What was done at the moderators' desk, read-only."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers
from games.record.models import Game
from pyramido_site.infrastructure.admin_pages import ReadOnlyAdmin, date_column


def document(field: str, name: Any) -> Any:
    """Return a column that shows JSON in readable form."""

    @admin.display(description=name)
    def shown(row: Any) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, field), indent=2, ensure_ascii=False))

    return shown


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """Reports, without those about the reader, and without those of running games at which the reader plays, because
    the game's chat is part of the evidence.
    """

    at, decided = date_column("at_ms", _("at")), date_column("decided_ms", _("decided"))
    list_display = ("public_id", "kind", "about", "reported", "reporter", "state", "priority", at)
    list_filter = ("state", "kind", "about")
    list_select_related = ("reported", "reporter")
    search_fields = ("=public_id", "=game", "reported__display_name", "reporter__display_name", "text")
    ordering = ("-at_ms",)
    fields = (
        "public_id", "kind", "about", "reported", "reporter", "game", "line", "text",
        document("evidence", _("evidence")), "state", "priority", at, "claimed_by", "decided_by", decided, "answer",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports that the reader may see."""
        reader: Any = request.user
        playing = Game.objects.filter(status=Game.Status.RUNNING, seats__user=reader).values("public_id")
        return Report.objects.exclude(reported=reader).exclude(game__in=playing)


@admin.register(ModerationDecision)
class DecisionAdmin(ReadOnlyAdmin):
    """The moderators' log."""

    at, until = date_column("at_ms", _("at")), date_column("until_ms", _("until"))
    list_display = ("public_id", "action", "user", "by", "reason", at, until)
    list_filter = ("action",)
    list_select_related = ("user", "by")
    search_fields = ("=public_id", "=game", "user__display_name", "by__display_name", "reason")
    ordering = ("-pk",)
    fields = (
        "public_id", "action", "user", "by", "reason", at, until, "game", "line", document("data", _("data")),
        "report", "sanction", "undoes",
    )  # fmt: skip


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin):
    """Appeals."""

    at, decided = date_column("at_ms", _("at")), date_column("decided_ms", _("decided"))
    list_display = ("public_id", "decision", "state", "decided_by", at, decided)
    list_filter = ("state",)
    list_select_related = ("decision", "decided_by")
    search_fields = ("=public_id", "decision__user__display_name", "text")
    ordering = ("-at_ms",)
    fields = ("public_id", "decision", "text", at, "state", "decided_by", decided, "answer")


@admin.register(Flag)
class FlagAdmin(ReadOnlyAdmin):
    """Flags, without those about the reader."""

    at, seen = date_column("at_ms", _("at")), date_column("seen_ms", _("seen"))
    list_display = ("public_id", "kind", "user", "other", "strength", "state", at)
    list_filter = ("state", "kind")
    list_select_related = ("user", "other")
    search_fields = ("=public_id", "user__display_name", "other__display_name")
    ordering = ("-strength",)
    fields = (
        "public_id", "kind", "user", "other", "strength", document("evidence", _("evidence")), at, "state", "seen_by",
        seen,
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flag]:
        """Return the flags that the reader may see."""
        reader: Any = request.user
        return dossiers.flags_for(reader)
