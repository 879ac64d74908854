"""Addresses below /api/v1/ of an account's own settings, notifications, tokens and blocks."""

from __future__ import annotations

from django.urls import path

import pyramido_site.infrastructure.converters  # noqa: F401 (registers `public_id`)
from accounts.api import access, notifications
from pyramido_site.infrastructure.uncached import fresh

urlpatterns = [
    path("account/blocks", fresh(notifications.Blocks), name="api_blocks"),
    path("account/preferences", fresh(notifications.PreferencesView), name="api_preferences"),
    path("account/push-devices", fresh(notifications.PushDevices), name="api_push_devices"),
    path("account/tokens", fresh(access.Tokens), name="api_tokens"),
    path("account/tokens/<public_id:token_id>", fresh(access.OneToken), name="api_token"),
    path("account/webhooks", fresh(notifications.Webhooks), name="api_webhooks"),
    path("notifications", fresh(notifications.Notifications), name="api_notifications"),
    path("notifications/read", fresh(notifications.ReadNotifications), name="api_read_notifications"),
    path("players/<public_id:player_id>/block", fresh(notifications.BlockOne), name="api_block"),
]
