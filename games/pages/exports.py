"""The page of the public files of rated games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.exports import selectors as exports
from games.exports.models import MonthlyExport
from games.presenters.previews import pages as previews


@dataclass(frozen=True, slots=True)
class ShownMonth:
    """A monthly file."""

    row: MonthlyExport
    first_day: date
    file: str


@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Show the monthly files, latest first, and how to verify them."""
    rows = exports.files_latest_first()
    months = [ShownMonth(row, date.fromisoformat(f"{row.month}-01"), exports.file_name(row.month)) for row in rows]
    example = months[0].file if months else exports.file_name("2026-10")
    commands = {"compare": f"sha256sum {example}", "verify": f"python -m engine verify {example}"}
    context = {"months": months, "hash_name": "SHA-256", **commands, "preview": previews.data()}
    return render(request, "games/data.html", context)
