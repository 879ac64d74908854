"""Pyramid cards: their faces, and reading the card file (docs/rules.md D1, D1.3).

A card is five rows of five characters, listed from the top:

    #  wall        S  start       T  golden tomb   .  free cell without a symbol
    x  red cross   r  red gem     g  green gem     t  torch   k  skull   p  potion

Cells are bits: bit `5 * y + x` is the cell in column x, row y, both from 0, y down. In names, column 0 of row 0 is
`a1`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec

from engine.dominoes import content

SIZE = 5
COLOURS = ("green", "orange", "purple")
COUNT = 48
EACH_COLOUR = COUNT // len(COLOURS)

SYMBOLS = {"x": "cross", "r": "red_gem", "g": "green_gem", "t": "torch", "k": "skull", "p": "potion"}
_LETTERS = {"S": "start", "T": "tomb", "#": "wall", ".": "", **SYMBOLS}
_KNOWN = set(_LETTERS)
FULL = (1 << SIZE * SIZE) - 1
_LEFT = sum(1 << SIZE * y for y in range(SIZE))
_RIGHT = _LEFT << (SIZE - 1)


def cell(x: int, y: int) -> int:
    """Return the bit of the cell in column x and row y."""
    return 1 << (SIZE * y + x)


def cell_name(bit: int) -> str:
    """Return the name, `a1` … `e5`, of a cell given as a bit."""
    y, x = divmod(bit.bit_length() - 1, SIZE)
    return f"{'abcde'[x]}{y + 1}"


_BITS = {cell_name(1 << bit): 1 << bit for bit in range(SIZE * SIZE)}


def cell_bit(text: str) -> int | None:
    """Return the bit of the cell with this name, or None."""
    return _BITS.get(text)


def cells(mask: int) -> list[int]:
    """The cells of a set, each as a bit, in reading order."""
    out = []
    while mask:
        low = mask & -mask
        out.append(low)
        mask ^= low
    return out


def beside(mask: int) -> int:
    """The cells that share a side with a cell of the set, including cells of the set itself."""
    return (mask << SIZE | mask >> SIZE | (mask & ~_RIGHT) << 1 | (mask & ~_LEFT) >> 1) & FULL


class Card(msgspec.Struct, frozen=True, eq=False):
    """One pyramid card. All parts of its grid are sets of cells (bits)."""

    number: int
    colour: str
    grid: tuple[str, ...]
    free: int
    start: int
    tomb: int
    crosses: int
    red_gems: int
    green_gems: int
    torches: int
    skulls: int
    potions: int
    symbols: int
    """All cells with one of the six symbols."""

    def symbol(self, bit: int) -> str:
        """Return the name of the cell's symbol, `start`, `tomb`, `wall`, or an empty string."""
        y, x = divmod(bit.bit_length() - 1, SIZE)
        return _LETTERS[self.grid[y][x]]


class Deck(msgspec.Struct, frozen=True, eq=False):
    """The 48 cards: `cards[number]`, with None at index 0."""

    cards: tuple[Card | None, ...]
    sha256: str

    def __getitem__(self, number: int) -> Card:
        card = self.cards[number]
        assert card is not None
        return card

    @property
    def numbers(self) -> range:
        """The numbers of all cards."""
        return range(1, len(self.cards))


class BadCards(ValueError):
    """A card file is invalid; the message names the card, the cell, and what is valid there."""


