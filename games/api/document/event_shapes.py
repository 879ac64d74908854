"""Shapes of the events of a log (docs/formats/log.md), told apart by `kind`."""

from __future__ import annotations

from typing import Literal, TypedDict

from msgspec import UNSET, Struct, UnsetType

from engine.logged_terms import Control
from games.api.document.game_schemas import Action, Fact, GameKey, Options
from games.api.document.scalars import Hex32, SeatIndex
from pyramido_site.infrastructure.json_bodies import Millis


class Outcome(TypedDict):
    """The result of a finished game, by seat."""

    reason: str
    scores: list[int]
    ranks: list[int]
    winners: list[SeatIndex]


class LoggedClock(Struct, kw_only=True):
    """A seat's clock: it had `left_ms` at `since_ms` and runs out at `deadline_ms`; both are null while it stands."""

    left_ms: int
    turn: int
    since_ms: Millis | UnsetType | None = UNSET
    deadline_ms: Millis | UnsetType | None = UNSET
    used_ms: int | UnsetType = UNSET
    begun_ms: int | UnsetType = UNSET
    night_ms: int | UnsetType | None = UNSET
    debt_ms: int | UnsetType = UNSET


class LoggedClocks(Struct, kw_only=True):
    """The clocks by seat, and the end of the last outage for which time was given back."""

    seats: list[LoggedClock | None]
    graced_ms: Millis | UnsetType = UNSET


class LoggedTable(Struct, kw_only=True):
    """What the table has agreed on; what is left out is as usual."""

    time_control: Control | UnsetType = UNSET
    weekend: str | UnsetType = UNSET
    vacation: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET


class Payload(Struct, kw_only=True):
    """What every event that begins a step may hold: the clocks of a timed game."""

    clocks: LoggedClocks | UnsetType = UNSET


class StartPayload(Payload, kw_only=True):
    """`seats` are kinds; `components` is the SHA-256 of the component file; `ai` the levels, by seat as a text."""

    game: GameKey
    rules_version: int
    options: Options
    seats: list[str]
    components: Hex32
    commitment: Hex32
    facts: list[Fact]
    ai: dict[str, str] | UnsetType = UNSET
    table: LoggedTable | UnsetType = UNSET


class ActionPayload(Payload, kw_only=True):
    """An action, and what the rules did."""

    action: Action
    facts: list[Fact]


class SubmissionPayload(Payload, kw_only=True):
    """An action that is secret until all have submitted."""

    action: Action


class RevealedPayload(Payload, kw_only=True):
    """What each seat has submitted, or null, and what the rules did."""

    submissions: list[Action | None]
    facts: list[Fact]


class LeftPayload(Payload, kw_only=True):
    """What the rules did, or the level that plays the seat on."""

    facts: list[Fact] | UnsetType = UNSET
    ai: str | UnsetType = UNSET


class ResignedPayload(Payload, kw_only=True):
    """What the rules did."""

    facts: list[Fact]


class TakenOverPayload(Payload, kw_only=True):
    """The level that plays the seat on."""

    ai: str


class AbortedPayload(Payload, kw_only=True):
    """`late`: the seat did not begin in time."""

    late: bool | UnsetType = UNSET


class AskedPayload(Payload, kw_only=True):
    """What is asked for."""

    what: Literal["pause", "take_back"]


class VacationPayload(Payload, kw_only=True):
    """Whether the seat's clock stands."""

    away: bool


class TakenBackPayload(Payload, kw_only=True):
    """The event after which the state stands again."""

    to: int


class FinishedPayload(Payload, kw_only=True):
    """The result, and what the shuffles were made from."""

    outcome: Outcome
    secret: Hex32
    nonces: list[Hex32]


class Entry(Struct, kw_only=True, tag_field="kind"):
    """What all events have. `hash` is there once the game has ended."""

    seq: int
    seat: SeatIndex | None
    at_ms: Millis
    hash: Hex32 | UnsetType = UNSET


class StartEvent(Entry, kw_only=True, tag="start"):
    """The game begins."""

    payload: StartPayload


class ActionEvent(Entry, kw_only=True, tag="action"):
    """A seat has acted."""

    payload: ActionPayload


class SubmissionEvent(Entry, kw_only=True, tag="submission"):
    """A seat has submitted an action in secret."""

    payload: SubmissionPayload


class SubmittedEvent(Entry, kw_only=True, tag="submitted"):
    """What others see of a submission while it is secret."""


class RevealedEvent(Entry, kw_only=True, tag="revealed"):
    """All have submitted."""

    payload: RevealedPayload


class ResignedEvent(Entry, kw_only=True, tag="resigned"):
    """A player has left for good."""

    payload: ResignedPayload


class TakenOverEvent(Entry, kw_only=True, tag="taken_over"):
    """A player has left for good, and the computer plays on."""

    payload: TakenOverPayload


class TimedOutEvent(Entry, kw_only=True, tag="timed_out"):
    """A player's time is up."""

    payload: LeftPayload


class RemovedEvent(Entry, kw_only=True, tag="removed"):
    """The moderators have closed a player's account."""

    payload: LeftPayload


class AbortedEvent(Entry, kw_only=True, tag="aborted"):
    """The game has ended without a result."""

    payload: AbortedPayload


class AskedEvent(Entry, kw_only=True, tag="asked"):
    """A player asks the others for something."""

    payload: AskedPayload


class AgreedEvent(Entry, kw_only=True, tag="agreed"):
    """A player agrees to what was asked."""

    payload: Payload


class DeclinedEvent(Entry, kw_only=True, tag="declined"):
    """A player declines what was asked, or withdraws it."""

    payload: Payload


class PausedEvent(Entry, kw_only=True, tag="paused"):
    """The game is paused."""

    payload: Payload


class ResumedEvent(Entry, kw_only=True, tag="resumed"):
    """The pause is over."""

    payload: Payload


class VacationEvent(Entry, kw_only=True, tag="vacation"):
    """A player's vacation begins or ends."""

    payload: VacationPayload


class GraceEvent(Entry, kw_only=True, tag="grace"):
    """The clocks get back what an outage took."""

    payload: Payload


class TakenBackEvent(Entry, kw_only=True, tag="taken_back"):
    """An action was taken back."""

    payload: TakenBackPayload


class FinishedEvent(Entry, kw_only=True, tag="finished"):
    """The game has ended with a result."""

    payload: FinishedPayload


Event = (
    StartEvent
    | ActionEvent
    | SubmissionEvent
    | SubmittedEvent
    | RevealedEvent
    | ResignedEvent
    | TakenOverEvent
    | TimedOutEvent
    | RemovedEvent
    | AbortedEvent
    | AskedEvent
    | AgreedEvent
    | DeclinedEvent
    | PausedEvent
    | ResumedEvent
    | VacationEvent
    | GraceEvent
    | TakenBackEvent
    | FinishedEvent
)
