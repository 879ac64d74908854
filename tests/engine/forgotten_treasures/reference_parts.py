"""The parts of the plain reference model: randomness, pyramids, spaces, players. Shares no code with `engine`."""

from __future__ import annotations

import hmac
import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple

JSON = dict[str, Any]
COLOURS = ["orange", "blue", "purple", "green", "red"]
GEMS = [*COLOURS, "mythical"]
CORNERS = {"tl": (0, 0), "tr": (1, 0), "bl": (0, 1), "br": (1, 1)}
CLOCKWISE = {"tl": "tr", "tr": "br", "br": "bl", "bl": "tl"}
STEP = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
DOMINOES_OF_STAGE = {1: 10, 2: 6, 3: 3, 4: 1}
KEEP = 5
NOTHING: JSON = {"type": "score", "activate": [], "discard": {}}


class Refused(Exception):
    """The rules do not allow it."""


class Stream:
    """E: words of HMAC-SHA256(seed, label ‖ uint64_be(k)), four a block."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.words = self._words(seed, label.encode("ascii"))

    @staticmethod
    def _words(seed: bytes, label: bytes) -> Iterator[int]:
        for k in count():
            yield from struct.unpack(">4Q", hmac.digest(seed, label + k.to_bytes(8, "big"), "sha256"))

    def below(self, n: int) -> int:
        return next(word for word in self.words if word < 2**64 // n * n) % n

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out


class Block(NamedTuple):
    colour: str
    icons: frozenset[str]


class Cell(NamedTuple):
    stage: int
    column: int
    row: int

    def quadrants(self) -> dict[str, tuple[int, int]]:
        x, y = self.stage - 1 + 2 * self.column, self.stage - 1 + 2 * self.row
        return {name: (x + dx, y + dy) for name, (dx, dy) in CORNERS.items()}


class Placement(NamedTuple):
    x: int
    y: int
    rotation: int

    def cells(self, stage: int) -> list[Cell]:
        dx, dy = STEP[self.rotation]
        return [Cell(stage, self.x, self.y), Cell(stage, self.x + dx, self.y + dy)]


ANYWHERE = [Placement(x, y, rotation) for x in range(-6, 7) for y in range(-6, 7) for rotation in STEP]


def plain(gems: Counter[str]) -> dict[str, int]:
    return {gem: number for gem, number in gems.items() if number}


def extent(cells: list[Cell]) -> tuple[int, int]:
    columns, rows = [cell.column for cell in cells], [cell.row for cell in cells]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


class Space:
    def __init__(self, pile: list[int], face_up: bool) -> None:
        self.pile = pile
        self.face_up = face_up
        self.gems: Counter[str] = Counter()


class Player:
    """An explorer, or the Legend."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.gems: Counter[str] = Counter()
        self.scores: list[JSON] = []

    def total(self) -> int:
        return sum(row["points"] for row in self.scores)


class Legend(Player):
    def __init__(self, seat: int, mode: str, domino: int) -> None:
        super().__init__(seat)
        self.mode = mode
        self.pile = [domino]


