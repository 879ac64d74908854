"""The table terms: what a table agrees on in addition to the rules, as in event 0 and the public files
(docs/formats/log.md).
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine.core import JSON

SLOW_S = 3600
"""Time controls of at least this many seconds are correspondence play."""

PerMoveSeconds = Annotated[int, Meta(ge=3, le=30 * 86400)]
ClockSeconds = Annotated[int, Meta(ge=3, le=90 * 86400)]
IncrementSeconds = Annotated[int, Meta(ge=0, le=7 * 86400)]
Zone = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$", max_length=64)]
"""The form of a time zone's name. Whether the zone exists is not checked, since that differs between machines."""


class PerMove(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="per_move"):
    """Time (s) for each turn: 3 s to 30 days."""

    seconds: PerMoveSeconds

    @property
    def slow(self) -> bool:
        """Whether this is correspondence play rather than live play."""
        return self.seconds >= SLOW_S


class Fischer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="fischer"):
    """Initial time, increment per turn, and the maximum on a clock after an increment, in seconds.

    `initial` and `max`: 3 s to 90 days; `increment`: 0 to 7 days. Raise ValueError if `max` is below `initial`.
    """

    initial: ClockSeconds
    increment: IncrementSeconds
    max: ClockSeconds

    def __post_init__(self) -> None:
        if self.max < self.initial:
            raise ValueError(f"max must be at least initial, {self.initial}, not {self.max}")

    @property
    def slow(self) -> bool:
        """Whether this is correspondence play rather than live play."""
        return self.initial >= SLOW_S


class Unlimited(Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="none"):
    """No time control."""

    @property
    def slow(self) -> bool:
        """Always true: a game without a time control counts as correspondence play."""
        return True


Control = PerMove | Fischer | Unlimited


class Terms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms of a table.

    `weekend`: a time zone; all clocks stop on Saturdays and Sundays there. None: they run on weekends. `vacation`:
    whether a clock stops while its player is on vacation. A `rated` table must have a time control.
    """

    time_control: Control = Unlimited()
    weekend: str | None = None
    vacation: bool = True
    rated: bool = False

    @property
    def rests_on_vacation(self) -> bool:
        """Whether clocks stop on vacations, which they do in correspondence play only."""
        return self.vacation and self.time_control.slow

    def to_json(self) -> JSON:
        """Return the terms without defaults; {} if all are defaults."""
        made: JSON = msgspec.to_builtins(self)
        return made

    def public_json(self) -> JSON:
        """Return the terms for the API and the public files: with defaults, without `rated` (a field of the table), and
        with `vacation` false in live play, where it has no effect.
        """
        return {
            "time_control": msgspec.to_builtins(self.time_control),
            "weekend": self.weekend,
            "vacation": self.rests_on_vacation,
        }


def of_log(table: Any) -> Terms:
    """Return the terms in event 0. Raise ValueError for terms that a table cannot have."""
    terms = msgspec.convert(table, Terms)
    if terms.weekend is not None:
        msgspec.convert(terms.weekend, Zone)
        if not terms.time_control.slow or isinstance(terms.time_control, Unlimited):
            raise ValueError("clocks can stop on weekends only with a time control of an hour or more")
    if terms.rated and isinstance(terms.time_control, Unlimited):
        raise ValueError("a table without a time control cannot be rated")
    return terms
