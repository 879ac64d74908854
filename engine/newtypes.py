"""Types of the numbers that cross modules, so that mypy refuses one where another is meant. At run time they are int.

They are defined here, since the engine may not import the site; `PublicId`, which the engine does not know, is in
`pyramido_site.infrastructure.public_ids`. A number becomes one where it enters (a body, a row, a log) or is computed.
"""

from __future__ import annotations

from typing import Final, NewType

Seq = NewType("Seq", int)
"""The number of an event in its log, from 0; -1 before the first."""

BEFORE_FIRST: Final = Seq(-1)
FIRST: Final = Seq(0)
