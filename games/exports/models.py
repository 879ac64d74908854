"""Public files of rated games, one per month. Times are Unix milliseconds."""

from __future__ import annotations

from django.db import models


class MonthlyExport(models.Model):
    """The public file of the rated games that ended in a month: gzipped NDJSON."""

    month = models.CharField(max_length=7, primary_key=True)
    """Like 2026-10, UTC."""
    games = models.IntegerField()
    bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    made_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return self.month
