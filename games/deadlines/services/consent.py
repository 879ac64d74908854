"""Ask the other players for a pause or a take-back, answer, and resume."""

from __future__ import annotations

from typing import Unpack

from engine import table_verbs
from engine.newtypes import SeatNumber, Seq
from engine.position import Position, Step
from games.record.append import CommandResult, append_events
from games.record.command_context import CommandContext
from games.record.services.event_caps import check_request_cap
from games.record.services.submit_action import by_person, idempotency_key
from pyramido_site.infrastructure.public_ids import PublicId


def ask(public_id: PublicId, seat: SeatNumber, what: str, key: str | None = None) -> CommandResult:
    """Ask all other players for a `pause` or a `take_back`. Raise Refusal if that is not possible now."""

    def asked(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        step = table_verbs.ask(position, seat, what, **context)
        check_request_cap(public_id, position, seat, what)  # last: a request that the rules refuse needs no query
        return step

    return append_events(public_id, seat, by_person(seat, asked), idempotency_key(key, "ask", what))


def answer(public_id: PublicId, seat: SeatNumber, agree: bool, asked_seq: Seq, key: str | None = None) -> CommandResult:
    """Agree to the request made by event `asked_seq`, or decline it. Players withdraw their own request by declining
    it.

    Raise Refusal, 409 `stale` if another request has replaced that one.
    """
    verb = table_verbs.agree if agree else table_verbs.decline
    command = by_person(seat, lambda position, /, **context: verb(position, seat, asked_seq, **context))
    return append_events(public_id, seat, command, idempotency_key(key, "answer", [agree, asked_seq]))


def resume(public_id: PublicId, seat: SeatNumber, key: str | None = None) -> CommandResult:
    """End the pause. Raise Refusal if there is none."""
    command = by_person(seat, lambda position, /, **context: table_verbs.resume(position, seat, **context))
    return append_events(public_id, seat, command, idempotency_key(key, "resume"))
