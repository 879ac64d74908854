"""Saved filters."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from pyramido_site.infrastructure.public_ids import PublicId, new_public_id


class SavedFilters(models.Model):
    """Filters of a search under a title, both of which only their owner sees."""

    TITLE_LENGTH = 60
    MOST = 50
    """The largest number that an account can save."""

    public_id: models.CharField[PublicId, PublicId] = models.CharField(
        _("public id"), max_length=16, unique=True, default=new_public_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_filters", db_index=False
    )
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    filters = models.JSONField(_("filters"), default=dict)
    """`games.search.selectors.filters.Filters` as JSON."""
    made_ms = models.BigIntegerField(_("created"))

    class Meta:
        verbose_name = _("saved filters")
        verbose_name_plural = _("saved filters")
        constraints = [models.UniqueConstraint(fields=["user", "title"], name="games_filters_title")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.public_id}"
