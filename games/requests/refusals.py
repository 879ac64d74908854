"""Refusals: what a request gets when it cannot be carried out. Nothing has changed then."""

from __future__ import annotations

import math

from django.utils.translation import gettext, gettext_noop

from engine.core import GameError
from pyramido_site.infrastructure.database_faults import is_database_fault

STATUS_OF_KIND = {"malformed": 400, "illegal": 422, "stale": 409}

RETRY_S = 2
"""What a caller is told to wait when the server is busy."""


class Refusal(Exception):
    """A typed failure with everything that an answer or an error frame says.

    `status` is HTTP's; `code` is stable and meant for programs; `template % params` is the English sentence, translated
    when it is shown; `field` is the path of the offending field; `seq` is the log's last event. Of a limit that was
    reached `limit` is the name, and after so many `seconds` it is worth trying again.
    """

    def __init__(
        self,
        status: int,
        code: str,
        template: str,
        /,
        *,
        field: str | None = None,
        seq: int | None = None,
        limit: str | None = None,
        seconds: int | None = None,
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
        self.seconds = seconds

    @classmethod
    def of(cls, error: GameError) -> Refusal:
        """The engine's refusal, with the status that its class stands for."""
        status = STATUS_OF_KIND[error.kind]
        refusal = cls(status, error.code, error.template, field=error.field, seq=error.seq)
        refusal.params = error.params
        return refusal

    @property
    def detail(self) -> str:
        """The sentence, in the language of the moment."""
        sentence = gettext(self.template)
        return sentence % self.params if self.params else sentence

    def __str__(self) -> str:
        return f"{self.code}: {self.template % self.params if self.params else self.template}"


def fault(error: BaseException) -> Refusal:
    """What is said where the server has failed. What fails with its database is worth another try."""
    if not is_database_fault(error):
        return Refusal(500, "server_error", gettext_noop("Server error. Please try again later."))
    template = gettext_noop("The site is busy. Try again in a moment.")
    refusal = Refusal(503, "busy", template)
    refusal.seconds = RETRY_S
    return refusal


def not_found(public_id: str) -> Refusal:
    return Refusal(404, "not_found", gettext_noop("Game “%(id)s” not found."), id=public_id[:20])


def not_running(status: str) -> Refusal:
    return Refusal(
        409, "not_running", gettext_noop("This game is not running: its status is “%(status)s”."), status=status
    )


def not_open(status: str) -> Refusal:
    return Refusal(409, "not_open", gettext_noop("This table is not open: its status is “%(status)s”."), status=status)


def not_seated() -> Refusal:
    return Refusal(403, "not_seated", gettext_noop("You are not a player at this table."))


def not_authenticated() -> Refusal:
    return Refusal(401, "not_authenticated", gettext_noop("You are not signed in."))


def key_reused(key: str, seq: int | None) -> Refusal:
    template = gettext_noop("The idempotency key “%(key)s” was already used for another request.")
    return Refusal(422, "key_reused", template, seq=seq, key=key)


def signed_out() -> Refusal:
    return Refusal(401, "signed_out", gettext_noop("You are no longer signed in."))


def invalid_token() -> Refusal:
    template = gettext_noop("Invalid token: it is unknown, expired or revoked.")
    return Refusal(401, "invalid_token", template)


def account_closed(sentence: str) -> Refusal:
    """`sentence` is in the reader's language already."""
    return Refusal(401, "account_closed", "%(sentence)s", sentence=sentence)


def out_of_scope(scope: str) -> Refusal:
    return Refusal(403, "insufficient_scope", gettext_noop("The token needs the scope “%(scope)s”."), scope=scope)


def broken_log(at: int) -> Refusal:
    """`at` is the first event of the game's log that does not fit."""
    template = gettext_noop(
        "The log of this game is damaged at event %(at)s. You can view the game but not continue it."
    )
    return Refusal(409, "broken_log", template, seq=at, at=at)


def gone() -> Refusal:
    return Refusal(410, "gone", gettext_noop("This game has been removed."))


def throttled(limit: str, seconds: float | None, template: str) -> Refusal:
    """Too much for the limit of this name; after so many seconds (None: not known) there is room again."""
    whole = max(1, math.ceil(seconds)) if seconds is not None else 1
    return Refusal(429, "throttled", template, limit=limit, seconds=whole)
