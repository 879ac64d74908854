"""Notifications of players and the messages still to be sent about them. Times are Unix milliseconds."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.notifications.notification_kinds_and_defaults import EMAIL, PUSH, TURNS, WEBHOOK
from pyramido_site.infrastructure import process_owners as owners

WAITING, SENDING, SENT, DROPPED, DEAD = "waiting", "sending", "sent", "dropped", "dead"
UNDONE = (WAITING, SENDING)

LETTER = "letter"
"""Channel of mail about the account itself (accounts/notifications/letters.py), which no preference switches off."""

DIGEST_MINUTE = 8 * 60
USUAL_VOLUME, LOUDEST = 50, 100


class Challenges(models.TextChoices):
    """Who may challenge a player."""

    EVERYBODY = "everybody", gettext_lazy("everyone")
    PLAYED = "played", gettext_lazy("people I have played with")
    NOBODY = "nobody", gettext_lazy("no one")


class ConfirmMoves(models.TextChoices):
    """In which games the board asks before it sends a move that cannot be taken back."""

    NEVER = "never", gettext_lazy("never")
    DAYS = "days", gettext_lazy("except in live games")
    ALWAYS = "always", gettext_lazy("always")


class Preferences(models.Model):
    """A player's notification preferences and night. Created on first write (accounts/notifications/preferences.py).

    `language` is "" until known, which means English. `zone` is an IANA name. `night_from` and `night_to` are minutes
    of the day in that zone, both or neither; a night may span midnight. `digest_minute` is the minute of the day in
    that zone at which the digest is sent. `challenges`: who may invite the player to a table. `matrix` holds the chosen
    channels: {kind: {channel: choice}} (accounts/notifications/notification_kinds_and_defaults.py). `named`: the public
    export of games shows the player's name. `confirm_moves`: in which games the board asks before it sends a move.
    `sounds`: boards make sounds and vibrate at all; `volume` is from 0 to 100.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    language = models.CharField(max_length=10, blank=True, default="")
    zone = models.CharField(max_length=64, default="UTC")
    night_from = models.PositiveSmallIntegerField(null=True, blank=True)
    night_to = models.PositiveSmallIntegerField(null=True, blank=True)
    digest_minute = models.PositiveSmallIntegerField(default=DIGEST_MINUTE)
    challenges = models.CharField(max_length=10, choices=Challenges.choices, default=Challenges.EVERYBODY)
    matrix = models.JSONField(default=dict, blank=True)
    named = models.BooleanField(default=False)
    confirm_moves = models.CharField(max_length=10, choices=ConfirmMoves.choices, default=ConfirmMoves.NEVER)
    sounds = models.BooleanField(default=True)
    volume = models.PositiveSmallIntegerField(default=USUAL_VOLUME)
    vibration = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "preferences"
        constraints = [
            models.CheckConstraint(
                name="accounts_night_is_whole",
                condition=Q(night_from__isnull=True, night_to__isnull=True) | Q(night_from__lt=1440, night_to__lt=1440),
            ),
            models.CheckConstraint(name="accounts_digest_in_the_day", condition=Q(digest_minute__lt=1440)),
            models.CheckConstraint(name="accounts_volume_in_range", condition=Q(volume__lte=LOUDEST)),
        ]

    def __str__(self) -> str:
        return f"preferences of user {self.user_id}"


class Notification(models.Model):
    """A notification of one player. `key` makes it unique: telling it again does nothing.

    `seq` is the event of the game's log that it tells of, if it is one: it counts as read once a page of the player's
    has shown that event. `bell`: whether the bell and its page show it; of turn notices about a game only the newest.
    Once read or obsolete, it is not sent any more.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=24)
    subject = models.CharField(max_length=16, blank=True, default="")
    key = models.CharField(max_length=120)
    data = models.JSONField(default=dict)
    seq = models.IntegerField(null=True)
    bell = models.BooleanField(default=True)
    created_ms = models.BigIntegerField()
    read_ms = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="accounts_told_once")]
        indexes = [
            models.Index(fields=["user", "subject"], name="accounts_unread", condition=Q(read_ms__isnull=True)),
            models.Index(fields=["user", "-id"], name="accounts_newest"),
            models.Index(fields=["user", "subject"], name="accounts_turn", condition=Q(bell=True, kind__in=TURNS)),
        ]

    def __str__(self) -> str:
        return f"{self.key} for user {self.user_id}"


# Browsers name others in their user agents, too; the first match in this order is right.
_BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


def browser_name(user_agent: str) -> str:
    """Return browser and system as far as the user agent names them: `Firefox, Android`."""
    found = [next((sign for sign in signs if sign in user_agent), "") for signs in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in found if name) or _("A browser")


class PushDevice(models.Model):
    """A browser that receives Web Push: its address at the push service and its keys (RFC 8291), base64url."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    created_ms = models.BigIntegerField()

    def __str__(self) -> str:
        return f"device {self.pk} of user {self.user_id}"

    @property
    def name(self) -> str:
        """The browser and system, for lists."""
        return browser_name(self.user_agent)


class Webhook(models.Model):
    """A player's own address that receives events as signed JSON."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=64)
    created_ms = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "url"], name="accounts_webhook_once")]

    def __str__(self) -> str:
        return f"webhook {self.pk} of user {self.user_id}"


def new_message_id() -> str:
    """Return 128 random bits: the left side of a Message-ID, and the id of a delivery."""
    return secrets.token_hex(16)


class Outbox(models.Model):
    """A message to one destination, which may combine several waiting notifications.

    It is `waiting` until `due_ms`, then `sending` until the process that claimed it (`owner`,
    pyramido_site/infrastructure/process_owners.py) has sent it or died; `due_ms` is then the end of its lease.
    `attempts` counts claims. `doubts` counts claims with an unknown end: the message was sent at most 1 + `doubts`
    times.

    A letter has no notifications but words: `to`, `title` and `text`, which are deleted when it is completed.
    """

    CHANNELS = [(EMAIL, EMAIL), (PUSH, PUSH), (WEBHOOK, WEBHOOK), (LETTER, LETTER)]

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="outbox")
    """None: a letter without a recipient (accounts/notifications/letters.py)."""
    channel = models.CharField(max_length=8, choices=CHANNELS)
    digest = models.BooleanField(default=False)
    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, null=True)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True)
    notifications = models.ManyToManyField(Notification, related_name="messages")
    to = models.EmailField(blank=True, default="")
    title = models.CharField(max_length=200, blank=True, default="")
    text = models.TextField(blank=True, default="")
    message_id = models.CharField(max_length=32, unique=True, default=new_message_id)
    state = models.CharField(max_length=8, default=WAITING)
    owner = models.CharField(max_length=owners.LONGEST, blank=True, db_default="")
    due_ms = models.BigIntegerField()
    attempts = models.PositiveIntegerField(default=0)
    doubts = models.PositiveIntegerField(default=0)
    created_ms = models.BigIntegerField()
    done_ms = models.BigIntegerField(null=True)
    problem = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        indexes = [
            models.Index(fields=["channel", "due_ms"], name="accounts_due", condition=Q(state__in=UNDONE)),
            models.Index(fields=["user", "channel"], name="accounts_undone", condition=Q(state__in=UNDONE)),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.message_id}: {self.state}"
