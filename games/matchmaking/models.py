"""How people find a game: pools in which they wait to be paired."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.requests.models import KEY_LENGTH
from pyramido_site.infrastructure.public_ids import new_public_id


class PairingPool(models.Model):
    """Where everybody waits who seeks the same: a game with these options on these terms."""

    public_id = models.CharField(_("public id"), max_length=16, unique=True, default=new_public_id, editable=False)
    fingerprint = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256, in hex, of the canonical JSON of `game`, `options` and `terms`."""
    game_key = models.CharField(_("game"), max_length=32)
    options = models.JSONField(_("options"), default=dict)
    terms = models.JSONField(_("terms"), default=dict)
    live = models.BooleanField(_("live"), default=False)
    """Whether its games are played at one sitting: nobody can play two of them at once."""
    prepared = models.PositiveIntegerField(_("prepared secrets"), default=0, editable=False)
    taken = models.PositiveIntegerField(_("taken secrets"), default=0, editable=False)
    """The next game takes the secret of this number."""

    class Meta:
        verbose_name = _("pairing pool")
        verbose_name_plural = _("pairing pools")

    def __str__(self) -> str:
        return f"{self.game_key} {self.public_id}"


class PoolSecret(models.Model):
    """The secret of a game to come, committed to in advance (docs/rules.md E). Games take them in the order of their
    numbers, which count from 0 without gaps. Those below the pool's `taken` have been taken, also where the game has
    been removed since.
    """

    pool = models.ForeignKey(PairingPool, on_delete=models.CASCADE, related_name="secrets")
    number = models.PositiveIntegerField(_("number"))
    secret = models.BinaryField(max_length=32, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64)
    game = models.OneToOneField("games.Game", on_delete=models.SET_NULL, null=True, related_name="pool_secret")

    class Meta:
        verbose_name = _("prepared secret")
        verbose_name_plural = _("prepared secrets")
        constraints = [models.UniqueConstraint(fields=["pool", "number"], name="games_pool_secret_number")]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.number}"


class Seek(models.Model):
    """Somebody wants to play in a pool: once, or (`keep`) so many games at a time until it is withdrawn."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PAIRED = "paired", _("paired")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    public_id = models.CharField(_("public id"), max_length=16, unique=True, default=new_public_id, editable=False)
    pool = models.ForeignKey(PairingPool, on_delete=models.CASCADE, related_name="seeks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.WAITING)
    concurrent_games = models.PositiveSmallIntegerField(_("games at a time"), default=0)
    """0: one game, then the seek is done. Otherwise `paired` means that it has games enough for now."""
    nonce = models.CharField(max_length=64, blank=True, default="", editable=False)
    """64 hex digits, or ""."""
    commitments_shown = models.PositiveIntegerField(default=0, editable=False)
    """So many of the pool's commitments had been shown when the nonce came: with a later one it proves nothing."""
    made_ms = models.BigIntegerField(_("created"))
    since_ms = models.BigIntegerField(_("waiting since"))
    until_ms = models.BigIntegerField(_("until"), null=True)
    """When it expires; who waits for a live game puts it off by being there."""
    game = models.ForeignKey("games.Game", on_delete=models.SET_NULL, null=True, related_name="+")
    """The latest game that it led to."""
    key = models.CharField(max_length=KEY_LENGTH, null=True, editable=False)
    """The idempotency key of the request that made it."""

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        constraints = [
            models.UniqueConstraint(fields=["pool", "user"], condition=Q(state="waiting"), name="games_seek_waiting"),
            models.UniqueConstraint(fields=["user", "key"], name="games_seek_key"),
        ]
        indexes = [
            models.Index(fields=["until_ms"], condition=Q(state="waiting"), name="games_seek_until"),
            models.Index(fields=["id"], condition=Q(concurrent_games__gt=0), name="games_seek_standing"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.public_id}"
