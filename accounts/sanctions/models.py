"""Sanctions, and the digests that show that two accounts are one person's.

Who decided on a sanction, and why, is in the moderators' log (games.moderation.models). Times are Unix milliseconds.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class Sanction(models.Model):
    """A moderators' decision about an account, in force from `at_ms` until `until_ms`
    (null: permanent) unless lifted (accounts.sanctions.selectors).
    """

    class Kind(models.TextChoices):
        """The kinds of sanctions."""

        WARNING = "warning", _("warned")
        MUTE = "mute", _("muted")
        UNRATED = "unrated", _("barred from rated games")
        SUSPENSION = "suspension", _("suspended")
        BAN = "ban", _("banned")

    REASON_LENGTH = 1000

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("user")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH, help_text=_("Shown to the player."))
    at_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True)
    lifted_ms = models.BigIntegerField(null=True)
    acknowledged_ms = models.BigIntegerField(null=True)
    """When the player confirmed having read it."""
    provisional = models.BooleanField(_("provisional"), db_default=False, default=False)
    """Whether another moderator has yet to confirm it; unconfirmed it lapses at `until_ms`."""
    stops_clocks = models.BooleanField(db_default=False, default=False)
    """For a suspension: whether it pauses the clocks of running games, which resume after it."""

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        indexes = [
            models.Index(fields=["user", "-at_ms"], name="accounts_sanction_user"),
            models.Index(fields=["until_ms"], condition=Q(lifted_ms=None), name="accounts_sanction_until"),
            models.Index(fields=["user"], condition=Q(stops_clocks=True), name="accounts_sanction_clocks"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(until_ms=None) | Q(until_ms__gt=models.F("at_ms")), name="accounts_sanction_lasts"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"


class Fingerprint(models.Model):
    """A network or device that an account was used from, to find accounts that share it.

    It is an HMAC-SHA-256 with a key of the site's, never the address or device itself, and deleted
    `accounts.sanctions.device_fingerprints.KEPT_MS` after it was last seen.
    """

    class Kind(models.TextChoices):
        """The kinds of fingerprints."""

        NETWORK = "network", _("network")
        DEVICE = "device", _("device")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind.choices)
    digest = models.BinaryField(max_length=32)
    first_ms = models.BigIntegerField()
    last_ms = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "digest"], name="accounts_fingerprint_once")]
        indexes = [models.Index(fields=["kind", "digest"], name="accounts_fingerprint_shared")]

    def __str__(self) -> str:
        return f"{self.kind} of user {self.user_id}"


class AddressDigest(models.Model):
    """The verified address or the name of a deleted account under a sanction, as an
    HMAC-SHA-256 with a key of the site's (accounts.sanctions.address_digests).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    digest = models.BinaryField(max_length=32, db_index=True)
    at_ms = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"address of user {self.user_id}"
