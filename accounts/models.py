"""Every model of the app and the states of the outbox, for Django and for code outside the app. Each class lives in its
room; code of the app imports it from there.
"""

from __future__ import annotations

from accounts.access.models import SpentToken, Token
from accounts.notifications.models import (
    DEAD,
    DROPPED,
    LETTER,
    SENDING,
    SENT,
    UNDONE,
    WAITING,
    Challenges,
    ConfirmMoves,
    Notification,
    Outbox,
    Preferences,
    PushDevice,
    Webhook,
)
from accounts.sanctions.models import AddressDigest, Fingerprint, Sanction
from accounts.users.models import Block, RestingName, User, UserManager

__all__ = [
    "DEAD", "DROPPED", "LETTER", "SENDING", "SENT", "UNDONE", "WAITING",
    "AddressDigest", "Block", "Challenges", "ConfirmMoves", "Fingerprint", "Notification", "Outbox", "Preferences",
    "PushDevice", "RestingName", "Sanction", "SpentToken", "Token", "User", "UserManager", "Webhook",
]  # fmt: skip
