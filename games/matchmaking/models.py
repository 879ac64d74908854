"""Pairing pools and the seeks that wait in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.requests.models import KEY_LENGTH
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class PairingPool(models.Model):
    """All seeks for the same game, options and terms wait in one pool."""

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    fingerprint = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256, in hex, of the canonical JSON of `game`, `options` and `terms`."""
    game_key = models.CharField(_("game"), max_length=32)
    options = models.JSONField(_("options"), default=dict)
    terms = models.JSONField(_("terms"), default=dict)
    live = models.BooleanField(_("live"), default=False)
    """Whether its games are live: a user plays at most one live game at a time."""
    prepared = models.PositiveIntegerField(_("prepared secrets"), default=0, editable=False)
    taken = models.PositiveIntegerField(_("used secrets"), default=0, editable=False)
    """Number of secrets already used; the next game takes the secret with this number."""

    class Meta:
        verbose_name = _("pairing pool")
        verbose_name_plural = _("pairing pools")

    def __str__(self) -> str:
        return f"{self.game_key} {self.public_id}"


class PoolSecret(models.Model):
    """The secret of a future game, committed to in advance (docs/rules.md E). Games use them in the order of their
    numbers, which count from 0 without gaps. Numbers below the pool's `taken` have been used, even if the game has been
    deleted since.
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


class SeekAlert(models.Model):
    """A user asks to be notified the next time another one seeks a live game
    (`games.matchmaking.services.seek_alerts`).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seek_alerts")
    game_key = models.CharField(_("game"), max_length=32, blank=True, default="")
    """"" for any game."""
    made_ms = models.BigIntegerField(_("created"))
    """Only seeks that are made later count."""
    until_ms = models.BigIntegerField(_("until"))

    class Meta:
        verbose_name = _("seek alert")
        verbose_name_plural = _("seek alerts")
        constraints = [models.UniqueConstraint(fields=["user", "game_key"], name="games_seek_alert_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game_key}"


class Seek(models.Model):
    """A user's wish to play in a pool: for one game, or (`concurrent_games`) for that many games at a time until
    withdrawn.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PAIRED = "paired", _("paired")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    pool = models.ForeignKey(PairingPool, on_delete=models.CASCADE, related_name="seeks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seeks")
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.WAITING)
    concurrent_games = models.PositiveSmallIntegerField(_("games at a time"), default=0)
    """0: one game, then the seek has ended. Otherwise the state `paired` means that enough games are running."""
    nonce = models.CharField(max_length=64, blank=True, default="", editable=False)
    """64 hex digits, or ""."""
    commitments_shown = models.PositiveIntegerField(default=0, editable=False)
    """Number of the pool's commitments published when the nonce came; with a commitment of a later game the nonce
    proves nothing.
    """
    made_ms = models.BigIntegerField(_("created"))
    since_ms = models.BigIntegerField(_("waiting since"))
    until_ms = models.BigIntegerField(_("until"), null=True)
    """When it expires. A live seek is renewed while its user is present."""
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
