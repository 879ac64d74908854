"""Names by which rows are known outside."""

from __future__ import annotations

import secrets


def new_public_id() -> str:
    """12 URL-safe characters, 72 random bits; the first is no hyphen, for which a command would look for an option."""
    while (made := secrets.token_urlsafe(9)).startswith("-"):
        pass
    return made
