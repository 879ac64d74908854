"""Reports, the moderators' log, and appeals. Times are Unix milliseconds.

Games and chat lines are referenced by their public ids, because what was decided about them outlives them.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id

ID_LENGTH = 16


class Report(models.Model):
    """A player's request to the moderators to look at another player: in a game, for a chat line or a shared
    study, or in general.

    `evidence` is what the server recorded when the report was filed (games.moderation.services.evidence); only
    moderators read it, and it contains nothing that a running game hides. `text` is the reporter's, `answer` the
    moderators' answer to the reporter.
    """

    class Kind(models.TextChoices):
        STALLING = "stalling", _("stalling")
        LEAVING = "leaving", _("leaving games")
        COLLUSION = "collusion", _("collusion")
        AUTOMATED = "automated", _("a program plays on a person’s account")
        MULTIPLE = "multiple", _("several accounts of one person")
        HARASSMENT = "harassment", _("insults, harassment or threats")
        NAME = "name", _("an inappropriate name")
        OTHER = "other", _("something else")

    class About(models.TextChoices):
        GAME = "game", _("a game")
        LINE = "line", _("a chat message")
        PROFILE = "profile", _("a player")
        STUDY = "study", _("a study")

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        CLAIMED = "claimed", _("a moderator is reviewing it")
        UPHELD = "upheld", _("action was taken")
        DENIED = "denied", _("no action was taken")

    TEXT_LENGTH = 1000

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    about = models.CharField(_("about"), max_length=7, choices=About.choices)
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("reporter")
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        verbose_name=_("reported player"),
    )
    game: models.CharField[PublicId, PublicId] = models.CharField(
        _("game"), max_length=ID_LENGTH, blank=True, default=""
    )
    line: models.CharField[PublicId, PublicId] = models.CharField(
        _("chat message"), max_length=ID_LENGTH, blank=True, default=""
    )
    study: models.CharField[PublicId, PublicId] = models.CharField(
        _("study"), max_length=ID_LENGTH, blank=True, default=""
    )
    text = models.CharField(_("what the reporter says"), max_length=TEXT_LENGTH, blank=True, default="")
    evidence = models.JSONField(_("evidence"), default=dict)
    at_ms = models.BigIntegerField(_("at"))
    priority = models.IntegerField(_("priority"), default=0)
    """Higher comes first (games.moderation.services.report)."""
    state = models.CharField(_("state"), max_length=7, choices=State.choices, default=State.OPEN)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=_("claimed by"),
    )
    claimed_ms = models.BigIntegerField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=_("decided by"),
    )
    decided_ms = models.BigIntegerField(null=True)
    answer = models.CharField(_("answer to the reporter"), max_length=TEXT_LENGTH, blank=True, default="")

    WAITING = ("open", "claimed")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = [
            ("moderate", "May work at the moderators' desk"),
            ("moderate_senior", "May suspend, ban, rename and annul, and undo others' decisions"),
            ("give_roles", "May make moderators"),
        ]
        indexes = [
            models.Index(
                fields=["-priority", "at_ms"], condition=Q(state__in=("open", "claimed")), name="games_report_queue"
            ),
            models.Index(fields=["reported", "-at_ms"], name="games_report_reported"),
            models.Index(fields=["reporter", "-at_ms"], name="games_report_reporter"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "reported", "kind", "game", "line", "study"],
                condition=Q(state__in=("open", "claimed")),
                name="games_report_waits_once",
            ),
            models.CheckConstraint(condition=~Q(reporter=models.F("reported")), name="games_report_other"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


class ModerationDecision(models.Model):
    """An entry of the moderators' log: who did what to whom, and why. The database refuses to change or delete it
    (games.moderation.log_guard); a decision is undone by another decision.
    """

    class Action(models.TextChoices):
        NOTE = "note", _("note")
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute")
        UNRATED = "unrated", _("suspension from rated play")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")
        RENAME = "rename", _("new name")
        HIDE_LINE = "hide_line", _("chat message deleted")
        ANNUL = "annul", _("game annulled")
        CLOSE = "close", _("closed, no action taken")
        UNDO = "undo", _("undone")
        APPEAL_GRANTED = "granted", _("appeal granted")
        APPEAL_REJECTED = "rejected", _("appeal rejected")
        CONFIRMED = "confirmed", _("confirmed")

    REASON_LENGTH = 1000

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    action = models.CharField(_("action"), max_length=10, choices=Action.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False, verbose_name=_("player")
    )
    """The user whom the decision is about."""
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    at_ms = models.BigIntegerField(_("at"))
    until_ms = models.BigIntegerField(_("until"), null=True)
    game: models.CharField[PublicId, PublicId] = models.CharField(
        _("game"), max_length=ID_LENGTH, blank=True, default=""
    )
    line: models.CharField[PublicId, PublicId] = models.CharField(
        _("chat message"), max_length=ID_LENGTH, blank=True, default=""
    )
    data = models.JSONField(_("data"), default=dict)
    """What undoing needs; for a rename, the old and the new name."""
    report = models.ForeignKey(
        Report, on_delete=models.PROTECT, null=True, related_name="decisions", verbose_name=_("report")
    )
    sanction = models.ForeignKey(
        Sanction, on_delete=models.PROTECT, null=True, related_name="decisions", verbose_name=_("sanction")
    )
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="undone_by", verbose_name=_("undoes")
    )

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("moderators’ log")
        indexes = [models.Index(fields=["user", "-id"], name="games_moderationdecision_user")]

    def __str__(self) -> str:
        return f"{self.action} {self.public_id}"


class Appeal(models.Model):
    """A user's request that another moderator review a decision; one for each decision."""

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        GRANTED = "granted", _("granted")
        REJECTED = "rejected", _("rejected")

    TEXT_LENGTH = 2000

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    decision = models.OneToOneField(
        ModerationDecision, on_delete=models.PROTECT, related_name="appeal", verbose_name=_("decision")
    )
    text = models.CharField(_("text"), max_length=TEXT_LENGTH)
    at_ms = models.BigIntegerField(_("at"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("decided by")
    )
    decided_ms = models.BigIntegerField(null=True)
    answer = models.CharField(_("answer"), max_length=1000, blank=True, default="")

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [models.Index(fields=["at_ms"], condition=Q(state="open"), name="games_appeal_open")]

    def __str__(self) -> str:
        return f"appeal {self.public_id}"


SANCTIONS: Final = (
    ModerationDecision.Action.WARNING,
    ModerationDecision.Action.MUTE,
    ModerationDecision.Action.UNRATED,
    ModerationDecision.Action.SUSPENSION,
    ModerationDecision.Action.BAN,
)


MEASURES: Final = (
    *SANCTIONS,
    ModerationDecision.Action.RENAME,
    ModerationDecision.Action.HIDE_LINE,
    ModerationDecision.Action.ANNUL,
)
"""The actions that a player is told of and may appeal against."""
