"""Rate limits of requests. They fail open: without the cache, no request is refused.

Written against the internals of djangorestframework 3.18.3 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest
from django.utils.translation import gettext_noop
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from games.requests.refusals import throttled
from pyramido_site.infrastructure.breaker import Breaker

if TYPE_CHECKING:  # importing it reads the settings, which name these classes
    from rest_framework.views import APIView

breaker = Breaker("the cache of the limits")

ATTRIBUTE = "rate_limits"
"""Attribute of a Django request: the standings of the limits that have counted it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a caller has used a limit: of `quota` requests in `window_s` seconds, `remaining` are left, and one more
    after `reset_s` seconds.
    """

    name: str
    quota: int
    window_s: int
    remaining: int
    reset_s: int

    @property
    def policy(self) -> str:
        """The member of the header `RateLimit-Policy`."""
        return f'"{self.name}";q={self.quota};w={self.window_s}'

    @property
    def rest(self) -> str:
        """The member of the header `RateLimit`."""
        return f'"{self.name}";r={self.remaining};t={self.reset_s}'


class FailOpenThrottle(SimpleRateThrottle):
    """A rate limit per account, or per address for callers without one.

    Unlike DRF's own, the refusal names the limit and the time to wait, and the request gets the standing (`ATTRIBUTE`).
    """

    sentence = gettext_noop("Too many requests. Try again in a moment.")
    num_requests: int | None
    """DRF's number of requests in the rate."""
    told = True
    """Whether answers tell how far the limit has been used; otherwise only its refusals do."""

    def applies(self, request: Request) -> bool:
        """Whether the limit counts this request. Raise NotImplementedError: each limit says so itself."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return the cache key of the account or address."""
        return self._key_of(request.user, request)

    def _key_of(self, user: Any, request: Request | HttpRequest) -> str:
        ident = user.public_id if isinstance(user, User) else self.get_ident(cast(Request, request))
        return self.cache_format % {"scope": self.scope, "ident": ident}

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request and return True; raise Refusal 429 `throttled` if it is over the limit."""
        if not self.applies(request) or not breaker.closed():
            return True
        try:
            allowed = super().allow_request(request, view)
        except Exception as error:  # noqa: BLE001 (any error of a lost cache: the request is allowed)
            breaker.failed(error)
            return True
        breaker.succeeded()
        asked = getattr(request, "_request", request)
        if isinstance(asked, HttpRequest) and self.rate is not None and (self.told or not allowed):
            setattr(asked, ATTRIBUTE, [*getattr(asked, ATTRIBUTE, ()), self._standing(self.history, self.now)])
        if not allowed:
            raise throttled(str(self.scope), self.wait(), self.sentence)
        return True

    @property
    def window_s(self) -> int:
        """The time (s) in which requests count."""
        return self.parse_rate(self.rate)[1] or 0

    def look(self, user: Any, request: HttpRequest) -> Standing:
        """Return the standing of a caller without counting the request. Without the cache, nothing has been used."""
        history: list[float] = []
        if breaker.closed():
            try:
                history = self.cache.get(self._key_of(user, request), [])
            except Exception as error:  # noqa: BLE001 (as above)
                breaker.failed(error)
            else:
                breaker.succeeded()
        now_s = self.timer()
        return self._standing([at for at in history if at > now_s - self.window_s], now_s)

    def unused(self) -> Standing:
        """Return the standing of a caller who has not used the limit."""
        return self._standing([], 0.0)

    def _standing(self, history: list[float], now_s: float) -> Standing:
        """Return the standing at a time (s), with the times (s) of the requests that count, the latest first."""
        quota = self.num_requests or 0
        reset_s = history[-1] + self.window_s - now_s if history else self.window_s
        return Standing(str(self.scope), quota, self.window_s, max(0, quota - len(history)), max(1, math.ceil(reset_s)))


class ReadThrottle(FailOpenThrottle):
    """All reading requests."""

    scope = "read"

    def applies(self, request: Request) -> bool:
        """Count safe methods."""
        return request.method in SAFE_METHODS


class WriteThrottle(FailOpenThrottle):
    """All writing requests."""

    scope = "write"

    def applies(self, request: Request) -> bool:
        """Count unsafe methods."""
        return request.method not in SAFE_METHODS


class HintThrottle(FailOpenThrottle):
    """Requests for hints."""

    scope = "hint"
    sentence = gettext_noop("Too many hints. Try again in a moment.")

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class StudyThrottle(FailOpenThrottle):
    """New studies."""

    scope = "study"
    sentence = gettext_noop("Too many new studies. Try again later.")

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class OpponentThrottle(FailOpenThrottle):
    """Moves of opponents in studies."""

    scope = "opponent"

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class SayThrottle(FailOpenThrottle):
    """Chat lines; for guests, half as many."""

    scope = "say"
    sentence = gettext_noop("Too many messages. Try again in a moment.")

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Halve the rate for guests. Raise Refusal 429 `throttled`."""
        if self.num_requests is not None and getattr(request.user, "is_guest", False):
            self.num_requests //= 2
        return super().allow_request(request, view)


class SayHourThrottle(SayThrottle):
    """Chat lines within an hour."""

    scope = "say_hour"


class ReportThrottle(FailOpenThrottle):
    """Reports."""

    scope = "report"

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class InviteThrottle(FailOpenThrottle):
    """Invitations and rematches."""

    scope = "invite"

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class OpenTableThrottle(FailOpenThrottle):
    """New tables."""

    scope = "open"

    def applies(self, request: Request) -> bool:
        """Count POST."""
        return request.method == "POST"


class PictureThrottle(FailOpenThrottle):
    """Pictures of positions that have to be drawn."""

    scope = "picture"
    sentence = gettext_noop("Too many pictures. Try again in a moment.")
    told = False  # it would say whether the picture had been drawn before, for whomever

    def applies(self, request: Request) -> bool:
        """Count all requests: those for which a picture is kept do not come here."""
        return True


class DataThrottle(FailOpenThrottle):
    """Exports of all data of an account, which are costly."""

    scope = "data"

    def applies(self, request: Request) -> bool:
        """Count all requests."""
        return True
