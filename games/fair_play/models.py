"""Flags: what the statistics have noticed about accounts. Times are Unix milliseconds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class Flag(models.Model):
    """A notice of the site's statistics about one or two accounts. It sanctions no one.

    `key` makes it unique, however often it is computed. `strength` is in thousandths of the threshold of its kind
    (games.fair_play): 1000 is just shown.
    """

    class Kind(models.TextChoices):
        SHARED = "shared", _("same network or device")
        ONE_SIDED = "one_sided", _("one-sided results")
        FORFEITS = "forfeits", _("games abandoned right away")
        GIFTS = "gifts", _("choices that favour one opponent")
        ENGINE = "engine", _("plays like the strong computer")
        STALLING = "stalling", _("stalls in lost positions")
        ABUSE = "abuse", _("abusive words in the chat")

    class State(models.TextChoices):
        NEW = "new", _("new")
        DISMISSED = "dismissed", _("dismissed")
        ACTED = "acted", _("acted on")

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    kind = models.CharField(_("kind"), max_length=9, choices=Kind.choices)
    key = models.CharField(max_length=64, unique=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("player")
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("other player")
    )
    strength = models.IntegerField(_("strength"))
    evidence = models.JSONField(_("evidence"), default=dict)
    at_ms = models.BigIntegerField(_("at"))
    state = models.CharField(_("state"), max_length=9, choices=State.choices, default=State.NEW)
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("seen by")
    )
    seen_ms = models.BigIntegerField(null=True)

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        indexes = [models.Index(fields=["-strength"], condition=Q(state="new"), name="games_flag_new")]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"
