"""docs/privacy.md names every table and the retention times of the code."""

from __future__ import annotations

import re

from django.apps import apps
from django.conf import settings

from accounts.identity import reserved_former_names
from accounts.identity.retention_periods import DAY_MS, DAYS
from accounts.notifications import delivery
from accounts.sanctions import address_digests, device_fingerprints
from games.requests import idempotency
from tests.repository.tree import ROOT

TEXT = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
COLUMNS, _, *CELLS = (
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.split("## The table")[1].split("\nNo personal data")[0].splitlines()
    if line.startswith("|")
)
ROWS = [dict(zip(COLUMNS, cells, strict=True)) for cells in CELLS]
DAY_S = DAY_MS // 1000


def test_every_table_is_named() -> None:
    """Tables about people are in the large table, all others in the sentence after it: a new table needs a decision."""
    named = set(re.findall(r"`([a-z_]+\.[A-Z]\w+)`", TEXT))
    tables = {model._meta.label for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    links = {"accounts.Outbox_notifications", "auth.Group_permissions"}
    assert tables - links - named == set()
    assert {name for name in named if name.split(".")[0] in apps.app_configs} - tables == set()


def test_whatever_points_at_a_person_is_in_the_table_itself() -> None:
    rows = " ".join(row["tables"] for row in ROWS)
    user = apps.get_model("accounts", "User")
    for model in apps.get_models(include_auto_created=True):
        if any(field.related_model is user for field in model._meta.get_fields() if field.concrete):
            assert f"`{model._meta.label}`" in rows, model


def test_times_are_those_of_the_code() -> None:
    assert DAYS["notifications"] * DAY_MS == delivery.KEEP_MS
    assert DAYS["keys"] * DAY_MS == idempotency.KEPT_MS
    assert DAYS["addresses"] * DAY_MS == address_digests.KEPT_MS
    assert DAYS["fingerprints"] * DAY_MS == device_fingerprints.KEPT_MS
    assert DAYS["names"] * DAY_MS == reserved_former_names.REST_MS
    assert COLUMNS == ["what", "tables", "why", "for how long", "where"]
    days = {
        "usersessions.UserSession": settings.SESSION_COOKIE_AGE // DAY_S,
        "accounts.SpentToken": settings.IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN // DAY_S,
        "accounts.Notification": DAYS["notifications"],
        "accounts.Outbox": DAYS["notifications"],
        "accounts.Fingerprint": DAYS["fingerprints"],
        "games.Seek": DAYS["seeks"],
        "games.Invitation": DAYS["invitations"],
        "games.ConditionalMoves": DAYS["plans"],
        "games.StoredResponse": DAYS["keys"],
        "games.ChatLine": DAYS["evidence"],
        "games.Report": DAYS["evidence"],
        "games.Appeal": DAYS["evidence"],
        "games.Flag": DAYS["signals"],
        "accounts.AddressDigest": DAYS["addresses"],
        "accounts.RestingName": DAYS["names"],
    }
    for row in ROWS:
        said = {int(number) for number in re.findall(r"(\d+) days", row["for how long"])}
        assert said == {days[table] for table in days if f"`{table}`" in row["tables"]}, row["what"]
    assert f"is removed after {DAYS['guests']} days" in TEXT
    assert f"`device` (a random number, {DAYS['fingerprints']} days)" in TEXT
