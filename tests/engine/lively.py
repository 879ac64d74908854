"""Games with a time control in which everything possible happens: players leave, pause, make requests and are late."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

from engine import export, published, registry, replay, table_verbs
from engine.core import GameError
from engine.limits import PAUSE_LIMIT_MS
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Event, Position, Step
from engine.time_checks import owed_turns
from tests.engine.tables import Table
from tests.seats import SEAT_1

Verb = Callable[[], Any]
CLOCKED = {"time_control": {"system": "per_move", "seconds": 60}}
TURN_MS = 60_000


def say(before: Position | None, after: Position, at_ms: int) -> dict[str, Any]:
    """Return simple clocks: each turn has a minute, and a pause resets it."""
    was = None if before is None else before.clocks
    seats: list[dict[str, Any] | None] = [None] * len(after.owed_since) if was is None else list(was["seats"])
    owing = {} if after.paused_ms is not None else owed_turns(after)
    for seat, clock in enumerate(seats):
        turn = owing.get(SeatNumber(seat))
        if turn is None:
            seats[seat] = None if clock is None else clock | {"since_ms": None, "deadline_ms": None}
        elif clock is None or clock["turn"] != turn or clock["since_ms"] is None:
            seats[seat] = {"left_ms": TURN_MS, "turn": turn, "since_ms": at_ms, "deadline_ms": at_ms + TURN_MS}
    return {"seats": seats} | ({"graced_ms": was["graced_ms"]} if was is not None and "graced_ms" in was else {})


def graced(before: Position | None, after: Position, at_ms: int) -> dict[str, Any]:
    """Return the clocks with an additional minute, for an outage that has just ended."""
    made = say(before, after, at_ms)
    later = [
        clock if clock is None or clock["since_ms"] is None else clock
        | {"left_ms": clock["left_ms"] + TURN_MS, "deadline_ms": clock["deadline_ms"] + TURN_MS}
        for clock in made["seats"]
    ]  # fmt: skip
    return {"seats": later, "graced_ms": max(at_ms, made.get("graced_ms", 0) + 1)}


def started(
    game: str,
    options: dict[str, Any],
    rng: Random,
    ai: dict[SeatNumber, str] | None = None,
    table: dict[str, Any] = CLOCKED,
) -> Step:
    kinds = registry.get(game).seat_kinds(options)
    nonces = [
        bytes(32) if ai and seat in ai else rng.randbytes(32) for seat, kind in enumerate(kinds) if kind != "legend"
    ]
    return replay.start(game, None, options, rng.randbytes(32), nonces, UnixMs(1000), ai, table, say)


def deadline_ms(position: Position, seat: int) -> int | None:
    """Return when the seat's time is up, or None if no clock runs for it."""
    assert position.clocks is not None
    clock = position.clocks["seats"][seat]
    deadline: int | None = None if clock is None else clock["deadline_ms"]
    return deadline


def lively(
    table: Table,
    seed: int,
    ends: float = 0.004,
    ai: dict[SeatNumber, str] | None = None,
    agreed: dict[str, Any] = CLOCKED,
) -> tuple[Position, list[Event]]:
    """Play a game; each step is also applied by the log's fold."""
    rules, options = table
    rng = Random(seed)
    step = started(rules.key, options, rng, ai, agreed)
    position, events = step.position, list(step.events)
    while not position.ended:
        step = _one_step(position, rng, ends)
        folded = position
        for event in step.events:
            folded = replay.advance(folded, event, position.secret, position.nonces)
        assert folded == step.position, f"{step.events[0].kind}: folding the log differs from the step"
        assert step.events[0].payload["clocks"] == step.position.clocks
        position, events = step.position, [*events, *step.events]
    return position, events


def _one_step(position: Position, rng: Random, ends: float) -> Step:
    while True:
        for verb in _chosen(position, rng, ends):
            try:
                step: Step = verb()
            except GameError as refusal:
                assert refusal.seq == position.seq and refusal.detail.endswith(".")
                continue
            return step


