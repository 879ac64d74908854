"""Decisions for which bots' addresses are called (docs/formats/bots.md)."""

from __future__ import annotations

from typing import Annotated

from django.db.models import Exists, F, OuterRef
from django.db.models.expressions import Combinable, CombinedExpression
from msgspec import Meta

from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.bots.models import BotCall, BotHook
from games.record.models import Game, Seat
from games.record.positions import Entry
from games.record.tables import JSON
from games.requests.bodies import Strict
from pyramido_site.infrastructure.public_ids import PublicId

Owed = set[tuple[SeatNumber, Seq]]
"""Pairs of a seat and the seq since which it owes its decision."""


class Hook(Strict, frozen=True):
    """A bot's address."""

    url: Annotated[str, Meta(max_length=500)]


def owed(entry: Entry) -> Owed:
    """Return the decisions that bots owe. No query."""
    position = entry.position
    if position.paused_ms is not None or position.ended:
        return set()
    bots = (seat for seat in entry.info.seats if seat.is_bot and seat.ai is None)
    to_move = position.to_move
    return {(seat.number, position.owed_since[seat.number]) for seat in bots if seat.number in to_move}


def with_hooks(entry: Entry, decisions: Owed) -> Owed:
    """Return those decisions whose bot has an address. One query, if there are any."""
    users = {entry.info.seats[seat].user_id for seat, _since in decisions}
    called = set(BotHook.objects.filter(user__in=users).values_list("user_id", flat=True)) if users else set()
    return {(seat, since) for seat, since in decisions if entry.info.seats[seat].user_id in called}


def hook_at(public_id: PublicId, seat: SeatNumber) -> BotHook | None:
    """Return the address of the bot that plays this seat, or None."""
    there = Seat.objects.filter(game__public_id=public_id, number=seat, ai="", departure="")
    return BotHook.objects.filter(user__in=there.values("user"), user__is_active=True).first()


def calls_due(at_ms: int, before_ms: int, limit: int) -> list[tuple[PublicId, SeatNumber]]:
    """Return (public id, seat) of calls that are due at `at_ms`, and of bots' seats that may have owed a decision since
    before `before_ms` without a call.
    """
    due = BotCall.objects.filter(due_ms__lte=at_ms).order_by("due_ms").values_list("game__public_id", "seat")
    seats = Seat.objects.filter(
        user__bot_hook__isnull=False, ai="", departure="",
        game__status=Game.Status.RUNNING, game__last_event_ms__lte=before_ms,
    )  # fmt: skip
    bit = CombinedExpression(F("game__to_move"), Combinable.BITRIGHTSHIFT, F("number")).bitand(1)
    known = BotCall.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), seq=OuterRef("game__seq"))
    lost = seats.alias(owes=bit).filter(~Exists(known), owes=1).order_by("game__last_event_ms")
    return list(dict.fromkeys([*due[:limit], *lost.values_list("game__public_id", "number")[:limit]]))


def hook_json(hook: BotHook) -> JSON:
    """Return the address as its bot sees it, without the secret."""
    return {
        "url": hook.url,
        "created_ms": hook.created_ms,
        "answered_ms": hook.answered_ms,
        "problem": hook.problem or None,
    }


def hook_of(bot: User) -> BotHook | None:
    """Return the bot's webhook, or None."""
    return BotHook.objects.filter(user=bot).first()
