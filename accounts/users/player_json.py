"""A user as other players see it, in every answer and frame."""

from __future__ import annotations

from typing import Any, TypedDict

from accounts.users.models import User


class Player(TypedDict):
    """A player."""

    id: str
    name: str
    guest: bool
    bot: bool


def player_json(user: User) -> dict[str, Any]:
    """Return a user as other players see it: public id, name, and whether it is a guest or a bot."""
    return {"id": user.public_id, "name": user.display_name, "guest": user.is_guest, "bot": user.is_bot}
