"""A player acts."""

from __future__ import annotations

import hashlib
from typing import Any, Unpack

import msgspec
from django.utils.translation import gettext_noop

from engine import replay
from engine.core import Illegal
from engine.newtypes import SeatNumber, Seq
from engine.position import Position, Step, place_on_errors
from games.record.append import CommandResult, append_events, append_on_loop
from games.record.command_context import CommandContext
from games.record.decide import Command
from games.record.services.event_caps import check_replacement_cap
from games.record.write import IdempotencyKey, WritePrecondition
from pyramido_site.infrastructure.public_ids import PublicId

_encode = msgspec.json.Encoder(order="deterministic").encode


def idempotency_key(key: str | None, *request: Any) -> IdempotencyKey | None:
    """Return the key with the digest of `request` (plain JSON), or None without a key."""
    return None if key is None else IdempotencyKey(key, hashlib.sha256(_encode(request)).digest())


def by_person(seat: SeatNumber, command: Command) -> Command:
    """Return the command with a check that the player still holds the seat. The new command raises Illegal `taken_over`
    if an AI has taken the seat over.
    """

    def checked(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        if position.ai[seat] is not None:
            with place_on_errors(position):
                raise Illegal(
                    "taken_over", gettext_noop("You have left this game. The computer has taken over your seat.")
                )
        return command(position, **context)

    return checked


def submit_action(
    public_id: PublicId,
    seat: SeatNumber,
    expected_seq: Seq,
    action: object,
    key: str | None = None,
    precondition: WritePrecondition | None = None,
) -> CommandResult:
    """Carry out the seat's action (JSON), which was decided on at `expected_seq`. Raise Refusal if it is malformed,
    illegal or stale.
    """
    command, digested = _command(public_id, seat, expected_seq, action, key)
    return append_events(public_id, seat, command, digested, precondition)


async def submit_on_loop(
    public_id: PublicId,
    seat: SeatNumber,
    expected_seq: Seq,
    action: object,
    key: str | None = None,
    precondition: WritePrecondition | None = None,
) -> CommandResult | None:
    """Carry out the action on the event loop. Return None if it needs a thread (`append_on_loop`). Raise DatabaseError
    if the database fails.
    """
    command, digested = _command(public_id, seat, expected_seq, action, key)
    return await append_on_loop(public_id, seat, command, digested, precondition)


def _command(
    public_id: PublicId, seat: SeatNumber, expected_seq: Seq, action: object, key: str | None
) -> tuple[Command, IdempotencyKey | None]:
    """Return the command and the key, which `submit_action` and `submit_on_loop` have in common."""

    def act(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        step = replay.act(position, seat, action, expected_seq=expected_seq, **context)
        check_replacement_cap(public_id, position, seat)
        return step

    return by_person(seat, act), idempotency_key(key, "act", expected_seq, action)
