"""Invitations to a table, and who was taken off one. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import new_public_id


class Invitation(models.Model):
    """A seat that is held for somebody."""

    class State(models.TextChoices):
        PENDING = "pending", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    class Reason(models.TextChoices):
        NO_TIME = "no_time", _("I have no time")
        LATER = "later", _("not now, maybe later")
        TOO_FAST = "too_fast", _("I would like more time to think")
        TOO_SLOW = "too_slow", _("I would like a faster game")
        RATED = "rated", _("I would rather play unrated")
        UNRATED = "unrated", _("I would rather play rated")
        OTHER_GAME = "other_game", _("I would rather play another game")
        NO = "no", _("no, thank you")

    public_id = models.CharField(_("public id"), max_length=16, unique=True, default=new_public_id, editable=False)
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="invitations")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.PENDING)
    reason = models.CharField(_("reason"), max_length=10, choices=Reason.choices, blank=True, default="")
    at_ms = models.BigIntegerField(_("at"))
    answered_ms = models.BigIntegerField(_("answered"), null=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], condition=Q(state="pending"), name="games_seat_held"),
            models.UniqueConstraint(fields=["game", "user"], condition=Q(state="pending"), name="games_invited_once"),
        ]
        indexes = [models.Index(fields=["user"], condition=Q(state="pending"), name="games_invitation_open")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat}"


class Removal(models.Model):
    """The host has taken somebody off a waiting table: there that person sits down again only when invited."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="removals")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("removal from a table")
        verbose_name_plural = _("removals from tables")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="games_removed_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
