"""A test app whose migrations change tables of the site while people play (test_migration.py)."""

from __future__ import annotations

from django.apps import AppConfig

COLUMNS = (
    ("ALTER TABLE games_game ADD COLUMN fault_probe bigint NULL", "ALTER TABLE games_game DROP COLUMN fault_probe"),
    ("ALTER TABLE games_event ADD COLUMN fault_probe smallint NULL", "ALTER TABLE games_event DROP COLUMN fault_probe"),
)
INDEX = (
    "CREATE INDEX CONCURRENTLY fault_probe_index ON games_game (fault_probe)",
    "DROP INDEX CONCURRENTLY fault_probe_index",
)
"""PostgreSQL statements, each with the one that undoes it."""


class Migrating(AppConfig):
    name = "tests.faults.migrating"
    label = "fault_migrations"
