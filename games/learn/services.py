"""What a learner does: an action for a step, and where the account is from then on."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop

from accounts.models import User
from engine import lessons
from engine.core import JSON, GameError
from games.learn.models import LessonProgress
from games.learn.selectors import frame, lesson_of, progress_of
from games.requests.refusals import Refusal


def do_step(user: User | None, game: str, key: str, step: int, action: object) -> JSON:
    """Carry out the learner's action for a step, and return what to show (`selectors.frame`).

    The account, if there is one, is at the next step from then on. Raise Refusal 404 `not_found` for a lesson or step
    that does not exist; 422 `not_meant`, with the lesson's own words, for an action that the step does not accept;
    and 400 for what is no action of the game.
    """
    lesson = lesson_of(game, key)
    if not 0 <= step < len(lesson.steps):
        raise Refusal(404, "not_found", gettext_noop("There is no such step."), field="step")
    try:
        done = lessons.accepted(game, key, step, action)
    except GameError as error:
        raise Refusal.of(error) from error
    if done is None:
        raise Refusal(422, "not_meant", lesson.steps[step].other)
    if user is not None:
        _keep(user, game, key, step + 1, len(lesson.steps))
    return frame(game, key, step + 1, whole=False, done="" if done == lesson.steps[step].action else done)


def go_to(user: User | None, game: str, key: str, step: int, *, further: bool = False) -> JSON:
    """Return what to show at a step that the learner has come to before, or at the first one to begin again. The
    account, if there is one, is at that step from then on; if it is `further` already, it may stay there. Raise Refusal
    404 `not_found`.
    """
    lesson = lesson_of(game, key)
    shown = frame(game, key, step)
    if user is not None and not (further and progress_of(user).get((game, key), (-1, False))[0] >= step):
        _keep(user, game, key, step, len(lesson.steps))
    return shown


def _keep(user: User, game: str, key: str, step: int, steps: int) -> None:
    done: dict[str, Any] = {"step": step, **({"finished": True} if step == steps else {})}
    LessonProgress.objects.update_or_create(user=user, game_key=game, lesson=key, defaults=done)
