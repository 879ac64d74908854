"""The tables of limits in docs/formats/limits.md are those of the code, for each kind of caller."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.conf import settings
from django.urls import get_resolver
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated

from accounts.access import permissions
from accounts.connections import socket
from accounts.models import User
from games.api.document import schema
from games.moderation.selectors import roles
from games.moderation.services import report
from games.requests.throttles import FailOpenThrottle, PictureThrottle
from games.study.services import opponent
from tests.games import play
from tests.games.moderation.desk import staff
from tests.people import forget_limits
from tests.repository.tree import ROOT

KINDS = ("anonymous", "guest", "account", "bot", "moderator")
PERIODS = {60: "min", 3600: "hour"}


def tables() -> Iterator[list[list[str]]]:
    """Yield the rows of each table, without the lines under their heads."""
    for part in (ROOT / "docs/formats/limits.md").read_text().split("\n\n"):
        if part.startswith("|"):
            yield [
                [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if "---" not in line
            ]


def limits(kind: type[FailOpenThrottle] = FailOpenThrottle) -> Iterator[type[FailOpenThrottle]]:
    """Yield all limits that count requests."""
    for one in kind.__subclasses__():
        if one.__module__ == FailOpenThrottle.__module__:
            yield one
        yield from limits(one)


def counted_without_an_account() -> set[str]:
    """Return the limits that count requests of callers without an account. Pictures count in their view."""
    found = {str(PictureThrottle.scope)}
    for _, view in schema.views(get_resolver().url_patterns):
        for method in SAFE_METHODS if IsAuthenticated not in view.permission_classes else ():
            assert permissions.HasScope in view.permission_classes
            asked = cast(Any, SimpleNamespace(method=method))
            found |= {str(one.scope) for one in cast(Any, view().get_throttles()) if one.applies(asked)}
    return found


@pytest.mark.django_db
def test_the_limits_of_requests() -> None:
    forget_limits()
    people = {
        "guest": play.person(),
        "account": play.person(),
        "bot": play.person(),
        "moderator": staff(roles.MODERATOR),
    }
    people["guest"].is_guest = people["bot"].is_bot = True
    head, *rows = next(tables())
    assert head == ["limit", "counts", *KINDS]
    written = {row[0].strip("`"): row[2:] for row in rows}
    free = counted_without_an_account()
    assert written == {
        str(limit.scope): ["–" if limit.scope not in free else quota(limit, None)]
        + [quota(limit, people[kind]) for kind in KINDS[1:]]
        for limit in limits()
    }


def quota(limit: type[FailOpenThrottle], user: User | None) -> str:
    """Return how many requests of this caller the limit lets pass, after it has counted one."""
    for method in ("GET", "POST"):
        asked: Any = SimpleNamespace(method=method, user=user, headers={}, META={"REMOTE_ADDR": "198.51.100.1"})
        one = limit()
        if one.applies(asked):
            one.allow_request(asked, cast(Any, None))
            return f"{one.num_requests}/{PERIODS[one.window_s]}"
    raise AssertionError(limit)


def test_the_other_limits() -> None:
    _, (head, *rows) = tables()
    assert head == ["`limit`", "counts", "how many"]
    per_account, per_address = settings.CONNECTIONS_PER_ACCOUNT, settings.CONNECTIONS_PER_ADDRESS
    assert {row[0].strip("`"): row[2] for row in rows} == {
        "frames": f"{socket.RATE:g} a second in the long run, {socket.BURST:g} at once",
        "connections": f"{per_account} of an account, {per_address} of an address without one",
        "reports": str(report.MOST_A_DAY),
        "opponents": str(opponent.MOST_THINKING),
        "address": "15 a second in the long run",
    }
    assert "VISITOR_RATE: ${VISITOR_RATE:-15}" in (ROOT / "docker/compose.yml").read_text()
