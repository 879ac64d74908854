"""Shapes of the API's answers about people, and about the games on offer (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from accounts.users.player_json import Player
from games.api.document.game_schemas import GameKey, Options
from games.api.document.shapes import Hex32, Instant

AccountKind = Literal["guest", "account", "bot"]


class Account(TypedDict):
    """The caller's account. `scopes` is null for a session, which may do everything; `waiting` are ids of games that
    wait for the caller, most urgent first.
    """

    id: str
    name: str
    kind: AccountKind
    email: str | None
    joined_at: Instant
    scopes: list[str] | None
    waiting: list[str] | None


class Found(TypedDict):
    """The player with this name, or none."""

    results: Annotated[list[Player], Meta(max_length=1)]


class HeldTitle(TypedDict):
    """The title held by the latest winner of a kind of table."""

    game: GameKey
    options: Options
    title: str


class Record(TypedDict):
    """How often a player has finished a kind of table, and won it."""

    game: GameKey
    options: Options
    finished: int
    won: int


class Profile(Player):
    """A player's profile. `blocked` says whether the caller blocks the player; null for the caller's own profile and
    without a caller.
    """

    kind: AccountKind
    joined_at: Instant
    blocked: bool | None
    titles: list[HeldTitle]
    records: list[Record]


class Opponent(TypedDict):
    """An opponent in rated games, with the results of the profile's player."""

    player: Player | None
    ai: str | None
    games: int
    won: int
    drawn: int
    lost: int
    last_at: Instant


class Opponents(TypedDict):
    """A player's most frequent opponents."""

    results: list[Opponent]


class Kind(TypedDict):
    """A kind of table. `open` says whether it is open to the caller; if not, the caller has to win a table with the
    options `needs` first.

    `title` is the title of its latest winner, `holder` that winner.
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
    """A game on offer, with its kinds of tables and the levels of computer players for it."""

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
    """All games on offer."""

    results: list[CataloguedGame]
