"""Check that nothing was lost, doubled or broken, by comparing the responses a world's clients received with the logs.

The invariants, for each game:

- Every acknowledged action is in the log exactly once (by its idempotency key), as it was sent, and its response agrees
  with the log; retries with one key got the same response; refused actions, and actions never sent, are not in the log.
- The game is linearizable: the log's order agrees with real time. An action that was acknowledged before another one
  began has the lower seq, and later reads and refusals report a seq that covers everything acknowledged before. It is
  enough to check pairs: real time is an interval order, in which every longer cycle has a pair that contradicts the
  log.
- The log verifies (`games.record.checking.faults`: hashes, replay, every projection); its times never go backwards.
- What watchers were shown is the log, without gaps.
- No seat that plays by itself (the Legend, an AI) still owes a turn after the time allowed for the sweep.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.history import History, Read, Request, Seen
from tests.faults.scale import seconds
from tests.faults.world import Row, Table, World

PEOPLE_ACT = ("action", "submission")
SHOWN_AT_MOST = 10
OWED_S = seconds(short=60, whole=30)


@dataclass(slots=True)
class Verdict:
    """Sentences about what is wrong, and counts of what was checked."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    accepted: int = 0
    refused: int = 0
    unknown: int = 0

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.broken or self.stuck)

    def summary(self) -> str:
        """Return a line like `812 accepted, 3 refused, 0 unknown`, with other faults than losses and doubles."""
        wrong = [f"{len(found)} {name}" for name, found in (("broken", self.broken), ("stuck", self.stuck)) if found]
        return ", ".join([f"{self.accepted} accepted, {self.refused} refused, {self.unknown} unknown", *wrong])

    def assert_clean(self) -> None:
        """Raise AssertionError with the faults, if any."""
        found = {"lost": self.lost, "doubled": self.doubled, "broken": self.broken, "stuck": self.stuck}
        lines = [f"{name}: {sentence}" for name, sentences in found.items() for sentence in sentences[:SHOWN_AT_MOST]]
        assert self.clean, "\n".join([self.summary(), *lines])


async def check(world: World, tables: Sequence[Table] | None = None, *, within: float = OWED_S) -> Verdict:
    """Judge the world's games (or some of them) by the history. `within`: seconds allowed for turns that are still
    owed.

    Call it when all play has stopped.
    """
    looked_at = list(tables if tables is not None else world.made)
    stuck = await _owed(world, looked_at, within)
    logs = await asyncio.to_thread(world.logs, looked_at)
    verdict = judge(logs, world.history)
    verdict.stuck += [f"{game}: a turn is still owed after {within:g} s" for game in stuck]
    faults = await asyncio.to_thread(world.inside.call, "faults", ids=[table.id for table in looked_at])
    verdict.broken += [f"{game}: {sentence}" for game, sentences in faults.items() for sentence in sentences]
    return verdict


async def _owed(world: World, tables: Sequence[Table], within: float) -> list[str]:
    end = time.monotonic() + within
    waiting = [table.id for table in tables if len(table.cookies) < _seats(table)]
    while waiting:
        waiting = await asyncio.to_thread(world.inside.call, "owed", ids=waiting)
        if time.monotonic() > end:
            break
        if waiting:
            await asyncio.sleep(0.2)
    return waiting


def _seats(table: Table) -> int:
    """Return the number of seats; one more than the people at tables without known moves, where one seat plays by
    itself.
    """
    return len(table.cookies) + (not table.moves)


# --- pure: logs and a history --------------------------------------------------------------------------------------


def judge(logs: dict[str, list[Row]], history: History) -> Verdict:
    """Return the verdict on games; `logs` holds their whole logs."""
    verdict = Verdict()
    requests = _by_game(history.requests)
    reads = _by_game(history.reads)
    for game, log in logs.items():
        asked = requests.get(game, [])
        verdict.accepted += sum(request.outcome == "accepted" for request in asked)
        verdict.refused += sum(request.outcome == "refused" for request in asked)
        verdict.unknown += sum(request.outcome == "unknown" for request in asked)
        _judge_log(game, log, verdict)
        _judge_requests(game, log, asked, verdict)
        _judge_order(game, asked, reads.get(game, []), log, verdict)
    for seen in history.seen:
        if seen.game in logs:
            _judge_seen(seen, logs[seen.game], verdict)
    return verdict


def _by_game(entries: Iterable[Any]) -> dict[str, list[Any]]:
    found = defaultdict(list)
    for entry in entries:
        found[entry.game].append(entry)
    return found


def _judge_log(game: str, log: list[Row], verdict: Verdict) -> None:
    """Check for gaps, times that go backwards, and partly written commands; the site's own check covers hashes and
    replay.
    """
    if [row.seq for row in log] != list(range(len(log))):
        verdict.broken.append(f"{game}: its events are numbered {[row.seq for row in log][:20]} …")
    for row in log:
        if row.written is not None and row.seq + row.written > log[-1].seq + 1:
            verdict.broken.append(f"{game}: of the {row.written} events that begin with {row.seq} some are missing")
    for before, after in itertools.pairwise(log):
        if after.at_ms < before.at_ms:
            verdict.broken.append(f"{game}: event {after.seq} is {before.at_ms - after.at_ms} ms before the last one")


