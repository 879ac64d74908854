"""What page views share: posted values, and showing refusals."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, cast

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from engine.newtypes import SeatNumber
from games.bots.selectors import bot_policies as bots
from games.requests.caller import person
from games.requests.refusals import Refusal
from games.requests.throttles import FailOpenThrottle
from pyramido_site.infrastructure.public_ids import PublicId

PageView = Callable[..., HttpResponse]

_NONCE = re.compile(r"[0-9a-fA-F]{64}")


def posted_nonce(request: HttpRequest) -> bytes | None:
    """Return the form's nonce; None if the browser made none (no JavaScript). Raise Refusal 400 `malformed` for
    anything else.
    """
    text = request.POST.get("nonce", "")
    if not text:
        return None
    if not _NONCE.fullmatch(text):
        raise Refusal(400, "malformed", "A nonce must have 64 hex digits.", field="nonce")
    return bytes.fromhex(text)


def posted_only_rated(request: HttpRequest) -> bool:
    """Return whether the page said that the game would be rated; then it is to start rated or not at all."""
    return request.POST.get("only_rated") == "on"


def posted_seat(request: HttpRequest) -> SeatNumber | None:
    """Return the number in the field `seat`, or None if it holds none."""
    text = request.POST.get("seat", "")
    return SeatNumber(int(text)) if text.isascii() and text.isdecimal() and len(text) < 3 else None


def keep_within(limit: FailOpenThrottle, request: HttpRequest) -> None:
    """Apply an API rate limit to a page. Raise ImmediateHttpResponse with the 429 page if it is exceeded."""
    try:
        # The throttle reads only what a Django request has, too: the user, the method and the address.
        limit.allow_request(cast(Request, request), cast(APIView, None))
    except Refusal:
        raise ImmediateHttpResponse(render(request, "429.html", status=429)) from None


def by_people(view: PageView) -> PageView:
    """Refuse POSTs by bots, which play through the API only."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = person(request)
        if request.method == "POST" and user is not None and user.is_bot:
            messages.error(request, bots.plays_by_token().detail)
            return HttpResponseRedirect(resolve_url("bot_account"))
        return view(request, *args, **kwargs)

    return wrapped


def tell(request: HttpRequest, refusal: Refusal) -> None:
    """Show the refusal as a message on the next page. Raise Http404 if the object does not exist."""
    if refusal.status == 404:
        raise Http404(str(refusal)) from refusal
    messages.warning(request, refusal.detail)


def at_table(request: HttpRequest, public_id: PublicId, act: Callable[[User], object]) -> HttpResponse:
    """Call `act` with the user, and redirect to the table, which shows a refusal as a message. Raise Http404 if the
    object does not exist.
    """
    user = person(request)
    try:
        if user is not None:
            act(user)
    except Refusal as refusal:
        tell(request, refusal)
    return HttpResponseRedirect(resolve_url("table", public_id))


def refusals_shown(view: PageView) -> PageView:
    """Turn a Refusal into a page: 404, the 400 page for bad input, and otherwise a message in the lobby."""

    @functools.wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            if refusal.code == "malformed":
                return render(request, "400.html", status=400)
            tell(request, refusal)
            return HttpResponseRedirect(resolve_url("lobby"))

    return wrapped
