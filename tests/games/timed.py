"""Tables with a time control, on a clock that the test sets."""

from __future__ import annotations

from random import Random
from typing import Any

from accounts.models import User
from engine.export import read as read_export
from engine.export import rebuild
from engine.newtypes import SeatNumber, UnixMs
from engine.position import Position
from games.deadlines.services import consent
from games.deadlines.services.enforce_deadlines import sweep_deadlines
from games.models import Checkpoint, Event, Game
from games.record import positions, selectors
from games.record.checking import faults
from games.seating.selectors import table_terms
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import DAY_MS, SECOND_MS
from tests.games import play

MONDAY = UnixMs(1_781_514_000_000)
"""2026-06-15 09:00 UTC."""


class Now:
    """The test's time."""

    def __init__(self) -> None:
        self.ms: int = MONDAY

    def __call__(self) -> int:
        return self.ms

    def sweep(self, after: int = 0) -> int:
        """Write a checkpoint after a time in which deadlines were enforced."""
        self.ms += after
        if after:
            Checkpoint.objects.update(at_ms=self.ms)
        return sweep_deadlines()


def per_move(ms: int = DAY_MS, **more: Any) -> dict[str, Any]:
    return {"time_control": {"system": "per_move", "seconds": ms // SECOND_MS}, **more}


def table(
    agreed: dict[str, Any], seats: int = 2, game: str = "pyramido", substitute: str | None = None
) -> tuple[Game, list[User]]:
    people = [play.person() for _ in range(seats)]
    made = open_table(people[0], game, {"seats": seats}, substitute=substitute, agreed=table_terms.read(agreed))
    for user in people[1:]:
        sit_down(user, made.public_id)
    return play.fresh(made), people


def under_way(
    agreed: dict[str, Any], seats: int = 2, game: str = "pyramido", substitute: str | None = None
) -> tuple[Game, list[User]]:
    made, people = table(agreed, seats, game, substitute)
    play.play_until(made, Random(1), lambda at: at.under_way)
    return play.fresh(made), people


def reply(game: Game, seat: int, agree: bool) -> None:
    """Answer the open request."""
    asked = play.position(game).asked
    assert asked is not None
    consent.answer(game.public_id, SeatNumber(seat), agree, asked.seq)


def kinds(game: Game, *wanted: str) -> list[str]:
    found = Event.objects.filter(game_id=game.pk).order_by("seq").values_list("kind", flat=True)
    return [kind for kind in found if not wanted or kind in wanted]


def checked(game: Game) -> Position:
    """Check that everything about the game agrees with its log; return the position."""
    row = play.fresh(game)
    assert faults(row) == []
    positions.cache.clear()
    if row.status == Game.Status.FINISHED:
        rebuild(read_export(selectors.export_of(row.public_id)))
    return play.position(row)


def due(game: Game) -> int:
    deadline = play.fresh(game).deadline_ms
    assert deadline is not None
    return deadline


ENDED = ("timed_out", "finished", "aborted", "grace")
