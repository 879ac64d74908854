"""Answers about people and about what is offered to them (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from accounts.api.shapes import Player
from games.api.document.game_schemas import GameKey, Options
from games.api.document.shapes import Hex32, Instant

AccountKind = Literal["guest", "account", "bot"]


class Account(TypedDict):
    """`scopes` is null for a session, which may do everything; `waiting` are ids of games, the most urgent first."""

    id: str
    name: str
    kind: AccountKind
    email: str | None
    joined_at: Instant
    scopes: list[str] | None
    waiting: list[str] | None


class Found(TypedDict):
    results: Annotated[list[Player], Meta(max_length=1)]


class HeldTitle(TypedDict):
    """What the latest winner of a kind of table is called."""

    game: GameKey
    options: Options
    title: str


class Record(TypedDict):
    game: GameKey
    options: Options
    finished: int
    won: int


class Profile(Player):
    """`blocked`: whether the caller blocks this person; null for oneself and for strangers."""

    kind: AccountKind
    joined_at: Instant
    blocked: bool | None
    titles: list[HeldTitle]
    records: list[Record]


class Opponent(TypedDict):
    player: Player | None
    ai: str | None
    games: int
    won: int
    drawn: int
    lost: int
    last_at: Instant


class Opponents(TypedDict):
    results: list[Opponent]


class Kind(TypedDict):
    """A kind of table. `open`: it is open to the caller; otherwise a table with the options `needs` is to be won first.

    `title` is what its latest winner is called, `holder` who that is.
    """

    options: Options
    name: str
    about: str
    people: int
    open: bool
    needs: Options | None
    title: str | None
    holder: Player | None


class CataloguedGame(TypedDict):
    game: GameKey
    rules_version: int
    name: str
    about: str
    rules_url: str
    components_url: str
    components_sha256: Hex32
    kinds: list[Kind]
    levels: list[str]


class Catalogue(TypedDict):
    results: list[CataloguedGame]
