"""Fingerprints of networks and devices: what is stored, when, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import tasks
from accounts.models import Fingerprint
from accounts.sanctions import device_fingerprints
from pyramido_site.infrastructure import site_clock
from tests.people import PASSWORD, account, visitor

HOUR_MS = device_fingerprints.HOUR_MS


class Clock:
    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def clock() -> Any:
    made = Clock()
    site_clock.use(made)
    yield made
    site_clock.use(site_clock.machine_ms)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.9", "192.0.2.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("127.0.0.1", None),
        ("::1", None),
        ("unknown, or worse", None),
        ("", None),
    ],
)
def test_only_the_network_of_an_address_counts(address: str, network: str | None) -> None:
    assert device_fingerprints.network_of(address) == network


def test_a_mark_depends_on_the_key_and_the_kind(settings: Any) -> None:
    mark = device_fingerprints.digest_of("network", "192.0.2.0/24")
    assert len(mark) == 32 and mark != device_fingerprints.digest_of("device", "192.0.2.0/24")
    settings.SECRET_KEY = "another"
    assert device_fingerprints.digest_of("network", "192.0.2.0/24") != mark


@pytest.mark.django_db
def test_a_browser_and_its_network_are_marked_at_sign_in_and_hourly(clock: Clock) -> None:
    client = visitor(REMOTE_ADDR="198.51.100.7")
    first, second = (account(f"Marked {n}") for n in (1, 2))
    named = {"login": first.display_name, "password": PASSWORD}
    signed = client.post("/accounts/login/", named)
    cookie = signed.cookies[device_fingerprints.COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and len(cookie.value) == 22
    network, device = (
        device_fingerprints.digest_of(*one) for one in (("network", "198.51.100.0/24"), ("device", cookie.value))
    )
    stored = {(row.user_id, row.kind): bytes(row.digest) for row in Fingerprint.objects.all()}
    assert stored == {(first.pk, "network"): network, (first.pk, "device"): device}

    clock.ms += HOUR_MS - 1
    client.get("/", REMOTE_ADDR="203.0.113.5")
    assert Fingerprint.objects.count() == 2  # too early to count again
    clock.ms += 1
    client.get("/", REMOTE_ADDR="203.0.113.5")
    assert {(row.kind, row.last_ms - row.first_ms) for row in Fingerprint.objects.all()} == {
        ("network", 0), ("device", HOUR_MS),
    }  # fmt: skip
    assert Fingerprint.objects.count() == 3

    client.post("/accounts/logout/")
    client.post("/accounts/login/", {**named, "login": second.display_name})
    assert bytes(Fingerprint.objects.get(user=second, kind="device").digest) == device  # one browser, two accounts


@pytest.mark.django_db
def test_a_cookie_that_is_none_of_ours_is_replaced_and_old_marks_are_forgotten(clock: Clock) -> None:
    client = visitor(REMOTE_ADDR="198.51.100.7")
    client.cookies[device_fingerprints.COOKIE] = "x" * 5000
    user = account("Marked 3")
    answer = client.post("/accounts/login/", {"login": user.display_name, "password": PASSWORD})
    assert len(answer.cookies[device_fingerprints.COOKIE].value) == 22
    clock.ms += device_fingerprints.KEPT_MS
    tasks.delete_old_messages()
    assert Fingerprint.objects.filter(user=user).count() == 2
    clock.ms += 1
    tasks.delete_old_messages()
    assert not Fingerprint.objects.filter(user=user).exists()
