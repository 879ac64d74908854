"""`manage.py reencrypt_factors`: encrypt the secrets of second factors with the current SECRET_KEY."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.identity.second_factor_adapter import MFAAdapter

ENCRYPTED = ("secret", "seed")
"""The secret of an authenticator app, and the seed of recovery codes; no secret of a passkey is stored here."""


class Command(BaseCommand):
    help = "Encrypt the secrets of second factors with SECRET_KEY, so that a key of SECRET_KEY_FALLBACKS can go."

    def handle(self, *args: Any, **options: Any) -> None:
        """Encrypt each secret again, one transaction for each factor."""
        adapter, count = MFAAdapter(), 0
        for number in Authenticator.objects.values_list("pk", flat=True):
            with transaction.atomic():  # the row is locked: a code used now writes to it, too
                one = Authenticator.objects.select_for_update().filter(pk=number).first()
                fields = [] if one is None else [name for name in ENCRYPTED if name in one.data]
                if one is not None and fields:
                    one.data |= {name: adapter.encrypt_again(one.data[name]) for name in fields}
                    one.save(update_fields=["data"])
                    count += 1
        self.stdout.write(f"{count} secrets encrypted with SECRET_KEY.")
