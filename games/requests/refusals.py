"""Refusals: why a request is not carried out. It has changed nothing then."""

from __future__ import annotations

import math

from django.utils.translation import gettext, gettext_noop

from engine.core import GameError
from engine.newtypes import Seq
from pyramido_site.infrastructure.database_faults import is_database_fault
from pyramido_site.infrastructure.public_ids import PublicId

STATUS_OF_KIND = {"malformed": 400, "illegal": 422, "stale": 409}

RETRY_MS = 2000
"""Time (ms) after which a client is told to retry when the server is busy."""


class Refusal(Exception):
    """A typed failure with all that a problem document or an error frame says.

    `status` is HTTP's; `code` is stable and meant for programs; `template % params` is the English sentence, translated
    when it is shown; `field` is the path of the field at fault; `seq` is the log's last event. For a rate limit,
    `limit` is its name and `retry_after_ms` the time after which to retry. `game` is the key of the game whose rules
    refuse.
    """

    def __init__(
        self,
        status: int,
        code: str,
        template: str,
        /,
        *,
        field: str | None = None,
        seq: Seq | None = None,
        limit: str | None = None,
        retry_after_ms: int | None = None,
        **params: object,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.template = template
        self.params = params
        self.field = field
        self.seq = seq
        self.limit = limit
        self.retry_after_ms = retry_after_ms
        self.game: str | None = None

    @classmethod
    def of(cls, error: GameError) -> Refusal:
        """Return the engine's error as a refusal, with the status of its class."""
        status = STATUS_OF_KIND[error.kind]
        refusal = cls(status, error.code, error.template, field=error.field, seq=error.seq)
        refusal.params = error.params
        refusal.game = error.game
        return refusal

    @property
    def detail(self) -> str:
        """The sentence in the active language."""
        sentence = gettext(self.template)
        return sentence % self.params if self.params else sentence

    @property
    def retry_after_s(self) -> int | None:
        """The time (whole seconds) of the header `Retry-After`; None without one."""
        return None if self.retry_after_ms is None else math.ceil(self.retry_after_ms / 1000)

    def __str__(self) -> str:
        return f"{self.code}: {self.template % self.params if self.params else self.template}"


def fault(error: BaseException) -> Refusal:
    """Return the refusal for a fault of the server: 503 `busy` for a failed database, worth a retry, otherwise 500."""
    if not is_database_fault(error):
        return Refusal(500, "server_error", gettext_noop("Server error. Please try again later."))
    return busy()


def busy() -> Refusal:
    """503: the site cannot do it now, and a retry is worth it."""
    refusal = Refusal(503, "busy", gettext_noop("The site is busy. Try again in a moment."))
    refusal.retry_after_ms = RETRY_MS
    return refusal


def not_found(public_id: PublicId) -> Refusal:
    """404: there is no such game."""
    return Refusal(404, "not_found", gettext_noop("Game “%(id)s” not found."), id=public_id[:20])


def not_running() -> Refusal:
    """409: the game is not running."""
    template = gettext_noop("This game is not running: it has not started yet, or it is over.")
    return Refusal(409, "not_running", template)


def not_open() -> Refusal:
    """409: the table is no longer open."""
    template = gettext_noop("This table is no longer open: its game has started, or the table was closed.")
    return Refusal(409, "not_open", template)


def not_seated() -> Refusal:
    """403: the user does not sit at the table."""
    return Refusal(403, "not_seated", gettext_noop("You are not a player at this table."))


def not_authenticated() -> Refusal:
    """401: the caller is not signed in."""
    return Refusal(401, "not_authenticated", gettext_noop("You are not signed in."))


def key_reused(key: str, seq: Seq | None) -> Refusal:
    """422: the idempotency key was used for another request."""
    template = gettext_noop("The idempotency key “%(key)s” was already used for another request.")
    return Refusal(422, "key_reused", template, seq=seq, key=key)


def signed_out() -> Refusal:
    """401: the session has ended."""
    return Refusal(401, "signed_out", gettext_noop("You are no longer signed in."))


def invalid_token() -> Refusal:
    """401: the token is unknown, expired or revoked."""
    template = gettext_noop("Invalid token: it is unknown, expired or revoked.")
    return Refusal(401, "invalid_token", template)


def account_closed(sentence: str) -> Refusal:
    """401: the account is suspended, banned or closed. `sentence` is translated already."""
    return Refusal(401, "account_closed", "%(sentence)s", sentence=sentence)


def out_of_scope(scope: str) -> Refusal:
    """403: the token lacks this scope."""
    return Refusal(403, "insufficient_scope", gettext_noop("The token needs the scope “%(scope)s”."), scope=scope)


def broken_log(at: Seq) -> Refusal:
    """409: the game's log is broken; `at` is its first event that is missing or invalid."""
    template = gettext_noop("The log of this game is damaged. You can view the game but not continue it.")
    return Refusal(409, "broken_log", template, seq=at)


def gone() -> Refusal:
    """410: the game has been removed."""
    return Refusal(410, "gone", gettext_noop("This game has been removed."))


def throttled(limit: str, seconds: float | None, template: str) -> Refusal:
    """429: the rate limit of this name is reached, with the time (s) to wait, if known."""
    retry_after_ms = 1000 if seconds is None else max(1, math.ceil(seconds * 1000))
    return Refusal(429, "throttled", template, limit=limit, retry_after_ms=retry_after_ms)
