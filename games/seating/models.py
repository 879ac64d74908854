"""Removals from a table. The model is here, since only this room reads it. `Invitation` is in `games.record`, since a
table's JSON contains invitations.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Removal(models.Model):
    """A user whom the host removed from an open table; to sit down there again, the user needs an invitation."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="removals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("removal from a table")
        verbose_name_plural = _("removals from tables")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="games_removed_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
