"""Who calls: nobody, somebody by the session of the pages, or a program by a token.

Sockets and streams keep the Caller that opened them and ask `ended()` whether it still holds.
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
from accounts.sanctions import services as sanctions
from accounts.users.models import User

T = TypeVar("T")
PERSONAL, OAUTH = "personal", "oauth"
ACCESS = OAuthToken.Type.ACCESS_TOKEN
MOST_CHARACTERS = 200
"""Of a token."""
CHUNK = 500
"""Values in one IN: SQLite takes 999 at the least."""


@dataclass(frozen=True)
class Caller:
    """`token` is its kind and primary key; `scopes` is None for a session, which may do all that the account may."""

    user: User | None
    session_key: str | None
    token: tuple[str, int] | None
    scopes: frozenset[str] | None

    def may(self, need: scope_names.Need) -> bool:
        """Whether the scopes suffice for what a view or stream names (accounts.access.scopes)."""
        if self.scopes is None or need == scope_names.PUBLIC:
            return True
        return not self.scopes.isdisjoint(scope_names.names(need))


STRANGER = Caller(None, None, None, None)


def caller_of_session(user: AbstractBaseUser | AnonymousUser | None, session_key: str | None) -> Caller:
    """The caller behind Django's `request.user` and `request.session.session_key`."""
    return Caller(user, session_key, None, None) if isinstance(user, User) else STRANGER


def caller_of_token(text: str) -> Caller | None:
    """The caller with this token, personal or OAuth; None unless it is valid and its user active."""
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
    """The bearer token that an Authorization header holds."""
    scheme, _space, text = header.partition(" ")
    text = text.strip()
    return text if scheme.lower() == "bearer" and text.isascii() and len(text) <= MOST_CHARACTERS else None


def why_closed(text: str) -> tuple[sanctions.Closed, frozenset[str]] | None:
    """Why a token is refused that would be good if moderators had not closed its user's account, and its scopes."""
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
    """The same for whoever shows that token, in the language of the moment: what holds, until when, and why. The link
    to appeal and to download the data goes to a token that may read and change the account anyway; others are sent to
    the page where one signs in.
    """
    found = why_closed(text)
    if found is None:
        return None
    closed, held = found
    whole = held >= {scope_names.ACCOUNT_READ, scope_names.ACCOUNT_WRITE}
    return f"{sanction_words.sentence(closed.sanction)} {sanction_words.how_to_appeal(closed.link if whole else None)}"


def closed_session(session: SessionBase) -> sanctions.Closed | None:
    """Why a session signs nobody in that would if moderators had not closed its user's account."""
    if SESSION_KEY not in session:
        return None
    user = User.objects.filter(pk=session[SESSION_KEY], is_active=False).first()
    if user is None or not _same_password(user, session.get(HASH_SESSION_KEY, "")):
        return None
    return sanctions.why_closed(user)


def ended(callers: Sequence[Caller]) -> set[int]:
    """The indexes of the callers that hold no more.

    A session has ended that was signed out, has expired, or is older than its user's password; a token that was
    revoked or has expired, or whose application's owner was banned; both when the account is not active any more.
    Strangers never end.
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
    """Session key → the user whom it still signs in."""
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
    """Whether a session with the hash `kept` was begun with the password that `user` has now (as Django asks it)."""
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(hmac.compare_digest(kept, one) for one in hashes)


def _chunks(values: Iterable[T]) -> Iterator[list[T]]:
    every = list(values)
    return (every[start : start + CHUNK] for start in range(0, len(every), CHUNK))
