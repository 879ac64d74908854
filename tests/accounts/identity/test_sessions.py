"""A session is renewed when its owner visits."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.identity.sessions import RENEWED

pytestmark = pytest.mark.django_db

DAY_S = 24 * 3600


def aged(days: int) -> Client:
    """Return a guest whose last visit was this many days ago."""
    client = Client()
    client.post("/accounts/guest/")
    session = client.session
    assert abs(session[RENEWED] - time.time()) < 60
    session[RENEWED] -= days * DAY_S
    session.save()
    left = timedelta(seconds=settings.SESSION_COOKIE_AGE) - timedelta(days=days)
    Session.objects.update(expire_date=timezone.now() + left)
    client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] = ""
    return client


def days_left() -> int:
    return round((Session.objects.get().expire_date - timezone.now()) / timedelta(days=1))


@pytest.mark.parametrize("path", ["/", "/api/v1/games?mine=true"])
def test_it_is_renewed_when_less_than_half_is_left(path: str) -> None:
    client = aged(100)
    assert days_left() == 80
    answer = client.get(path)
    assert days_left() == 180
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
    assert settings.SESSION_COOKIE_NAME not in client.get(path).cookies


def test_it_is_left_alone_before() -> None:
    client = aged(80)
    assert settings.SESSION_COOKIE_NAME not in client.get("/").cookies
    assert days_left() == 100


def test_a_visitor_gets_no_session() -> None:
    assert settings.SESSION_COOKIE_NAME not in Client().get("/").cookies
    assert not Session.objects.exists()


@pytest.mark.parametrize("path", ["/", "/api/v1/games?mine=true"])
def test_a_lost_database_is_no_removed_session(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed renewal of the session is not reported as an error of the request."""
    client = aged(100)
    client.raise_request_exception = False

    def lost(*_: object, **__: object) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(Session, "save", lost)
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
