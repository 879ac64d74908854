"""The page of opponents that are not people."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.opponents.measured import opponents
from games.presenters.previews import pages as previews


@require_safe
def opponents_page(request: HttpRequest) -> HttpResponse:
    """Show all characters, weakest first."""
    return render(request, "games/opponents.html", {"opponents": opponents(), "preview": previews.opponents()})