def _chosen(position: Position, rng: Random, ends: float) -> list[Verb]:
    """Choose among the verbs; requests are frequent enough to coincide, verbs that end a game are rare."""
    at: dict[str, Any] = {"at_ms": position.at_ms + rng.randrange(5000), "clocks": say}
    seat = SeatNumber(rng.randrange(len(position.owed_since)))
    verbs: list[tuple[float, Verb]] = [
        (ends, partial(table_verbs.resign, position, seat, **at)),
        (ends, partial(table_verbs.take_over, position, seat, "greedy", **at)),
        (ends, partial(table_verbs.abort, position, seat, **at)),
        (ends, partial(table_verbs.remove, position, seat, rng.choice([None, "greedy"]), **at)),
        (0.2, partial(table_verbs.ask, position, seat, rng.choice(table_verbs.REQUESTS), **at)),
        (0.4, partial(table_verbs.agree, position, seat, **at)),
        (0.1, partial(table_verbs.decline, position, seat, **at)),
        (0.3, partial(table_verbs.resume, position, seat, **at)),
        (0.02, partial(table_verbs.vacation, position, seat, rng.random() < 0.5, **at)),
        (0.1, partial(replay.take_back, position, seat, expected_seq=None, **at)),
        (0.02, partial(table_verbs.grace, position, at_ms=at["at_ms"], clocks=graced)),
    ]
    if position.paused_ms is not None:
        over: dict[str, Any] = {"at_ms": position.paused_ms + PAUSE_LIMIT_MS + rng.randrange(5000), "clocks": say}
        verbs.append((0.2, partial(table_verbs.resume, position, None, **over)))
    deadline = deadline_ms(position, seat)
    if deadline is not None:
        late: dict[str, Any] = {"at_ms": max(position.at_ms, deadline) + rng.randrange(5000), "clocks": say}
        verbs.append((ends, partial(table_verbs.time_out, position, seat, rng.choice([None, "greedy"]), **late)))
        verbs.append((ends, partial(table_verbs.abort, position, seat, late=True, **late)))
    chosen = [verb for chance, verb in verbs if rng.random() < chance]
    if position.to_move and (not chosen or rng.random() < 0.5):
        actor = rng.choice(position.to_move)
        action = position.rules.action_to_json(position.rules.random_action(position.state, actor, rng))
        chosen.append(partial(replay.act, position, actor, action, expected_seq=position.seq, **at))
    return chosen


@cache
def crowded() -> tuple[Position, list[Event]]:
    """Return a game whose log has every kind of event there is."""
    for seed in range(350, 1000):  # few games have all of them: the first is the 352nd
        position, events = lively((registry.get("pyramido"), {"seats": 4}), seed, ends=0.01)
        if position.over and set(table_verbs.FOLDS) - {"aborted"} <= {event.kind for event in events}:
            return position, events
    raise AssertionError("no game had it all")


RATED = {**CLOCKED, "rated": True}


@cache
def rated_line(seed: int = 1, ai: str | None = None) -> dict[str, Any]:
    """Return a line of a month's file, as JSON; with `ai`, the computer has seat 1 of three."""
    levels = None if ai is None else {SEAT_1: ai}
    pyramido = registry.get("pyramido")
    while True:
        position, events = lively((pyramido, {"seats": 3}), seed, ai=levels, agreed=RATED)
        if position.over:
            break
        seed += 1000
    outcome = position.outcome
    assert outcome is not None
    places = [(how is not None, rank) for how, rank in zip(position.left, outcome.ranks, strict=True)]
    players = [
        {"seat": seat, "name": None if levels and seat in levels else f"Player {seat}", "ai": (levels or {}).get(seat),
         "bot": False, "rating_before": 150_000, "rating_after": 151_000,
         "rank": 1 + sum(one < places[seat] for one in places), "score": outcome.scores[seat]}
        for seat in map(SeatNumber, range(3))
    ]  # fmt: skip
    return {
        "format": published.FORMAT, "id": "Zk3_abc", "finished_ms": position.at_ms,
        "terms": {**CLOCKED, "weekend": None, "vacation": False},
        "pool": {"pace": "live", "population": "people" if ai is None else "bots"},
        "players": players, "game": export.export(position, events),
    }  # fmt: skip
