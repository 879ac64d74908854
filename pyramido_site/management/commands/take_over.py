"""`manage.py take_over DATABASE_URL`: copy a database of commit 694b9e5 into a new one (docs/operations.md)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from pyramido_site import environment
from pyramido_site.takeover import OLD, CannotTakeOver, take_over


class Command(BaseCommand):
    help = "Copy a database of commit 694b9e5, which is only read, into this site's database, which must be new."

    def add_arguments(self, parser: CommandParser) -> None:
        """Read the address of the old database."""
        parser.add_argument("url", help="address of the old database, as DATABASE_URL has it")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        """Copy, with a line for each table. Raise CommandError if the two databases are not what they must be."""
        connections.settings[OLD] = connections.configure_settings(
            {"default": {}, OLD: environment.database(url, settings.VAR_DIR, pool=2)}
        )[OLD]
        try:
            copied = take_over(self.stdout.write)
        except CannotTakeOver as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{copied} rows are copied. `manage.py check_games` checks every game.")
