"""Studies and their moves. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from engine.newtypes import SeatNumber, Seq
from games.study.tree import COMMENT_LENGTH, GLYPHS, MoveNumber
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class Study(models.Model):
    """A position of a game, and the moves that were tried from there.

    `view` is what its owner could see of the position, and `seed` deals the rest (`games.study.private_board`); of a
    `whole_game`, `view` is the public one of its set-up, and `seed` the game's own. `facts` are the public facts with
    which the game began. `source` is the game from which it was made, or a running one that begins like its file;
    `source_seq` is set in the first case alone.
    """

    TITLE_LENGTH = 100

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False, verbose_name=_("owner")
    )
    game_key = models.CharField(_("game"), max_length=32)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    comment = models.CharField(_("comment"), max_length=COMMENT_LENGTH, blank=True, default="")
    view = models.JSONField(editable=False)
    seed = models.CharField(max_length=64, editable=False)
    whole_game = models.BooleanField(default=False, editable=False)
    facts = models.JSONField(editable=False)
    source = models.ForeignKey("games.Game", on_delete=models.SET_NULL, null=True, related_name="+", editable=False)
    source_seq: models.IntegerField[Seq | None, Seq | None] = models.IntegerField(null=True, editable=False)
    opponent = models.CharField(_("opponent"), max_length=32, blank=True, default="")
    """The level that plays all seats but the owner's; empty if the owner plays all of them by hand."""
    asked: models.PositiveIntegerField[MoveNumber | None, MoveNumber | None] = models.PositiveIntegerField(
        null=True, editable=False
    )
    """The move after which the opponent was asked to act, until it has; None if it owes nothing."""
    asked_ms = models.BigIntegerField(null=True, editable=False)
    """When it was asked, or last acted since."""
    link = models.CharField(max_length=32, unique=True, null=True, editable=False)
    """The secret part of the address at which others may read the study."""
    hidden = models.BooleanField(_("hidden"), default=False, help_text=_("Others can no longer read it."))
    last_number: models.PositiveIntegerField[MoveNumber, MoveNumber] = models.PositiveIntegerField(
        default=0, editable=False
    )
    """The greatest number that a move has had."""
    made_ms = models.BigIntegerField(_("made"))
    changed_ms = models.BigIntegerField(_("changed"))

    class Meta:
        verbose_name = _("study")
        verbose_name_plural = _("studies")
        indexes = [
            models.Index(fields=["owner", "-id"], name="games_study_owner"),
            models.Index(fields=["asked_ms"], name="games_study_asked", condition=models.Q(asked_ms__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"study {self.public_id}"


class StudyMove(models.Model):
    """A move of a study (`games.study.tree`). A row is added and deleted; of its columns only the owner's notes change,
    and its place among the variations.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="moves", db_index=False)
    number: models.PositiveIntegerField[MoveNumber, MoveNumber] = models.PositiveIntegerField(_("number"))
    parent: models.PositiveIntegerField[MoveNumber, MoveNumber] = models.PositiveIntegerField(_("follows"))
    """The number of the move that it follows; 0: the beginning."""
    seat: models.PositiveSmallIntegerField[SeatNumber, SeatNumber] = models.PositiveSmallIntegerField(_("seat"))
    action = models.JSONField(_("action"))
    place = models.IntegerField(default=0, editable=False)
    comment = models.CharField(_("comment"), max_length=COMMENT_LENGTH, blank=True, default="")
    glyph = models.CharField(_("mark"), max_length=2, blank=True, default="", choices=[(one, one) for one in GLYPHS])
    at_ms = models.BigIntegerField(_("at"))

    class Meta:
        verbose_name = _("move of a study")
        verbose_name_plural = _("moves of studies")
        constraints = [models.UniqueConstraint(fields=["study", "number"], name="games_studymove_number")]

    def __str__(self) -> str:
        return f"{self.study_id} {self.number}"
