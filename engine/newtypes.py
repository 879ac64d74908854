"""Types of the numbers that cross modules, so that mypy refuses one where another is meant. At run time they are int.

They are defined here, since the engine may not import the site; `PublicId`, which the engine does not know, is in
`pyramido_site.infrastructure.public_ids`. Convert to these types where a value enters (request body, row, log) or is
computed, and times where the site clock is read.

The rules of the games (`engine.core.Rules`) and the AIs use plain int for seats: they handle them millions of times,
and have neither seqs nor times to confuse them with. `engine.position.Position` converts.
"""

from __future__ import annotations

from typing import Final, NewType

Seq = NewType("Seq", int)
"""The number of an event in its log, from 0; -1 before the first."""

BEFORE_FIRST: Final = Seq(-1)
FIRST: Final = Seq(0)

SeatNumber = NewType("SeatNumber", int)
"""The number of a seat at its table, from 0."""

UnixMs = NewType("UnixMs", int)
"""A point in time: milliseconds since 1970. A length of time, such as the difference of two, is an int."""