class Explorer(Player):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.blocks: dict[Cell, Block] = {}
        self.dominoes: list[JSON] = []
        self.box: tuple[int, int] | None = None
        self.complete = False
        self.out: int | None = None
        self.submission: JSON | None = None
        self.found_areas: list[JSON] | None = None  # those of the current pyramid, computed on demand
        self.found_placements: list[Placement] | None = None

    # --- placing (docs/rules.md A3) ---
    def fits(self, stage: int, placement: Placement) -> bool:
        new = placement.cells(stage)
        if any(cell in self.blocks for cell in new):
            return False
        if stage > 1:
            assert self.box is not None
            columns, rows = self.box[0] - (stage - 1), self.box[1] - (stage - 1)
            return all(0 <= cell.column < columns and 0 <= cell.row < rows for cell in new)
        if not self.blocks:
            return placement[:2] == (0, 0)
        if not any((1, cell.column + dx, cell.row + dy) in self.blocks for cell in new for dx, dy in STEP.values()):
            return False
        width, height = extent([*self.blocks, *new])
        return (width <= 5 and height <= 4) or (width <= 4 and height <= 5)

    def placements(self, stage: int) -> list[Placement]:
        if self.found_placements is None:
            self.found_placements = [placement for placement in ANYWHERE if self.fits(stage, placement)]
        return self.found_placements

    def place(self, stage: int, domino: int, blocks: list[Block], placement: Placement) -> None:
        for cell, block in zip(placement.cells(stage), blocks, strict=True):
            icons = block.icons
            for _ in range(placement.rotation // 90):
                icons = frozenset(CLOCKWISE[corner] for corner in icons)
            self.blocks[cell] = Block(block.colour, icons)
        self.dominoes.append({"domino": domino, "stage": stage, **placement._asdict()})
        self.found_areas = self.found_placements = None
        if sum(row["stage"] == stage for row in self.dominoes) == DOMINOES_OF_STAGE[stage]:
            self.finish(stage)

    def finish(self, stage: int) -> None:
        """The stage is complete; at the end of stage 1 the least column and row become 0 (docs/rules.md A2)."""
        self.complete = True
        self.found_areas = self.found_placements = None
        if stage == 1:
            self.box = extent(list(self.blocks))
            assert self.box in ((5, 4), (4, 5)), "so it is even with gaps (docs/rules.md A3)"
            left, top = min(cell.column for cell in self.blocks), min(cell.row for cell in self.blocks)
            self.blocks = {Cell(1, c - left, r - top): block for (_, c, r), block in self.blocks.items()}
            self.dominoes = [row | {"x": row["x"] - left, "y": row["y"] - top} for row in self.dominoes]

    # --- areas (docs/rules.md A4) ---
    def areas(self) -> list[JSON]:
        if self.found_areas is None:
            self.found_areas = sorted(self.find_areas(), key=lambda area: (area["y"], area["x"]))
        return self.found_areas

    def find_areas(self) -> Iterator[JSON]:
        seen = {}
        for cell in sorted(self.blocks):  # later stages cover earlier ones
            for corner, quadrant in cell.quadrants().items():
                seen[quadrant] = (cell, corner)
        beside: dict[Cell, set[Cell]] = {cell: set() for cell, _ in seen.values()}
        for (x, y), (cell, _) in seen.items():
            for dx, dy in STEP.values():
                other, _ = seen.get((x + dx, y + dy), (cell, ""))
                if self.blocks[other].colour == self.blocks[cell].colour:
                    beside[cell].add(other)
        left = set(beside)
        while left:
            area = {left.pop()}
            while more := {other for cell in area for other in beside[cell]} - area:
                area |= more
            left -= area
            quadrants = sorted((y, x) for (x, y), (cell, _) in seen.items() if cell in area)
            icons = [cell for cell, corner in seen.values() if cell in area and corner in self.blocks[cell].icons]
            (y, x), colour = quadrants[0], self.blocks[max(area)].colour
            found = {"x": x, "y": y, "colour": colour, "icons": len(icons)}
            yield found | {"quadrants": [[x, y] for y, x in quadrants]}

    # --- scoring (docs/rules.md B3) ---
    def payable(self) -> list[JSON]:
        """Return each area that the gems can pay for, considered alone, with the mythical units it can be paid with."""
        found = []
        for area in self.areas():
            own, pairs = self.gems[area["colour"]], self.gems["mythical"] // 2
            ways = {
                "single": [m for m in range(2) if own >= 1 - m and pairs >= m],
                "double": [m for m in range(4) if own >= 3 - m and pairs >= m],
            }
            if any(ways.values()):
                found.append({key: area[key] for key in ("x", "y", "colour", "icons")} | ways)
        return found

    def has_choice(self, stage: int) -> bool:
        return bool(self.payable()) or (stage < 4 and self.gems.total() > KEEP)

    def scored(self, stage: int, submission: JSON) -> tuple[JSON, Counter[str]]:
        """Return the score row of a submission, and the gems kept."""
        areas = {(area["x"], area["y"]): area for area in self.areas()}
        left = Counter(self.gems)
        activations = []
        for activation in submission["activate"]:
            area = areas.pop((activation["x"], activation["y"]), None)  # so that each counts at most once
            if area is None:
                raise Refused
            double, mythical = activation["double"], activation["mythical"]
            units = 3 if double else 1
            if not 0 <= mythical <= units:
                raise Refused
            left["mythical"] -= 2 * mythical
            left[area["colour"]] -= units - mythical
            row = {key: area[key] for key in ("x", "y", "colour", "icons")}
            points = area["icons"] * (2 if double else 1)
            activations.append(row | {"double": double, "mythical": mythical, "points": points})
        if min(left.values(), default=0) < 0:
            raise Refused
        unused = left["mythical"]
        discarded: Counter[str] = Counter(submission["discard"])
        if discarded.total() != (max(0, left.total() - KEEP) if stage < 4 else 0):
            raise Refused
        left.subtract(discarded)
        if min(left.values(), default=0) < 0:
            raise Refused
        points = unused + sum(row["points"] for row in activations)
        row = {"stage": stage, "activations": activations, "mythical": unused, "points": points}
        return row | {"discarded": plain(discarded)}, left

    def most(self) -> tuple[int, int]:
        """Return the most points that a submission can make now, and the most gems left before discarding with it:
        every payment of every area is tried.
        """
        reached = {tuple(self.gems[gem] for gem in GEMS): 0}  # gems left → most points
        for area in self.payable():
            colour = GEMS.index(area["colour"])
            for gems, points in list(reached.items()):
                for units, factor in ((1, 1), (3, 2)):
                    for mythical in range(units + 1):
                        left = list(gems)
                        left[colour] -= units - mythical
                        left[-1] -= 2 * mythical
                        if min(left) >= 0:
                            now = points + factor * area["icons"]
                            reached[tuple(left)] = max(now, reached.get(tuple(left), 0))
        return max((points + gems[-1], sum(gems)) for gems, points in reached.items())
