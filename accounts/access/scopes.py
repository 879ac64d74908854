"""What a token may do, by name. Each name has the sentence that people agree to.

A view's `scopes` says for each of its methods what a token needs for it (docs/formats/api.md): one of these names,
several of which any will do, PUBLIC or SESSION. Callers with a session need no scope.
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
    GAMES_READ: _("See your games as you see them: your view, events, chat and notes."),
    GAMES_PLAY: _("Play for you: move, open, join and leave tables, plan turns, write in the chat and in your notes."),
    CHALLENGES_WRITE: _("Invite people, answer invitations, ask for rematches, and seek opponents for you."),
    ACCOUNT_READ: _(
        "Read your settings and notifications, and download all your data, including games, chat and notes."
    ),
    ACCOUNT_WRITE: _("Change your settings, vacation, devices and blocked players."),
    BOT_PLAY: _("Do what only bot accounts do: answer challenges and events as a program."),
    MOD_READ: _("Read reports and what moderators see."),
    MOD_WRITE: _("Act as a moderator."),
}
"""Every scope, in the order in which people see them."""

MODERATES = "games.moderate"
"""The permission without which nobody is offered the moderators' scopes (games.moderation.selectors.roles)."""

PUBLIC = "public"
"""No scope's name: what anybody may read; any token will do."""

SESSION = "session"
"""No scope's name: only the pages may do it, with their session; no token will do."""

OPEN_TABLES = (GAMES_PLAY, CHALLENGES_WRITE)
"""Either will do."""

PLAYING = frozenset((GAMES_PLAY, CHALLENGES_WRITE))
"""What bot accounts do with tokens alone."""

Need = str | tuple[str, ...]


def names(need: Need) -> tuple[str, ...]:
    """The scopes of which one is needed."""
    return (need,) if isinstance(need, str) else need


def is_playing(need: Need) -> bool:
    return not PLAYING.isdisjoint(names(need))


def offered_to(user: User) -> list[str]:
    """What `user` may let a program do: nobody gives more than the account has."""
    kept_back = {BOT_PLAY} if not user.is_bot else set()
    if not user.has_perm(MODERATES):
        kept_back |= {MOD_READ, MOD_WRITE}
    return [name for name in SENTENCES if name not in kept_back]


def in_order(wanted: Iterable[str]) -> list[str]:
    """Those of `wanted` that are scopes, each once, as people see them."""
    chosen = set(wanted)
    return [name for name in SENTENCES if name in chosen]
