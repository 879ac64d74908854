"""A rated game as the public files of a month have it, a line each (docs/formats/exports.md): its export, and beside it
what is public of the table.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

from engine.export import BadExport, Export, once, rebuild
from engine.position import Position

FORMAT = "pyramido-rated-game/1"


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat. `name` is null for whoever does not want to be named, and for an AI; ratings are hundredths of a point,
    null where the seat has none; `rank` is that of the rating: whoever has left is behind all others.
    """

    seat: int
    name: str | None
    ai: str | None
    bot: bool
    rating_before: int | None
    rating_after: int | None
    rank: int
    score: int | None


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ratings it moved: `live` or `correspondence`, among `people` or with `bots`."""

    pace: str
    population: str


class RatedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line."""

    format: Literal["pyramido-rated-game/1"]
    id: str
    finished_ms: int
    terms: dict[str, Any]
    pool: Pool
    players: tuple[Player, ...]
    game: Export


def read_line(raw: bytes) -> tuple[Export, RatedGame | None]:
    """A line of games: an export, or a rated game around one. Raises BadExport."""
    try:
        value = json.loads(raw, object_pairs_hook=once)
        if isinstance(value, dict) and value.get("format") == FORMAT:
            rated = msgspec.convert(value, RatedGame)
            return rated.game, rated
        return msgspec.convert(value, Export), None
    except (ValueError, RecursionError) as error:  # msgspec's and json's errors are ValueErrors
        raise BadExport(f"this is no export of a game: {error}") from None


def check_line(raw: bytes) -> Position:
    """Rebuild the game of a line, and compare what stands beside its export. Raises BadExport or LogError."""
    document, rated = read_line(raw)
    position = rebuild(document)
    if rated is not None:
        for name, (said, found) in _beside(rated, position).items():
            if said != found:
                raise BadExport(f"its {name} is {said!r}, the log says {found!r}")
    return position


def _beside(rated: RatedGame, position: Position) -> dict[str, tuple[object, object]]:
    """What a line says of what its log says, too, and both values."""
    outcome = position.outcome
    assert outcome is not None
    places = [(how is not None, rank) for how, rank in zip(position.left, outcome.ranks, strict=True)]
    return {
        "finished_ms": (rated.finished_ms, position.at_ms),
        "rated": (True, position.table.get("rated", False)),
        "seats": ([player.seat for player in rated.players], list(range(len(places)))),
        "scores": ([player.score for player in rated.players], list(outcome.scores)),
        "ranks": ([player.rank for player in rated.players], [1 + sum(one < own for one in places) for own in places]),
    }


def as_json(line: RatedGame | Export) -> bytes:
    """The line with its end; the same bytes for the same data, whatever the order in which a database keeps fields."""
    return msgspec.json.encode(line, order="deterministic") + b"\n"


__all__ = ["FORMAT", "Player", "Pool", "RatedGame", "as_json", "check_line", "read_line"]
