"""What bot accounts have beside other accounts. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from engine.newtypes import SeatNumber, Seq


class BotPolicy(models.Model):
    """Which challenges a bot accepts (`games.bots.selectors.bot_policies.Policy` as JSON); the server declines all
    others at once.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot_policy"
    )
    accepts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"policy of user {self.user_id}"


class BotHook(models.Model):
    """The address at which the server asks for a bot's decisions, for a bot that is not always connected."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot_hook"
    )
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    """Key of the HMAC-SHA-256 that signs each call."""
    created_ms = models.BigIntegerField()
    answered_ms = models.BigIntegerField(null=True)
    """When it last returned a valid response."""
    problem = models.CharField(max_length=200, blank=True, default="")
    """What was wrong with its last response, or ""."""

    def __str__(self) -> str:
        return f"hook of user {self.user_id}"


class BotCall(models.Model):
    """A call of a bot's address for the decision that its seat has owed since event `since`.

    It is due at `due_ms` and repeated with growing pauses until the bot has acted or the decision is gone; then the row
    is deleted. `accepted` means that the bot has answered that it will act later by itself. `seq` is the game's last
    event when a worker last checked that the seat still owes this decision.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    seat: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField()
    since: models.IntegerField[Seq, Seq] = models.IntegerField()
    seq: models.IntegerField[Seq, Seq] = models.IntegerField()
    due_ms = models.BigIntegerField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    accepted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="games_bot_call_seat")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat} {self.since}"
