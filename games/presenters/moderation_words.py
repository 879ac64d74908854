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
        gettext_noop("You leave games that you have begun. The others lose the game that they came for."),
        gettext_noop("You left again after a warning. Begin only games that you can finish."),
    ),
    Kind.COLLUSION: (
        gettext_noop("You played for another player and not for yourself. Everybody plays for their own score."),
        gettext_noop("You lost games on purpose to move ratings."),
    ),
    Kind.AUTOMATED: (
        gettext_noop("A program chose your moves. Programs play with bot accounts alone."),
        gettext_noop("You took advice of a program in rated games."),
    ),
    Kind.MULTIPLE: (
        gettext_noop("One person plays with one account. You met yourself in rated games."),
        gettext_noop("You used a second account while the first one was suspended."),
    ),
    Kind.HARASSMENT: (
        gettext_noop("You insulted another player in the chat. Please speak to others as you want to be spoken to."),
        gettext_noop("You threatened or harassed another player. That has no place here."),
        gettext_noop("You went on insulting others after a warning."),
    ),
    Kind.NAME: (
        gettext_noop("Your name insults others, and was changed."),
        gettext_noop("Your name pretends to be somebody else’s, and was changed."),
    ),
    Kind.OTHER: (
        gettext_noop("You wrote advertising into the chat."),
        gettext_noop("You told others’ private data in the chat."),
        gettext_noop("What you did is against the terms of this site."),
    ),
}
"""Reasons for the player, by kind of report."""

CLOSED = (
    gettext_noop("We saw nothing against the rules."),
    gettext_noop("What was reported cannot be seen in the game, its clocks or its chat."),
    gettext_noop("It is unfriendly, but not against the rules; you can block the player."),
    gettext_noop("It was reported and decided before."),
)
"""Reasons for doing nothing."""

ANSWERS = (
    gettext_noop("Thank you: we have seen it, and something was done."),
    gettext_noop("Thank you for the report. We have looked at it, and saw nothing against the rules."),
    gettext_noop("We understand that this was unpleasant. It is not against the rules; you can block the player."),
)
"""Answers to the reporter."""

_LEFT = {
    "resigned": gettext_noop("resigned"),
    "timed_out": gettext_noop("ran out of time"),
    "removed": gettext_noop("was taken out by the moderators"),
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
