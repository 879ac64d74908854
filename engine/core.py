"""The contract between the rules of a game and the code that plays, stores or shows it.

A game is one object that implements :class:`Rules`. States and actions are frozen. Rules never mutate them, never read
a clock, and draw random numbers through `engine.chance` only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engine.newtypes import Seq

JSON = dict[str, Any]


def gettext_noop(message: str) -> str:
    """Mark a text for the message catalogues and return it unchanged; it is translated where it is shown."""
    return message


class GameError(Exception):
    """The input was refused; nothing has changed.

    `code` is stable and meant for programs. `template % params` is the English sentence, which quotes the input.
    `field` is the path of the offending field in the action's JSON, if there is one. `seq` is the seq of the log's last
    event at that time, `game` the key of the game that refused it; `engine.position` sets both.
    """

    kind = "error"

    def __init__(self, code: str, template: str, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.template = template
        self.params = params
        self.field = field
        self.seq: Seq | None = None
        self.game: str | None = None

    @property
    def detail(self) -> str:
        """The English sentence with its parameters filled in."""
        return self.template % self.params if self.params else self.template

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"


class Malformed(GameError):
    """The input is not an action (or not options) of this game. HTTP 400."""

    kind = "malformed"


class Illegal(GameError):
    """The input is well-formed, but the rules do not allow it in this state. HTTP 422."""

    kind = "illegal"


class Stale(GameError):
    """The input was meant for an earlier state: the seat's own decision has changed since. HTTP 409."""

    kind = "stale"


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `scores` and `ranks` have one entry per seat; ranks count from 1, and tied seats share one."""

    reason: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1, ascending."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def to_json(self) -> JSON:
        """Return the outcome as views and logs have it."""
        return {
            "reason": self.reason,
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "winners": list(self.winners),
        }


class Source(msgspec.Struct, frozen=True):
    """A source of points, by the rulebook's term. `name` is a message id; `key` is stable and meant for programs."""

    key: str
    name: str


class Points(msgspec.Struct, frozen=True):
    """The points of all seats, itemised as `seats[seat][stage][source]`; may be negative. A seat's sum is its score.

    `stage` is the message id for the name of a stage, with the parameter `number`, which counts from 1. Stages not yet
    played have zeros.
    """

    stage: str
    sources: tuple[Source, ...]
    seats: tuple[tuple[tuple[int, ...], ...], ...]


class Character(msgspec.Struct, frozen=True):
    """An opponent that is not a person. `key` names its face and its place on the page of opponents; `stars`: 1 to 5.

    `name` is a message id if it is to be translated, such as “The Legend”; proper names such as “Miu” are the same in
    every language. The other texts are message ids: `about`, a phrase on how it plays; `character`, a sentence on who
    it is; `method`, how it decides, for people who do not program.
    """

    key: str
    name: str
    stars: int
    about: str
    character: str
    method: str


class TableKind(msgspec.Struct, frozen=True):
    """One kind of table that a game offers. Its texts are message ids; `options` is a value that `options_from_json`
    could have returned.

    `needs`: before opening such a table, a player must have won a game at a table with these options; None: no such
    condition. `title`: the title that the latest winner of such a table holds until another player wins one,
    or empty (docs/rules.md B5). `rival`: who sits on the seat that plays by itself; None without one.
    """

    options: JSON
    name: str
    about: str
    needs: JSON | None = None
    title: str = ""
    rival: Character | None = None


S = TypeVar("S")
A = TypeVar("A")


