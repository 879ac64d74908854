"""The answers of the API as it documents them (docs/formats/api.md). Rooms with many have a file of their own."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta

from accounts.api.shapes import Millis, Player
from games.api.document.game_schemas import Action, GameKey, Options
from games.requests.bodies import Room
from games.time.clocks import Control

Instant = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Meta(ge=0)]
Hundredths = Annotated[int, Meta(description="Hundredths of a point.")]
Millionths = Annotated[int, Meta(description="Millionths.")]


class Problem(TypedDict):
    """A refusal, RFC 9457. `code` is stable and meant for programs, `detail` a sentence in the reader's language.

    `limit` and `seconds` come with 429: which limit it was, and how long to wait.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    field: str | None
    seq: int | None
    limit: NotRequired[str | None]
    seconds: NotRequired[int | None]


# --- tables -----------------------------------------------------------------------------------------------------------
class Seat(TypedDict):
    """`player` and `ai` both null: a free seat, or the Legend's; both there: who has left, and who plays on."""

    seat: SeatNumber
    kind: str
    player: Player | None
    ai: str | None
    invited: Player | None
    you: bool


class ShownTerms(TypedDict):
    time_control: Control
    weekend: str | None
    vacation: bool


class Clock(TypedDict):
    left_ms: int
    since_ms: Millis | None
    deadline_ms: Millis | None


class Asked(TypedDict):
    what: Literal["pause", "take_back"]
    seat: SeatNumber
    seq: int
    agreed: list[SeatNumber]


class Standing(TypedDict):
    """How a game stands beside its rules."""

    clocks: list[Clock | None] | None
    paused_ms: Millis | None
    away: list[SeatNumber]
    asked: Asked | None
    left: list[Literal["resigned", "timed_out", "removed"] | None]
    may_ask_back: list[SeatNumber]
    may_abort: bool


class Outcome(TypedDict):
    reason: str
    scores: list[int]
    ranks: list[int]
    winners: list[SeatNumber]


class Rematch(TypedDict):
    id: str
    url: str
    status: str
    rated: bool
    limited: bool
    accepted: list[SeatNumber]


class Table(TypedDict):
    """A table, from its opening to its end."""

    id: str
    url: str
    game: GameKey
    rules_version: int
    options: Options
    status: Literal["open", "running", "finished", "aborted"]
    seats: list[Seat]
    host: SeatNumber | None
    listed: bool
    link: str | None
    expires_ms: Millis | None
    substitute: str | None
    terms: ShownTerms
    rated: bool
    limited: bool
    seq: int | None
    commitment: Hex32
    to_move: list[SeatNumber]
    can_take_back: bool
    opened_at: Instant
    started_at: Instant | None
    finished_at: Instant | None
    deadline_ms: Millis | None
    standing: Standing | None
    outcome: Outcome | None
    rematch: Rematch | None


class Tables(TypedDict):
    next: str | None
    previous: str | None
    results: list[Table]


# --- games ------------------------------------------------------------------------------------------------------------
class Event(TypedDict):
    """An event as the caller may see it (docs/formats/log.md). `submitted` has no payload; `hash` comes at the end."""

    seq: int
    seat: SeatNumber | None
    kind: str
    payload: NotRequired[dict[str, Any]]
    at_ms: Millis
    hash: NotRequired[Hex32]


class Events(TypedDict):
    seq: int | None
    events: list[Event]


class EventsPage(Events):
    """`seq` is the last event of the game, `next` the address of the events that follow these, or null."""

    next: str | None


class View(TypedDict):
    """`view` is the game as the caller sees it (docs/formats/view.md); null, like `seq`, before the start.

    `broken_at` is null, or the first event of a damaged log: the game is shown as it stood before it, and nothing can
    be done in it. `seq` and `view` are null if that is event 0.
    """

    seq: int | None
    server_now_ms: Millis
    broken_at: int | None
    table: Table
    view: dict[str, Any] | None


class GivenHint(TypedDict):
    """`action` is null while it is being thought about."""

    seq: int
    action: Action | None


class Source(TypedDict):
    key: str
    name: str


class Points(TypedDict):
    """`seats[seat][stage][source]` are points."""

    stages: list[str]
    sources: list[Source]
    seats: list[list[list[int]]]


class ExportedComponents(TypedDict):
    sha256: Hex32
    content: NotRequired[str]


class Export(TypedDict):
    """A finished game that anybody can verify (docs/formats/log.md)."""

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
    level: str
    name: str
    about: str


class Levels(TypedDict):
    levels: list[Level]
    games: list[GameKey]


class Vacation(TypedDict):
    days_left: int
    until_ms: Millis | None


# --- chat, notes and plans --------------------------------------------------------------------------------------------
class Line(TypedDict):
    id: str
    room: Room
    by: Player
    seat: SeatNumber | None
    text: str
    hidden: bool
    at_ms: Millis


class Lines(TypedDict):
    """`results` are lines, the latest first; `read` and `write` the rooms that the caller may read and write in.

    `silenced` says why the caller may write nowhere by the decision of moderators.
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
    text: str
    at_ms: Millis | None


class WhyDropped(TypedDict):
    code: str
    detail: str
    at: str | None


class StoredPlan(TypedDict):
    state: str
    turns: list[dict[str, Any]]
    done: int
    at_ms: Millis
    why: WhyDropped | None


class Plan(TypedDict):
    plan: StoredPlan | None


class Preview(TypedDict):
    seq: int
    view: dict[str, Any]
    unknown: list[str]
    over: bool


# --- invitations ------------------------------------------------------------------------------------------------------
class Invitation(TypedDict):
    id: str
    state: Literal["pending", "accepted", "declined", "withdrawn", "expired"]
    reason: str | None
    player: Player
    by: Player
    seat: SeatNumber
    at_ms: Millis
    answered_ms: Millis | None
    table: Table


class Invitations(TypedDict):
    next: str | None
    previous: str | None
    results: list[Invitation]
