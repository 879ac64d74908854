"""`manage.py reencrypt_factors`: the secrets of second factors are written by the SECRET_KEY of now."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.identity.second_factors import MFAAdapter

ENCRYPTED = ("secret", "seed")
"""What an authenticator app has, and what recovery codes are made from; passkeys keep no secret here."""


class Command(BaseCommand):
    help = "Encrypt the secrets of second factors with SECRET_KEY, so that a key of SECRET_KEY_FALLBACKS can go."

    def handle(self, *args: Any, **options: Any) -> None:
        adapter, count = MFAAdapter(), 0
        for number in Authenticator.objects.values_list("pk", flat=True):
            with transaction.atomic():  # a code that is used at this moment is noted in the same row
                one = Authenticator.objects.select_for_update().filter(pk=number).first()
                fields = [] if one is None else [name for name in ENCRYPTED if name in one.data]
                if one is not None and fields:
                    one.data |= {name: adapter.encrypt_again(one.data[name]) for name in fields}
                    one.save(update_fields=["data"])
                    count += 1
        self.stdout.write(f"{count} secrets encrypted with SECRET_KEY.")
