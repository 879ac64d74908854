"""The condition that a session still signs its user in, as SQL that another statement can include."""

from __future__ import annotations

import functools
import hashlib
from typing import Any

from django.db import connection

from accounts.users.models import User
from pyramido_site.infrastructure.prepared_statements import rows_of, stored_now

_DIGEST = {"postgresql": "encode(sha256(convert_to(password, 'UTF8')), 'hex')", "sqlite": "sha256(password)"}
"""SHA-256 of the stored password hash, so that no statement contains the hash itself."""

_SIGNED_IN = (
    "EXISTS (SELECT 1 FROM accounts_user WHERE id = %s AND is_active AND {digest} = %s)"
    " AND EXISTS (SELECT 1 FROM django_session WHERE session_key = %s AND expire_date > %s)"
)


@functools.cache
def _signed_in_condition() -> str:
    return _SIGNED_IN.format(digest=_DIGEST[connection.vendor])


def signed_in(user: User, session_key: str) -> tuple[str, list[Any]]:
    """Return an SQL condition and its values: the session is neither ended nor expired, and the user is active and has
    the same password as when `user` was loaded.
    """
    digest = hashlib.sha256(user.password.encode()).hexdigest()
    return _signed_in_condition(), [user.pk, digest, session_key, stored_now()]


def still_signed_in(user: User, session_key: str) -> bool:
    """Whether the condition of `signed_in()` holds now. One query."""
    condition, values = signed_in(user, session_key)
    return bool(rows_of(f"SELECT 1 WHERE {condition}", values))
