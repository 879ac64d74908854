"""Changing SECRET_KEY: signatures and encryption by the previous key stay valid while it is a fallback."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from accounts.identity.second_factor_adapter import MFAAdapter
from accounts.notifications import unsubscribe
from accounts.sanctions import address_digests
from accounts.sanctions import selectors as sanctions
from accounts.sanctions import services as sanctioning
from accounts.users import addresses
from tests.accounts.security import letters, link, with_app
from tests.people import account, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

NEW = "a new key, as long as keys are, of fifty characters or more"


@pytest.fixture
def rotate(settings: Any) -> Any:
    """Change the key as docs/operations.md describes; with `forget`, without keeping the old one as a fallback."""

    def change(*, forget: bool = False) -> None:
        if settings.SECRET_KEY != NEW:
            settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
            settings.SECRET_KEY = NEW
        if forget:
            settings.SECRET_KEY_FALLBACKS = []

    return change


def test_sessions_survive_and_are_signed_with_the_new_key_on_a_visit(rotate: Any) -> None:
    anna, ben, carl = (account(name) for name in ("Anna", "Ben", "Carl"))
    here, away, gone = signed_in(anna), signed_in(ben), signed_in(carl)
    rotate()
    for client, user in ((here, anna), (away, ben)):
        assert client.get("/accounts/settings/").status_code == 200 and user_of(client) == user
    rotate(forget=True)
    assert here.get("/accounts/settings/").status_code == 200
    assert gone.get("/accounts/settings/").status_code == 302


def test_links_in_mails_stay_good(rotate: Any, client: Client) -> None:
    user = account("Anna", email="anna@example.org")
    stop = urlsplit(unsubscribe.url(user)).path
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    (letter,) = letters()
    reset = link(letter)
    anna = signed_in(user)
    rotate()
    assert anna.get("/accounts/settings/").status_code == 200
    page = client.get(reset, follow=True)
    assert page.status_code == 200 and "form" in page.context and page.context["form"].fields
    assert client.get(stop).status_code == 200
    rotate(forget=True)
    assert unsubscribe.user_of(stop.rstrip("/").rpartition("/")[2]) is None
    assert addresses.confirmed(user) == "anna@example.org"
    assert visitor().get(reset, follow=True).context.get("token_fail") is True


def test_secrets_of_second_factors_are_encrypted_again(rotate: Any, capsys: pytest.CaptureFixture[str]) -> None:
    secret = with_app(account("Anna"))
    rotate()
    app = Authenticator.objects.get(type="totp")
    assert MFAAdapter().decrypt(app.data["secret"]) == secret
    call_command("reencrypt_factors")
    assert capsys.readouterr().out == "2 secrets encrypted with SECRET_KEY.\n"
    rotate(forget=True)
    with pytest.raises(InvalidToken):
        MFAAdapter().decrypt(app.data["secret"])
    assert MFAAdapter().decrypt(Authenticator.objects.get(type="totp").data["secret"]) == secret
    assert MFAAdapter().decrypt(Authenticator.objects.get(type="recovery_codes").data["seed"])


def test_banned_users_are_still_recognized(rotate: Any) -> None:
    user = account("Mallory", email="m@example.org")
    with transaction.atomic():
        sanctioning.impose(user, sanctions.Kind.BAN, "Two accounts.", None)
    address_digests.note(user)
    rotate()
    assert address_digests.bars("m@example.org")
    rotate(forget=True)
    assert not address_digests.bars("m@example.org")
