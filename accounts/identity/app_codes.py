"""Codes of an authenticator app, each of which is valid once.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.utils import decrypt
from django.db import transaction

from accounts.users.models import User


def app_of(user: User) -> Authenticator:
    """Return the user's authenticator app. Raise Authenticator.DoesNotExist if there is none."""
    return Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)


def spend(app: Authenticator, code: str) -> bool:
    """Mark a code of the app as used; return False if it is wrong, used, or older than the last one (RFC 6238, 5.2)."""
    with transaction.atomic():
        held = Authenticator.objects.select_for_update().get(pk=app.pk)
        secret = decrypt(held.data["secret"])
        fits = (
            step
            for step in totp.yield_hotp_counters_from_time()
            if compare_user_code(actual=code, expected=totp.format_hotp_value(totp.hotp_value(secret, step)))
        )
        step = next(fits, -1)
        if step <= held.data.get("step", -1):
            return False
        held.data["step"] = step
        held.save(update_fields=["data"])
    return True
