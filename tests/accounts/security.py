"""Shared helpers for tests of account security: sent mails, authenticator codes, and reauthentication."""

from __future__ import annotations

import re
import time

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import User
from accounts.notifications import delivery
from tests.people import PASSWORD


def letters() -> list[EmailMessage]:
    """Return the mails sent so far, by the workers' own code."""
    delivery.deliver("letter")
    found, mail.outbox[:] = list(mail.outbox), []
    return found


def link(letter: EmailMessage) -> str:
    """Return the path of its link."""
    found = re.search(r"^https?://[^/\s]+(/accounts/\S+)$", str(letter.body), re.MULTILINE)
    assert found is not None
    return found[1]


def show_again(client: Client, password: str = PASSWORD, to: str = "/accounts/settings/") -> str:
    """Reauthenticate with the password; return the redirect's target."""
    answer = client.post("/accounts/reauthenticate/", {"password": password, "next": to})
    assert answer.status_code == 302
    return answer["Location"]


def code_of(secret: str, steps: int = 0) -> str:
    """Return the authenticator's current code, or the one in `steps` times 30 seconds."""
    return auth.format_hotp_value(auth.hotp_value(secret, int(time.time()) // 30 + steps))


def with_app(user: User) -> str:
    """Add an authenticator app and recovery codes to the account; return the app's secret."""
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(user, secret)
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    RecoveryCodes.activate(user)
    assert secret not in str(Authenticator.objects.get(user=user, type="totp").data)
    return secret
