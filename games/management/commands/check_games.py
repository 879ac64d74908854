"""`manage.py check_games`: rebuild every game from its log and compare all that is stored about it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from games.moderation.log_guard import DECISIONS
from games.record.checking import faults
from games.record.log_guard import LOG
from games.record.models import Game
from pyramido_site.infrastructure.append_only import missing


class Command(BaseCommand):
    """Check games against their logs."""

    help = "Rebuild every game from its log, compare every projection, and name what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Define `--game`."""
        parser.add_argument("--game", metavar="ID", action="append", help="check this game only (may be repeated)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each fault. Raise CommandError if there are any, or a named game does not exist."""
        wrong = self._guard_faults()
        games = Game.objects.order_by("pk")
        if options["game"]:
            games = games.filter(public_id__in=options["game"])
        checked = 0
        for game in games.iterator(chunk_size=100):
            checked += 1
            found = faults(game)
            wrong += bool(found)
            for sentence in found:
                self.stdout.write(f"{game.public_id}: {sentence}")
        unknown = len(set(options["game"] or [])) - checked
        if options["game"] and unknown:
            raise CommandError(f"{unknown} of the games named do not exist.")
        if wrong:
            raise CommandError(f"{checked} games checked, {wrong} faults found.")
        self.stdout.write(f"{checked} games checked, all as their logs say.")

    def _guard_faults(self) -> int:
        """Print the triggers that are missing, and return their number."""
        names = missing(connection, LOG, DECISIONS)
        for name in names:
            self.stdout.write(f"the database's guard of the log is not whole: {name} is missing")
        return len(names)
