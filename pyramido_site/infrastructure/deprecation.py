"""How operations of the API go: announced at least six months before (docs/formats/api.md)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from django.utils.http import http_date
from rest_framework.response import Response

View = TypeVar("View", bound=Callable[..., Any])

NOTICE = timedelta(days=183)
"""Six months: at least so long an operation answers after it was deprecated."""

ATTRIBUTE = "deprecation"


@dataclass(frozen=True, slots=True)
class Deprecation:
    """`since` a day (UTC) an operation is deprecated, and after `sunset` it may be gone; `link` says what to use."""

    since: date
    sunset: date
    link: str

    def headers(self) -> dict[str, str]:
        """RFC 9745 and RFC 8594; the links are of RFC 8288."""
        links = ", ".join(f'<{self.link}>; rel="{kind}"; type="text/html"' for kind in ("deprecation", "sunset"))
        return {
            "Deprecation": f"@{_midnight(self.since)}",
            "Sunset": http_date(_midnight(self.sunset)),
            "Link": links,
        }


def deprecated(since: date, sunset: date, link: str) -> Callable[[View], View]:
    """For a method of a view, above `documented`: its answers say so, refusals too, and the document does.

    Raises ValueError for less than six months of notice.
    """
    if sunset - since < NOTICE:
        raise ValueError(f"{since} to {sunset} is less than six months")
    deprecation = Deprecation(since, sunset, link)

    def deprecate(view: View) -> View:
        @functools.wraps(view)
        def marked(self: Any, request: Any, *arguments: Any, **named: Any) -> Any:
            self.headers = {**self.headers, **deprecation.headers()}  # DRF's, for whatever comes of the request
            answer: Response = view(self, request, *arguments, **named)
            return answer

        setattr(marked, ATTRIBUTE, deprecation)
        return marked  # type: ignore[return-value]

    return deprecate


def deprecation_of(view: Any) -> Deprecation | None:
    found: Deprecation | None = getattr(view, ATTRIBUTE, None)
    return found


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
