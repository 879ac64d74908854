"""The pages of the administration."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model


def admin_pages() -> dict[type[Model], admin.ModelAdmin[Any]]:
    """Return the page of each table by its model; a process loads them only when it is asked for an address."""
    admin.autodiscover()
    assert admin.site._registry
    return admin.site._registry
