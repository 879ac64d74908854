"""Invariants of a simulated month: each game by itself, and the notifications of its players.

Deadlines are judged by the events' payloads and by the times without a worker, independently of the code that enforced
them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.models import DEAD, SENT, UNDONE, Notification, Outbox, User
from accounts.notifications.notification_kinds_and_defaults import EMAIL
from engine import export, replay
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event as LogEvent
from engine.position import LogError, Position
from games.models import ConditionalMoves, Event, Game, Seat, Vacation
from games.record import checking, positions, selectors
from games.record.tables import people
from games.time import terms, timing
from games.time.clocks import MINUTE_MS, PAUSE_LIMIT_MS, SILENCE_MS, Calendar, Unlimited
from ratings.models import RatingPool, Result
from ratings.services.rebuild import differences
from tests.tools.simulation.people import Person

Span = tuple[int, int]

SOON_MS = 100 * MINUTE_MS
"""Time after which a turn must have been notified, and an automatic action must have been taken: sweeps for lost work
are 90 minutes apart (sites.py), and what people do between two of them delays the second by some seconds.
"""


@dataclass
class Findings:
    """`wrong` are sentences, the first game first; `figures` are counts."""

    wrong: list[str] = field(default_factory=list)
    figures: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    latest_ms: int = 0


@dataclass
class Month:
    """What the driver knows and the database does not."""

    now_ms: UnixMs
    outages: Sequence[Span]
    aborted: set[str]
    crowd: Sequence[Person]
    received: Mapping[str, int]


def audit(month: Month, progress: Any = None) -> Findings:
    found = Findings()
    keys = Notification.objects.filter(kind="your_turn").values_list("key", flat=True)
    notified = Counter(_turn_of(key) for key in keys)
    for game in Game.objects.order_by("pk").iterator(chunk_size=100):
        try:
            for seq, sentence in _of_game(game, month, notified, found):
                found.wrong.append(f"game {game.public_id}, event {seq}: {sentence}")
        except LogError as error:
            found.wrong.append(f"game {game.public_id}, event {error.seq}: {error.reason}")
        if progress is not None:
            progress()
    found.wrong += _of_mail(month, found)
    found.wrong += _of_ratings(month, found)
    for state, told, table in ConditionalMoves.objects.values_list("state", "told", "game__public_id"):
        found.figures[f"plans {state}"] += 1
        if not told:
            found.wrong.append(f"game {table}: its player was not told that a plan was dropped")
    played = Event.objects.filter(key__startswith="plan.").count()
    found.figures["planned actions played"] += played
    return found


def _of_ratings(month: Month, found: Findings) -> Iterator[str]:
    """Every result is rated soon, in one order, and rebuilding from all results yields the same ratings."""
    for pool in RatingPool.objects.order_by("pk"):
        results = Result.objects.filter(pool=pool)
        found.figures["rated games"] += results.count()
        for result in results.filter(rating_seq=None, finished_ms__lt=month.now_ms - SOON_MS):
            yield f"game {result.game}: its result has moved no rating"
        yield from (f"{pool}: {sentence}" for sentence in differences(pool))


def _of_game(game: Game, month: Month, notified: Counter[str], found: Findings) -> Iterator[tuple[int, str]]:
    found.tables[game.status] += 1
    found.tables["all"] += 1
    if game.seq is None:
        yield -1, "all seats are taken, but it has not started"
        return
    for sentence in checking.faults(game):
        yield game.seq, sentence
    if game.status == Game.Status.FINISHED:
        document = json.dumps(selectors.export_of(game.public_id)).encode()
        export.rebuild(export.read(document))
        found.figures["exports verified"] += 1
    events = positions.read_events(game.pk)
    found.events.update(event.kind for event in events)
    found.figures["events"] += len(events)
    yield from _of_deadlines(game, events, month, found)
    position = positions.load(game).position
    if game.status == Game.Status.RUNNING:
        yield from ((position.seq, sentence) for sentence in _stuck(game, position, month))
    yield from _untold(game, events, month, notified, found)


# --- deadlines --------------------------------------------------------------------------------------------------------
def _of_deadlines(game: Game, events: Sequence[LogEvent], month: Month, found: Findings) -> Iterator[tuple[int, str]]:
    calendar = terms.of(game.terms).calendar
    clocks: list[dict[str, Any] | None] = []
    begun: dict[tuple[int, int], int] = {}  # clock of a seat when it began to run: (seat, since) → ms
    paused_ms, late = None, set()
    for event in events:
        if event.kind == "paused":
            paused_ms = event.at_ms
        elif event.kind == "resumed":
            if event.seat is None:
                found.figures["pauses ended by the table"] += 1
                if paused_ms is None or event.at_ms < paused_ms + PAUSE_LIMIT_MS:
                    yield event.seq, f"the pause of {paused_ms} was ended by the table at {event.at_ms}, too early"
            paused_ms = None
        by_table = event.kind == "timed_out" or (event.kind == "aborted" and game.public_id not in month.aborted)
        if by_table:
            assert event.seat is not None
            if event.seat in late:
                yield event.seq, f"seat {event.seat} ran out of time twice"
            late.add(event.seat)
            clock = clocks[event.seat] if event.seat < len(clocks) else None
            if clock is None or clock["deadline_ms"] is None:
                yield event.seq, f"seat {event.seat} ran out of time, but no clock ran: {clock}"
            else:
                delay = event.at_ms - clock["deadline_ms"]
                if delay < 0:
                    yield event.seq, f"seat {event.seat} ran out of time {-delay} ms before its deadline"
                since = clock["since_ms"]
                worked = _worked(calendar, since, event.at_ms, month.outages)
                if worked < begun[event.seat, since]:
                    yield event.seq, f"seat {event.seat} had {worked} ms of {begun[event.seat, since]} ms"
                found.latest_ms = max(
                    found.latest_ms, delay - _overlap(month.outages, clock["deadline_ms"], event.at_ms)
                )
        said = event.payload.get("clocks")
        if said is not None:
            clocks = said["seats"]
            for seat, clock in enumerate(clocks):
                if clock is not None and clock["since_ms"] is not None:
                    begun.setdefault((seat, clock["since_ms"]), clock["left_ms"])


def _worked(calendar: Calendar, since_ms: int, until_ms: int, outages: Sequence[Span]) -> int:
    """Return the counted time in which the site enforced deadlines."""
    lost = sum(calendar.counted(UnixMs(max(since_ms, start)), UnixMs(min(until_ms, end))) for start, end in outages)
    return calendar.counted(UnixMs(since_ms), UnixMs(until_ms)) - lost


def _overlap(spans: Sequence[Span], since_ms: int, until_ms: int) -> int:
    return sum(max(0, min(until_ms, end) - max(since_ms, start)) for start, end in spans)


# --- nothing is stuck -------------------------------------------------------------------------------------------------
def _stuck(game: Game, position: Position, month: Month) -> Iterator[str]:
    """Return reasons why a running game could be stuck for ever."""
    now = month.now_ms
    if game.automatic_due and position.at_ms < now - SOON_MS and position.paused_ms is None:
        yield "a seat that plays by itself has not played"
    if game.deadline_ms is not None and game.deadline_ms < now - SOON_MS:
        yield f"its deadline was at {game.deadline_ms}, and it is {now}"
    if position.paused_ms is not None:
        if now > position.paused_ms + PAUSE_LIMIT_MS + SOON_MS:
            yield f"it has been paused since {position.paused_ms}"
        return
    if not position.to_move:
        yield "no seat is to move"
    if game.conditional_seats & game.to_move and position.at_ms < now - SOON_MS:
        yield "a conditional move has not been played"
    owed = timing.owed_turns(position)
    if isinstance(terms.of(position.terms).time_control, Unlimited):
        if owed and now > position.at_ms + SILENCE_MS + SOON_MS:
            yield f"no player has acted since {position.at_ms}"
        return
    vacations = terms.of(position.terms).vacation
    for seat in owed:
        clock = timing.read(position)[seat]
        user = Seat.objects.values_list("user_id", flat=True).get(game=game, number=seat)
        # A vacation that has just begun or ended may not be in the log yet.
        long_away = Vacation.objects.filter(user_id=user, from_ms__lt=now - SOON_MS, until_ms__gt=now).exists()
        away_lately = Vacation.objects.filter(user_id=user, until_ms__gt=now - SOON_MS).exists()
        if seat in position.away:
            if not away_lately:
                yield f"seat {seat} is on vacation in the log only"
        elif long_away and vacations:
            yield f"seat {seat} is on vacation, but not in the log"
        elif clock is None or clock.deadline_ms is None:
            yield f"seat {seat} is to move without a deadline"


# --- notifications -------------------------------------------------------------------------------------------------
def _untold(
    game: Game, events: Sequence[LogEvent], month: Month, notified: Counter[str], found: Findings
) -> Iterator[tuple[int, str]]:
    entry = positions.load(game)
    users = people(entry.info)
    if len(users) < 2 or not terms.of(game.terms).time_control.slow:
        return
    position, since = replay.fold(events[:1], entry.position.secret, entry.position.nonces), events[0].at_ms
    standing: dict[tuple[SeatNumber, int], int] = {}
    for event in [*events[1:], None]:
        at_ms = event.at_ms if event is not None else month.now_ms
        owed = {(seat, turn) for seat, turn in timing.owed_turns(position).items() if seat in users}
        for turn in owed:
            standing.setdefault(turn, since)
        if event is not None:
            position, since = replay.advance(position, event, position.secret, position.nonces), at_ms
        after = {(seat, turn) for seat, turn in timing.owed_turns(position).items()} if event is not None else set()
        for turn in [turn for turn in standing if turn not in after]:
            begun = standing.pop(turn)
            told = notified[f"your_turn:{game.public_id}:{turn[0]}:{turn[1]}"]
            found.figures["turns"] += 1
            anew = sum(e.kind == "resumed" or (e.kind == "taken_back" and e.seat != turn[0]) for e in events)
            if told > 1 + anew:
                yield position.seq, f"seat {turn[0]} was told {told} times of turn {turn[1]}"
            if not told and at_ms - begun - _overlap(month.outages, begun, at_ms) > SOON_MS:
                yield position.seq, f"seat {turn[0]} was not told of turn {turn[1]}, owed from {begun} to {at_ms}"


def _turn_of(key: str) -> str:
    """Return the key without the suffix for a turn that is notified again after a take-back or a pause."""
    return ":".join(key.split(":")[:4])


def _of_mail(month: Month, found: Findings) -> Iterator[str]:
    box = Outbox.objects.filter(channel=EMAIL)
    for (state,) in box.values_list("state"):
        found.figures[f"mails {state}"] += 1
    for message in box.filter(state__in=UNDONE, due_ms__lte=month.now_ms - SOON_MS):
        yield f"message {message.message_id} is due since {message.due_ms}, and {message.state}: {message.problem}"
    for message in box.filter(state=DEAD):
        yield f"message {message.message_id} was given up: {message.problem}"
    known: dict[str, tuple[str, int]] = {m: (s, d) for m, s, d in box.values_list("message_id", "state", "doubts")}
    for message_id, (state, doubts) in known.items():
        count = month.received.get(message_id, 0)
        found.figures["mails received"] += count
        found.figures["mails received twice"] += max(0, count - 1)
        found.figures["possible doubles"] += doubts
        if state == SENT and count == 0:
            yield f"message {message_id} counts as sent, but was not received"
        if count > 1 + doubts:
            yield f"message {message_id} was received {count} times, with {doubts} doubts"
    for message_id in month.received.keys() - known.keys():
        yield f"message {message_id} was received, but never written"
    yield from _never_sent(month)


def _never_sent(month: Month) -> Iterator[str]:
    """Return turns that the player wants to know of by mail, has not seen, and got no mail about."""
    steady = [p.user.pk for p in month.crowd if not p.changed]
    wants = {
        user.pk
        for user in User.objects.filter(pk__in=steady).select_related("preferences")
        if user.preferences.matrix.get("your_turn", {}).get("email", "at_once") == "at_once"
    }
    told = Notification.objects.filter(kind="your_turn", read_ms__isnull=True, user_id__in=wants)
    for notification in told.filter(created_ms__lt=month.now_ms - SOON_MS).prefetch_related("messages"):
        if not any(message.state == SENT for message in notification.messages.all()):
            yield f"{notification.key} was never sent"
