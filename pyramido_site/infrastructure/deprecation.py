"""Deprecation of API operations, announced at least six months before their removal (docs/formats/api.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar

from django.utils.http import http_date

View = TypeVar("View", bound=Callable[..., Any])

NOTICE = timedelta(days=183)
"""Shortest time between deprecation and removal: six months."""

ATTRIBUTE = "deprecation"


@dataclass(frozen=True, slots=True)
class Deprecation:
    """An operation deprecated `since` a day (UTC), which may be removed
    after `sunset`; `link` names its replacement.
    """

    since: date
    sunset: date
    link: str

    def headers(self) -> dict[str, str]:
        """Return the headers of RFC 9745 and RFC 8594, with links as in RFC 8288."""
        links = ", ".join(f'<{self.link}>; rel="{kind}"; type="text/html"' for kind in ("deprecation", "sunset"))
        return {
            "Deprecation": f"@{_midnight(self.since)}",
            "Sunset": http_date(_midnight(self.sunset)),
            "Link": links,
        }


def deprecated(since: date, sunset: date, link: str) -> Callable[[View], View]:
    """Decorate a view's method: all answers to its requests say so (games.api.http.answer_headers), and so does the
    document. Above `documented`.

    Raise ValueError for less than six months of notice.
    """
    if sunset - since < NOTICE:
        raise ValueError(f"{since} to {sunset} is less than six months")
    deprecation = Deprecation(since, sunset, link)

    def deprecate(view: View) -> View:
        setattr(view, ATTRIBUTE, deprecation)
        return view

    return deprecate


def deprecation_of(view: Any) -> Deprecation | None:
    """Return the deprecation of a view's method, or None."""
    found: Deprecation | None = getattr(view, ATTRIBUTE, None)
    return found


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
