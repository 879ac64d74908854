"""A seat acts."""

from __future__ import annotations

import hashlib
from typing import Any, Unpack

import msgspec
from django.utils.translation import gettext_noop

from engine import replay
from engine.core import Illegal
from engine.position import Position, Step
from games.record.append import Answer, Command, Once, Proviso, append_events, append_on_loop
from games.record.caps import check_replacement
from games.record.command_context import When

_encode = msgspec.json.Encoder(order="deterministic").encode


def once(key: str | None, *request: Any) -> Once | None:
    """The key with the digest of what it was sent with; None without a key. `request` is plain JSON."""
    return None if key is None else Once(key, hashlib.sha256(_encode(request)).digest())


def by_person(seat: int, command: Command) -> Command:
    """The command as the person on the seat gives it, who has no say any more when an AI plays the seat on."""

    def checked(position: Position, /, **when: Unpack[When]) -> Step:
        if position.ai[seat] is not None:
            error = Illegal("taken_over", gettext_noop("You have left this game: the computer plays on for you."))
            error.seq = position.seq
            raise error
        return command(position, **when)

    return checked


def submit_action(
    public_id: str,
    seat: int,
    expected_seq: int,
    action: object,
    key: str | None = None,
    proviso: Proviso | None = None,
) -> Answer:
    """Carry out the action (JSON) of a seat that decided on it at `expected_seq`. Raises Refusal."""
    return append_events(public_id, seat, *_asked(public_id, seat, expected_seq, action, key), proviso)


async def submit_on_loop(
    public_id: str,
    seat: int,
    expected_seq: int,
    action: object,
    key: str | None = None,
    proviso: Proviso | None = None,
) -> Answer | None:
    """The same without a thread; None where it needs one (append_on_loop). Raises DatabaseError."""
    return await append_on_loop(public_id, seat, *_asked(public_id, seat, expected_seq, action, key), proviso)


def _asked(
    public_id: str, seat: int, expected_seq: int, action: object, key: str | None
) -> tuple[Command, Once | None]:
    def act(position: Position, /, **when: Unpack[When]) -> Step:
        step = replay.act(position, seat, action, expected_seq=expected_seq, **when)
        check_replacement(public_id, position, seat)
        return step

    return by_person(seat, act), once(key, "act", expected_seq, action)
