"""Vacations and outages. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """A time in which a player's clocks are stopped. `until_ms` is its planned or actual end."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    from_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(db_index=True)
    settled = models.BooleanField(default=False)
    """Whether its end has been written to all of the player's games."""

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.from_ms}–{self.until_ms}"


class Outage(models.Model):
    """A time in which deadlines were not swept."""

    from_ms = models.BigIntegerField()
    to_ms = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")

    def __str__(self) -> str:
        return f"{self.from_ms}–{self.to_ms}"
