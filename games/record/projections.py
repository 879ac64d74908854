"""The columns of a game's row that follow from its log: a function of its position, for the writer and
`check_games`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.position import Position
from games.record.models import Game
from games.time import timing

LEGEND_KINDS = frozenset({"legend"})
"""Kinds of seats without a player or an AI, such as the Legend, the opponent in solo games. They never have a choice,
and the server moves for them.
"""


@dataclass(frozen=True, slots=True)
class Projection:
    """The columns of `Game` that are derived from its log, except `started_ms`, which is the time of event 0."""

    status: str
    seq: Seq
    head_hash: bytes
    to_move: int
    automatic_due: bool
    """Whether a seat of `legend_seats()` or of `ai_seats()` is to move."""
    take_back_seat: SeatNumber | None
    outcome: dict[str, Any] | None
    best_score: int | None
    last_event_ms: UnixMs
    finished_ms: UnixMs | None
    deadline_ms: UnixMs | None
    table_state: dict[str, Any]

    @property
    def ranks(self) -> list[int] | None:
        """The final rank of each seat; None while the game goes on."""
        return self.outcome["ranks"] if self.outcome else None

    @property
    def scores(self) -> list[int] | None:
        """The final score of each seat; None while the game goes on."""
        return self.outcome["scores"] if self.outcome else None


def legend_seats(position: Position) -> tuple[SeatNumber, ...]:
    """Return the seats to move that have no choice; none in a pause."""
    if position.paused_ms is not None:
        return ()
    kinds = position.rules.seat_kinds(position.options)
    return tuple(seat for seat in position.to_move if kinds[seat] in LEGEND_KINDS)


def ai_seats(position: Position) -> tuple[SeatNumber, ...]:
    """Return the seats to move that an AI plays; none in a pause."""
    if position.paused_ms is not None:
        return ()
    return tuple(seat for seat in position.to_move if position.ai[seat] is not None)


def decisions_of_ais(position: Position) -> set[tuple[SeatNumber, Seq]]:
    """Return the decisions that AIs owe, as pairs of a seat and the seq since which it owes its decision."""
    return {(seat, position.owed_since[seat]) for seat in ai_seats(position)}


def project(position: Position) -> Projection:
    """Return the columns of the game's row at this position."""
    outcome = position.outcome
    seat = position.undo_seat
    return Projection(
        status=Game.Status.ABORTED if position.aborted else Game.Status.FINISHED if outcome else Game.Status.RUNNING,
        seq=position.seq,
        head_hash=bytes.fromhex(position.hash),
        to_move=sum(1 << seat for seat in position.to_move),
        automatic_due=bool(legend_seats(position) or ai_seats(position)),
        take_back_seat=seat if seat is not None and position.can_take_back(seat) else None,
        outcome=outcome.to_json() if outcome else None,
        best_score=max(outcome.scores) if outcome else None,
        last_event_ms=position.at_ms,
        finished_ms=position.at_ms if position.ended else None,
        deadline_ms=timing.deadline_ms(position),
        table_state=timing.table_state(position),
    )


def with_clocks_stopped(columns: Projection) -> Projection:
    """Return the projection of a game that is seen with a delay: what was left on each clock, none of which runs."""
    clocks = columns.table_state["clocks"]
    stopped = clocks and [clock and {**clock, "since_ms": None, "deadline_ms": None} for clock in clocks]
    return replace(columns, deadline_ms=None, table_state={**columns.table_state, "clocks": stopped})


def at_rest(columns: Projection) -> Projection:
    """Return the projection of a game in which nothing can be done any more: no seat is to move and no clock runs."""
    table_state = {**columns.table_state, "clocks": None, "asked": None, "may_ask_back": [], "may_abort": False}
    idle = replace(columns, to_move=0, automatic_due=False, take_back_seat=None, deadline_ms=None)
    return replace(idle, table_state=table_state)
