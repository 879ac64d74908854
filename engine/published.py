"""A rated game as the public files of a month have it, a line each (docs/formats/exports.md): its export, and beside it
what is public of the table.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine import canonical
from engine.export import BadExport, Export, load, rebuild
from engine.position import Position
from engine.replay import short
from engine.substitutes import Level
from engine.terms import Terms, of_log

FORMAT = "pyramido-rated-game/1"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat. `name` is null for whoever does not want to be named, and for an AI; ratings are hundredths of a point,
    null where the seat has none; `rank` is that of the rating: whoever has left is behind all others.
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
            raise ValueError("an AI's seat has neither a name nor an account")
        if (self.rating_before is None) != (self.rating_after is None):
            raise ValueError("a seat has both ratings or neither")


Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,16}$")]


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ratings it moved: `live` or `correspondence`, among `people` or with `bots`."""

    pace: Literal["live", "correspondence"]
    population: Literal["people", "bots"]


class RatedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    format: Literal["pyramido-rated-game/1"]
    id: Id
    finished_ms: int
    terms: dict[str, Any]
    pool: Pool
    players: tuple[Player, ...]
    game: Export


def read_line(raw: bytes) -> tuple[Export, RatedGame | None]:
    """A line of games: an export, or a rated game around one. Raises BadExport."""
    try:
        value = load(raw)
        if isinstance(value, dict) and value.get("format") == FORMAT:
            rated = msgspec.convert(value, RatedGame)
            return rated.game, rated
        return msgspec.convert(value, Export), None
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise BadExport(f"this is no export of a game: {error}") from None


def check_line(raw: bytes) -> Position:
    """Rebuild the game of a line, and compare what stands beside its export. Raises BadExport or LogError."""
    document, rated = read_line(raw)
    position = rebuild(document)
    if rated is not None:
        terms = of_log(position.table)
        for name, (said, found) in _beside(rated, position, terms).items():
            if not canonical.alike(said, found):
                raise BadExport(f"its {name} is {short(said)}, the log says {short(found)}")
        if rated.pool.population == "people" and any(one.bot or one.ai is not None for one in rated.players):
            raise BadExport("its pool is one of people, and a program plays in it")
    return position


def _beside(rated: RatedGame, position: Position, terms: Terms) -> dict[str, tuple[object, object]]:
    """What a line says of what its log says, too, and both values."""
    outcome = position.outcome
    assert outcome is not None
    places = [(how is not None, rank) for how, rank in zip(position.left, outcome.ranks, strict=True)]
    # Where a person has left, the AI that the position has is a substitute.
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
    """The line with its end; the same bytes for the same data, whatever the order in which a database keeps fields."""
    return msgspec.json.encode(line, order="deterministic") + b"\n"


__all__ = ["FORMAT", "Player", "Pool", "RatedGame", "as_json", "check_line", "read_line"]
