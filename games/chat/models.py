"""Lines of chat and private notes. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.requests.models import KEY_LENGTH
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class ChatLine(models.Model):
    """A line of chat at a table, which is not part of the game's log. `games.chat.selectors` has the rules of who may
    read and write in which room.
    """

    class Room(models.TextChoices):
        PLAYERS = "players", _("players")
        SPECTATORS = "spectators", _("spectators")

    MAX_LENGTH = 500

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+", db_index=False)
    room = models.CharField(_("room"), max_length=10, choices=Room.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(_("text"), max_length=MAX_LENGTH)
    at_ms = models.BigIntegerField(_("at"))
    hidden = models.BooleanField(_("hidden"), default=False, help_text=_("Its text is no longer shown."))
    key = models.CharField(max_length=KEY_LENGTH, null=True, editable=False)
    """The idempotency key of the request that wrote it."""

    class Meta:
        verbose_name = _("chat message")
        verbose_name_plural = _("chat messages")
        indexes = [models.Index(fields=["game", "room", "-id"], name="games_chat_room")]
        constraints = [models.UniqueConstraint(fields=["game", "user", "key"], name="games_chat_key")]

    def __str__(self) -> str:
        return f"{self.room} {self.public_id}"


class PrivateNote(models.Model):
    """A user's note about a table, which no other user may read, staff included."""

    MAX_LENGTH = 5000

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(_("text"), max_length=MAX_LENGTH)
    at_ms = models.BigIntegerField(_("at"))

    class Meta:
        verbose_name = _("private note")
        verbose_name_plural = _("private notes")
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="games_note_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}"
