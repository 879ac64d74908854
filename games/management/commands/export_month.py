"""`manage.py export_month 2026-10`: write the public file of a month's rated games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.exports import selectors as exports
from games.exports.services import export_month


class Command(BaseCommand):
    """Write a month's file."""

    help = "Make the public file of the rated games that ended in a month. The beat does so by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        """Define the month and `--again`."""
        parser.add_argument("month", help="like 2026-10")
        parser.add_argument("--again", action="store_true", help="make it anew where it is there already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file. Raise CommandError if that is no month, or the month is not complete."""
        month = options["month"]
        if not exports.is_month(month):
            raise CommandError(f"{month!r} is no month like 2026-10.")
        made = export_month(month, again=options["again"])
        if made is None:
            raise CommandError(f"{month} is not complete: it goes on, or games that ended in it wait to be rated.")
        self.stdout.write(f"{exports.file_name(month)}: {made.games} games, {made.bytes} bytes, SHA-256 {made.sha256}")
