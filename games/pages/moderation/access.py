"""Access to the moderators' desk: for other users its pages do not exist."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache

from accounts.models import User
from games.moderation.selectors import roles
from games.pages.requests import tell
from games.presenters.ratings.pages import readers_zone
from games.requests.caller import person
from games.requests.refusals import Refusal

DeskView = Callable[..., HttpResponseBase]

PAGE = 50
"""Rows on a page of the desk's lists."""


def at_the_desk(view: DeskView) -> DeskView:
    """Restrict a view to moderators: visitors are redirected to sign in, other users get 404. Dates are in the reader's
    time zone.

    A Refusal becomes a message at the queue. Raise Http404 for other users, and if the object does not exist.
    """

    @never_cache
    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = person(request)
        if user is None:
            return redirect_to_login(request.get_full_path())
        if not roles.is_moderator(user):
            raise Http404("no such page")
        try:
            with readers_zone(user):
                return view(request, *args, **kwargs)
        except Refusal as refusal:
            tell(request, refusal)
            return HttpResponseRedirect(resolve_url("desk"))

    return wrapped


def moderator(request: HttpRequest) -> User:
    """Return the current user of a view behind `at_the_desk`."""
    assert isinstance(request.user, User)
    return request.user


def chosen(request: HttpRequest, name: str, values: list[str]) -> str:
    """Return the query parameter `name` if it is one of the values, else ""."""
    value = request.GET.get(name, "")
    return value if value in values else ""


def back(request: HttpRequest, otherwise: str, *args: str) -> HttpResponse:
    """Redirect to the page that sent the form, named by `next`, which must be a path of the desk; else to
    `otherwise`.
    """
    wanted = request.POST.get("next", "")
    inside = wanted.startswith(resolve_url("desk")) and "\\" not in wanted and ".." not in wanted
    return HttpResponseRedirect(wanted if inside else resolve_url(otherwise, *args))
