"""Scopes: what a token may do. Each has the sentence that users agree to.

A view's `scopes` maps each of its methods to what a token needs for it (docs/formats/api.md): one scope, a tuple of
scopes any of which suffices, PUBLIC or SESSION. Callers with a session need no scope.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.users.models import User

GAMES_READ = "games:read"
GAMES_PLAY = "games:play"
CHALLENGES_WRITE = "challenges:write"
ACCOUNT_READ = "account:read"
ACCOUNT_WRITE = "account:write"
BOT_PLAY = "bot:play"
MOD_READ = "mod:read"
MOD_WRITE = "mod:write"

SENTENCES = {
    GAMES_READ: _("See everything you see in your games: board, log, chat and notes."),
    GAMES_PLAY: _("Play for you: move, open, join and leave tables, plan turns, write in the chat and in your notes."),
    CHALLENGES_WRITE: _("Invite people, answer invitations, ask for rematches, and search for opponents for you."),
    ACCOUNT_READ: _(
        "Read your settings and notifications, and download all your data, including games, chat and notes."
    ),
    ACCOUNT_WRITE: _("Change your settings, vacation, devices and blocked players."),
    BOT_PLAY: _("Act as a bot: answer invitations and game events."),
    MOD_READ: _("Read reports and what moderators see."),
    MOD_WRITE: _("Act as a moderator."),
}
"""Every scope, in display order."""

MODERATES = "games.moderate"
"""The permission required to be offered the moderators' scopes (games.moderation.selectors.roles)."""

PUBLIC = "public"
"""Not a scope: public data, readable with any token or none."""

SESSION = "session"
"""Not a scope: only sessions of the pages may do it, no token."""

OPEN_TABLES = (GAMES_PLAY, CHALLENGES_WRITE)
"""Either scope suffices."""

PLAYING = frozenset((GAMES_PLAY, CHALLENGES_WRITE))
"""Scopes of operations that a bot account may only do with a token."""

Need = str | tuple[str, ...]


def names(need: Need) -> tuple[str, ...]:
    """Return the scopes of which a token needs at least one."""
    return (need,) if isinstance(need, str) else need


def is_playing(need: Need) -> bool:
    """Whether the need is a scope for playing."""
    return not PLAYING.isdisjoint(names(need))


def offered_to(user: User) -> list[str]:
    """Return the scopes that `user` may grant to a program, in display order: at most what the account itself has."""
    kept_back = {BOT_PLAY} if not user.is_bot else set()
    if not user.has_perm(MODERATES):
        kept_back |= {MOD_READ, MOD_WRITE}
    return [name for name in SENTENCES if name not in kept_back]


def in_order(wanted: Iterable[str]) -> list[str]:
    """Return the known scopes among `wanted`, without duplicates, in display order."""
    chosen = set(wanted)
    return [name for name in SENTENCES if name in chosen]
