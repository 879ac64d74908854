"""Shapes of the frames that the server sends over sockets and streams (docs/formats/api.md), told apart by `type`."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from games.api.document.event_shapes import Event
from games.api.document.game_schemas import Action, GameKey, GameView
from games.api.document.matchmaking_shapes import SeekTable
from games.api.document.rated_games_shapes import RatingChange
from games.api.document.replay_shapes import Operation
from games.api.document.scalars import ErrorCode, SeatIndex
from games.api.document.shapes import Invitation, Line, StoredPlan, Table
from games.requests import frames
from games.requests.bodies import Ref
from pyramido_site.infrastructure.json_bodies import Millis


class Frame(Struct, kw_only=True, tag_field="type"):
    """A frame of the server."""


class ViewFrame(Frame, kw_only=True, tag="view"):
    """Everything: on joining, at the start of the game and after a gap. `seq` and `view` are null before the start."""

    seq: int | None
    server_now_ms: Millis
    broken_at: int | None
    table: Table
    view: GameView | None


class EventsFrame(Frame, kw_only=True, tag="events"):
    """What happened between the events `from` and `seq`. `patch` leads from the last `{"table", "view"}` to the new."""

    game: GameKey
    from_: int = field(name="from")
    seq: int
    server_now_ms: Millis
    events: list[Event]
    patch: list[Operation]


class TableFrame(Frame, kw_only=True, tag="table"):
    """The table has changed before its game started, or its rematch after the end."""

    table: Table


class HintFrame(Frame, kw_only=True, tag="hint"):
    """The hint that was asked for."""

    game: GameKey
    seq: int
    action: Action


class ChatFrame(Frame, kw_only=True, tag="chat"):
    """A new chat line."""

    line: Line


class RatedFrame(Frame, kw_only=True, tag="rated"):
    """What the finished game has moved."""

    ratings: list[RatingChange]


class PlanFrame(Frame, kw_only=True, tag="plan"):
    """The caller's plan has changed, or (null) there is none any more."""

    plan: StoredPlan | None


class DoneFrame(Frame, kw_only=True, tag="done"):
    """A request was accepted. It comes after the frame that brings the client to `seq`; `line` answers `say`."""

    ref: Ref | None
    seq: int | UnsetType | None = UNSET
    line: Line | UnsetType = UNSET


class ErrorFrame(Frame, kw_only=True, tag="error"):
    """A request was refused, or the connection ends. `ref` is null where the frame has none that can be read."""

    ref: Ref | None
    code: ErrorCode
    detail: str
    field: str | None
    seq: int | None
    limit: str | UnsetType = UNSET
    retry_after_ms: int | UnsetType | None = UNSET
    rules: str | UnsetType = UNSET


class PongFrame(Frame, kw_only=True, tag="pong"):
    """Answers `ping`."""

    ref: Ref
    server_now_ms: Millis


class GamePingFrame(Frame, kw_only=True, tag="ping"):
    """Nothing has happened for seven seconds; `seq` is the cursor."""

    server_now_ms: Millis
    seq: int | None


class TablesFrame(Frame, kw_only=True, tag="tables"):
    """The list of open tables has changed."""


class AccountGame(Struct, kw_only=True):
    """A game at which the caller sits. `id` is the game's, `game` its key."""

    id: str
    url: str
    game: GameKey
    status: Literal["open", "running"]
    seat: SeatIndex
    seq: int | None
    your_turn: bool
    deadline_ms: Millis | None


class AccountFrame(Frame, kw_only=True, tag="account"):
    """The state of the account: what the bell shows, where the caller sits, and what waits for an answer."""

    cursor: str
    server_now_ms: Millis
    unread: int
    games: list[AccountGame]
    invitations: list[Invitation]


class TurnFrame(Frame, kw_only=True, tag="turn"):
    """The caller owes a decision in the game with this id, since event `seq`."""

    game: str
    url: str
    seat: SeatIndex
    seq: int


class BellFrame(Frame, kw_only=True, tag="bell"):
    """The bell's number has changed."""

    unread: int


class SeekFrame(Frame, kw_only=True, tag="seek"):
    """A seek of the caller's leads to a game."""

    id: str
    state: Literal["paired"]
    table: SeekTable


class NotificationFrame(Frame, kw_only=True, tag="notification"):
    """The caller was told something, as `GET /api/v1/notifications` says it; `bell`: whether the bell counts it."""

    key: str
    kind: str
    subject: str
    text: str
    url: str
    data: dict[str, Any]
    seq: int | None
    created_ms: Millis
    read: bool
    bell: bool


class AccountPingFrame(Frame, kw_only=True, tag="ping"):
    """Nothing has happened for seven seconds; `cursor` is the key of the last notification."""

    server_now_ms: Millis
    cursor: str


# --- what programs send to an account's socket ------------------------------------------------------------------------
class AccountAuth(Frame, kw_only=True, tag="auth"):
    """A program says whose socket it is."""

    token: str
    ref: Ref | UnsetType | None = UNSET


class AccountSync(Frame, kw_only=True, tag="sync"):
    """Ask for the state, and for what was told after the notification with this key."""

    since: str | None
    ref: Ref | UnsetType | None = UNSET


class AccountPing(Frame, kw_only=True, tag="ping"):
    """Ask for a `pong`."""

    ref: Ref | UnsetType | None = UNSET


_Game = ViewFrame | EventsFrame | TableFrame | HintFrame | ChatFrame | RatedFrame | PlanFrame | ErrorFrame
_Account = AccountFrame | NotificationFrame | TurnFrame | BellFrame | SeekFrame | ErrorFrame
LINES = {
    "GameLine": ("A line of a game's stream.", _Game | GamePingFrame),
    "AccountLine": ("A line of an account's stream.", _Account | AccountPingFrame),
}
"""By name: what a component is, and its type."""

SENT = {
    "GameFrame": ("What the server sends over a game's socket.", _Game | DoneFrame | PongFrame),
    "AccountSocketFrame": ("What the server sends over an account's socket.", _Account | DoneFrame | PongFrame),
    "LobbyFrame": ("What the server sends over the lobby's socket.", TablesFrame | ErrorFrame),
}
RECEIVED = {
    "GameRequest": ("What clients send over a game's socket.", frames.Request),
    "AccountRequest": ("What clients send over an account's socket.", AccountAuth | AccountSync | AccountPing),
}
"""The same for sockets (docs/formats/asyncapi.json)."""
