"""The audit of the administration itself: the changes made on its pages, and their authors."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.admin_pages import ReadOnlyAdmin


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin):
    """Entries of the audit, which no account can delete, not even a superuser's."""

    list_display = ("action_time", "user", "action_flag", "content_type", "object_repr", "change")
    list_filter = ("action_flag", "content_type")
    list_select_related = ("user", "content_type")
    search_fields = ("user__display_name", "object_repr", "=object_id")
    ordering = ("-action_time",)
    fields = ("action_time", "user", "action_flag", "content_type", "object_id", "object_repr", "change")

    @admin.display(description=_("change"))
    def change(self, entry: LogEntry) -> str:
        """Return a sentence about what was changed."""
        return entry.get_change_message()
