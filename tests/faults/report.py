"""One line for each row of the table: number of tries, losses and doubles. The table is printed at the end of the run.

If tests run in several processes, each sends its lines to the one that prints.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.faults.checker import Verdict


@dataclass(frozen=True, slots=True)
class Line:
    row: str
    tried: int
    lost: int
    doubled: int
    note: str


lines: list[Line] = []


def report(
    row: str, *, tried: int, verdict: Verdict | None = None, lost: int = 0, doubled: int = 0, note: str = ""
) -> None:
    """Add the line of a fault that was made `tried` times. The losses and doubles of a verdict are added."""
    if verdict is not None:
        lost += len(verdict.lost)
        doubled += len(verdict.doubled)
        note = "; ".join(part for part in (note, verdict.summary()) if part)
    lines.append(Line(row, tried, lost, doubled, note))


def told() -> list[dict[str, Any]]:
    """Return the lines of this process, for the process that prints all of them."""
    return [asdict(line) for line in lines]


def hear(others: list[dict[str, Any]]) -> None:
    lines.extend(Line(**line) for line in others)


def table() -> list[str]:
    """Return the lines as text, in columns."""
    width = max((len(line.row) for line in lines), default=0)
    return [
        f"{line.row:<{width}}  tried {line.tried:>6}  lost {line.lost}  doubled {line.doubled}  {line.note}".rstrip()
        for line in lines
    ]
