"""A name that was given up, or whose account was deleted, is reserved for a year."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.identity import expired_data, name_availability
from accounts.identity.reserved_former_names import REST_MS
from accounts.models import RestingName, User
from games.people.services.delete_account import delete_account
from pyramido_site.infrastructure import site_clock
from tests.accounts.identity.test_lookalike_names import TAKEN, sign_up
from tests.people import account, guest, user_of

pytestmark = pytest.mark.django_db


def test_a_released_name_is_reserved_for_a_year_for_its_last_owner() -> None:
    user = account("Ada")
    assert name_availability.rename(user, "Nova")
    assert user.display_name == User.objects.get(pk=user.pk).display_name == "Nova"
    for name in ("Ada", "ADA", "Аda"):  # the last one with a Cyrillic letter
        assert sign_up(name) == TAKEN and not name_availability.is_free(
            name, account(f"Other {len(name)}{name.encode().hex()}")
        )
    assert name_availability.rename(user, "Ada") and name_availability.rename(user, "Nova")
    assert all(len(bytes(one.digest)) == 32 for one in RestingName.objects.all())
    site_clock.use(lambda: site_clock.machine_ms() + REST_MS - 60_000)
    try:
        expired_data.delete_expired_personal_data()
        assert sign_up("Ada") == TAKEN
        site_clock.use(lambda: site_clock.machine_ms() + REST_MS + 60_000)
        assert sign_up("Ada") == ""
        assert expired_data.delete_expired_personal_data()["names"] > 0 and not RestingName.objects.exists()
    finally:
        site_clock.use(site_clock.machine_ms)


def test_the_names_of_a_deleted_account_rest_and_say_nothing_of_whose_they_were() -> None:
    user = account("Ada")
    name_availability.rename(user, "Nova")
    delete_account(user)
    assert sign_up("Ada") == sign_up("nova") == TAKEN
    assert not RestingName.objects.exclude(user=None).exists()


def test_another_key_of_the_site_changes_nothing(settings: Any) -> None:
    name_availability.rename(account("Ada"), "Nova")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key " * 5
    assert not name_availability.is_free("Ada")


def test_the_name_of_a_guest_is_free_at_once() -> None:
    client = guest()
    drawn = user_of(client).display_name
    assert sign_up("Ada", client) == "" and sign_up(drawn) == ""
    assert not RestingName.objects.exists()
