"""The pages of notifications."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.identity.sessions import player
from accounts.notifications import bell
from accounts.notifications import preferences as preferences_of
from accounts.notifications import rendering as wording
from accounts.notifications import unsubscribe as unsubscribing
from accounts.notifications.models import Notification
from accounts.notifications.notification_kinds_and_defaults import KINDS
from pyramido_site.infrastructure.paging import shown_page
from pyramido_site.infrastructure.utc import utc_datetime

PAGE = 50


@never_cache
@login_required
@require_GET
def notifications(request: HttpRequest) -> HttpResponse:
    """Show the player's notifications, the latest first."""
    user = player(request)
    told = bell.shown(user.pk)
    page = shown_page(request, told, PAGE, name="key", among=told)
    preferences = preferences_of.of(user.pk)
    lines = [
        {"told": one, "line": wording.line(one, preferences), "at": utc_datetime(one.created_ms)}
        for one in page.rows
        if one.kind in KINDS
    ]
    return render(request, "account/notifications.html", {"entries": list(_by_game(lines)), "page": page})


def _by_game(lines: Iterable[dict[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    """Group the lines (latest first) into entries of the list: one for each game with something unread, and one for
    each other notification.
    """
    entries: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        told: Notification = line["told"]
        together = bool(told.subject) and told.read_ms is None
        entries.setdefault(f"game {told.subject}" if together else f"one {told.pk}", []).append(line)
    return entries.values()


@never_cache
@login_required
@require_GET
def open_notification(request: HttpRequest) -> HttpResponse:
    """Redirect to the page of a notification; mark it and earlier ones about the same game as read."""
    notification = bell.by_key(player(request).pk, request.GET.get("key", ""))
    if notification is None:
        raise Http404
    bell.mark_read(bell.with_its_game(notification))
    return HttpResponseRedirect(wording.path(notification))


@never_cache
@login_required
@require_POST
def read_notifications(request: HttpRequest) -> HttpResponse:
    """Mark as read: one entry (`key`), with earlier notifications about the same game, or all."""
    user = player(request)
    if "key" not in request.POST:
        bell.mark_read(bell.told(user.pk))
    elif (newest := bell.by_key(user.pk, request.POST["key"])) is not None:
        bell.mark_read(bell.with_its_game(newest))
    return HttpResponseRedirect(resolve_url("notifications"))


@never_cache
@csrf_exempt
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from e-mail without signing in (RFC 8058). A GET only asks, since mail scanners follow links."""
    user = unsubscribing.user_of(token)
    if user is not None and request.method == "POST":
        unsubscribing.end_mail(user)
    done = user is not None and request.method == "POST"
    return render(request, "account/unsubscribe.html", {"known": user, "done": done}, status=200 if user else 404)
