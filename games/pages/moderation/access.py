"""Who gets in at the moderators' desk: for everybody else its pages do not exist."""

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
from games.presenters.ratings import readers_zone
from games.requests.caller import person
from games.requests.refusals import Refusal

DeskView = Callable[..., HttpResponseBase]

PAGE = 50
"""Rows of a list of the desk."""


def at_the_desk(view: DeskView) -> DeskView:
    """For moderators; strangers are sent to sign in, and everybody else finds nothing. Dates are of the reader's zone.

    A Refusal is a message at the queue, but for what is not there.
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
    """Who asks, behind `at_the_desk`."""
    assert isinstance(request.user, User)
    return request.user


def chosen(request: HttpRequest, name: str, values: list[str]) -> str:
    """One of the values that the address names, or ""."""
    value = request.GET.get(name, "")
    return value if value in values else ""


def back(request: HttpRequest, otherwise: str, *args: str) -> HttpResponse:
    """To the page of the desk from which a form was sent: the forms name it by `next`, a path of the desk alone."""
    wanted = request.POST.get("next", "")
    inside = wanted.startswith(resolve_url("desk")) and "\\" not in wanted and ".." not in wanted
    return HttpResponseRedirect(wanted if inside else resolve_url(otherwise, *args))
