"""Outages, read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.deadlines.models import Outage
from pyramido_site.infrastructure.admin_pages import ReadOnlyAdmin, date_column


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    """Outages, for which clocks were compensated."""

    begin, end = date_column("from_ms", _("from")), date_column("to_ms", _("until"))
    list_display = (begin, end)
    list_filter = ()
    ordering = ("-from_ms",)
    fields = (begin, end)
