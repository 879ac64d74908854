"""Limits on how often somebody may call. They fail open: a lost cache stops nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from games.requests.refusals import Refusal, throttled
from pyramido_site.infrastructure.breaker import Breaker

if TYPE_CHECKING:  # importing it reads the settings, which name the classes below
    from rest_framework.views import APIView

breaker = Breaker("the cache of the limits")


class FailOpenThrottle(SimpleRateThrottle):
    """One limit per account, or per address for those without one. Whoever is over it gets a Refusal, which says which
    limit it was and when there is room again; DRF's own answer does not name it.
    """

    sentence = gettext_noop("Too many requests. Try again in a moment.")

    def applies(self, request: Request) -> bool:
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: APIView) -> str:
        user = request.user
        ident = user.public_id if isinstance(user, User) else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not self.applies(request) or not breaker.closed():
            return True
        try:
            allowed = super().allow_request(request, view)
        except Refusal:
            raise
        except Exception as error:  # noqa: BLE001 (whatever a lost cache raises, the request goes on)
            breaker.failed(error)
            return True
        breaker.succeeded()
        return bool(allowed)

    def throttle_failure(self) -> bool:
        raise throttled(str(self.scope), self.wait(), self.sentence)


class ReadThrottle(FailOpenThrottle):
    scope = "read"

    def applies(self, request: Request) -> bool:
        return request.method in SAFE_METHODS


class WriteThrottle(FailOpenThrottle):
    scope = "write"

    def applies(self, request: Request) -> bool:
        return request.method not in SAFE_METHODS


class HintThrottle(FailOpenThrottle):
    scope = "hint"
    sentence = gettext_noop("Too many hints. Try again in a moment.")

    def applies(self, request: Request) -> bool:
        return request.method == "POST"


class SayThrottle(FailOpenThrottle):
    """Guests may say half as much."""

    scope = "say"
    sentence = gettext_noop("Too many messages. Try again in a moment.")
    num_requests: int | None
    """DRF's: how many of the rate."""

    def applies(self, request: Request) -> bool:
        return request.method == "POST"

    def allow_request(self, request: Request, view: APIView) -> bool:
        if self.num_requests is not None and getattr(request.user, "is_guest", False):
            self.num_requests //= 2
        return super().allow_request(request, view)


class SayHourThrottle(SayThrottle):
    scope = "say_hour"


class ReportThrottle(FailOpenThrottle):
    scope = "report"

    def applies(self, request: Request) -> bool:
        return request.method == "POST"


class InviteThrottle(FailOpenThrottle):
    """Invitations and rematches that one person sends."""

    scope = "invite"

    def applies(self, request: Request) -> bool:
        return request.method == "POST"


class OpenTableThrottle(FailOpenThrottle):
    scope = "open"

    def applies(self, request: Request) -> bool:
        return request.method == "POST"


class DataThrottle(FailOpenThrottle):
    """Everything about oneself is much to read."""

    scope = "data"

    def applies(self, request: Request) -> bool:
        return True
