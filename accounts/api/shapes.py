"""The bodies of requests and the answers about an account, as the API documents them (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

Minute = Annotated[int, Meta(ge=0, le=1439, description="A minute of the day.")]
Millis = Annotated[int, Meta(description="Unix time in milliseconds.")]


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """A body that has exactly its fields."""


class Nothing(Body, frozen=True):
    """An empty object."""


class Player(TypedDict):
    """Somebody who plays."""

    id: str
    name: str
    guest: bool
    bot: bool


# --- preferences ------------------------------------------------------------------------------------------------------
class Channels(TypedDict):
    """By which ways a kind of event is told."""

    bell: bool
    email: Literal["at_once", "digest", "off"]
    push: bool
    webhook: bool


class ChangedChannels(Body, frozen=True):
    bell: bool | UnsetType = UNSET
    email: Literal["at_once", "digest", "off"] | UnsetType = UNSET
    push: bool | UnsetType = UNSET
    webhook: bool | UnsetType = UNSET


class Preferences(TypedDict):
    """How somebody is told of events."""

    language: str
    zone: Annotated[str, Meta(description="An IANA time zone.")]
    night_from: Minute | None
    night_to: Minute | None
    digest_minute: Minute
    challenges: Literal["everybody", "played", "nobody"]
    named: Annotated[bool, Meta(description="The public files of games say the name.")]
    matrix: dict[str, Channels]


class ChangePreferences(Body, frozen=True):
    """What is not named stays."""

    language: Literal["en", "fr", "it"] | UnsetType = UNSET
    zone: str | UnsetType = UNSET
    night_from: Minute | UnsetType | None = UNSET
    night_to: Minute | UnsetType | None = UNSET
    digest_minute: Minute | UnsetType = UNSET
    challenges: Literal["everybody", "played", "nobody"] | UnsetType = UNSET
    named: bool | UnsetType = UNSET
    matrix: dict[str, ChangedChannels] | UnsetType = UNSET


# --- notifications ----------------------------------------------------------------------------------------------------
class Notification(TypedDict):
    """One thing that somebody was told, in the reader's language."""

    key: str
    kind: str
    subject: Annotated[str, Meta(description="The game's id, or empty.")]
    text: str
    url: str
    data: dict[str, Any]
    created_ms: Millis
    read: bool


class Notifications(TypedDict):
    unread: int
    next: str | None
    previous: str | None
    results: list[Notification]


class Unread(TypedDict):
    unread: int


class ReadKeys(Body, frozen=True):
    keys: list[str]


class ReadSubject(Body, frozen=True):
    """All about one game."""

    subject: str


class ReadAll(Body, frozen=True):
    all: Literal[True]


class PushKeys(Struct, frozen=True):
    p256dh: str
    auth: str


class PushSubscription(Body, frozen=True):
    """As `PushSubscription.toJSON()` gives it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: PushKeys
    expirationTime: int | None = None  # noqa: N815 (the browser's name)


class PushEndpoint(Body, frozen=True):
    endpoint: str


class ShownPushDevice(TypedDict):
    endpoint: str
    name: str
    created_ms: Millis


class PushDevices(TypedDict):
    results: list[ShownPushDevice]


class WebhookUrl(Body, frozen=True):
    url: str


class ShownWebhook(TypedDict):
    url: str
    created_ms: Millis


class Webhooks(TypedDict):
    results: list[ShownWebhook]


class NewWebhook(ShownWebhook):
    """`secret` signs what the address gets: HMAC-SHA-256 (docs/notifications.md)."""

    secret: str


class Empty(TypedDict):
    """An object that may be empty."""


# --- people -----------------------------------------------------------------------------------------------------------
class Blocked(TypedDict):
    blocked: bool


class BlockList(TypedDict):
    next: str | None
    previous: str | None
    results: list[Player]
