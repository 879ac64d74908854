"""The measurements at one size of the database. Each function returns lines for the output, as dicts.

Compared measurements are taken in turns (A, B, A, B …), so that other load on the computer affects both sides; figures
are medians, with minimum and maximum.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from tests.tools.bench_actions.__main__ import quantile
from tests.tools.bench_actions.driver import Game
from tests.tools.bench_stack import stored
from tests.tools.bench_stack.bench import BUSY, KEY, Bench
from tests.tools.bench_stack.driver import Action, Heard
from tests.tools.bench_stack.meters import Work

Line = dict[str, Any]
WAYS = ("websocket", "http")


def ms(seconds: float) -> float:
    return round(1000 * seconds, 2)


def times(took: Iterable[float]) -> Line:
    """Return `{"p50_ms", "p95_ms", "p99_ms"}` of durations in seconds."""
    ordered = sorted(took)
    return {f"p{part}_ms": ms(quantile(ordered, part / 100)) for part in (50, 95, 99)} if ordered else {}


def spread(values: Sequence[float]) -> list[float]:
    """Return the minimum and the maximum."""
    return [round(min(values), 2), round(max(values), 2)]


def order(count: int, seats: int = 2, played: float = 0, scripts: int = 10) -> Line:
    """Return an order for games, as tests.tools.bench_actions.site reads it."""
    return {
        "game": KEY, "seats": seats, "count": count, "scripts": min(scripts, count), "terms": stored.TERMS,
        "played": played,
    }  # fmt: skip


def ids(games: Iterable[Game]) -> list[str]:
    return [game.id for game in games]


# --- 20 busy games ----------------------------------------------------------------------------------------------------


def busy_orders(rounds: int, seconds: float) -> list[Line]:
    """Return orders for each way: more games than finish during the measurement, up to 1,500 moves a second."""
    return [order(BUSY + round(rounds * seconds * 1500 / 120)) for _ in WAYS]


def busy(on: Bench, games: Sequence[list[Game]], rounds: int, seconds: float) -> list[Line]:
    """Play 20 games as fast as possible, in turns with the bare limit on as many connections."""
    by_way = dict(zip(WAYS, games, strict=True))
    for way in WAYS:
        on.players.call("open_tables", by_way[way], way)
        on.players.call("rush", ids(by_way[way]), BUSY, 1.0)  # warm-up: the processes load what they need
    on.settle()
    rates: dict[str, list[float]] = defaultdict(list)
    taken: dict[str, list[Action]] = defaultdict(list)
    cpu: dict[str, dict[str, float]] = {way: defaultdict(float) for way in WAYS}
    works: dict[str, list[Work]] = defaultdict(list)
    for _ in range(rounds):
        for way in WAYS:
            left = [game.id for game in by_way[way]]
            on.database.begin()
            meter, driver = on.processors(), on.players.call("cpu")
            actions: list[Action] = on.players.call("rush", left, BUSY, seconds)
            cpu[way]["driver"] += on.players.call("cpu") - driver
            on.settle()
            for service, used in meter.used().items():
                cpu[way][service] += used
            works[way].append(on.database.work())
            span = (max(a.answered for a in actions) - min(a.sent for a in actions)) / 1e9
            rates[way].append(len(actions) / span)
            taken[way] += actions
            for bare_way in ("transaction", "statement"):
                done = on.pool.run(bare_way, seconds)
                rates[f"bare_{bare_way}"].append(done.per_second)
                cpu_each = done.cpu_seconds / done.transactions
                rates[f"bare_{bare_way}_driver_cpu_ms"].append(1000 * cpu_each)
    on.close_sockets()
    lines: list[Line] = []
    for bare_way in ("transaction", "statement"):
        found = rates[f"bare_{bare_way}"]
        lines.append(
            {
                "figure": f"bare_{bare_way}",
                "connections": BUSY,
                "per_second": round(statistics.median(found), 1),
                "spread": spread(found),
                "driver_cpu_ms_each": round(statistics.median(rates[f"bare_{bare_way}_driver_cpu_ms"]), 3),
            }
        )
    for place, way in enumerate(WAYS):
        count = len(taken[way])
        ratios = {}
        for bare_way in ("transaction", "statement"):
            limits = rates[f"bare_{bare_way}"][place :: len(WAYS)]  # the bare measurement right after it
            ratios[bare_way] = [round(one / limit, 3) for one, limit in zip(rates[way], limits, strict=True)]
        lines.append(
            {
                "figure": f"busy_{way}",
                "games": BUSY,
                "moves": count,
                "per_second": round(statistics.median(rates[way]), 1),
                "spread": spread(rates[way]),
                **times(action.took for action in taken[way]),
                "of_bare_transaction": round(statistics.median(ratios["transaction"]), 3),
                "of_bare_transaction_spread": [min(ratios["transaction"]), max(ratios["transaction"])],
                "of_bare_statement": round(statistics.median(ratios["statement"]), 3),
                "database_ms_each": round(sum(work.ms for work in works[way]) / count, 3),
                "statements_each": round(sum(work.calls for work in works[way]) / count, 2),
                "wal_bytes_each": round(sum(work.wal_bytes for work in works[way]) / count),
                "wal_pages_each": round(sum(work.wal_pages for work in works[way]) / count, 2),
                "cpu_ms_each": {
                    name: ms(used / count) for name, used in sorted(cpu[way].items()) if used > 5e-6 * count
                },
                "top_statements": works[way][-1].top,
            }
        )
    return lines


# --- an idle stack ----------------------------------------------------------------------------------------------------

IDLE_PAUSE = 0.1
"""Seconds between moves, after which a move's follow-up work is done."""


def idle_orders() -> list[Line]:
    return [order(1), order(1)]


