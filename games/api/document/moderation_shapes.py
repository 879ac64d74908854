"""Bodies and shapes of the moderation API (docs/formats/moderation.md, docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import Meta

from accounts.users.player_json import Player
from games.api.document.rated_games_shapes import Rating
from games.api.document.scalars import SeatIndex
from games.api.document.shapes import Line, Table
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.services.decide import DECIDED
from games.requests.bodies import PlayerId, Strict
from pyramido_site.infrastructure.json_bodies import Millis
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId

Id = Annotated[PublicId, Meta(max_length=16)]
Kind = Annotated[str, Meta(extra_json_schema={"enum": list(Report.Kind.values)})]
About = Annotated[str, Meta(extra_json_schema={"enum": list(Report.About.values)})]
State = Annotated[str, Meta(extra_json_schema={"enum": list(Report.State.values)})]
Action = Annotated[str, Meta(extra_json_schema={"enum": list(ModerationDecision.Action.values)})]
DecidedAction = Annotated[str, Meta(extra_json_schema={"enum": [action.value for action in DECIDED]})]
AppealState = Annotated[str, Meta(extra_json_schema={"enum": list(Appeal.State.values)})]
FlagKind = Annotated[str, Meta(extra_json_schema={"enum": list(Flag.Kind.values)})]
FlagState = Annotated[str, Meta(extra_json_schema={"enum": list(Flag.State.values)})]


# --- bodies -----------------------------------------------------------------------------------------------------------
class Decide(Strict, frozen=True):
    """A moderator's action. With `report` it decides that report and is about its player; otherwise `player` names the
    player. `until_ms` is the end of a mute, a suspension or a bar from rated play. `answer` is for the reporters.
    `provisional`: the only moderator mutes or suspends a player in a shared game; the measure lapses after 72 hours
    unless another moderator confirms it.
    """

    action: DecidedAction
    reason: str
    report: Id | None = None
    player: PlayerId | None = None
    until_ms: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    game: Id = NO_ID
    line: Id = NO_ID
    name: Annotated[str, Meta(max_length=120)] = ""
    answer: str = ""
    signal: Id | None = None
    provisional: bool = False


class Undo(Strict, frozen=True):
    """The reason for undoing or reinstating."""

    reason: str


class Confirm(Strict, frozen=True):
    """The reason for confirming."""

    reason: str


class Judge(Strict, frozen=True):
    """`answer` is for the player."""

    grant: bool
    answer: str


class SetSignal(Strict, frozen=True):
    """The new state of a flag."""

    state: Literal["new", "dismissed"]


class ReportSignal(Strict, frozen=True):
    """What the moderator adds to the report."""

    text: str = ""


class Annul(Strict, frozen=True):
    """`reason` has 1 to 500 characters; the players read it. `player` is the player concerned; it may be left out if
    only one person played.
    """

    reason: str
    player: PlayerId | None = None


# --- answers ----------------------------------------------------------------------------------------------------------
class ModeratedReport(TypedDict):
    """A report as moderators see it."""

    id: str
    kind: Kind
    about: About
    reported: Player
    reporter: Player
    game: str | None
    line: str | None
    study: str | None
    text: str
    at_ms: Millis
    priority: int
    state: State
    claimed_by: Player | None
    claimed_ms: Millis | None
    decided_by: Player | None
    decided_ms: Millis | None
    answer: str


class ModeratedReports(TypedDict):
    """A page of reports."""

    next: str | None
    previous: str | None
    results: list[ModeratedReport]


class LoggedDecision(TypedDict):
    """An entry of the moderators' log. `undoes` and `undone_by` are ids of decisions."""

    id: str
    action: Action
    by: Player
    player: Player
    reason: str
    at_ms: Millis
    until_ms: Millis | None
    game: str | None
    line: str | None
    report: str | None
    undoes: str | None
    undone_by: str | None
    data: dict[str, Any]


class LoggedDecisions(TypedDict):
    """A page of the moderators' log."""

    next: str | None
    previous: str | None
    results: list[LoggedDecision]


class ShownSanction(TypedDict):
    """A sanction as moderators see it."""

    id: str
    kind: str
    reason: str
    at_ms: Millis
    until_ms: Millis | None
    lifted_ms: Millis | None
    acknowledged_ms: Millis | None
    provisional: bool
    state: Literal["in_force", "ended", "lifted"]


class PoolRating(Rating):
    """A rating with its pool."""

    game: str
    pace: str
    population: str


class SeenFlag(TypedDict):
    """A flag raised by the site's statistics. `strength` is in thousandths of the threshold of its kind; `facts` is the
    evidence in sentences.
    """

    id: str
    kind: FlagKind
    player: Player
    other: Player | None
    strength: int
    evidence: dict[str, Any]
    facts: list[str]
    at_ms: Millis
    state: FlagState
    seen_by: Player | None
    seen_ms: Millis | None


class SeenSignals(TypedDict):
    """A page of flags."""

    next: str | None
    previous: str | None
    results: list[SeenFlag]


class Played(TypedDict):
    """Numbers of the user's games."""

    running: int
    finished: int
    won: int
    resigned: int
    timed_out: int


class ReportsAgainst(TypedDict):
    """Numbers of reports about the user, by state."""

    open: int
    claimed: int
    upheld: int
    denied: int


class Dossier(TypedDict):
    """An account as moderators see it. Lists hold the latest ten. `filed` is the number of reports by the user, of
    which `upheld` and `denied` were decided; `names` are former names.
    """

    player: Player
    active: bool
    joined_ms: Millis
    names: list[str]
    played: Played
    against: ReportsAgainst
    reports: list[ModeratedReport]
    filed: int
    upheld: int
    denied: int
    own_reports: list[ModeratedReport]
    decisions: list[LoggedDecision]
    sanctions: list[ShownSanction]
    games: list[Table]
    ratings: list[PoolRating]
    signals: list[SeenFlag]


class SeatClock(TypedDict):
    """Clock of a seat in counted milliseconds; null without a time control."""

    seat: SeatIndex
    left_ms: int | None
    used_ms: int | None
    running: bool


class Rooms(TypedDict):
    """The lines of each chat room."""

    players: list[Line]
    spectators: list[Line]


class ReportFile(ModeratedReport):
    """A report with all that a moderator needs to decide it. `table` is the game as a spectator sees it. `evidence` and
    `chat` are null while the caller plays in that game; `partial` says why the caller may not decide.
    """

    evidence: dict[str, Any] | None
    partial: str | None
    table: Table | None
    clocks: list[SeatClock]
    chat: Rooms | None
    decisions: list[LoggedDecision]
    reported_dossier: Dossier
    reporter_dossier: Dossier


class SeenAppeal(TypedDict):
    """An appeal as moderators see it."""

    id: str
    decision: LoggedDecision
    text: str
    at_ms: Millis
    state: AppealState
    decided_by: Player | None
    decided_ms: Millis | None
    answer: str


class SeenAppeals(TypedDict):
    """A page of appeals."""

    next: str | None
    previous: str | None
    results: list[SeenAppeal]
