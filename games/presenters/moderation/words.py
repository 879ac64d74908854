"""Sentences for moderators to choose from, in the language of their recipient."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from accounts.notifications import preferences
from games.moderation.models import Report

Kind = Report.Kind

REASONS: dict[str, tuple[str, ...]] = {
    Kind.STALLING: (
        gettext_noop("You let your clock run down in lost games. Please play on or resign."),
        gettext_noop("You kept others waiting on purpose, although you had been warned."),
    ),
    Kind.LEAVING: (
        gettext_noop("You leave games that you started. This spoils the game for the others."),
        gettext_noop("You left again after a warning. Start only games that you can finish."),
    ),
    Kind.COLLUSION: (
        gettext_noop("You played for another player instead of yourself. All players must play for their own score."),
        gettext_noop("You lost games on purpose to manipulate ratings."),
    ),
    Kind.AUTOMATED: (
        gettext_noop("A program chose your moves. Programs may play only on bot accounts."),
        gettext_noop("You used advice from a program in rated games."),
    ),
    Kind.MULTIPLE: (
        gettext_noop("Each person may use only one account. You played against yourself in rated games."),
        gettext_noop("You used a second account while the first one was suspended."),
    ),
    Kind.HARASSMENT: (
        gettext_noop("You insulted another player in the chat. Please treat others as you want to be treated."),
        gettext_noop("You threatened or harassed another player. That has no place here."),
        gettext_noop("You kept insulting others after a warning."),
    ),
    Kind.NAME: (
        gettext_noop("Your name was offensive and was changed."),
        gettext_noop("Your name impersonated another person and was changed."),
    ),
    Kind.OTHER: (
        gettext_noop("You advertised in the chat."),
        gettext_noop("You shared someone’s private data in the chat."),
        gettext_noop("What you did is against the terms of this site."),
    ),
}
"""Reasons for the player, by kind of report."""

CLOSED = (
    gettext_noop("We saw nothing against the rules."),
    gettext_noop("We could not find what you reported in the game, its clocks or its chat."),
    gettext_noop("It is unfriendly, but not against the rules; you can block the player."),
    gettext_noop("It was already reported and decided."),
)
"""Reasons for doing nothing."""

ANSWERS = (
    gettext_noop("Thank you: we have reviewed it and taken action."),
    gettext_noop("Thank you for the report. We reviewed it and found nothing against the rules."),
    gettext_noop("We understand that this was unpleasant. It is not against the rules; you can block the player."),
)
"""Answers to the reporter."""

_LEFT = {
    "resigned": gettext_noop("resigned"),
    "timed_out": gettext_noop("ran out of time"),
    "removed": gettext_noop("was removed by the moderators"),
}


def how_left(left: str) -> str:
    """Return how a user has left the game, in words, or ""."""
    return gettext(_LEFT[left]) if left in _LEFT else ""


def read_by(user: User, sentences: tuple[str, ...]) -> list[str]:
    """Return the sentences in the user's language."""
    with translation.override(preferences.language(preferences.of(user.pk))):
        return [gettext(sentence) for sentence in sentences]


def reasons_for(user: User, kind: str | None) -> list[str]:
    """Return the reasons for this kind of report, or all, in the user's language."""
    if kind is not None:
        return read_by(user, REASONS[kind])
    return read_by(user, tuple(sentence for sentences in REASONS.values() for sentence in sentences))
