"""Frames that clients send (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import msgspec
from django.utils.translation import gettext_noop

from accounts.access.callers import MOST_CHARACTERS
from engine.wire import convert
from games.requests.bodies import Key, KnownGame, Ref, Room, Seq, known_game, malformed
from games.requests.refusals import Refusal


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A frame with its `type`; the reply repeats `ref`."""


class Act(Frame, frozen=True, tag="act"):
    """An action of the game. `game` may be left out: it is for clients that are made from the API's document."""

    ref: Ref
    expected_seq: Seq
    action: Any
    idempotency_key: Key | None = None
    game: KnownGame | msgspec.UnsetType = msgspec.UNSET

    def __post_init__(self) -> None:
        if self.game is not msgspec.UNSET:
            known_game(self.game)


class TakeBack(Frame, frozen=True, tag="take_back"):
    """Take the last action back."""

    ref: Ref
    expected_seq: Seq


class Resign(Frame, frozen=True, tag="resign"):
    """Leave the game for good."""

    ref: Ref


class Hint(Frame, frozen=True, tag="hint"):
    """Ask for a hint."""

    ref: Ref
    expected_seq: Seq


class Say(Frame, frozen=True, tag="say"):
    """Write a chat line."""

    ref: Ref
    room: Room
    text: str
    idempotency_key: Key | None = None


class Sync(Frame, frozen=True, tag="sync"):
    """Ask for what happened after event `since`, or (null) for the whole view."""

    since: Seq | None
    ref: Ref | None = None


class Ping(Frame, frozen=True, tag="ping"):
    """Ask for a `pong`."""

    ref: Ref


class Auth(Frame, frozen=True, tag="auth"):
    """Sign in with a token."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_CHARACTERS)]
    ref: Ref | None = None


Request = Act | TakeBack | Resign | Hint | Say | Sync | Ping | Auth
Command = Act | TakeBack | Resign | Hint

_MAYBE_REF = Ref | None  # built once, since building a union is slow

KINDS = frozenset(frame.__struct_config__.tag for frame in get_args(Request))


def read(value: Any) -> Request:
    """Return the typed frame. Raise Refusal 400, `malformed` or `unknown_type`."""
    try:
        return convert(value, Request)  # type: ignore[arg-type]
    except msgspec.ValidationError as error:
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, str) and kind not in KINDS:
            raise Refusal(
                400, "unknown_type", gettext_noop("Unknown message type “%(kind)s”."), field="type", kind=kind[:40]
            ) from None
        raise malformed(str(error), value) from None


def ref_of(value: Any) -> Any:
    """Return the `ref` of a frame that may be malformed, or None."""
    ref = value.get("ref") if isinstance(value, dict) else None
    try:
        return msgspec.convert(ref, _MAYBE_REF)
    except msgspec.ValidationError:
        return None
