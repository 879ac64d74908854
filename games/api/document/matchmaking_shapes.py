"""Shapes of the API's answers about pairing (docs/formats/api.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

from games.api.document.game_schemas import GameKey, Options
from games.api.document.scalars import Hex32, Hundredths
from games.api.document.shapes import ShownTerms
from games.time.clocks import Control
from pyramido_site.infrastructure.json_bodies import Millis


class Pool(TypedDict):
    """A pairing pool: all seeks for the same game, options and terms wait in it."""

    id: str
    game: GameKey
    options: Options
    terms: ShownTerms
    rated: bool
    live: bool


class WaitingPool(Pool):
    """A pairing pool and the number of seeks that wait in it."""

    waiting: int


class Commitment(TypedDict):
    """A numbered commitment to the secret of one of the pool's games. `game` is null if no game has taken it, or if
    that game was deleted.
    """

    number: int
    commitment: Hex32
    taken: bool
    game: str | None


class PoolPage(WaitingPool):
    """A pairing pool with a page of its commitments. `taken` and `prepared` count its secrets."""

    taken: int
    prepared: int
    next: str | None
    previous: str | None
    results: list[Commitment]


class SoughtKind(TypedDict):
    """A kind of table that can be sought."""

    options: Options
    name: str
    about: str


class SoughtGame(TypedDict):
    """A game that can be sought."""

    game: GameKey
    name: str
    kinds: list[SoughtKind]


class SoughtControl(TypedDict):
    """A time control that can be sought; `live` says whether its games are live."""

    time_control: Control
    live: bool


class Offer(TypedDict):
    """All that can be sought, and the pools in which seeks wait."""

    games: list[SoughtGame]
    time_controls: list[SoughtControl]
    pools: list[WaitingPool]


class SeekTable(TypedDict):
    """The table that a seek led to."""

    id: str
    url: str


class Seek(TypedDict):
    """A seek. `table` is the latest game that it led to. `window` is how far opponents' ratings may be from `rating`,
    in hundredths (the mean of both seeks' windows counts); null while any opponent will do. `shown` counts the
    commitments published before the seek's nonce came.
    """

    id: str
    state: Literal["waiting", "paired", "withdrawn", "expired"]
    pool: Pool
    keep: int
    table: SeekTable | None
    nonce: bool
    shown: int
    made_ms: Millis
    since_ms: Millis
    until_ms: Millis | None
    server_now_ms: Millis
    waited_ms: int | None
    waiting: int
    rating: Hundredths
    window: Hundredths | None


class Seeks(TypedDict):
    """A page of seeks."""

    next: str | None
    previous: str | None
    results: list[Seek]


class SeekAlert(TypedDict):
    """A player is notified the next time another one seeks a live game: of this game, or of any (null), until then."""

    key: str
    game: GameKey | None
    until_ms: Millis


class SeekAlerts(TypedDict):
    """A player's seek alerts."""

    alerts: list[SeekAlert]
