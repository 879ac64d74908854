"""What the pages of the administration have in common: they are there to look."""

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
    """Whoever may open the administration pages may look, and look only: what happens on the site is done by its
    services, which check and log it.
    """

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ListedLookups, Looking, ModelAdmin):
    """`fields` are shown and nothing else is: a new column of a model is not public by itself."""

    fields: ClassVar[Sequence[Any]]
    list_fullwidth = True
    list_filter_sheet = False
    show_full_result_count = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[Any]:
        return self.fields


def date_column(field: str, name: Any) -> Callable[[Model], str | None]:
    """A column for a time in milliseconds, as the reader's language writes it."""

    @admin.display(description=name, ordering=field)
    def date_of(row: Model) -> str | None:
        at_ms = getattr(row, field)
        if at_ms is None:
            return None
        return formats.date_format(utc_datetime(at_ms), "DATETIME_FORMAT")

    return date_of
