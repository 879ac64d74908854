"""A readable table of the figures: those with targets first, the others below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Line = dict[str, Any]

REST = ("watchers", "page_game", "page_front", "page_view", "page_fold", "scattered", "told", "idle_sockets", "at_rest")
MOVES = ("database_ms_each", "statements_each", "wal_bytes_each")

# label, figure, field, its minimum or maximum (and the target)
ASKED: tuple[tuple[str, str, str, str], ...] = (
    ("20 busy games / bare limit, moves a second", "busy_websocket", "of_bare_transaction", "≥ 0.25, aim 0.5"),
    ("the same over HTTP", "busy_http", "of_bare_transaction", ""),
    ("a move on an idle stack / one bare transaction, p50", "idle_websocket", "to_bare_transaction", "≤ 5"),
    ("the same over HTTP", "idle_http", "to_bare_transaction", ""),
    ("a move around event 190 / one of the first 25, p50", "growth", "late_to_early", "≤ 1.1"),
    ("mover's p50 with watchers / without", "watchers", "with_to_without", "≤ 1.2"),
)

SHOWN: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("bare transactions a second, 20 connections", "bare_transaction", ("per_second",)),
    ("the same as one statement", "bare_statement", ("per_second",)),
    ("moves a second, sockets", "busy_websocket", ("per_second",)),
    ("  p50 / p95 / p99, ms", "busy_websocket", ("p50_ms", "p95_ms", "p99_ms")),
    ("  in the database, ms; statements; WAL bytes", "busy_websocket", MOVES),
    ("moves a second, HTTP", "busy_http", ("per_second",)),
    ("  p50 / p95 / p99, ms", "busy_http", ("p50_ms", "p95_ms", "p99_ms")),
    ("  in the database, ms; statements; WAL bytes", "busy_http", MOVES),
    ("idle stack, sockets: p50 / p99, ms", "idle_websocket", ("p50_ms", "p99_ms")),
    ("idle stack, HTTP: p50 / p99, ms", "idle_http", ("p50_ms", "p99_ms")),
    ("one bare transaction, p50, ms", "idle_websocket", ("bare_transaction_p50_ms",)),
    ("early / late in a log, p50, ms", "growth", ("early_p50_ms", "late_p50_ms")),
    ("mover with / without watchers, p50, ms", "watchers", ("mover_p50_ms", "mover_p50_ms_without")),
)  # fmt: skip


def table(lines: Sequence[Line]) -> str:
    """Return the table as plain text, a column for each size of the database; parts that were not measured are left
    out.
    """
    at = {(line["figure"], line["stored"]): line for line in lines if "stored" in line}
    stored = [line for line in lines if line["figure"] == "stored"]
    sizes = list(dict.fromkeys(size for _, size in at))
    rows = [
        ["stored games", *(f"{line['games']:,}" for line in stored), "limit"],
        ["stored events", *(f"{line['events']:,}" for line in stored), ""],
    ]
    for what, figure, field, limit in ASKED:
        rows.append([what, *(_ratio(at, figure, size, field) for size in sizes), limit])
    for what, figure, fields in SHOWN:
        rows.append([what, *(_value(at, figure, size, fields) for size in sizes), ""])
    parts = [_aligned([row for row in rows if any(row[1:-1])])]
    parts += [_cpu(line) for line in lines if line["figure"] in ("busy_websocket", "busy_http")][-2:]
    parts += [_users([line for line in lines if line["figure"] == "users"])]
    parts += [_rest(line) for line in lines if line["figure"] in REST]
    return "\n\n".join(part for part in parts if part)


def _value(at: dict[tuple[str, int], Line], figure: str, size: int, fields: tuple[str, ...]) -> str:
    line = at.get((figure, size))
    return "" if line is None else " / ".join(f"{line[field]:,}" for field in fields)


def _ratio(at: dict[tuple[str, int], Line], figure: str, size: int, field: str) -> str:
    """Return the value with the minimum and maximum of its rounds, if known."""
    spread = at.get((figure, size), {}).get(f"{field}_spread")
    return _value(at, figure, size, (field,)) + ("" if spread is None else f" ({spread[0]:g}–{spread[1]:g})")


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def _cpu(line: Line) -> str:
    each = line["cpu_ms_each"]
    services = ", ".join(f"{name} {value:g}" for name, value in each.items())
    total = sum(value for name, value in each.items() if name != "driver")
    return f"{line['figure']}: processor time of a move, ms: {services}; together, without the driver, {total:.2f}"


def _users(lines: Sequence[Line]) -> str:
    if not lines:
        return ""
    rows = [["moves a second wanted", "accepted", "mover p50 / p95 / p99, ms", "watcher p50 / p95 / p99, ms", "cores"]]
    for line in lines:
        mover, watcher = (" / ".join(f"{value:g}" for value in line[who].values()) for who in ("mover", "watcher"))
        rates = [f"{line[name]:g}" for name in ("wanted_per_second", "accepted_per_second")]
        rows.append([*rates, mover, watcher, f"{sum(line['cores_used'].values()):.2f}"])
    return _aligned(rows)


def _rest(line: Line) -> str:
    shown = {name: value for name, value in line.items() if name not in ("figure", "stored", "tables")}
    return f"{line['figure']}: " + ", ".join(f"{name} {value}" for name, value in shown.items())
