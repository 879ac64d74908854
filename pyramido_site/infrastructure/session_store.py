"""Sessions in the database as Django's, read with one prepared statement, since every request reads one.

Written against the internals of django 5.2.19 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from pyramido_site.infrastructure.database_faults import is_database_fault
from pyramido_site.infrastructure.prepared_statements import rows_of, stored_now


class SessionStore(db.SessionStore):
    """Django's sessions in the database."""

    def load(self) -> dict[str, Any]:
        """Return the session's data, empty if it has ended or expired."""
        found = rows_of(
            "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s",
            [self.session_key, stored_now()],
        )
        if not found:
            self._session_key = None
            return {}
        return dict(self.decode(found[0][0]))

    def save(self, must_create: bool = False) -> None:
        """Store the session. Raise the database's error if it is lost.

        Django mistakes a lost database for a session that was removed in the meantime and answers 400, even after a
        move was stored. The database's error lets the client retry.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if error.__context__ is not None and is_database_fault(error.__context__):
                raise error.__context__ from None
            raise
