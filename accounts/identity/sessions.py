"""Lasting sessions: a guest has no other way back to their games. Sessions of accounts are listed and can be ended."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.notifications import preferences
from accounts.users.models import User

RENEWED = "renewed"
"""Session key: when the session last started its full age (Unix seconds)."""

SEEN = "seen"
"""Session key: when the account's session list last recorded that the session is in use (Unix seconds)."""
SEEN_EVERY_S = 3600


@receiver(user_logged_in)
def begin(request: HttpRequest, user: User, **_: Any) -> None:
    """Start the session's age at sign-in, and note the language of the page."""
    request.session[RENEWED] = int(time.time())
    preferences.note_language(user.pk, get_language() or settings.LANGUAGE_CODE, chosen=False)


def renewal(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that renews a signed-in user's session once less than half of its age is left.

    A changed session is stored with its full age, and its cookie is sent again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if session.accessed and SESSION_KEY in session:
            now = int(time.time())
            if now - session.get(RENEWED, 0) > session.get_expiry_age() / 2:
                session[RENEWED] = now
            if now - session.get(SEEN, 0) > SEEN_EVERY_S:
                session[SEEN] = now
                if isinstance(request.user, User) and not request.user.is_guest:
                    UserSession.objects.create_from_request(request)
        return response

    return middleware


@receiver(pre_save, sender=UserSession)
def keep_network_only(instance: UserSession, **_: Any) -> None:
    """Reduce the address to its network, which is enough to tell home from elsewhere."""
    prefix = 24 if ipaddress.ip_address(instance.ip).version == 4 else 48
    instance.ip = str(ipaddress.ip_network(f"{instance.ip}/{prefix}", strict=False).network_address)


@receiver(authenticator_added)
def end_those_without_factor(request: HttpRequest, user: User, authenticator: Authenticator, **_signal: Any) -> None:
    """End all other sessions when the first second factor or passkey is added: they were started without one."""
    factors = Authenticator.objects.filter(user=user).exclude(type=Authenticator.Type.RECOVERY_CODES)
    if [factor.pk for factor in factors] != [authenticator.pk]:
        return
    ended = list(others(request, user))
    get_adapter().end_sessions(ended)
    if ended:
        messages.info(request, _("Signed out everywhere else."))


def listed(user: User) -> list[UserSession]:
    """Return the account's sessions, the last used first. Delete entries of ended ones."""
    return sorted(UserSession.objects.purge_and_list(user), key=lambda row: row.last_seen_at, reverse=True)


def others(request: HttpRequest, user: User) -> QuerySet[UserSession]:
    """Return the account's sessions but for that of the request."""
    own: QuerySet[UserSession] = UserSession.objects.filter(user=user)
    return own.exclude(session_key=request.session.session_key)


def other(request: HttpRequest, user: User, row: int) -> QuerySet[UserSession]:
    """Return the session with this row id, if it is one of `others`."""
    return others(request, user).filter(pk=row)


def delete_ended_sessions() -> None:
    """Delete entries of session lists whose sessions have ended or expired."""
    lasting = Session.objects.filter(expire_date__gt=timezone.now())
    UserSession.objects.exclude(session_key__in=lasting.values("session_key")).delete()


def player(request: HttpRequest) -> User:
    """Return the signed-in user; for views behind `login_required`."""
    assert isinstance(request.user, User)
    return request.user
