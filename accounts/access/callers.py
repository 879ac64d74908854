"""Callers: anonymous, signed in by a session of the pages, or authenticated by a token.

Sockets and streams keep the Caller that opened them and check it with `ended()`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from allauth.idp.oidc.models import Token as OAuthToken
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.access import oauth, tokens
from accounts.access import scopes as scope_names
from accounts.notifications import sanction_words
from accounts.sanctions import selectors as sanctions
from accounts.users.models import User

T = TypeVar("T")
PERSONAL, OAUTH = "personal", "oauth"
ACCESS = OAuthToken.Type.ACCESS_TOKEN
MOST_CHARACTERS = 200
"""Longest token that is looked up, in characters."""
CHUNK = 500
"""Values in one IN clause: SQLite accepts at least 999."""


@dataclass(frozen=True)
class Caller:
    """A request's user and credential: `token` is (kind, primary key); `scopes` is None for a session, which may do
    everything that the account may.
    """

    user: User | None
    session_key: str | None
    token: tuple[str, int] | None
    scopes: frozenset[str] | None

    def may(self, need: scope_names.Need) -> bool:
        """Whether the scopes meet the need that a view or stream names (accounts.access.scopes)."""
        if self.scopes is None or need == scope_names.PUBLIC:
            return True
        return not self.scopes.isdisjoint(scope_names.names(need))


STRANGER = Caller(None, None, None, None)


def caller_of_session(user: AbstractBaseUser | AnonymousUser | None, session_key: str | None) -> Caller:
    """Return the caller behind Django's `request.user` and `request.session.session_key`."""
    return Caller(user, session_key, None, None) if isinstance(user, User) else STRANGER


def caller_of_token(text: str) -> Caller | None:
    """Return the caller with this personal or OAuth token, or None unless the token is valid and its user active."""
    personal = tokens.find(text)
    if personal is not None:
        return Caller(personal.user, None, (PERSONAL, personal.pk), frozenset(personal.scopes))
    if text.startswith(tokens.PREFIX):
        return None
    granted = oauth.working().select_related("user").filter(user__is_active=True).lookup(ACCESS, text)
    if granted is None or not isinstance(granted.user, User):
        return None
    return Caller(granted.user, None, (OAUTH, granted.pk), frozenset(granted.get_scopes()))


def token_in(header: str) -> str | None:
    """Return the bearer token of an Authorization header, or None if it has none or a malformed one."""
    scheme, _space, text = header.partition(" ")
    text = text.strip()
    return text if scheme.lower() == "bearer" and text.isascii() and len(text) <= MOST_CHARACTERS else None


def why_closed(text: str) -> tuple[sanctions.Closed, frozenset[str]] | None:
    """Return why a token is refused and its scopes, if it would be valid had
    moderators not closed the account; else None.
    """
    user: object = None
    held: Sequence[str] = ()
    if text.startswith(tokens.PREFIX):
        personal = tokens.unexpired().select_related("user").filter(hash=tokens.digest(text)).first()
        if personal is not None:
            user, held = personal.user, personal.scopes
    else:
        granted = oauth.working().select_related("user").lookup(ACCESS, text)
        if granted is not None:
            user, held = granted.user, granted.get_scopes()
    closed = sanctions.why_closed(user) if isinstance(user, User) else None
    return None if closed is None else (closed, frozenset(held))


def sentence_if_closed(text: str) -> str | None:
    """Return the sentence shown to the bearer of a token whose account is closed, in the active language: which
    sanction, until when, and why. None if `why_closed()` is None.

    A token that may read and change the account gets the link to appeal and to download the data; any other token gets
    the address of the sign-in page.
    """
    found = why_closed(text)
    if found is None:
        return None
    closed, held = found
    whole = held >= {scope_names.ACCOUNT_READ, scope_names.ACCOUNT_WRITE}
    return f"{sanction_words.sentence(closed.sanction)} {sanction_words.how_to_appeal(closed.link if whole else None)}"


def closed_session(session: SessionBase) -> sanctions.Closed | None:
    """Return why a session is refused, if it would be valid had moderators not closed its user's account; else None."""
    if SESSION_KEY not in session:
        return None
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=False).first()
    if user is None or not _same_password(user, session.get(HASH_SESSION_KEY, "")):
        return None
    return sanctions.why_closed(user)


def ended(callers: Sequence[Caller]) -> set[int]:
    """Return the indexes of callers whose credentials are no longer valid.

    A session ends when it is signed out, expires, or is older than its user's password. A token ends when it is
    revoked, expires, or belongs to an application whose owner is banned. Both end when the account becomes inactive.
    Anonymous callers never end.
    """
    personal = {caller.token[1] for caller in callers if caller.token and caller.token[0] == PERSONAL}
    oauth = {caller.token[1] for caller in callers if caller.token and caller.token[0] == OAUTH}
    still = {
        *((PERSONAL, pk) for some in _chunks(personal) for pk in _personal(some)),
        *((OAUTH, pk) for some in _chunks(oauth) for pk in _oauth(some)),
    }
    sessions = _sessions({caller.session_key for caller in callers if caller.session_key})
    gone = set()
    for index, caller in enumerate(callers):
        if caller.token is not None:
            holds = caller.token in still
        else:
            holds = caller.user is None or sessions.get(caller.session_key or "") == caller.user.pk
        if not holds:
            gone.add(index)
    return gone


def _personal(keys: Sequence[int]) -> Iterable[int]:
    return tokens.valid().filter(pk__in=keys).values_list("pk", flat=True)


def _oauth(keys: Sequence[int]) -> Iterable[int]:
    found: Iterable[int] = (
        oauth.working().valid().filter(pk__in=keys, user__is_active=True).values_list("pk", flat=True)
    )
    return found


def _sessions(keys: set[str]) -> dict[str, int]:
    """Map session keys to the ids of the users that they still sign in."""
    signed: list[tuple[str, int, str]] = []
    for some in _chunks(keys):
        for session in Session.objects.filter(session_key__in=some, expire_date__gt=timezone.now()):
            held = session.get_decoded()
            if SESSION_KEY in held:
                signed.append((session.session_key, int(held[SESSION_KEY]), held.get(HASH_SESSION_KEY, "")))
    users: dict[int, User] = {}
    for some_users in _chunks({user_id for _key, user_id, _hash in signed}):
        users.update(User.objects.filter(is_active=True).in_bulk(some_users))
    return {
        key: user_id
        for key, user_id, kept in signed
        if user_id in users and _same_password(users[user_id], kept)
    }  # fmt: skip


def _same_password(user: User, kept: str) -> bool:
    """Whether the hash `kept` in a session matches the user's current password (as Django compares it)."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(hmac.compare_digest(kept, one) for one in hashes)


def _chunks(values: Iterable[T]) -> Iterator[list[T]]:
    every = list(values)
    return (every[start : start + CHUNK] for start in range(0, len(every), CHUNK))
