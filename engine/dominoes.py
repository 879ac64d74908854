"""Dominoes: two blocks with icons on their quadrants, their rotation, and their component files (docs/rules.md A1)."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

QUADRANTS = ("tl", "tr", "br", "bl")
"""Clockwise, so that turning a block clockwise moves each icon to the next quadrant."""

ROTATIONS = (0, 90, 180, 270)


class Block(msgspec.Struct, frozen=True):
    """One half of a domino: a colour (index into the set's colours) and icons as bits 0–3 = tl, tr, br, bl."""

    colour: int
    icons: int

    def turned(self, rotation: int) -> Block:
        """Return the block after a clockwise turn by 0°, 90°, 180° or 270°."""
        steps = rotation // 90
        return Block(self.colour, (self.icons << steps | self.icons >> (4 - steps)) & 0b1111)


class DominoSet(msgspec.Struct, frozen=True, eq=False):
    """The dominoes of one game. `faces[id]` is a pair of blocks; ids count from 1 (`faces[0]` is empty)."""

    game: str
    colours: tuple[str, ...]
    faces: tuple[tuple[Block, ...], ...]
    sha256: str

    @property
    def ids(self) -> range:
        """The ids of all dominoes, from 1."""
        return range(1, len(self.faces))

    def back(self, domino: int) -> tuple[tuple[int, int], ...]:
        """What a face-down domino shows (docs/rules.md B1): colour and number of icons of each block, sorted, so that
        their order reveals nothing.
        """
        return tuple(sorted((block.colour, block.icons.bit_count()) for block in self.faces[domino]))


class BadComponents(ValueError):
    """A component file is invalid; the message names the domino and its fault."""


def parse(content: bytes) -> DominoSet:
    """Return the domino set of a component file. Raise :class:`BadComponents` if the file is invalid."""
    try:
        raw: Any = msgspec.json.decode(content)
    except msgspec.DecodeError as error:
        raise BadComponents(f"the domino file is not JSON: {error}") from None
    try:
        colours = tuple(raw["colours"])
        listed = raw["dominoes"]
        faces: list[tuple[Block, ...]] = [()]
        for number, entry in enumerate(listed, start=1):
            if entry["id"] != number:
                raise BadComponents(f"domino {number} of the file has id {entry['id']!r}; ids run 1, 2, 3 …")
            faces.append(tuple(_block(entry["id"], block, colours) for block in entry["blocks"]))
    except (KeyError, TypeError) as error:
        raise BadComponents(f"the domino file lacks a field or has it in a wrong form: {error}") from None
    for number, blocks in enumerate(faces[1:], start=1):
        if len(blocks) != 2:
            raise BadComponents(f"domino {number} has {len(blocks)} blocks, not 2")
        if sum(block.icons.bit_count() for block in blocks) != 2:
            raise BadComponents(f"domino {number} does not have two icons in all")
    return DominoSet(raw["game"], colours, tuple(faces), hashlib.sha256(content).hexdigest())


def _block(domino: int, raw: Any, colours: tuple[str, ...]) -> Block:
    if raw["colour"] not in colours:
        raise BadComponents(f"domino {domino} has a block of unknown colour {raw['colour']!r}")
    icons = 0
    for name in raw["icons"]:
        if name not in QUADRANTS:
            raise BadComponents(f"domino {domino} has an icon on unknown quadrant {name!r}")
        bit = 1 << QUADRANTS.index(name)
        if icons & bit:
            raise BadComponents(f"domino {domino} has two icons on quadrant {name!r}")
        icons |= bit
    return Block(colours.index(raw["colour"]), icons)


@cache
def built_in(name: str) -> DominoSet:
    """The domino set of `engine/data/NAME.json`."""
    return parse(content(name))


def content(name: str) -> bytes:
    """The bytes of `engine/data/NAME.json`. Logs and exports refer to the file by its SHA-256."""
    return files("engine").joinpath("data", f"{name}.json").read_bytes()


@cache
def built_in_files() -> frozenset[str]:
    """The SHA-256 of each file that came with the project (`engine/data/SHA256SUMS`)."""
    lines = files("engine").joinpath("data", "SHA256SUMS").read_text().splitlines()
    return frozenset(line.split()[0] for line in lines)
