"""Games and people of one test on the shared stack, and the history of what was done with them."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.rows import dict_row

from tests.faults.history import History
from tests.live import ROOT

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack
    from tests.faults.players import Players

JSON = dict[str, Any]


class InsideError(RuntimeError):
    """An error of the process inside the site; the message is its traceback."""


class Inside:
    """The test's end of inside.py: a process inside the site of a stack, started on first use."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def call(self, name: str, **arguments: Any) -> Any:
        """Call a function of inside.py. Raise InsideError."""
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "tests.faults.inside"],
                    env={**self.environment, "LOG_LEVEL": "ERROR"}, cwd=ROOT,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                )  # fmt: skip
            assert self._process.stdin is not None and self._process.stdout is not None
            self._process.stdin.write(json.dumps({"call": name, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            raise InsideError(f"the process in the site has ended in {name}()")
        answer = json.loads(line)
        if "error" in answer:
            raise InsideError(answer["error"])
        return answer["answer"]

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(10)
            self._process = None


@dataclass(slots=True)
class Table:
    """A running game. `cookies` are the sessions of its people by seat; `moves` are the legal moves known beforehand,
    [(seat, action), …] to the end (none if the Legend or an AI plays). `seq` and `done` are what its players know: the
    log's last event, and the number of moves made.
    """

    id: str
    game: str
    cookies: dict[int, str]
    moves: list[tuple[int, Any]]
    seq: int = 0
    done: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A stored event with the key of the command that wrote it. `written`: number of events that this command wrote."""

    seq: int
    seat: int | None
    kind: str
    payload: JSON
    at_ms: int
    key: str | None
    written: int | None


@dataclass
class World:
    stack: Stack
    inside: Inside
    history: History = field(default_factory=History)
    made: list[Table] = field(default_factory=list)
    """All tables of this world, for the checker."""

    def tables(
        self,
        count: int,
        game: str = "forgotten-treasures",
        seats: int = 2,
        *,
        scripts: int = 4,
        seed: int = 1,
        terms: JSON | None = None,
    ) -> list[Table]:
        """Make running games of `seats` people each, whose legal moves are known beforehand (`scripts` different
        games).

        `terms` as in the API; without any there is no clock.
        """
        options = {"seats": seats}
        return self._kept(
            self.inside.call(
                "tables", game=game, options=options, count=count, scripts=scripts, seed=seed, terms=terms or {}
            )
        )

    def solo(self, count: int, *, legend: str = "a", terms: JSON | None = None) -> list[Table]:
        """Make running games of Forgotten Treasures against the Legend (seat 1), whose turns the queue `turns`
        plays.
        """
        options = {"seats": 1, "legend": legend}
        game = "forgotten-treasures"
        return self._kept(
            self.inside.call("tables", game=game, options=options, count=count, scripts=1, seed=1, terms=terms or {})
        )

    def against_ai(
        self,
        count: int,
        game: str = "silver-gold-pyramids",
        seats: int = 2,
        *,
        level: str = "greedy",
        terms: JSON | None = None,
    ) -> list[Table]:
        """Make running games of one person (seat 0) against AIs, whose turns the queue `ai` plays."""
        return self._kept(
            self.inside.call("against_ai", game=game, seats=seats, count=count, level=level, terms=terms or {})
        )

    def people(self, count: int) -> list[JSON]:
        """Make new accounts that sit at no table: `{"id", "name", "cookie": session}`."""
        made: list[JSON] = self.inside.call("people", count=count)
        return made

    def players(self, **options: Any) -> Players:
        """Return clients that record into this world's history: `async with world.players() as players`."""
        from tests.faults.players import Players

        return Players(self, **options)

    def query(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.stack.database_url, autocommit=True) as connection:
            return connection.execute(statement.encode(), parameters or None).fetchall()

    def log(self, table: Table) -> list[Row]:
        """Return the stored events of a game, in order."""
        return self.logs([table])[table.id]

    def logs(self, tables: list[Table]) -> dict[str, list[Row]]:
        statement = (
            "SELECT g.public_id, e.seq, e.seat, e.kind, e.payload, e.at_ms, e.key, e.written "
            "FROM games_event e JOIN games_game g ON g.id = e.game_id WHERE g.public_id = ANY(%s) ORDER BY 1, 2"
        )
        found: dict[str, list[Row]] = {table.id: [] for table in tables}
        with psycopg.connect(self.stack.database_url, autocommit=True, row_factory=dict_row) as connection:
            for row in connection.execute(statement, [list(found)]):
                found[row.pop("public_id")].append(Row(**row))
        return found

    def set_aside(self, table: Table) -> None:
        """Exclude the table from the checker and from onlookers."""
        self.made[:] = [one for one in self.made if one is not table]

    def _kept(self, found: list[JSON]) -> list[Table]:
        tables = [
            Table(
                one["id"],
                one["game"],
                {int(seat): cookie for seat, cookie in one["cookies"].items()},
                [(seat, action) for seat, action in one["moves"]],
            )
            for one in found
        ]
        self.made += tables
        return tables
