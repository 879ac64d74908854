"""Who has not agreed to the terms as they are now is asked where something new begins, never in the way of a game that
runs: its page, its moves and its clocks know nothing of this.
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
"""The names of the pages on which a game is found or begun."""

ANSWER = "answer_invitation"
"""Where an invitation is accepted, or declined, which needs no terms."""


class TermsFirst:
    """Middleware. What was posted is to be sent again afterwards: nothing has happened."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: Any, _arguments: Any, _named: Any) -> HttpResponse | None:
        if not _begins(request) or not terms_of_service.is_asked(request.user):
            return None
        return HttpResponseRedirect(f"{resolve_url('agree_to_terms')}?{urlencode({'next': _page_of(request)})}")


def _name(request: HttpRequest) -> str:
    return (request.resolver_match.view_name if request.resolver_match else "") or ""


def _begins(request: HttpRequest) -> bool:
    name = _name(request)
    return name in BEGINNINGS or (name == ANSWER and "accept" in request.POST)


def _page_of(request: HttpRequest) -> str:
    """Where to go on afterwards. What was posted to `/invite/…/sit/` came from `/invite/…/`."""
    if request.method == "GET":
        return request.get_full_path()
    return resolve_url("my_games") if _name(request) == ANSWER else request.path.rsplit("/", 2)[0] + "/"
