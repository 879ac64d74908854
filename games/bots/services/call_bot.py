"""Call a bot's address for the decision that its seat owes, and play the response."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from engine.newtypes import SeatNumber, Seq
from engine.position import Position
from games.bots.models import BotCall, BotHook
from games.bots.selectors import call_body
from games.bots.selectors import calls as bot_calls
from games.computer.services.owed_decision import OwedDecision
from games.record.models import Game
from games.record.services.submit_action import submit_action
from games.requests import bodies
from games.requests.refusals import Refusal
from games.time.clocks import HOUR_MS, MINUTE_MS, SECOND_MS
from pyramido_site.infrastructure import outbound, strict_json
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.webhook_signature import signed

logger = logging.getLogger(__name__)

LEASE_MS = 30 * SECOND_MS
"""How long (ms) a call belongs to one worker: longer than it may take."""

# Pauses between calls double from the first to the longest.
FIRST_PAUSE_MS = SECOND_MS
LONGEST_PAUSE_MS = 10 * MINUTE_MS
ACCEPTED_MS = HOUR_MS
"""Pause (ms) after a bot has answered that it will act later."""

SILENT_S = 10
"""Seconds for which an unreachable address is not called for other games either, since timeouts would delay
other bots.
"""


class Problem(Exception):
    """The response cannot be used. The message is for the bot's developer; "" keeps the stored one."""


def call_bot(public_id: PublicId, seat: SeatNumber, since: Seq | None) -> None:
    """Call the bot's address for the decision that its seat has owed since event `since`, or (None) the one it owes
    now.

    Idempotent: does nothing if the decision is gone or another worker has the call. If a worker dies, the call stays
    due until the decision is gone. Repeated responses play one action, since the idempotency key is that of the
    decision.
    """
    decision = OwedDecision.now(public_id, seat) if since is None else OwedDecision(public_id, seat, since)
    hook = bot_calls.hook_at(public_id, seat)
    position = None if decision is None or hook is None else decision.position()
    if decision is None or hook is None or position is None:
        _forget(public_id, seat, since)
        return
    call = _claim(decision, position)
    if call is None:
        return
    if not decision.stands():  # the bot has acted meanwhile
        _mine(call).delete()
        return
    try:
        acted = _ask(hook, decision)
    except Problem as problem:
        if not decision.stands():
            _forget(public_id, seat, decision.since)
            return
        pause = min(FIRST_PAUSE_MS << min(call.attempts - 1, 20), LONGEST_PAUSE_MS)
        _mine(call).update(due_ms=now_ms() + pause)
        if str(problem):
            _same(hook).update(problem=_readable(str(problem)[:200]))
        return
    _same(hook).update(answered_ms=now_ms(), problem="")
    if acted:
        _mine(call).delete()
    else:
        _mine(call).update(due_ms=now_ms() + ACCEPTED_MS, accepted=True)


def _claim(decision: OwedDecision, position: Position) -> BotCall | None:
    """Return the call, claimed for `LEASE_MS`, or None if it is not due."""
    now, since, seq = now_ms(), decision.since, position.seq
    game_id = Game.objects.values_list("pk", flat=True).get(public_id=decision.public_id)
    with transaction.atomic():
        call, made = BotCall.objects.get_or_create(
            game_id=game_id,
            seat=decision.seat,
            defaults={"since": since, "seq": seq, "due_ms": now + LEASE_MS, "attempts": 1},
        )
        if made:
            return call
        as_it_is = BotCall.objects.filter(pk=call.pk, since=call.since, due_ms=call.due_ms)
        lease = {"due_ms": now + LEASE_MS, "seq": seq}
        if call.since != since:
            mine = as_it_is.update(since=since, attempts=1, accepted=False, **lease)
        elif call.due_ms <= now:
            mine = as_it_is.update(attempts=F("attempts") + 1, accepted=False, **lease)
        else:
            BotCall.objects.filter(pk=call.pk, since=since).update(seq=seq)
            return None
    if not mine:
        return None
    call.refresh_from_db()
    return call


def _ask(hook: BotHook, decision: OwedDecision) -> bool:
    """Return whether the bot has acted (200), or will act later (202). Raise Problem."""
    silent = f"bot-silent:{hook.user_id}"
    if cache.get(silent):
        raise Problem("")
    delivery, body = call_body.delivery_of(decision), call_body.body_of(decision)
    try:
        reply = outbound.ask(hook.url, body, signed(hook.secret, delivery, body), strict_json.MAX_BYTES)
    except outbound.Forbidden as error:
        raise Problem(f"the address may not be called: {error}") from error
    except outbound.Unreachable as error:
        cache.set(silent, True, SILENT_S)
        raise Problem(str(error)) from error
    if reply.status == 202:
        return False
    if reply.status != 200:
        raise Problem(f"it answers {reply.status}, not 200 or 202")
    if reply.body is None:
        raise Problem(f"its answer is longer than {strict_json.MAX_BYTES} bytes")
    _play(decision, reply.body, f"hook.{delivery}")
    return True


def _play(decision: OwedDecision, answer: bytes, key: str) -> None:
    """Play the response. Raise Problem if it is not possible, Refusal for a fault of the server."""
    try:
        act = bodies.read(bodies.parse(answer), bodies.Act)
        submit_action(decision.public_id, decision.seat, act.expected_seq, act.action, key)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        raise Problem(str(refusal)) from refusal


def _readable(text: str) -> str:
    """Return the text without unprintable characters, as it may quote a foreign server, and PostgreSQL
    stores no NUL.
    """
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)


def _forget(public_id: PublicId, seat: SeatNumber, since: Seq | None) -> None:
    """Delete the call for this decision, or (None) for any decision of the seat."""
    there: dict[str, Any] = {} if since is None else {"since": since}
    BotCall.objects.filter(game__public_id=public_id, seat=seat, **there).delete()


def _mine(call: BotCall) -> Any:
    """Return the row as a queryset, empty if another worker has claimed it."""
    return BotCall.objects.filter(pk=call.pk, since=call.since, attempts=call.attempts)


def _same(hook: BotHook) -> Any:
    """Return the row as a queryset, empty if the address was changed meanwhile."""
    return BotHook.objects.filter(pk=hook.pk, created_ms=hook.created_ms)
