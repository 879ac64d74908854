"""The senders of each channel: mail server, push services, webhooks.

accounts/notifications/delivery.py decides which message is due.
"""

from __future__ import annotations

import contextlib
import enum
import json
import smtplib
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.notifications import preferences as preferences_of
from accounts.notifications import rendering as wording
from accounts.notifications import unsubscribe
from accounts.notifications import web_push as webpush
from accounts.notifications.models import LETTER, Notification, Outbox, Preferences
from accounts.notifications.notification_kinds_and_defaults import EMAIL, PUSH, WEBHOOK
from accounts.users.models import User
from pyramido_site.infrastructure import outbound
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.webhook_signature import signed

TTL_S = 24 * 3600
"""Time (s) for which a push service keeps a message for a device that is offline."""


class Outcome(enum.Enum):
    """ACCEPTED by the other side, or the destination is permanently GONE."""

    ACCEPTED = 1
    GONE = 2


class Failure(Exception):
    """A message was not accepted or, with `in_doubt`, may have been.

    `of_server`: other messages to the same server would fail too. `refused`: the server will not accept this recipient
    later either.
    """

    def __init__(self, problem: str, *, in_doubt: bool = False, of_server: bool = False, refused: bool = False) -> None:
        super().__init__(problem)
        self.in_doubt = in_doubt
        self.of_server = of_server
        self.refused = refused


@dataclass(frozen=True)
class Contents:
    """The contents of one message: its notifications, oldest first, empty only for a letter; `address` is for mail."""

    user: User
    preferences: Preferences
    notifications: list[Notification]
    address: str = ""


class Sender:
    """One channel during a worker's round: `with Mailer() as out: out.send(…)`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def send(self, message: Outbox, contents: Contents) -> Outcome:
        """Send one message. Raise Failure if it was not accepted or may not have been."""
        raise NotImplementedError

    def gone(self, message: Outbox) -> None:
        """Clean up after a destination that no longer exists."""

    def close(self) -> None:
        """Release connections."""


class Mailer(Sender):
    """E-mail. One connection for all messages of a round, opened with the first."""

    def __init__(self) -> None:
        self.connection: Any = None

    def send(self, message: Outbox, contents: Contents) -> Outcome:
        """Send one mail. Raise Failure if the server is unreachable, refuses it, or the connection breaks."""
        mail = self.composed(message, contents)
        try:
            if self.connection is None:
                made = get_connection()
                made.open()
                self.connection = made
        except (OSError, smtplib.SMTPException) as error:
            raise Failure(f"{type(error).__name__}: {error}", of_server=True) from error
        try:
            self.connection.send_messages([mail])
        except smtplib.SMTPRecipientsRefused as error:
            self.close()
            codes = [code for code, _ in error.recipients.values()]
            refused = all(code >= 500 for code in codes)
            raise Failure(f"the recipient is refused: {codes}", refused=refused) from error
        except smtplib.SMTPResponseException as error:
            self.close()
            raise Failure(f"the mail server answers {error.smtp_code}", of_server=True) from error
        except (OSError, smtplib.SMTPException) as error:
            self.close()
            raise Failure(f"{type(error).__name__}: {error}", in_doubt=True, of_server=True) from error
        return Outcome.ACCEPTED

    def composed(self, message: Outbox, contents: Contents) -> EmailMultiAlternatives:
        """Return the mail to send."""
        return compose(message, contents)

    def close(self) -> None:
        """Close the connection, if one is open."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):  # the connection may be lost already
                connection.close()


class LetterMailer(Mailer):
    """Letters."""

    def composed(self, message: Outbox, contents: Contents) -> EmailMultiAlternatives:
        """Return the letter as a plain-text mail."""
        headers = {"Message-ID": message_id(message), "Auto-Submitted": "auto-generated"}
        return EmailMultiAlternatives(message.title, message.text, to=[contents.address], headers=headers)


def message_id(message: Outbox) -> str:
    """Return the Message-ID, which stays the same when a message is sent again."""
    return f"<{message.message_id}@{urlsplit(settings.SITE_URL).hostname}>"


