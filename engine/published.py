"""A line of the monthly public files of rated games (docs/formats/exports.md): the game's export, together with public
facts about the table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine import canonical
from engine.export import BadExport, Export, load, rebuild
from engine.logged_terms import Terms, of_log
from engine.position import Position
from engine.replay import short
from engine.substitutes import Level

FORMAT = "pyramido-rated-game/1"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat. `name` is null for an AI and for a player who prefers not to be named. Ratings are in hundredths of a
    point, null if the seat has none. `rank` is the rank for the rating: players who left rank below all others.

    Raise ValueError if the fields contradict each other.
    """

    seat: int
    name: str | None
    ai: Level | None
    bot: bool
    rating_before: int | None
    rating_after: int | None
    rank: int
    score: int | None

    def __post_init__(self) -> None:
        if self.ai is not None and (self.name is not None or self.bot):
            raise ValueError("an AI's seat must not have a name or be a bot's")
        if (self.rating_before is None) != (self.rating_after is None):
            raise ValueError("a seat must have both ratings or neither")


Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,16}\Z")]


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rating pool: `live` or `correspondence`, among `people` or with `bots`."""

    pace: Literal["live", "correspondence"]
    population: Literal["people", "bots"]


class RatedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a file of rated games."""

    format: Literal["pyramido-rated-game/1"]
    id: Id
    finished_ms: int
    terms: dict[str, Any]
    pool: Pool
    players: tuple[Player, ...]
    game: Export


def read_line(raw: bytes) -> tuple[Export, RatedGame | None]:
    """Read a line: an export, or a rated game around one. Raise BadExport if it is neither."""
    try:
        value = load(raw)
        if isinstance(value, dict) and value.get("format") == FORMAT:
            rated = msgspec.convert(value, RatedGame)
            return rated.game, rated
        return msgspec.convert(value, Export), None
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise BadExport(f"this is not an export of a game: {error}") from None


def check_line(raw: bytes) -> Position:
    """Rebuild the game of a line and compare the line's other data with the log. Raise BadExport or LogError."""
    document, rated = read_line(raw)
    position = rebuild(document)
    if rated is not None:
        if position.outcome is None:
            raise BadExport("its game was aborted: a game without a result is not rated")
        terms = of_log(position.terms)
        for name, (said, found) in _stated_twice(rated, position, terms).items():
            if not canonical.alike(said, found):
                raise BadExport(f"its {name} is {short(said)}, the log says {short(found)}")
        programs = any(one.bot or one.ai is not None for one in rated.players)
        if programs != (rated.pool.population == "bots"):
            plays = "a program plays" if programs else "no program plays"
            raise BadExport(f"its pool is for {rated.pool.population}, but {plays} in the game")
    return position


def _stated_twice(rated: RatedGame, position: Position, terms: Terms) -> dict[str, tuple[object, object]]:
    """Return, by name, each fact that both the line and its log state: (the line's value, the log's value)."""
    outcome = position.outcome
    assert outcome is not None
    places = [(how is not None, rank) for how, rank in zip(position.left, outcome.ranks, strict=True)]
    # The AI on the seat of a person who left is a substitute, not a player of the line.
    levels = [None if how is not None else level for how, level in zip(position.left, position.ai, strict=True)]
    return {
        "finished_ms": (rated.finished_ms, position.at_ms),
        "rated": (True, terms.rated),
        "terms": (rated.terms, terms.public_json()),
        "pace": (rated.pool.pace, "correspondence" if terms.time_control.slow else "live"),
        "seats": ([player.seat for player in rated.players], list(range(len(places)))),
        "AIs": ([player.ai for player in rated.players], levels),
        "scores": ([player.score for player in rated.players], list(outcome.scores)),
        "ranks": ([player.rank for player in rated.players], [1 + sum(one < own for one in places) for own in places]),
    }


def as_json(line: RatedGame | Export) -> bytes:
    """Return the line as JSON with a line end; equal data has equal bytes, whatever the order of fields in the
    database.
    """
    return msgspec.json.encode(line, order="deterministic") + b"\n"


__all__ = ["FORMAT", "Player", "Pool", "RatedGame", "as_json", "check_line", "read_line"]
