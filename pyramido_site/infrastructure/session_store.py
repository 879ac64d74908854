"""The site's sessions: Django's, in the database, read with the least effort, for each request reads one.

Written against the insides of django 5.2.19 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from pyramido_site.infrastructure.database_faults import is_database_fault
from pyramido_site.infrastructure.prepared_statements import rows_of, stored_now


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        found = rows_of(
            "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s",
            [self.session_key, stored_now()],
        )
        if not found:
            self._session_key = None
            return {}
        return dict(self.decode(found[0][0]))

    def save(self, must_create: bool = False) -> None:
        """A database that is away is no session that was removed meanwhile: Django takes it for one and answers 400,
        also to somebody whose move is stored. It is said as what it is, so that the caller asks again.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if error.__context__ is not None and is_database_fault(error.__context__):
                raise error.__context__ from None
            raise