def card_of(number: int, colour: str, grid: tuple[Any, ...]) -> Card:
    """Return the card with these rows. Raise BadCards if they are invalid."""
    if len(grid) != SIZE:
        raise BadCards(f"card {number}: the grid must have five rows of five characters, not {len(grid)} rows")
    for y, row in enumerate(grid, start=1):
        if not isinstance(row, str) or len(row) != SIZE:
            raise BadCards(f"card {number}, row {y} (cells a{y} to e{y}): {row!r} is not a text of five characters")
    places: dict[str, int] = dict.fromkeys(_KNOWN, 0)
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            if letter not in _KNOWN:
                raise BadCards(
                    f"card {number}, cell {cell_name(cell(x, y))}: {letter!r} is not one of # S T . x r g t k p"
                )
            places[letter] |= cell(x, y)
    for letter, at, where, what in (("S", 0, "top", "start"), ("T", SIZE - 1, "bottom", "tomb")):
        found = cells(places[letter])
        if len(found) != 1:
            names = ", ".join(map(cell_name, found)) or "none"
            raise BadCards(
                f"card {number}: exactly one cell must be the {what} {letter!r}, in the {where} row; found: {names}"
            )
        if (found[0].bit_length() - 1) // SIZE != at:
            raise BadCards(f"card {number}, cell {cell_name(found[0])}: the {what} must be in the {where} row")
    free = FULL & ~places["#"]
    if not reached(free, places["S"]) & places["T"]:
        raise BadCards(f"card {number}, cell {cell_name(places['T'])}: the tomb cannot be reached from the start")
    return Card(
        number,
        colour,
        grid,
        free,
        start=places["S"],
        tomb=places["T"],
        crosses=places["x"],
        red_gems=places["r"],
        green_gems=places["g"],
        torches=places["t"],
        skulls=places["k"],
        potions=places["p"],
        symbols=sum(places[letter] for letter in SYMBOLS),
    )


def reached(free: int, start: int) -> int:
    """The free cells that can be reached from the start, including the start."""
    seen = 0
    front = start & free
    while front:
        seen |= front
        front = beside(front) & free & ~seen
    return seen


def parse(raw_content: bytes) -> Deck:
    """Return the deck of a card file. Raise :class:`BadCards` if the file is invalid."""
    made: dict[int, Card] = {}
    for at, entry in enumerate(_listed(raw_content), start=1):
        number, colour, grid = (_field(entry, at, field) for field in ("number", "colour", "grid"))
        if type(number) is not int or not 1 <= number <= COUNT:
            raise BadCards(f"card {number!r} (entry {at} of the list): the number must be 1 to {COUNT}")
        if number in made:
            raise BadCards(f"card {number}: it is listed twice")
        if colour not in COLOURS:
            raise BadCards(f"card {number}: {colour!r} is not one of {', '.join(COLOURS)}")
        if not isinstance(grid, list):
            raise BadCards(f"card {number}: the grid must be a list of five rows, not {grid!r}")
        made[number] = card_of(number, colour, tuple(grid))
    missing = [n for n in range(1, COUNT + 1) if n not in made]
    if missing:
        raise BadCards(f"card {missing[0]}: it is missing; there must be {COUNT} cards")
    for colour in COLOURS:
        those = sorted(card.number for card in made.values() if card.colour == colour)
        if len(those) != EACH_COLOUR:
            raise BadCards(
                f"cards {', '.join(map(str, those))} are {colour}: there must be {EACH_COLOUR}, not {len(those)}"
            )
    cards = (None, *(made[n] for n in range(1, COUNT + 1)))
    return Deck(cards, hashlib.sha256(raw_content).hexdigest())


def _listed(raw_content: bytes) -> list[Any]:
    """The list of cards in the file. Raise BadCards if there is none."""
    try:
        raw: Any = msgspec.json.decode(raw_content)
    except msgspec.DecodeError as error:
        raise BadCards(f"the card file is not JSON: {error}") from None
    listed = raw.get("cards") if isinstance(raw, dict) else None
    if not isinstance(listed, list):
        raise BadCards('the card file must be an object {"cards": [ … ]} with a list of cards')
    return listed


def _field(entry: Any, at: int, field: str) -> Any:
    """A field of a card. Raise BadCards if it is missing."""
    if not isinstance(entry, dict):
        raise BadCards(f"entry {at} of the list: a card must be an object, not {entry!r}")
    if field not in entry:
        raise BadCards(f"card {entry.get('number', '?')!r} (entry {at} of the list): it has no {field!r}")
    return entry[field]


@cache
def built_in() -> Deck:
    """The deck of `engine/data/silver_gold_pyramids_cards.json`."""
    return parse(content("silver_gold_pyramids_cards"))
