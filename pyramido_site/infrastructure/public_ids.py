"""Public ids of rows."""

from __future__ import annotations

import secrets


def new_public_id() -> str:
    """Return 12 URL-safe characters (72 random bits).

    The first is not a hyphen, which commands would take for an option.
    """
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return made
