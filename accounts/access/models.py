"""Personal tokens, and what OAuth 2 needs beside the tables of allauth.idp.oidc. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class Token(models.Model):
    """A personal token, made by its owner for a program. Its text is shown once; only its SHA-256 (hex) is stored.

    `scopes` are names from `accounts.access.scopes`. `last_used_ms` is rounded down to the minute.
    """

    NAME_LENGTH = 60

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens", verbose_name=_("user")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    hash = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("rights"), default=list)
    created_ms = models.BigIntegerField()
    expires_ms = models.BigIntegerField(null=True)
    """Null if the token is valid until revoked."""
    last_used_ms = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return f"token {self.public_id} of user {self.user_id}"


class SpentToken(models.Model):
    """A code or refresh token that was already exchanged: each is valid once (RFC 6749, 4.1.2; RFC 9700, 4.14.2).

    Reuse means that it may have been stolen, so the connection made with it ends. `hash` is its SHA-256 (hex).
    """

    hash = models.CharField(max_length=64, primary_key=True)
    client = models.ForeignKey("allauth_idp_oidc.Client", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at_ms = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"spent by {self.client_id} for user {self.user_id}"
