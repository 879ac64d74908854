"""Shapes of the API's answers (docs/formats/api.md). Rooms with many have a file of their own."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from accounts.users.player_json import Player
from engine.planned_turns import Turn
from games.api.document.event_shapes import Event, Outcome
from games.api.document.game_schemas import Action, GameKey, GameView, Options
from games.api.document.scalars import ErrorCode, Hex32, SeatIndex
from games.requests.bodies import Room
from games.time.clocks import Control
from pyramido_site.infrastructure.json_bodies import Millis


class Problem(TypedDict):
    """A refusal (RFC 9457). `type` is the address of the page about its `code`, which `title` explains in English;
    `detail` is a sentence in the reader's language. With 429, `limit` names the limit, and `retry_after_ms` says how
    long to wait. `rules` is the address of the rule that explains the refusal.
    """

    type: str
    title: str
    status: int
    code: ErrorCode
    detail: str
    field: str | None
    seq: int | None
    limit: NotRequired[str | None]
    retry_after_ms: NotRequired[int | None]
    rules: NotRequired[str]


# --- tables -----------------------------------------------------------------------------------------------------------
class Seat(TypedDict):
    """A seat: without `player` and `ai` free, or the Legend's; with both, `player` has left and the AI plays on."""

    seat: SeatIndex
    kind: str
    player: Player | None
    ai: str | None
    invited: Player | None
    you: bool


class ShownTerms(TypedDict):
    """What a table agrees on: its time control, the time zone of weekends on which clocks rest, and whether vacations
    stop clocks.
    """

    time_control: Control
    weekend: str | None
    vacation: bool


class Clock(TypedDict):
    """A clock: `left_ms` is left at `since_ms`; `since_ms` and `deadline_ms` are null while it is stopped."""

    left_ms: int
    since_ms: Millis | None
    deadline_ms: Millis | None


class Asked(TypedDict):
    """A request of a player for a pause or a take-back; `seq` is its event."""

    what: Literal["pause", "take_back"]
    seat: SeatIndex
    seq: int
    agreed: list[SeatIndex]


class Standing(TypedDict):
    """The state of a game apart from its rules. `left` says how each seat's player has left, or null."""

    clocks: list[Clock | None] | None
    paused_ms: Millis | None
    away: list[SeatIndex]
    asked: Asked | None
    left: list[Literal["resigned", "timed_out", "removed"] | None]
    may_ask_back: list[SeatIndex]
    may_abort: bool


class Rematch(TypedDict):
    """The table of the rematch. `accepted` are the seats of this game whose players sit there."""

    id: str
    url: str
    status: str
    rated: bool
    limited: bool
    accepted: list[SeatIndex]


class Table(TypedDict):
    """A table. Those who do not play see its running game as it was `watch_delay` moves ago, with stopped clocks."""

    id: str
    url: str
    game: GameKey
    rules_version: int
    options: Options
    status: Literal["open", "running", "finished", "aborted"]
    seats: list[Seat]
    host: SeatIndex | None
    listed: bool
    watch_delay: int
    link: str | None
    expires_ms: Millis | None
    substitute: str | None
    terms: ShownTerms
    rated: bool
    limited: bool
    seq: int | None
    commitment: Hex32
    to_move: list[SeatIndex]
    can_take_back: bool
    opened_ms: Millis
    started_ms: Millis | None
    finished_ms: Millis | None
    deadline_ms: Millis | None
    standing: Standing | None
    outcome: Outcome | None
    rematch: Rematch | None


class Tables(TypedDict):
    """A page of tables."""

    next: str | None
    previous: str | None
    results: list[Table]


# --- games ------------------------------------------------------------------------------------------------------------
class Events(TypedDict):
    """Events, as the caller may see them (docs/formats/log.md), and the game's last event."""

    game: GameKey
    seq: int | None
    events: list[Event]


class EventsPage(Events):
    """Some events. `seq` is the last event of the game, `next` the address of the events that follow, or null."""

    next: str | None


