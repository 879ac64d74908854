"""Sessions that last: a guest has no other way back to the own games."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from accounts import preferences
from accounts.models import User

RENEWED = "renewed"
"""In a session: the time in seconds since 1970 when its full age began."""


@receiver(user_logged_in)
def begin(request: HttpRequest, user: User, **_: Any) -> None:
    request.session[RENEWED] = int(time.time())
    preferences.note_language(user.pk, get_language() or settings.LANGUAGE_CODE, chosen=False)


def renewal(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the session of whoever is signed in starts anew when less than half of its age is left.

    A changed session is stored with its full age, and its cookie is sent again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session:
            now = int(time.time())
            if now - session.get(RENEWED, 0) > session.get_expiry_age() / 2:
                session[RENEWED] = now
        return response

    return middleware


def player(request: HttpRequest) -> User:
    """Whoever is signed in, behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user