class Rules(Protocol, Generic[S, A]):
    """One game (docs/rules.md) at one rules version. All methods are pure; `seat` counts from 0.

    Each game takes functions of its own modules (`actions`, `legal`, `console` and so on) by a line of `staticmethod`
    each. A base class that is handed these modules would lose their types, or be longer than the lines it saves.
    """

    key: str
    version: int
    name: str
    about: str
    """The game's name and one sentence about it, to be shown to people. Message ids."""
    component_file: bytes
    components_sha256: str
    """The component file (printed parts) that the rules use, and its SHA-256 in lower-case hex."""

    def table_kinds(self) -> tuple[TableKind, ...]:
        """The kinds of tables that can be opened, in the order in which they are offered."""
        ...

    def options_from_json(self, raw: object) -> JSON:
        """Return the options, checked and with defaults filled in. Raise :class:`Malformed` if they are invalid."""
        ...

    def seat_kinds(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """The kind of each seat. Every kind but `legend` is played by a person or an AI."""
        ...

    def start(self, options: Mapping[str, Any], seed: bytes, facts: list[JSON] | None = None) -> S:
        """Return the state after the set-up, and append to `facts` (unless None) the public records of what happened.
        `seed` is 32 bytes (docs/rules.md E).
        """
        ...

    def to_move(self, state: S) -> tuple[int, ...]:
        """The seats that owe a decision, ascending; empty when the game is over."""
        ...

    def legal_actions(self, state: S, seat: int) -> Iterable[A]:
        """All legal actions of the seat. An iterator where there are very many (secret submissions)."""
        ...

    def random_action(self, state: S, seat: int, rng: Random) -> A:
        """Return one legal action, quickly; each legal action has a positive probability."""
        ...

    def apply(self, state: S, seat: int, action: A, facts: list[JSON] | None = None) -> S:
        """Return the state after the action and append to `facts` what happened. Raise :class:`Illegal` if the rules do
        not allow the action.
        """
        ...

    def drop_out(self, state: S, seat: int, facts: list[JSON] | None = None) -> S:
        """Return the state after the seat has left for good (docs/rules.md A7), and append to `facts` what happened.

        The first fact is the departure itself (`{"type": "out", "seat": seat}`). Raise :class:`Illegal` if the seat
        cannot leave.
        """
        ...

    def out(self, state: S) -> tuple[int, ...]:
        """The seats that are out, by the rules or because the player left (docs/rules.md A7), ascending."""
        ...

    def turn(self, state: S, seat: int) -> int:
        """The number of the seat's turn, which rises whenever the seat's next turn begins."""
        ...

    def submissions(self, state: S) -> tuple[A | None, ...] | None:
        """What each seat has submitted so far in a secret simultaneous phase; None in any other phase."""
        ...

    def revealed(self, state: S) -> int:
        """The number of secret phases revealed so far."""
        ...

    def revocable(self, state: S, seat: int, action: A) -> bool:
        """Whether this action, legal in `state`, may be taken back later, as it reveals nothing to any player.
        Only where one seat alone is to move, so that no other clock is running.
        """
        ...

    def view(self, state: S, seat: int | None) -> JSON:
        """Return all that the seat (None: the public) may know, as JSON (docs/formats/view.md)."""
        ...

    def imagine(self, view: JSON, rng: Random) -> S:
        """Return a random state that has this view (a determinization). Each such state is drawn with the probability
        that it is the real one, given the view.

        It passes `check` and can be played to the end. Its later shuffles come from new random streams, so they tell
        nothing of the real ones.
        """
        ...

    def next_turn(self, view: JSON, rng: Random) -> S:
        """Return a random state in which the next turn of the view's seat begins now, for planning ahead.

        It differs from `imagine` only in the turn: another seat's unfinished turn ends as if that player had left
        (docs/rules.md A7). Raise :class:`Illegal` if there is no turn to plan: the seat owes a decision now or is out,
        or the next decision is simultaneous.
        """
        ...

    def outcome(self, state: S) -> Outcome | None:
        """The outcome; None while the game goes on."""
        ...

    def points(self, state: S) -> Points:
        """The points of all seats so far, by stage and source, without those of submissions that are still secret. At
        the end the sums are the outcome's scores. The sources depend on the table's seats only, not on the state.
        """
        ...

    def action_from_json(self, raw: object) -> A:
        """Return the action that the JSON describes. Raise :class:`Malformed` if it describes none."""
        ...

    def action_to_json(self, action: A) -> JSON:
        """Return the action as JSON (docs/formats/actions.md)."""
        ...

    def action_from_text(self, text: str) -> A:
        """Return the action that the text describes. Raise :class:`Malformed` if it describes none."""
        ...

    def action_to_text(self, action: A) -> str:
        """Return the action's short text form (docs/formats/actions.md)."""
        ...

    def show(self, state: S) -> str:
        """Return the state as text for a terminal."""
        ...

    def check(self, state: S) -> None:
        """Check the invariants of every state, such as conservation of components. Raise AssertionError on failure."""
        ...
