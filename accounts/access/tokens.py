"""Personal tokens: creation, lookup, revocation. Their text is shown once; only its SHA-256 is stored."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.access import scopes
from accounts.access.models import Token
from accounts.users.models import User
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

PREFIX = "pyr_"
TEXT = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
DAY_MS = 24 * 3600 * 1000
MINUTE_MS = 60 * 1000
MOST = 20
"""Tokens that a user may have, including expired ones."""
DAYS = (30, 90, 365, None)
"""Lifetimes that a token may have, in days; None: until revoked."""


class Unfit(ValueError):
    """A token or application cannot be created. `field` is the form field at fault, None if no input would do.
    `sentence` is the reason, translated.
    """

    def __init__(self, field: str | None, sentence: str) -> None:
        super().__init__(sentence)
        self.field, self.sentence = field, sentence


def digest(text: str) -> str:
    """Return the SHA-256 in hex. A token has 256 random bits, so that a slower hash would not protect it better."""
    return hashlib.sha256(text.encode()).hexdigest()


def plain(name: str) -> str:
    """Return the name on one line, without invisible characters and those that change the direction of text."""
    return " ".join("".join(one for one in name if one.isprintable() or one.isspace()).split())


def make(user: User, name: str, wanted: Iterable[str], days: int | None) -> tuple[Token, str]:
    """Create a token for `user`; return it with its text, which cannot be recovered later.

    Raise Unfit if the user is a guest or has too many tokens, or if the name, a scope or the number of days is not
    allowed.
    """
    name, wanted = plain(name), set(wanted)
    if user.is_guest:
        raise Unfit(None, _("Guests cannot have tokens. Create an account first."))
    if not 1 <= len(name) <= Token.NAME_LENGTH:
        raise Unfit("name", _("A name must have 1 to %(most)s characters.") % {"most": Token.NAME_LENGTH})
    if not wanted:
        raise Unfit("scopes", _("Choose at least one permission."))
    for scope in sorted(wanted.difference(scopes.offered_to(user))):
        raise Unfit("scopes", _("You cannot give the scope “%(name)s”.") % {"name": scope[:40]})
    if days not in DAYS:
        raise Unfit("days", _("A token can be valid for 30, 90 or 365 days, or until you revoke it."))
    now = now_ms()
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one at a time: two together could exceed the limit
        if Token.objects.filter(user=user).count() >= MOST:
            raise Unfit(None, _("You already have %(most)s tokens, the maximum. Revoke one first.") % {"most": MOST})
        made = Token.objects.create(
            user=user,
            name=name,
            hash=digest(text),
            scopes=scopes.in_order(wanted),
            created_ms=now,
            expires_ms=None if days is None else now + days * DAY_MS,
        )
    return made, text


def valid() -> QuerySet[Token]:
    """Return the tokens that can be used now: not expired, of active accounts."""
    return unexpired().filter(user__is_active=True, user__is_guest=False)


def unexpired() -> QuerySet[Token]:
    """Return the tokens that have not expired, whatever the state of their accounts."""
    return Token.objects.filter(Q(expires_ms__isnull=True) | Q(expires_ms__gt=now_ms()))


def find(text: str) -> Token | None:
    """Return the token with this text and its user, or None unless it is valid; note its use, to the minute."""
    if not TEXT.fullmatch(text):
        return None
    token = valid().select_related("user").filter(hash=digest(text)).first()
    if token is not None:
        minute = now_ms() // MINUTE_MS * MINUTE_MS
        if token.last_used_ms is None or token.last_used_ms < minute:
            Token.objects.filter(pk=token.pk).update(last_used_ms=minute)
            token.last_used_ms = minute
    return token


def of(user: User) -> QuerySet[Token]:
    """Return the tokens of `user`, the latest first."""
    return Token.objects.filter(user=user).order_by("-pk")


def own(user: User, public_id: PublicId) -> Token | None:
    """Return the user's token with this id, or None."""
    return of(user).filter(public_id=public_id).first()


def revoke(user: User, public_id: PublicId) -> bool:
    """Revoke a token; return False if `user` has none with this id.

    Its open streams and sockets are closed (accounts.connections.watch).
    """
    deleted, _each = Token.objects.filter(user=user, public_id=public_id).delete()
    return bool(deleted)


def token_json(token: Token) -> dict[str, Any]:
    """Return what the owner sees of a token (docs/formats/authentication.md)."""
    return {
        "id": token.public_id,
        "name": token.name,
        "scopes": token.scopes,
        "created_ms": token.created_ms,
        "last_used_ms": token.last_used_ms,
        "expires_ms": token.expires_ms,
    }
