"""A notification in its reader's language and zone: as a line, in the API, as a frame of sockets and streams."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.notifications import bell
from accounts.notifications import preferences as preferences_of
from accounts.notifications.models import Notification, Preferences
from accounts.notifications.notification_kinds_and_defaults import KINDS, game_title
from accounts.sanctions import selectors as sanctions
from pyramido_site.infrastructure.channel_layer import Addressed

NAMED_GAMES = 3
"""Number of games named in the subject of a message, and shown in pictures in a mail."""

PICTURED = ("your_turn", "game_finished")
"""Kinds with a picture of the game."""


@dataclass(frozen=True)
class NotificationLine:
    """A notification to read: what happened, the deadline to act ("" if there is none), the path of its page, and that
    of a picture of the game at that time, as strangers may see it, with what it shows (both "" for most).
    """

    text: str
    until: str
    path: str
    picture: str = ""
    shows: str = ""

    @property
    def url(self) -> str:
        """The absolute URL of its page."""
        return f"{settings.SITE_URL}{self.path}"

    @property
    def picture_url(self) -> str:
        """The absolute URL of its picture; "" without one."""
        return f"{settings.SITE_URL}{self.picture}" if self.picture else ""


def line(notification: Notification, preferences: Preferences) -> NotificationLine:
    """Return the line of a notification in the active language."""
    kind = KINDS[notification.kind]
    text, until = kind.sentence(notification.data), _until(notification, preferences)
    return NotificationLine(text, until, path(notification), *_picture(notification))


def _picture(notification: Notification) -> tuple[str, str]:
    """Return the path of the picture, and what it shows."""
    if notification.kind not in PICTURED or not notification.subject or notification.seq is None:
        return "", ""
    language = (translation.get_language() or settings.LANGUAGE_CODE).partition("-")[0]
    address = reverse("position_preview", args=[notification.subject, language, notification.seq])
    return address, _("%(game)s: everyone’s boards and points.") % {"game": game_title(notification.data)}


def _until(notification: Notification, preferences: Preferences) -> str:
    """Return the sentence with the deadline to act, or the end of a sanction; "" if there is neither."""
    deadline_ms, until_ms = notification.data.get("deadline_ms"), notification.data.get("until_ms")
    at_ms = deadline_ms if isinstance(deadline_ms, int) else until_ms
    if not isinstance(at_ms, int):
        return ""
    moment = datetime.fromtimestamp(at_ms / 1000, preferences_of.zone_of(preferences))
    when = formats.date_format(moment, "DATETIME_FORMAT")
    sentence = (
        _("You have until %(when)s (%(zone)s).") if at_ms == deadline_ms else _("It lasts until %(when)s (%(zone)s).")
    )
    return sentence % {"when": when, "zone": preferences.zone}


def path(notification: Notification) -> str:
    """Return the path of the page about it: the table, the user's standing or name, pairing, or the list of
    notifications.
    """
    if KINDS[notification.kind].to_closed:
        user = notification.user
        return reverse("account_status") if user.is_active else sanctions.appeal_path(user)
    if notification.kind == "account":
        return reverse("choose_name")
    if notification.kind == "opponent_waiting":
        return reverse("seeks")
    if notification.subject:
        try:
            return reverse("table", args=[notification.subject])
        except NoReverseMatch:
            pass  # a subject other than a game has no page
    return reverse("notifications")


def told(notification: Notification, preferences: Preferences) -> dict[str, Any]:
    """Return a notification as the API shows it, in the active language (docs/formats/api.md)."""
    said = line(notification, preferences)
    return {
        "key": notification.key,
        "kind": notification.kind,
        "subject": notification.subject,
        "text": said.text,
        "url": said.path,
        "data": notification.data,
        "seq": notification.seq,
        "created_ms": notification.created_ms,
        "read": notification.read_ms is not None,
    }


def notification_text(notification: Notification, preferences: Preferences) -> str:
    """Return the `notification` frame, in its reader's language."""
    with translation.override(preferences_of.language(preferences)):
        shown = told(notification, preferences)
    return json.dumps({"type": "notification", **shown, "bell": notification.bell}, ensure_ascii=False)


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


def headline(notifications: Sequence[Notification], lines: Sequence[NotificationLine]) -> str:
    """Return the subject of a message about these notifications."""
    if len(lines) == 1:
        return " ".join(lines[0].text.split())  # the subject of a mail is one line
    if all(notification.kind == "your_turn" for notification in notifications):
        games = len({notification.subject for notification in notifications})
        said = ngettext("%(count)d game is waiting for you", "%(count)d games are waiting for you", games) % {
            "count": games
        }
    else:
        count = len(lines)
        said = ngettext("%(count)d new notification", "%(count)d new notifications", count) % {"count": count}
    told = {notification.subject: game_title(notification.data) for notification in notifications}
    titles = [" ".join(title.split()) for title in told.values() if title]
    more = "; …" if len(titles) > NAMED_GAMES else ""
    return f"{said}: {'; '.join(titles[:NAMED_GAMES])}{more}" if titles else said
