"""Letters: mail about the account itself, which no preference switches off and no page waits for.

A letter is stored with its words and sent by the workers like every message (accounts/notifications/delivery.py).
Recipient and words are deleted once it is sent: they may hold a link that opens the account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext, gettext_noop

from accounts.notifications import preferences as preferences_of
from accounts.notifications.models import LETTER, Outbox
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms


@dataclass(frozen=True)
class Words:
    """English texts, translated when the letter is written. `alarm`: add what to do if it was not the owner.

    `to_stranger`: the recipient is not the user whom the text names, so there is no greeting by that name.
    """

    title: str
    text: str
    then: str = ""
    alarm: bool = False
    to_stranger: bool = False


def _changed(title: str, text: str) -> Words:
    return Words(title, text, alarm=True)


_CONFIRM = Words(
    gettext_noop("Confirm your e-mail address"),
    gettext_noop("The account %(name)s on %(site)s uses this address. If that is you, confirm it here:"),
    gettext_noop("If it is not you, ignore this e-mail. We will not write to you again."),
)
_PASSWORD = _changed(
    gettext_noop("Your password was changed"), gettext_noop("The password of your account %(name)s was changed.")
)

WORDS: dict[str, Words] = {
    "account/email/email_confirmation": _CONFIRM,
    "account/email/email_confirmation_signup": _CONFIRM,
    "account/email/account_already_exists": Words(
        gettext_noop("This address already has an account"),
        gettext_noop(
            "Someone tried to add this address to the account %(name)s on %(site)s, but it already belongs to "
            "your own account. An address can belong to only one account. If you have forgotten the password of your "
            "own account, choose a new one here:"
        ),
        gettext_noop("If this was not you, you can ignore this e-mail."),
        to_stranger=True,
    ),
    "account/email/password_reset_key": Words(
        gettext_noop("Choose a new password"),
        gettext_noop("You asked to reset the password of your account %(name)s on %(site)s. Choose a new one here:"),
        gettext_noop(
            "The link works once and expires after a day. If this was not you, ignore this e-mail; your password stays "
            "the same."
        ),
    ),
    "account/email/password_changed": _PASSWORD,
    "account/email/password_reset": _PASSWORD,
    "account/email/password_set": _PASSWORD,
    "account/email/email_changed": _changed(
        gettext_noop("Your e-mail address was changed"),
        gettext_noop("The e-mail address of your account %(name)s was changed to %(to_email)s."),
    ),
    "account/email/email_deleted": _changed(
        gettext_noop("Your e-mail address was removed"),
        gettext_noop("This address was removed from your account %(name)s."),
    ),
    "mfa/email/totp_activated": _changed(
        gettext_noop("An authenticator app was set up"),
        gettext_noop("Signing in to your account %(name)s now requires a code from your authenticator app."),
    ),
    "mfa/email/totp_deactivated": _changed(
        gettext_noop("The authenticator app was removed"),
        gettext_noop("Signing in to your account %(name)s no longer requires a code from an authenticator app."),
    ),
    "mfa/email/webauthn_added": _changed(
        gettext_noop("A passkey was added"),
        gettext_noop("A passkey was added to your account %(name)s."),
    ),
    "mfa/email/webauthn_removed": _changed(
        gettext_noop("A passkey was removed"), gettext_noop("A passkey was removed from your account %(name)s.")
    ),
    "mfa/email/recovery_codes_generated": _changed(
        gettext_noop("New recovery codes"),
        gettext_noop("Your account %(name)s has new recovery codes. The old ones no longer work."),
    ),
}
"""allauth's mails, by the name of its template."""


def write(
    kind: str, to: str, user: User | None, *, link: str = "", whence: str = "", values: Mapping[str, Any] | None = None
) -> None:
    """Store a letter to the address `to`, in the user's language.

    `link` follows the text; `whence` names the browser and network of the action. Without a user, store it without a
    recipient: nothing is sent, but the page takes the same time and does not reveal whether an account exists.
    """
    stored = preferences_of.of(user.pk if user is not None else 0)
    language = stored.language if stored.language else translation.get_language() or settings.LANGUAGE_CODE
    words = WORDS[kind]
    with translation.override(language):
        name = user.display_name if user is not None else ""
        shown = {**(values or {}), "name": name, "site": settings.SITE_URL}
        title = gettext(words.title)
        text = render_to_string(
            "mail/letter.txt",
            {
                "greeted": "" if words.to_stranger else name,
                "text": gettext(words.text) % shown,
                "link": link,
                "then": gettext(words.then) if words.then else "",
                "alarm": words.alarm,
                "when": formats.date_format(timezone.now(), "DATETIME_FORMAT"),
                "whence": whence,
                "security": f"{settings.SITE_URL}{reverse('settings_account')}",
            },
        )
    kept = {"to": to, "title": title, "text": text} if user is not None else {}
    now = now_ms()
    Outbox.objects.create(user=user, channel=LETTER, due_ms=now, created_ms=now, **kept)
