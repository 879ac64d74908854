"""The site's sessions: Django's, in the database, read with the least effort, for each request reads one."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import db

from accounts.prepared import rows_of, stored_now


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
