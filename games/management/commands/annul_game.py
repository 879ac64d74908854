"""`manage.py annul_game`: the result of a rated game counts no longer, or again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.names import name_key
from games.errors import Refusal
from games.services.annul_game import annul_game


class Command(BaseCommand):
    help = "Annul the result of a rated game: ratings are folded again without it, and everybody touched is told."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game’s id")
        parser.add_argument("--by", required=True, help="the name of the member of staff who decides")
        parser.add_argument("--reason", required=True, help="why; shown to the players")
        parser.add_argument("--counts", action="store_true", help="undo it: the game counts again")

    def handle(self, *args: Any, **options: Any) -> None:
        by = User.objects.filter(name_key=name_key(options["by"]), is_staff=True, is_active=True).first()
        if by is None:
            raise CommandError(f"There is no member of staff called “{options['by']}”.")
        try:
            annul_game(by, options["game"], options["reason"], counts=options["counts"])
        except Refusal as refusal:
            raise CommandError(refusal.detail) from refusal
        self.stdout.write(f"{options['game']} counts {'again' if options['counts'] else 'no longer'}.")
