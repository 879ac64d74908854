"""The contract between a game's rules and everybody who plays, stores or shows the game.

A game is one object that fulfils :class:`Rules`. States and actions are frozen; a rule never
mutates, never reads a clock, never draws a random number outside `engine.chance`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

JSON = dict[str, Any]


def gettext_noop(message: str) -> str:
    """Mark a template for the message catalogues; whoever shows it translates it by its English text."""
    return message


class GameError(Exception):
    """What came in was refused and nothing has changed.

    `code` is stable and meant for programs. `template % params` is the English sentence, which quotes what came in.
    `field` is the path of the offending field in the action's JSON, if there is one. `seq` is the
    seq of the log's last event at the refusal; `engine.replay` fills it in.
    """

    kind = "error"

    def __init__(self, code: str, template: str, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.params = params
        self.field = field
        self.seq: int | None = None

    @property
    def detail(self) -> str:
        return self.template % self.params if self.params else self.template

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class Malformed(GameError):
    """It could not be read as an action (or as options) of this game at all. HTTP 400."""

    kind = "malformed"


class Illegal(GameError):
    """It could be read, but the rules do not allow it in this state. HTTP 422."""

    kind = "illegal"


class Stale(GameError):
    """It was meant for an earlier state: the actor's own seat or phase has moved on. HTTP 409."""

    kind = "stale"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `scores` and `ranks` have one entry a seat; ranks count from 1, a shared win has several 1s."""

    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def to_json(self) -> JSON:
        return {
            "reason": self.reason,
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
        }


class Source(msgspec.Struct, frozen=True):
    """What gives points, by the rulebook's term: `name` is a message id, `key` is stable and meant for programs."""

    key: str
    name: str


class Points(msgspec.Struct, frozen=True):
    """Whence everybody's points come: `seats[seat][stage][source]`, which may be negative. A seat's sum is its score.

    `stage` is the message id of a stage's name, with its `number` from 1; stages that are still to come have zeros.
    """

    stage: str
    sources: tuple[Source, ...]
    seats: tuple[tuple[tuple[int, ...], ...], ...]


class TableKind(msgspec.Struct, frozen=True):
    """One kind of table that a game offers. Its texts are message ids; `options` are as `options_from_json` gives them.

    `needs`: the options of a table that somebody must have won before this one opens to them. `title`: what the latest
    winner of such a table is called until another player wins one, or empty (docs/rules.md B5).
    """

    options: JSON
    name: str
    about: str
    needs: JSON | None = None
    title: str = ""


S = TypeVar("S")
A = TypeVar("A")


class Rules(Protocol, Generic[S, A]):
    """One game (docs/rules.md) at one rules version. All methods are pure; `seat` counts from 0."""

    key: str
    version: int
    name: str
    about: str
    """What people read: the game's name, and one sentence about it. Message ids."""
    component_file: bytes
    components: str
    """The file of printed parts that the rules were built on, and its SHA-256 in lower-case hex."""

    def table_kinds(self) -> tuple[TableKind, ...]:
        """Every kind of table that can be opened, in the order in which they are offered."""
        ...

    def options_from_json(self, raw: object) -> JSON:
        """Check options and fill in defaults. Raises :class:`Malformed`."""
        ...

    def seat_kinds(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The kind of each seat. Every kind but `legend` is a person's seat (or an AI's)."""
        ...

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> S:
        """The state after the set-up; `seed` is 32 bytes (docs/rules.md E)."""
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """The seats that owe something, in rising order; empty when the game is over."""
        ...

    def legal_actions(self, state: S, seat: int) -> Iterable[A]:
        """Every legal action of the seat. Lazy where there are very many (secret submissions)."""
        ...

    def random_action(self, state: S, seat: int, rng: Random) -> A:
        """One legal action, quickly; every legal action has a positive chance."""
        ...

    def apply(self, state: S, seat: int, action: A, facts: list[JSON] | None = None) -> S:
        """Check the action and carry it out. Raises :class:`Illegal`; appends what happened to `facts`."""
        ...

    def drop_out(self, state: S, seat: int, facts: list[JSON] | None = None) -> S:
        """The seat leaves for good (docs/rules.md A7). Raises :class:`Illegal` if it cannot."""
        ...

    def out(self, state: S) -> tuple[int, ...]:
        """The seats that have gone out, by the rules or because somebody left (docs/rules.md A7), in rising order."""
        ...

    def turn(self, state: S, seat: int) -> int:
        """Which of its turns the seat is in: a number that is higher when the seat comes to owe its next one."""
        ...

    def submissions(self, state: S) -> tuple[A | None, ...] | None:
        """In a secret simultaneous phase, what each seat has submitted so far; otherwise None."""
        ...

    def revealed(self, state: S) -> int:
        """How many secret phases have been revealed so far."""
        ...

    def revocable(self, state: S, seat: int, action: A) -> bool:
        """Whether this action, legal in `state`, may later be taken back: it shows nothing new to anybody."""
        ...

    def view(self, state: S, seat: int | None) -> JSON:
        """What the seat (None: the public) may know, as JSON (docs/formats/view.md)."""
        ...

    def imagine(self, view: JSON, rng: Random) -> S:
        """A state of which `view` is the view: what it leaves open is drawn at random, every case with its chance.

        It passes `check` and plays on to an end like any other; its streams are fresh.
        """
        ...

    def next_turn(self, view: JSON, rng: Random) -> S:
        """A state imagined of a seat's view in which that seat's next turn begins now, and everything else is as it is.

        A turn of somebody else that is half done is finished as it is for one who leaves (docs/rules.md A7). Planning
        ahead begins here. Raises :class:`Illegal` where there is no turn to plan: the seat owes something or plays no
        more, or what comes next everybody decides at once.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """None while the game goes on."""
        ...

    def points(self, state: S) -> Points:
        """The points that everybody has so far, by stage and source; of what is secret nothing. At the end the sums are
        the outcome's scores. The sources are those of this table's seats, the same for all states of a game."""
        ...

    def action_from_json(self, raw: object) -> A:
        """Raises :class:`Malformed`."""
        ...

    def action_to_json(self, action: A) -> JSON: ...

    def action_from_text(self, text: str) -> A:
        """Raises :class:`Malformed`."""
        ...

    def action_to_text(self, action: A) -> str: ...

    def show(self, state: S) -> str:
        """The state as text, for people at a terminal."""
        ...

    def check(self, state: S) -> None:
        """Assert what must hold in every state (conservation of the components). Raises AssertionError."""
        ...
