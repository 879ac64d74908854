"""Every model of the app, for Django to find. Each class lives in its room; code of the app imports it from there."""

from __future__ import annotations

from accounts.access.models import SpentToken, Token
from accounts.notifications.models import Notification, Outbox, Preferences, PushDevice, Webhook
from accounts.sanctions.models import AddressMark, Mark, Sanction
from accounts.users.models import Block, RestingName, User, UserManager

__all__ = [
    "AddressMark", "Block", "Mark", "Notification", "Outbox", "Preferences", "PushDevice", "RestingName", "Sanction",
    "SpentToken", "Token", "User", "UserManager", "Webhook",
]  # fmt: skip
