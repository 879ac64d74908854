"""Retention periods of personal data, in one place: how long guests, notifications, seeks and the rest are kept.

They are used by what deletes it (accounts.identity.expired_data, games.people.services.delete_expired_data) and the
privacy page, and compared by tests with docs/privacy.md and with the modules that delete messages, keys and
fingerprints themselves.
"""

from __future__ import annotations

from typing import Final

from pyramido_site.infrastructure.site_clock import now_ms

DAY_MS: Final = 24 * 3600 * 1000

DAYS: Final = {
    "notifications": 90,
    "fingerprints": 90,
    "guests": 30,
    "seeks": 90,
    "invitations": 90,
    "plans": 30,
    "keys": 30,
    "evidence": 365,
    "signals": 365,
    "addresses": 730,
    "names": 365,
}
"""Retention in days by kind of data, after which it is deleted or emptied (docs/privacy.md says which and from when).
"""


def before_ms(what: str) -> int:
    """Return the cutoff (Unix ms): older data of this kind is past its retention."""
    return now_ms() - DAYS[what] * DAY_MS
