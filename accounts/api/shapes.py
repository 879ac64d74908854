"""Bodies of requests and answers about an account, as the API documents them (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from accounts.users.player_json import Player
from pyramido_site.infrastructure.json_bodies import Millis, Strict

Minute = Annotated[int, Meta(ge=0, le=1439, description="A minute of the day.")]
Volume = Annotated[int, Meta(ge=0, le=100, description="How loud boards are; 0 is silent.")]


# --- preferences ------------------------------------------------------------------------------------------------------
ConfirmMoves = Annotated[
    Literal["never", "days", "always"],
    Meta(description="In which games the board asks before it sends a move that cannot be taken back."),
]


class Channels(TypedDict):
    """The channels of one kind of event."""

    bell: bool
    email: Literal["at_once", "digest", "off"]
    push: bool
    webhook: bool


class ChangedChannels(Strict, frozen=True):
    """Channels to change; those not named stay as they are."""

    bell: bool | UnsetType = UNSET
    email: Literal["at_once", "digest", "off"] | UnsetType = UNSET
    push: bool | UnsetType = UNSET
    webhook: bool | UnsetType = UNSET


class Preferences(TypedDict):
    """How a player is notified."""

    language: str
    zone: Annotated[str, Meta(description="An IANA time zone.")]
    night_from: Minute | None
    night_to: Minute | None
    digest_minute: Minute
    challenges: Literal["everybody", "played", "nobody"]
    named: Annotated[bool, Meta(description="The public files of games say the name.")]
    confirm_moves: ConfirmMoves
    sounds: Annotated[bool, Meta(description="Boards make sounds and vibrate at all.")]
    volume: Volume
    vibration: bool
    matrix: dict[str, Channels]


class ChangePreferences(Strict, frozen=True):
    """Preferences to change; those not named stay as they are."""

    language: Literal["en", "fr", "it"] | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    night_from: Minute | UnsetType | None = UNSET
    night_to: Minute | UnsetType | None = UNSET
    digest_minute: Minute | UnsetType = UNSET
    challenges: Literal["everybody", "played", "nobody"] | UnsetType = UNSET
    named: bool | UnsetType = UNSET
    confirm_moves: ConfirmMoves | UnsetType = UNSET
    sounds: bool | UnsetType = UNSET
    volume: Volume | UnsetType = UNSET
    vibration: bool | UnsetType = UNSET
    matrix: dict[str, ChangedChannels] | UnsetType = UNSET


# --- notifications ----------------------------------------------------------------------------------------------------
class Notification(TypedDict):
    """A notification, in the reader's language."""

    key: str
    kind: str
    subject: Annotated[str, Meta(description="The game's id, or empty.")]
    text: str
    url: str
    data: dict[str, Any]
    seq: Annotated[int | None, Meta(description="The event of the game's log that it tells of, if it is one.")]
    created_ms: Millis
    read: bool


class Notifications(TypedDict):
    """A page of notifications, with the bell's number: each game with something unread counts once."""

    unread: int
    next: str | None
    previous: str | None
    results: list[Notification]


class Unread(TypedDict):
    """The bell's number: each game with something unread counts once."""

    unread: int


class ReadKeys(Strict, frozen=True):
    """Notifications by their keys."""

    keys: list[str]


class ReadSubject(Strict, frozen=True):
    """Notifications about one game: all, or only those about events up to `seq`."""

    subject: str
    seq: Annotated[int, Meta(ge=0, le=2147483647)] | UnsetType = UNSET


class ReadAll(Strict, frozen=True):
    """All notifications."""

    all: Literal[True]


class PushKeys(Struct, frozen=True):
    """The keys of a push subscription (RFC 8291), base64url."""

    p256dh: str
    auth: str


class PushSubscription(Strict, frozen=True):
    """A push subscription, as `PushSubscription.toJSON()` returns it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: PushKeys
    expirationTime: int | None = None  # noqa: N815 (the browser's name)


class PushEndpoint(Strict, frozen=True):
    """A push subscription to remove."""

    endpoint: str


class ShownPushDevice(TypedDict):
    """A browser that receives Web Push."""

    endpoint: str
    name: str
    created_ms: Millis


class PushDevices(TypedDict):
    """The caller's push devices."""

    results: list[ShownPushDevice]


class WebhookUrl(Strict, frozen=True):
    """The address of a webhook."""

    url: str


class ShownWebhook(TypedDict):
    """A webhook, without its secret."""

    url: str
    created_ms: Millis


class Webhooks(TypedDict):
    """The caller's webhooks."""

    results: list[ShownWebhook]


class NewWebhook(ShownWebhook):
    """A new webhook. `secret` signs its deliveries: HMAC-SHA-256 (docs/notifications.md)."""

    secret: str


class Empty(TypedDict):
    """An object that may be empty."""


# --- people -----------------------------------------------------------------------------------------------------------
class Blocked(TypedDict):
    """Whether the player is blocked."""

    blocked: bool


class BlockList(TypedDict):
    """A page of blocked players."""

    next: str | None
    previous: str | None
    results: list[Player]
