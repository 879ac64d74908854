"""`manage.py rebuild_ratings`: fold all results of all pools again and compare the outcome with the stored ratings."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from pyramido_site.infrastructure.append_only import missing
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.log_guard import RATINGS
from ratings.models import Rating, RatingPool, Result
from ratings.services.rebuild import differences, rebuild


class Command(BaseCommand):
    """Compare the stored ratings with the results, and repair them unless `--check` is given."""

    help = "Fold all results again, print what is stored differently, and repair it: the log by revisions, and ratings."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add `--check` and `--pool`."""
        parser.add_argument("--check", action="store_true", help="only compare; exit with 1 if anything differs")
        parser.add_argument(
            "--pool",
            metavar="GAME:PACE:POPULATION",
            action="append",
            help="this pool only, like a-game:live:people (may be repeated)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print all differences. Raise CommandError if there are any, or if any remain after the repair."""
        wrong = 0
        for name in missing(connection, RATINGS):
            wrong += 1
            self.stdout.write(f"the database's guard of the ratings is not whole: {name} is missing")
        for pool in self._pools(options["pool"]):
            found = list(differences(pool)) if options["check"] else self._mended(pool)
            wrong += len(found)
            for sentence in found:
                self.stdout.write(f"{pool}: {sentence}")
            results, ratings = (model.objects.filter(pool=pool).count() for model in (Result, Rating))
            self.stdout.write(f"{pool}: {results} results, {ratings} ratings, {len(found)} differences")
        if wrong:
            raise CommandError(f"{wrong} differences" + ("" if options["check"] else " remain") + ".")

    def _mended(self, pool: RatingPool) -> list[str]:
        """Rebuild the pool and return the differences that remain."""
        for sentence in rebuild(pool, now_ms()):
            self.stdout.write(f"{pool}: mended: {sentence}")
        return list(differences(pool))

    def _pools(self, names: list[str] | None) -> list[RatingPool]:
        """The pools with these names, or all. Raise CommandError for an unknown name."""
        pools = list(RatingPool.objects.order_by("game", "pace", "population"))
        if names is None:
            return pools
        named = {f"{pool.game}:{pool.pace}:{pool.population}": pool for pool in pools}
        unknown = [name for name in names if name not in named]
        if unknown:
            raise CommandError(f"There is no pool {', '.join(unknown)}; there are {', '.join(named) or 'none'}.")
        return [named[name] for name in dict.fromkeys(names)]
