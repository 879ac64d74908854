"""An app of the tests, whose migrations change tables of the site while people play (test_migration.py)."""

from __future__ import annotations

from django.apps import AppConfig


class Migrating(AppConfig):
    name = "tests.faults.migrating"
    label = "fault_migrations"
