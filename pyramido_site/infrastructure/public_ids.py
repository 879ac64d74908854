"""Public ids of rows."""

from __future__ import annotations

import secrets
from typing import Final, NewType

PublicId = NewType("PublicId", str)
"""What a row is called outside the database, so that mypy refuses a name, a key or a secret in its place."""

NO_ID: Final = PublicId("")
"""Where a column or parameter names no row."""


def new_public_id() -> PublicId:
    """Return 12 URL-safe characters (72 random bits).

    The first is not a hyphen, which commands would take for an option.
    """
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return PublicId(made)