def idle(on: Bench, games: Sequence[list[Game]], rounds: int, moves: int) -> list[Line]:
    """Make one move at a time, with pauses, in turns with one bare transaction at a time, with the same pauses."""
    for way, (game,) in zip(WAYS, games, strict=True):
        on.players.call("open_tables", [game], way)
        on.players.call("in_turn", [game.id], 5, IDLE_PAUSE)
    took: dict[str, list[float]] = defaultdict(list)
    medians: dict[str, list[float]] = defaultdict(list)
    for _ in range(rounds):
        for way, (game,) in zip(WAYS, games, strict=True):
            on.settle()
            new = [action.took for action in on.players.call("in_turn", [game.id], moves, IDLE_PAUSE)]
            took[way] += new
            medians[way].append(statistics.median(new))
            for bare_way in ("transaction", "statement"):
                new = on.alone.run(bare_way, moves * IDLE_PAUSE / 2, IDLE_PAUSE).took
                took[bare_way] += new
                medians[bare_way].append(statistics.median(new))
    on.close_sockets()
    lines: list[Line] = []
    for way in WAYS:
        p50 = statistics.median(took[way])
        lines.append(
            {
                "figure": f"idle_{way}",
                "moves": len(took[way]),
                **times(took[way]),
                "rounds_p50_ms": [ms(min(medians[way])), ms(max(medians[way]))],
                "bare_transaction_p50_ms": ms(statistics.median(took["transaction"])),
                "bare_statement_p50_ms": ms(statistics.median(took["statement"])),
                "to_bare_transaction": round(p50 / statistics.median(took["transaction"]), 2),
                "to_bare_transaction_spread": spread(
                    [one / statistics.median(took["transaction"]) for one in medians[way]]
                ),
                "to_bare_statement": round(p50 / statistics.median(took["statement"]), 2),
            }
        )
    return lines


# --- early and late in a log ------------------------------------------------------------------------------------------

BIN = 25
LATE = 0.74
"""Share of a four-player game that is already played: its next events are about 176 to 200."""


def growth_orders(pairs: int) -> list[Line]:
    return [order(pairs, seats=4), order(pairs, seats=4, played=LATE)]


def growth(on: Bench, games: Sequence[list[Game]]) -> list[Line]:
    """Time the first 25 events of four-player games in turns with events around the 190th of others."""
    early, late = games
    on.players.call("open_tables", [*early, *late], "websocket")
    ratios, all_early, all_late, seqs = [], [], [], []
    for first, second in zip(early, late, strict=True):
        on.settle()
        actions = on.players.call("in_turn", [first.id, second.id], BIN, 0.02)
        one = [action.took for action in actions if action.game == first.id]
        other = [action.took for action in actions if action.game == second.id]
        seqs += [action.seq for action in actions if action.game == second.id]
        ratios.append(statistics.median(other) / statistics.median(one))
        all_early += one
        all_late += other
    on.close_sockets()
    return [
        {
            "figure": "growth",
            "pairs": len(early),
            "late_events": [min(seqs), max(seqs)],
            "early_p50_ms": ms(statistics.median(all_early)),
            "late_p50_ms": ms(statistics.median(all_late)),
            "late_to_early": round(statistics.median(all_late) / statistics.median(all_early), 3),
            "late_to_early_spread": [round(min(ratios), 3), round(max(ratios), 3)],
        }
    ]


# --- watchers ---------------------------------------------------------------------------------------------------------


def watcher_orders() -> list[Line]:
    return [order(2, scripts=1)]


def watchers(on: Bench, games: Sequence[list[Game]], count: int, moves: int, pause: float) -> list[Line]:
    """Play two games with the same moves, one of them watched by `count` strangers, in turns; then some more moves in
    each alone, to find the cost of a frame.
    """
    watched, other = games[0]
    on.players.call("open_tables", [watched, other], "websocket")
    on.crowd.call("open_watchers", [(watched.id, None)] * count)
    on.players.call("in_turn", [watched.id, other.id], 2, pause)
    on.crowd.call("take_heard")
    driver = on.crowd.call("cpu")
    actions: list[Action] = on.players.call("in_turn", [watched.id, other.id], moves, pause)
    on.wait(pause)
    heard: list[Heard] = on.crowd.call("take_heard")
    driver = on.crowd.call("cpu") - driver
    sent = {action.seq: action.sent for action in actions if action.game == watched.id}
    delays = [(frame.at - sent[frame.seq]) / 1e9 for frame in heard if frame.seq in sent]
    with_watchers = [action.took for action in actions if action.game == watched.id]
    without = [action.took for action in actions if action.game == other.id]
    used = {}
    for game in (watched, other):
        on.settle()
        meter = on.processors()
        made = len(on.players.call("in_turn", [game.id], max(5, moves // 3), pause))
        on.wait(pause)
        used[game.id] = {name: seconds / made for name, seconds in meter.used().items()}
    frame = {
        name: round(1e6 * (used[watched.id][name] - used[other.id][name]) / count, 1)
        for name in ("sockets", "proxy", "redis")
    }
    on.close_sockets()
    return [
        {
            "figure": "watchers",
            "watchers": count,
            "moves": len(with_watchers),
            "mover_p50_ms": ms(statistics.median(with_watchers)),
            "mover_p50_ms_without": ms(statistics.median(without)),
            "with_to_without": round(statistics.median(with_watchers) / statistics.median(without), 3),
            "watcher": times(delays),
            "frames": len(delays),
            "frames_missing": count * len(sent) - len(delays),
            "cpu_us_a_frame": frame,
            "driver_cpu_us_a_frame": round(1e6 * driver / max(1, len(delays)), 1),
        }
    ]
