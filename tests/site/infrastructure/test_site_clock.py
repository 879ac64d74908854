"""The site's clock reads the database's, and works without it."""

from __future__ import annotations

import pytest
from django.db import connection

from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import SiteClock

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_a_dropped_connection_costs_only_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_clock, "clock", SiteClock())
    connection.ensure_connection()
    mine = connection.connection.info.backend_pid
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [mine])
    other.close()
    try:
        site_clock.refresh_if_due()
    finally:
        connection.close()
    assert site_clock.clock.due()
    site_clock.refresh_if_due()
    assert not site_clock.clock.due()
