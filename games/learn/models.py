"""How far accounts are in lessons."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LessonProgress(models.Model):
    """How far a user is in a lesson. `step`: the one to do next, counted from 0; 0 if the user has begun again, or has
    declined the offer of the lesson. `finished`: the user has been at the end, though perhaps begun again since.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game_key = models.CharField(_("game"), max_length=32)
    lesson = models.CharField(_("lesson"), max_length=32)
    step = models.PositiveSmallIntegerField(_("step"), default=0)
    finished = models.BooleanField(_("finished"), default=False)

    class Meta:
        verbose_name = _("progress in a lesson")
        verbose_name_plural = _("progress in lessons")
        constraints = [
            models.UniqueConstraint(fields=["user", "game_key", "lesson"], name="games_lesson_progress_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game_key}/{self.lesson} {self.step}"
