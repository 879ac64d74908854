"""Conditional moves. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.newtypes import SeatNumber, Seq


class ConditionalMoves(models.Model):
    """The turns that a player has planned (docs/formats/conditional-moves.md), at most one row per seat."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for the turn")
        PLAYED = "played", _("played")
        DROPPED = "dropped", _("dropped")

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    seat: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at_ms = models.BigIntegerField(_("made at"))
    seq: models.IntegerField[Seq, Seq] = models.IntegerField(_("made after event"))
    turns = models.JSONField(_("turns"))
    """A list of `engine.planned_turns.Turn`."""
    done = models.PositiveSmallIntegerField(_("actions played"), default=0)
    """Number of actions played, over all turns."""
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    why = models.JSONField(_("why it was dropped"), null=True)
    """`{"code", "template", "params"}` of a refusal."""
    told = models.BooleanField(_("its owner was told that it was dropped"), default=True)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="games_conditional_moves_seat")]
        indexes = [models.Index(fields=["id"], condition=Q(told=False), name="games_conditional_moves_untold")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"
