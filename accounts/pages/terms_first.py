"""Users who have not agreed to the current terms are asked where a new game begins, never during a game: its page,
moves and clocks are not affected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import urlencode

from accounts.identity import terms_of_service

BEGINNINGS = frozenset(
    {"lobby", "play_now", "open_table", "sit", "sit_by_link", "invite_by_name", "rematch", "seeks", "seek"}
)
"""Names of the pages on which a game is found or begun."""

ANSWER = "answer_invitation"
"""Where an invitation is accepted or declined; declining needs no agreement."""


class TermsFirst:
    """Middleware that redirects to the terms before a new game.

    A form that was posted has no effect and must be sent again.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _arguments: Any, _named: Any) -> HttpResponse | None:
        """Return a redirect to the terms if this request would begin a game and the user has yet to agree."""
        if not _begins(request) or not terms_of_service.is_asked(request.user):
            return None
        return HttpResponseRedirect(f"{resolve_url('agree_to_terms')}?{urlencode({'next': _page_of(request)})}")


def _name(request: HttpRequest) -> str:
    return (request.resolver_match.view_name if request.resolver_match else "") or ""


def _begins(request: HttpRequest) -> bool:
    name = _name(request)
    return name in BEGINNINGS or (name == ANSWER and "accept" in request.POST)


def _page_of(request: HttpRequest) -> str:
    """Return the page to continue with afterwards. A form posted to `/invite/…/sit/` was on `/invite/…/`."""
    if request.method == "GET":
        return request.get_full_path()
    return resolve_url("my_games") if _name(request) == ANSWER else request.path.rsplit("/", 2)[0] + "/"
