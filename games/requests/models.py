"""Stored responses to requests with an idempotency key. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models

KEY_LENGTH = 64


class StoredResponse(models.Model):
    """The response to a request that created something, so that a repeat creates nothing more.

    Written in the transaction that creates it and deleted after `games.requests.idempotency.KEPT_MS`. Events, chat
    lines and seeks store their keys themselves.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH)
    digest = models.BinaryField(max_length=32)
    """SHA-256 of the request."""
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True)
    at_ms = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="games_stored_response_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.key}"
