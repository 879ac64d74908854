"""What a user writes in a study, cleaned and checked."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.users.name_blocklist import is_insulting
from engine.ai import levels
from engine.core import GameError
from games.requests import texts
from games.requests.refusals import Refusal
from games.study.models import Study
from games.study.tree import COMMENT_LENGTH


def title(text: str) -> str:
    """Return a title as it is stored. Raise Refusal 422 if it is empty, too long, or insulting."""
    return _decent(texts.line(text, Study.TITLE_LENGTH, "title"), "title")


def comment(text: str, field: str = "comment") -> str:
    """Return a comment, which may be empty, as it is stored. Raise Refusal 422 if it is too long or insulting."""
    return _decent(texts.note(text, COMMENT_LENGTH, field), field)


def opponent(game_key: str, level: str | None) -> str:
    """Return the level, or "" for None. Raise Refusal 400 or 422 unless it is offered and plays this game."""
    if level is None:
        return ""
    try:
        levels.check(level)
    except GameError as error:
        error.field = "opponent"
        raise Refusal.of(error) from error
    if not levels.plays(game_key):
        raise Refusal(422, "no_ai", gettext_noop("The computer does not play this game yet."), field="opponent")
    return level


def _decent(text: str, field: str) -> str:
    if is_insulting(text):
        raise Refusal(422, "insult", gettext_noop("This text contains a word that is not allowed here."), field=field)
    return text
