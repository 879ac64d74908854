"""Shapes of the API's answers about searching and watching (docs/formats/api.md), and an example."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypedDict

from accounts.models import User
from engine import registry
from engine.newtypes import SeatNumber, Seq
from games.api.document.game_schemas import GAME, example
from games.record.models import Game, Seat
from games.record.projections import LEGEND_KINDS
from games.record.tables import table_info, table_json
from games.search.selectors.filters import Filters
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.public_ids import PublicId

FILTERS: dict[str, Any] = {
    "mine": True,
    "game": example()["game"],
    "result": "won",
    "ended_from": "2026-01-01",
    "days_from": 7,
}
"""Filters of the examples."""
PLAYERS = (("u8Tn2KwQ4rLe", "Ada"), ("u3Hb6VcXy9Dm", "Ben"))
DAY_MS = 86_400_000
STARTED_MS = 1_767_600_000_000
ENDED_MS = STARTED_MS + 9 * DAY_MS


class SavedFilters(TypedDict):
    """Filters that the caller has saved."""

    id: str
    title: str
    filters: Filters
    made_ms: Millis


class SavedFiltersList(TypedDict):
    """All filters that the caller has saved, latest first; at most 50."""

    results: list[SavedFilters]


def saved() -> SavedFilters:
    """Return an example of saved filters, as they are answered."""
    filters: Any = FILTERS
    return {"id": "s4Lm9QwEr2Tb", "title": "Long games that I won", "filters": filters, "made_ms": ENDED_MS}


def found() -> dict[str, Any]:
    """Return an example of a page of games: one that passes the filters."""
    outcome = {"reason": "completed", "scores": [81, 74], "ranks": [1, 2], "winners": [0]}
    return _page(SeatNumber(0), status=Game.Status.FINISHED, seq=Seq(87), finished_ms=ENDED_MS, outcome=outcome)


def running() -> dict[str, Any]:
    """Return an example of running games: one whose watchers are ten moves behind."""
    return _page(None, status=Game.Status.RUNNING, seq=Seq(31), to_move=0b10, watch_delay=10)


def _page(reader: SeatNumber | None, **columns: Any) -> dict[str, Any]:
    """Return a page with one game of two people, as the reader on a seat sees it."""
    rules = registry.get(FILTERS["game"], None)
    options = next(kind.options for kind in rules.table_kinds() if _for_two(rules.seat_kinds(kind.options)))
    game = Game(
        public_id=PublicId(GAME), game_key=rules.key, rules_version=rules.version, options=options,
        commitment="0" * 64, started_ms=STARTED_MS, opened_at=datetime.fromtimestamp(STARTED_MS / 1000, UTC),
        table_state={
            "clocks": None, "paused_ms": None, "away": [], "asked": None, "left": [None, None], "may_ask_back": [],
            "may_abort": False,
        },
        **columns,
    )  # fmt: skip
    seats = [
        Seat(number=SeatNumber(number), kind=kind, user=User(public_id=PublicId(public_id), display_name=name))
        for number, (kind, (public_id, name)) in enumerate(zip(rules.seat_kinds(options), PLAYERS, strict=True))
    ]
    shown = table_json(table_info(game, seats), game, reader)
    return {"next": None, "previous": None, "results": [shown]}


def _for_two(kinds: Sequence[str]) -> bool:
    return len(kinds) == len(PLAYERS) and LEGEND_KINDS.isdisjoint(kinds)
