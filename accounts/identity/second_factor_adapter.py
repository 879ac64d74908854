"""Second factors: secrets are stored encrypted, and authenticator apps show an account by its name.

Written against the internals of django-allauth 65.21.1 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import base64
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.notifications.models import browser_name


def _cipher() -> MultiFernet:
    """Return the cipher: encrypts with the site's key, decrypts also with the previous ones."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac("accounts.mfa", "", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


class MFAAdapter(DefaultMFAAdapter):
    """allauth's second factors with encrypted secrets."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("Wrong code."),
        "cannot_generate_recovery_codes": _("Recovery codes are for accounts with an authenticator app or a passkey."),
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with the site's key."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret, also one encrypted with a previous key."""
        return _cipher().decrypt(encrypted_text.encode()).decode()

    def encrypt_again(self, encrypted_text: str) -> str:
        """Return the same secret encrypted with the current key."""
        return _cipher().rotate(encrypted_text.encode()).decode()

    def _get_user_identifier(self, user: Any) -> str:
        """Return the name that authenticator apps and passkeys show: not the e-mail address."""
        return str(user.display_name)

    def generate_authenticator_name(self, user: Any, kind: Any) -> str:
        """Return the browser's name as the name of a new passkey."""
        return browser_name(context.request.META.get("HTTP_USER_AGENT", ""))