def _judge_requests(game: str, log: list[Row], asked: list[Request], verdict: Verdict) -> None:
    written: dict[tuple[int | None, str], list[Row]] = defaultdict(list)
    for row in log:
        if row.key is not None:
            written[row.seat, row.key].append(row)
    by_key: dict[tuple[int | None, str], list[Request]] = defaultdict(list)
    for request in asked:
        if request.key is not None:
            by_key[request.seat, request.key].append(request)
    for (seat, key), tries in by_key.items():
        rows = written.pop((seat, key), [])
        what = f"{game}: seat {seat}'s action {key}"
        accepted = [request for request in tries if request.outcome == "accepted"]
        if len(rows) > 1:
            verdict.doubled.append(f"{what} is in the log {len(rows)} times, as events {[row.seq for row in rows]}")
        if accepted and not rows:
            verdict.lost.append(f"{what} was acknowledged as event {accepted[0].seq} and is not in the log")
        if rows and all(request.outcome == "refused" for request in tries):
            verdict.broken.append(f"{what} was refused ({tries[0].code}) and is in the log as event {rows[0].seq}")
        if rows and accepted:
            _judge_answers(what, rows[0], log, accepted, verdict)
    for (seat, key), rows in written.items():
        verdict.broken.append(f"{game}: nobody asked for seat {seat}'s action {key}, event {rows[0].seq}")


def _judge_answers(what: str, row: Row, log: list[Row], accepted: list[Request], verdict: Verdict) -> None:
    first = accepted[0]
    if any(other.seq != first.seq for other in accepted) or len(_bodies(accepted)) > 1:
        verdict.broken.append(f"{what} got different answers")
    if row.payload.get("action") != first.action:
        verdict.broken.append(f"{what} is in the log as another action: {row.payload}")
    last = row.seq + (row.written or 1) - 1
    stored = [stored for stored in log if row.seq <= stored.seq <= last]
    told = next((request.events for request in accepted if request.events is not None), None)
    if first.seq != last or (told is not None and list(map(_told, told)) != list(map(_stored, stored))):
        verdict.broken.append(f"{what} was answered with {first.seq} {told}, the log has {stored}")


def _bodies(accepted: list[Request]) -> set[tuple[bytes, str]]:
    return {(request.raw, repr(request.events)) for request in accepted if request.events is not None}


def _told(event: dict[str, Any]) -> tuple[Any, ...]:
    return event["seq"], event["seat"], event["kind"], event.get("payload"), event["at_ms"]


def _stored(row: Row) -> tuple[Any, ...]:
    return row.seq, row.seat, row.kind, row.payload, row.at_ms


@dataclass(frozen=True, slots=True)
class _Span:
    """An operation with its time: it takes effect at seq `first` or later, and operations after it must know seq
    `known`.
    """

    what: str
    began: int
    ended: int
    first: int
    known: int


def _judge_order(game: str, asked: list[Request], reads: list[Read], log: list[Row], verdict: Verdict) -> None:
    spans = [
        *_spans(asked, log),
        *(_Span(f"a read of {read.seq}", read.began, read.ended, read.seq, read.seq) for read in reads),
    ]
    ended = sorted(spans, key=lambda span: span.ended)
    before, known, by = 0, -1, ""
    for span in sorted(spans, key=lambda span: span.began):
        while before < len(ended) and ended[before].ended < span.began:
            if ended[before].known > known:
                known, by = ended[before].known, ended[before].what
            before += 1
        if span.first < known:
            verdict.broken.append(f"{game}: {span.what} began after {by} had ended, which knew of {known}")
    last = log[-1].seq if log else -1
    for span in spans:
        if span.known > last:
            verdict.broken.append(f"{game}: {span.what} tells of more than the log, which ends with {last}")


def _spans(asked: list[Request], log: list[Row]) -> list[_Span]:
    """Return the accepted actions, one for each key, and the refusals that report a seq."""
    found = []
    keyed: dict[tuple[int, str | None], list[Request]] = defaultdict(list)
    for request in asked:
        if request.outcome == "accepted":
            keyed[request.seat, request.key].append(request)
        elif request.outcome == "refused" and request.seq is not None and request.ended is not None:
            what = f"the refusal of {request.key} with {request.seq}"
            found.append(_Span(what, request.began, request.ended, request.seq, request.seq))
    rows = {(row.seat, row.key): row for row in log}
    for (seat, key), tries in keyed.items():
        # One of the tries took effect, and it is unknown which: the span begins with the first try, and ends with the
        # first response.
        ends = [request.ended for request in tries if request.ended is not None]
        began = min(request.began for request in asked if (request.seat, request.key) == (seat, key))
        row, known = rows.get((seat, key)), tries[0].seq
        if ends and row is not None and known is not None:
            found.append(_Span(f"action {key} (event {row.seq})", began, min(ends), row.seq - 1, known))
    return found


def _judge_seen(seen: Seen, log: list[Row], verdict: Verdict) -> None:
    who = f"{seen.game}: a watcher (seat {seen.seat})"
    rows = {row.seq: row for row in log}
    last = seen.began_at
    for event in seen.events:
        row = rows.get(event["seq"])
        if row is None:
            verdict.broken.append(f"{who} saw event {event['seq']}, which the log does not have")
        elif (row.seat, row.at_ms) != (event["seat"], event["at_ms"]) or (
            row.kind != event["kind"] and (row.kind, event["kind"]) != ("submission", "submitted")
        ):
            verdict.broken.append(f"{who} saw {event}, the log has {row}")
        if event["seq"] <= last:
            verdict.doubled.append(f"{who} took event {event['seq']} after {last}")
        last = max(last, event["seq"])
    told = {event["seq"] for event in seen.events}
    covered = max(seen.views, default=seen.began_at)
    missed = [seq for seq in range(covered + 1, seen.cursor + 1) if seq not in told]
    if missed:
        verdict.lost.append(f"{who} at {seen.cursor} never saw events {missed[:10]}")