class ShownGame(TypedDict):
    """`view` is the game as the caller sees it (docs/formats/view.md); it is null, like `seq`, before the start.

    `broken_at` is null, or the first event of a damaged log: the game is shown as it stood before that event, and
    accepts no actions. `seq` and `view` are null if it is event 0.
    """

    seq: int | None
    server_now_ms: Millis
    broken_at: int | None
    table: Table
    view: GameView | None


class GivenHint(TypedDict):
    """A hint. `action` is null while the computer is thinking."""

    game: GameKey
    seq: int
    action: Action | None


class Source(TypedDict):
    """A source of points."""

    key: str
    name: str


class Points(TypedDict):
    """`seats[seat][stage][source]` are points; a seat's sum is its score."""

    stages: list[str]
    sources: list[Source]
    seats: list[list[list[int]]]


class ExportedComponents(TypedDict):
    """The component file that the game used."""

    sha256: Hex32
    content: NotRequired[str | None]


class Export(TypedDict):
    """A finished game that anyone can verify (docs/formats/log.md)."""

    format: Literal["pyramido-game/1"]
    game: GameKey
    rules_version: int
    options: Options
    components: ExportedComponents
    commitment: Hex32
    secret: Hex32
    nonces: list[Hex32]
    events: list[Event]


class Level(TypedDict):
    """A level of computer player. `name` is its character's, the same in every language; `stars` are 1 (easy) to 5."""

    level: str
    name: str
    stars: int
    about: str


class ComputerLevels(TypedDict):
    """The levels on offer, and the games that they play."""

    levels: list[Level]
    games: list[GameKey]


class Vacation(TypedDict):
    """`until_ms` is the end of the current vacation, or null."""

    days_left: int
    until_ms: Millis | None


# --- chat, notes and plans --------------------------------------------------------------------------------------------
class Line(TypedDict):
    """A chat line. The text of a `hidden` line was deleted by a moderator and is empty."""

    id: str
    room: Room
    by: Player
    seat: SeatIndex | None
    text: str
    hidden: bool
    at_ms: Millis


class Lines(TypedDict):
    """A page of chat lines, latest first. `read` and `write` are the rooms that the caller may read and write in,
    `muted` the ids of users whom the caller blocks.

    `silenced` says why moderators have muted the caller, or is null.
    """

    read: list[Room]
    write: list[Room]
    room: Room | None
    next: str | None
    previous: str | None
    results: list[Line]
    muted: list[str]
    silenced: str | None


class KeptNote(TypedDict):
    """A private note."""

    text: str
    at_ms: Millis | None


class WhyDropped(TypedDict):
    """Why a plan was dropped. `at` is the condition that failed, or null."""

    code: ErrorCode
    detail: str
    at: str | None


class StoredPlan(TypedDict):
    """A stored plan. `done` counts the actions played from it, over all turns."""

    game: GameKey
    state: Literal["waiting", "played", "dropped"]
    turns: list[Turn]
    done: int
    at_ms: Millis
    why: WhyDropped | None


class OwnPlan(TypedDict):
    """The plan of the caller's seat, or null."""

    plan: StoredPlan | None


class Preview(TypedDict):
    """The game after planned turns, as the caller would see it. `unknown` has JSON pointers into `view` to what is
    drawn at random; `over` says that the last turn is complete.
    """

    seq: int
    view: GameView
    unknown: list[str]
    over: bool


# --- invitations ------------------------------------------------------------------------------------------------------
class Invitation(TypedDict):
    """An invitation to a seat of a table."""

    id: str
    state: Literal["pending", "accepted", "declined", "withdrawn", "expired"]
    reason: str | None
    player: Player
    by: Player
    seat: SeatIndex
    at_ms: Millis
    answered_ms: Millis | None
    table: Table


class Invitations(TypedDict):
    """A page of invitations."""

    next: str | None
    previous: str | None
    results: list[Invitation]
