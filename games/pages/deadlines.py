"""The page on which a player begins and ends a vacation."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.identity.sessions import player
from accounts.models import User
from accounts.notifications import preferences
from games.deadlines.selectors import vacation_days as vacations
from games.deadlines.services.vacation import begin_vacation, end_vacation
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.site_clock import now_ms

USUAL_DAYS = 7


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """Show what is left of the year's vacation; a POST with `days` begins one, with `end` ends it."""
    user = player(request)
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            if "end" in request.POST:
                end_vacation(user)
                messages.success(request, _("Welcome back! Your clocks are running again."))
            else:
                begin_vacation(user, days_of(request.POST.get("days", "")))
                messages.success(request, _("Enjoy your vacation. Your clocks are stopped."))
            return HttpResponseRedirect(resolve_url("vacation"))
        except Refusal as refused:
            refusal = refused
    now = now_ms()
    left = vacations.vacation_left_ms(user, now) // DAY_MS
    context = {
        "days_left": left,
        "days": request.POST.get("days", "") if refusal else min(USUAL_DAYS, left),
        "away_until": away_until(user),
        "given": vacations.GIVEN_DAYS,
        "most": vacations.MOST_DAYS,
        "refusal": refusal,
    }
    return render(request, "games/vacation.html", context, status=refusal.status if refusal else 200)


def away_until(user: User) -> datetime | None:
    """Return when the user's vacation ends, in the user's time zone (naive); None without one."""
    current = vacations.current(user, now_ms())
    if current is None:
        return None
    zone = preferences.zone_of(preferences.of(user.pk))
    return datetime.fromtimestamp(current.until_ms / 1000, zone).replace(tzinfo=None)


def days_of(text: str) -> int:
    """Return the number of days, or 0, which no vacation has, if the text is not a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
