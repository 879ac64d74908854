"""`manage.py make_sample_site`: people and games to work with (what `make dev` begins with)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.users.names import name_key

LOCAL = {"localhost", "127.0.0.1", "[::1]"}


class Command(BaseCommand):
    help = "Make people, games in every phase and with every ending, ratings and reports, to work on the site with."

    def add_arguments(self, parser: CommandParser) -> None:
        """Read the seed, the password of all accounts, and whether the database may have others."""
        parser.add_argument("--seed", type=int, default=1, help="who plays with whom, and how")
        parser.add_argument("--password", default="sample-site", help="of all accounts")
        parser.add_argument("--beside-others", action="store_true", help="also where there are accounts already")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the sample. Raise CommandError on a site that others can reach, or where there are accounts already."""
        from pyramido_site.sample_site.made import make
        from pyramido_site.sample_site.people import NAMES

        if settings.HTTPS or not LOCAL.issuperset(settings.ALLOWED_HOSTS):
            raise CommandError(
                "A sample site has a password that is known to all: it is not made where HTTPS is 1, or where "
                "ALLOWED_HOSTS names more than this computer."
            )
        if User.objects.exists() and not options["beside_others"]:
            raise CommandError(
                "There are accounts in this database. Choose an empty one (VAR_DIR=var/dev, say), or add "
                "--beside-others."
            )
        keys = [name_key(name) for name in NAMES]
        taken = User.objects.filter(name_key__in=keys).values_list("display_name", flat=True)
        if taken:
            raise CommandError(f"These names, which the sample site needs, are taken: {', '.join(sorted(taken))}.")
        made = make(options["seed"], options["password"])
        self.stdout.write(
            f"Accounts, all with the password {options['password']}\n"
            f"  {made.me}: plays; has games in every phase\n"
            f"  {', '.join(map(str, made.others))}: play, too\n"
            f"  {made.moderator}, {made.senior}: a moderator, a senior moderator (/desk/)\n"
            f"  {made.administrator}: the administrator (/admin/)\n"
            f"Tokens for the API\n"
            f"  {made.me}: {made.player_token}\n"
            f"  {made.bot}, a bot: {made.bot_token}"
        )
