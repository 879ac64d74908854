"""What bot accounts have beside other players. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class BotPolicy(models.Model):
    """Which challenges a bot takes (`games.bots.selectors.policies.Policy` as JSON); the server answers the others at
    once.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot_policy"
    )
    accepts = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"policy of user {self.user_id}"


class BotHook(models.Model):
    """The address that is asked for a bot's decisions, for a bot that is not always connected."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="bot_hook"
    )
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    """HMAC-SHA-256 over what is sent."""
    created_ms = models.BigIntegerField()
    answered_ms = models.BigIntegerField(null=True)
    """When it last gave an answer that was of use."""
    problem = models.CharField(max_length=200, blank=True, default="")
    """What was wrong with its last answer, or ""."""

    def __str__(self) -> str:
        return f"hook of user {self.user_id}"


class BotCall(models.Model):
    """A decision that a bot's address is asked for: what its seat has owed since event `since`.

    It is due at `due_ms`, and is asked for again with growing pauses until it was taken (then it is removed) or is
    owed no more. `accepted`: the bot said that it will act later, by itself. `seq` is the game's last event when
    somebody last looked whether this is what the seat owes.
    """

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    since = models.IntegerField()
    seq = models.IntegerField()
    due_ms = models.BigIntegerField(db_index=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    accepted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="games_bot_call_seat")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.seat} {self.since}"
