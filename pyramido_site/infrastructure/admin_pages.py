"""Read-only pages of the administration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils import formats
from unfold.admin import ModelAdmin

from pyramido_site.infrastructure.admin_lookups import ListedLookups
from pyramido_site.infrastructure.utc import utc_datetime


class Looking:
    """Permissions of read-only pages: all staff may view, and none may change. Changes are made by the site's services,
    which validate and log them.
    """

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Allow the app to be listed."""
        return True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow viewing."""
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse changing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse deletion."""
        return False


class ReadOnlyAdmin(ListedLookups, Looking, ModelAdmin):
    """Shows only the columns in `fields`, so that a new column of a model is not exposed by default."""

    fields: ClassVar[Sequence[Any]]
    list_fullwidth = True
    list_filter_sheet = False
    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[Any]:
        """Make all fields read-only."""
        return self.fields


def date_column(field: str, name: Any) -> Callable[[Model], str | None]:
    """Return a column for a time in Unix milliseconds, formatted in the reader's language."""

    @admin.display(description=name, ordering=field)
    def date_of(row: Model) -> str | None:
        at_ms = getattr(row, field)
        if at_ms is None:
            return None
        return formats.date_format(utc_datetime(at_ms), "DATETIME_FORMAT")

    return date_of
