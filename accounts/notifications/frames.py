"""A notification as a frame of sockets and streams, and as a message on its way to them."""

from __future__ import annotations

import json

from django.utils import translation

from accounts.notifications import bell
from accounts.notifications import preferences as preferences_of
from accounts.notifications import rendering as wording
from accounts.notifications.models import Notification, Preferences
from pyramido_site.infrastructure.channel_layer import Addressed


def notification_text(notification: Notification, preferences: Preferences) -> str:
    """Return the `notification` frame, in its reader's language."""
    with translation.override(preferences_of.language(preferences)):
        told = wording.told(notification, preferences)
    return json.dumps({"type": "notification", **told, "bell": notification.bell}, ensure_ascii=False)


def message(notification: Notification, preferences: Preferences, previous: int) -> Addressed:
    """Return the message that carries the ready frame; `previous` is the
    number of the player's previous notification, or 0.
    """
    return bell.group_name(notification.user_id), {
        "type": "told",
        "before": previous,
        "number": notification.pk,
        "key": notification.key,
        "subject": notification.subject,
        "text": notification_text(notification, preferences),
    }
