"""`GET …/stream`: an API view decides whether the caller may have the stream, and an asynchronous view sends it.

The first is a usual view in a thread, so streams share authentication, scopes, rate limits and refusals with the API.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import get_language, gettext_noop
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.access import scopes
from accounts.access.callers import Caller, caller_of_session
from accounts.access.permissions import HasScope
from accounts.connections import feed
from accounts.connections.feed import Feed
from accounts.connections.watch import TooMany, watch
from games.realtime.account_games import AccountGames
from games.realtime.audience import Audience
from games.realtime.stream import Room, Stream, too_many_connections
from games.record import selectors
from games.requests import bodies
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.client_address import address_of
from pyramido_site.infrastructure.documented import Parameter, component, documented
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.streaming import came_by_wsgi

MEDIA_TYPE = "application/x-ndjson"

SEQ = Parameter("since", bodies.Seq, "The last event that the caller knows.")
KEY = Parameter("since", str, "The key of the last notification that the caller knows; empty for none.")


class Endless(StreamingHttpResponse):
    """A streaming response that iterates over the lines directly.

    Django would wrap them in generators of its own, which leave them open when the client disconnects.
    """

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, content_type=MEDIA_TYPE)
        self._lines = lines

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._lines


class Opening(APIView):
    """An API view that decides whether the caller may have the stream, which begins when the response is sent."""

    http_method_names = ["get", "options"]

    def opened(self, request: Request, open_room: Callable[[Any, str], Room], since: Any) -> HttpResponseBase:
        """Return the stream. Raise Refusal 429 for one connection too many, 503 `cannot_stream` on a server without
        ASGI.
        """
        address = address_of(request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", ""))
        caller = caller_of(request)
        try:
            watch.check(caller, address)
        except TooMany as full:
            raise too_many_connections(full) from None
        if came_by_wsgi(request):
            template = gettext_noop("This server does not serve streams; use the site’s main address.")
            raise Refusal(503, "cannot_stream", template)
        return Endless(Stream(caller, address, get_language() or "en", open_room, since).lines())


def caller_of(request: Request) -> Caller:
    """Return the caller of a request, by token or session."""
    if isinstance(request.auth, Caller):
        return request.auth
    return caller_of_session(request.user, request.session.session_key)


class GameStream(Opening):
    """The stream of a game."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}

    @documented("streamGame", {200: component("GameLine")}, query=[SEQ], refused=[503], media=MEDIA_TYPE)
    def get(self, request: Request, public_id: PublicId) -> HttpResponseBase:
        """What happens in a game, as the caller sees it: a frame on each line until the game ends.

        The first line has the whole state. While nothing happens, a `ping` comes every seven seconds.
        """
        text = request.query_params.get("since")
        since = None if text is None else bodies.seq_of(text)
        selectors.audience_of(public_id, request.user)  # raises 404 if there is no such game
        user = caller_of(request).user
        return self.opened(request, functools.partial(Audience, public_id, user), since)


class AccountStream(Opening):
    """The stream of an account."""

    scopes: ClassVar = {"GET": scopes.GAMES_READ}
    permission_classes = [HasScope, IsAuthenticated]

    @documented("streamAccount", {200: component("AccountLine")}, query=[KEY], refused=[422, 503], media=MEDIA_TYPE)
    def get(self, request: Request) -> HttpResponseBase:
        """The caller's notifications, and the games that wait for the caller: a frame on each line, without an end.

        The first line has the whole state. While nothing happens, a `ping` comes every seven seconds. An unknown cursor
        raises 422.
        """
        since = request.query_params.get("since")
        caller = caller_of(request)
        user = caller.user
        assert user is not None  # ensured by the permissions
        try:
            if since is not None:
                feed.number_of(user.pk, since)
        except feed.UnknownCursor:
            template = gettext_noop("No notification has this key.")
            raise Refusal(422, "unknown_cursor", template, field="since") from None
        return self.opened(
            request, lambda layer, channel: Feed(user, caller, layer, channel, AccountGames(user)), since
        )


def streamed(view: type[Opening]) -> Callable[..., Coroutine[Any, Any, HttpResponseBase]]:
    """Return the asynchronous view that sends what `view` allows. Its attribute `cls` is that view, as in DRF."""
    decide: Callable[..., HttpResponseBase] = view.as_view()

    async def answer(request: HttpRequest, **named: Any) -> HttpResponseBase:
        made: HttpResponseBase = await in_thread(functools.partial(decide, request, **named))
        made["Cache-Control"] = "no-store"
        made["X-Accel-Buffering"] = "no"
        return made

    answer.cls = view  # type: ignore[attr-defined]
    answer.initkwargs = {}  # type: ignore[attr-defined]
    answer.csrf_exempt = True  # type: ignore[attr-defined]  # API views check CSRF themselves
    return answer
