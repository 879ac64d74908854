"""On PostgreSQL, statements of `pyramido_site.infrastructure.prepared_statements` are prepared and planned once for
each connection.
"""

from __future__ import annotations

import pytest
from django.db import connection

from pyramido_site.infrastructure.prepared_statements import rows_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

STATEMENT = "SELECT seq FROM games_game WHERE id = %s AND (automatic_due = %s OR head_hash = %s OR deadline_ms = %s)"


def test_values_of_other_sizes_and_missing_ones_are_no_other_statement() -> None:
    for values in ([1, True, b"\x00\xff", 5], [70_000, False, b"", None], [2**40, None, None, 2**50]):
        assert rows_of(STATEMENT, values) == []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE %s",
            ["SELECT seq FROM games_game WHERE id = $1%"],
        )
        assert cursor.fetchall() == [(3, 0)]


def test_values_arrive_as_they_were() -> None:
    values = [-(2**40), True, b"\x00\\\xff", "é\\"]
    assert rows_of("SELECT %s::bigint, %s::bool, %s::bytea, %s::text", values) == [tuple(values)]
