"""Views of the API whose answers no cache may store."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.views.decorators.cache import never_cache
from rest_framework.views import APIView


def fresh(view: type[APIView]) -> Callable[..., HttpResponseBase]:
    """Return the view with caching disabled: answers are for their caller only, and no shared cache may store them."""
    return never_cache(view.as_view())
