"""What OAuth 2 needs beside the tables of allauth.idp.oidc. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SpentToken(models.Model):
    """A code or refresh token that was exchanged: it counts once (RFC 6749, 4.1.2; RFC 9700, 4.14.2).

    Whoever shows it again may have stolen it, or has had it stolen: the connection that came of it ends.
    `hash` is its SHA-256 (hex).
    """

    hash = models.CharField(max_length=64, primary_key=True)
    client = models.ForeignKey("allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at_ms = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"spent by {self.client_id} for user {self.user_id}"
