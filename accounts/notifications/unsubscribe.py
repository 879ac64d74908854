"""Unsubscribing from e-mail without signing in, by a signed token in every mail (RFC 8058)."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.notifications import preferences
from accounts.notifications.notification_kinds_and_defaults import EMAIL, KINDS, OFF
from accounts.users.models import User

_SALT = "accounts.unsubscribe"


def url(user: User) -> str:
    """Return the link for the header and foot of a mail to this user. It does not expire."""
    token = signing.Signer(salt=_SALT).sign(user.public_id)
    return f"{settings.SITE_URL}{reverse('unsubscribe', args=[token])}"


def user_of(token: str) -> User | None:
    """Return the user of the token, or None if it is forged."""
    try:
        public_id = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    return User.objects.filter(public_id=public_id).first()


def end_mail(user: User) -> None:
    """Switch off all e-mail until the player switches some on again. Waiting mail is not sent either."""
    preferences.change(user.pk, {"matrix": {kind: {EMAIL: OFF} for kind in KINDS}})
