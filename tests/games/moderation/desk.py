"""Staff, reports and notifications, for tests of moderation."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Notification, User
from games.models import Report
from games.moderation.services import give_role
from games.moderation.services import report as reports
from games.requests.refusals import Refusal
from tests.games import play

BEHAVED = "It was not as it looks."


def staff(role: int) -> User:
    user = play.person()
    give_role.give(user, role)
    return User.objects.get(pk=user.pk)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def reported(user: User, *, by: User | None = None, kind: str = "harassment", **more: Any) -> Report:
    """Report a player's profile, by a new user unless `by` is given."""
    return reports.file(by or play.person(), kind, "profile", reported=user, **more)


def told(user: User, kind: str) -> list[str]:
    """Return the `what` of each notification to the user, oldest first."""
    found = Notification.objects.filter(user=user, kind=kind).order_by("pk")
    return [one.data["what"] for one in found]


def refused(call: Any, *arguments: Any, **named: Any) -> tuple[int, str]:
    with pytest.raises(Refusal) as refusal:
        call(*arguments, **named)
    return refusal.value.status, refusal.value.code
