"""What a list of games can be filtered by, as a type that the API, the page and saved filters share."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import gettext_noop
from msgspec import Meta

from games.record.tables import JSON
from games.requests import bodies
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.json_bodies import Strict

PLAYERS = 3
"""The largest number of players that a search can name."""

MOVES, DAYS, POINTS = 99_999, 9_999, 9_999
"""The largest bounds."""

Moves = Annotated[int, Meta(ge=0, le=MOVES)]
Days = Annotated[int, Meta(ge=0, le=DAYS)]
Points = Annotated[int, Meta(ge=0, le=POINTS)]
Status = Literal["open", "running", "finished", "aborted"]
Result = Literal["won", "drawn", "lost"]

NUMBERS = ("moves_from", "moves_to", "days_from", "days_to", "points_from", "points_to")
ENDED = ("result", "ended_from", "ended_until", *NUMBERS)
"""The filters that only finished games pass."""


class Filters(Strict, frozen=True, omit_defaults=True):
    """Only games that pass all of them; bounds are inclusive.

    `mine`: the caller sits there. `players`: public ids of players who all sit there. `result` and the points are those
    of the caller (`mine`), or else of the first of the players; without either, the points are the best of the game. A
    victory that is shared is `drawn`.
    `ended_from` and `ended_until` are days in UTC, `moves` are events of the log after its first, and `days` are whole
    days from the beginning to the end.
    """

    mine: bool = False
    players: Annotated[tuple[bodies.PlayerId, ...], Meta(max_length=PLAYERS)] = ()
    game: Annotated[str, Meta(max_length=32)] | None = None
    status: Status | None = None
    result: Result | None = None
    ended_from: date | None = None
    ended_until: date | None = None
    moves_from: Moves | None = None
    moves_to: Moves | None = None
    days_from: Days | None = None
    days_to: Days | None = None
    points_from: Points | None = None
    points_to: Points | None = None

    @property
    def finished(self) -> bool:
        """Whether only finished games can pass."""
        return self.status == "finished" or any(getattr(self, name) is not None for name in ENDED)

    def to_json(self) -> JSON:
        """Return the filters that are set, as `of_json` reads them."""
        found: JSON = msgspec.to_builtins(self)
        return found


class SaveFilters(Strict, frozen=True):
    """Filters to save under a title."""

    title: str
    filters: Filters


def of_json(value: Any) -> Filters:
    """Return the filters of a request's body, or of saved ones. Raise Refusal 400 `malformed`."""
    return bodies.read(value, Filters)


def of_query(query: Mapping[str, str]) -> Filters:
    """Return the filters among query parameters. `players` are public ids with commas between them. Raise Refusal 400
    `malformed`.
    """
    values: JSON = {name: query[name] for name in Filters.__struct_fields__ if name in query}
    if "mine" in values:
        if values["mine"] not in {"true", "false"}:
            raise Refusal(400, "malformed", gettext_noop("“mine” must be true or false."), field="mine")
        values["mine"] = values["mine"] == "true"
    if "players" in values:
        values["players"] = values["players"].split(",")
    for name in NUMBERS:
        if name in values:
            values[name] = _number(name, values[name])
    return of_json(values)


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise Refusal(400, "malformed", gettext_noop("“%(name)s” must be a whole number."), field=name, name=name)
    return int(text)
