"""Shapes of the API's answers about people, and about the games on offer (docs/formats/api.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from accounts.users.player_json import Player
from games.api.document.game_schemas import GameKey, Options
from games.api.document.scalars import Hex32
from pyramido_site.infrastructure.json_bodies import Millis

AccountKind = Literal["guest", "account", "bot"]


class Account(TypedDict):
    """The caller's account. `scopes` is null for a session, which may do everything; `waiting` are ids of games that
    wait for the caller, most urgent first.
    """

    id: str
    name: str
    kind: AccountKind
    email: str | None
    joined_ms: Millis
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
    joined_ms: Millis
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
    last_ms: Millis


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


class UnlockedKind(TypedDict):
    """A kind of table that is open to the caller now."""

    options: Options
    name: str


class NextTable(TypedDict):
    """A table that the caller can open next; `name` is that of its computer players, or of its kind without any."""

    options: Options
    ai: list[str]
    name: str


class Ending(TypedDict):
    """What the end of a game brought the caller. All of it counts finished games of the same kind up to this one, which
    the caller has not left.

    `streak` are wins in a row. `points` are null if the caller has left the game or it has no result; `best_before` is
    null in the first game. `again` and `harder` are null where there is no such table, or other people played.
    """

    points: int | None
    best_before: int | None
    games: int
    streak: int
    unlocked: list[UnlockedKind]
    again: NextTable | None
    harder: NextTable | None
