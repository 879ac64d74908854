"""The answers of the API about pairing as it documents them (docs/formats/api.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

from accounts.api.shapes import Millis
from games.api.document.game_schemas import GameKey, Options
from games.api.document.shapes import Hex32, Hundredths, ShownTerms
from games.time.clocks import Control


class Pool(TypedDict):
    id: str
    game: GameKey
    options: Options
    terms: ShownTerms
    rated: bool
    live: bool


class WaitingPool(Pool):
    waiting: int


class Commitment(TypedDict):
    number: int
    commitment: Hex32
    taken: bool
    game: str | None


class PoolPage(WaitingPool):
    taken: int
    prepared: int
    next: str | None
    previous: str | None
    results: list[Commitment]


class SoughtKind(TypedDict):
    options: Options
    name: str
    about: str


class SoughtGame(TypedDict):
    game: GameKey
    name: str
    kinds: list[SoughtKind]


class SoughtControl(TypedDict):
    time_control: Control
    live: bool


class Offer(TypedDict):
    games: list[SoughtGame]
    time_controls: list[SoughtControl]
    pools: list[WaitingPool]


class SeekTable(TypedDict):
    id: str
    url: str


class Seek(TypedDict):
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
    next: str | None
    previous: str | None
    results: list[Seek]