def compose(message: Outbox, contents: Contents) -> EmailMultiAlternatives:
    """Return the mail in the reader's language, as plain text and HTML."""
    user, preferences = contents.user, contents.preferences
    stop = unsubscribe.url(user)
    with translation.override(preferences_of.language(preferences)):
        lines = [wording.line(notification, preferences) for notification in contents.notifications]
        subject = wording.headline(contents.notifications, lines)
        values = {
            "language": preferences_of.language(preferences),
            "name": user.display_name,
            "subject": subject,
            "lines": lines,
            "pictures": wording.NAMED_GAMES,
            "unsubscribe": stop,
            "settings": f"{settings.SITE_URL}{reverse('settings_notifications')}",
        }
        text, html = (render_to_string(f"mail/news.{kind}", values) for kind in ("txt", "html"))
    mail = EmailMultiAlternatives(
        subject,
        text,
        to=[contents.address],
        headers={
            "Message-ID": message_id(message),
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(html, "text/html")
    return mail


class HttpSender(Sender):
    """Base of channels that post to addresses chosen by users. A host that did not answer is skipped for the round."""

    def __init__(self) -> None:
        self.silent: set[str] = set()

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """POST and return the status of the answer. Raise Failure if the host may not be called or does not answer."""
        host = urlsplit(url).netloc
        if host in self.silent:
            raise Failure(f"{host} gave no answer a moment ago")
        try:
            return outbound.post(url, body, headers)
        except outbound.Forbidden as error:
            raise Failure(f"the address may not be called: {error}") from error
        except outbound.Unreachable as error:
            self.silent.add(host)
            raise Failure(str(error), in_doubt=True) from error


class PushSender(HttpSender):
    """Web Push."""

    def send(self, message: Outbox, contents: Contents) -> Outcome:
        """Send one Web Push message. Raise Failure unless the push service accepts it."""
        device = message.device
        if device is None:
            return Outcome.GONE
        body = webpush.encrypt(push_text(contents), webpush.decode(device.p256dh), webpush.decode(device.auth))
        newest = contents.notifications[-1]
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_S),
            "Urgency": "high" if newest.kind == "time_running_out" else "normal",
            "Authorization": webpush.authorization(device.endpoint, now_ms() // 1000),
        }
        if newest.subject:
            headers["Topic"] = newest.subject  # an offline device gets only the newest message of a game
        status = self.post(device.endpoint, body, headers)
        if status in (404, 410):
            return Outcome.GONE
        if not 200 <= status < 300:
            raise Failure(f"the push service answers {status}")
        return Outcome.ACCEPTED

    def gone(self, message: Outbox) -> None:
        """Delete the device, whose subscription has ended."""
        if message.device is not None:
            message.device.delete()


def push_text(contents: Contents) -> bytes:
    """Return JSON for the service worker: `title`, `body`, `url` (a path), `tag` (a newer message replaces it)."""
    with translation.override(preferences_of.language(contents.preferences)):
        lines = [wording.line(notification, contents.preferences) for notification in contents.notifications]
        title = wording.headline(contents.notifications, lines)
        one = len(lines) == 1
        subjects = {notification.subject for notification in contents.notifications}
        of_one_game = len(subjects) == 1 and (one or "" not in subjects)
        shown = {
            "title": title[:300],
            "body": lines[0].until if one else "\n".join(line.text for line in lines[-4:])[:1200],
            "url": lines[-1].path if of_one_game else reverse("notifications"),
            "tag": subjects.pop() if of_one_game else "news",
        }
    return json.dumps(shown, ensure_ascii=False).encode()


class WebhookSender(HttpSender):
    """Webhooks: JSON, signed with the webhook's secret."""

    def send(self, message: Outbox, contents: Contents) -> Outcome:
        """Send one webhook delivery. Raise Failure unless the webhook answers with a 2xx status."""
        webhook = message.webhook
        if webhook is None:
            return Outcome.GONE
        body = hook_body(message, contents)
        status = self.post(webhook.url, body, signed(webhook.secret, message.message_id, body))
        if not 200 <= status < 300:
            raise Failure(f"the webhook answers {status}")
        return Outcome.ACCEPTED


def hook_body(message: Outbox, contents: Contents) -> bytes:
    """Return the JSON body of a webhook delivery."""
    told = contents.notifications[0]
    with translation.override(preferences_of.language(contents.preferences)):
        line = wording.line(told, contents.preferences)
    shown = {
        "id": message.message_id,
        "kind": told.kind,
        "subject": told.subject,
        "key": told.key,
        "text": line.text,
        "url": line.url,
        "data": told.data,
        "created_ms": told.created_ms,
    }
    return json.dumps(shown, ensure_ascii=False).encode()


CHANNELS: dict[str, type[Sender]] = {LETTER: LetterMailer, EMAIL: Mailer, PUSH: PushSender, WEBHOOK: WebhookSender}
