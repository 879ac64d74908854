"""Generator of the built-in cards (docs/rules.md D1.3): `python -m engine.silver_gold_pyramids.generator` writes
`engine/data/silver_gold_pyramids_cards.json`, byte for byte the committed file.

Sixteen recipes (path length, walls, symbols) are laid out once in each colour. So the colours are equal in path lengths
and symbols, while no two cards are alike.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec

from engine.silver_gold_pyramids.cards import COLOURS, COUNT, SIZE, Card, beside, card_of, cell, cells, reached

SEED = "Silver & Gold: Pyramids, cards 1"
TARGET = Path(__file__).parents[1] / "data" / "silver_gold_pyramids_cards.json"


class Recipe(msgspec.Struct, frozen=True):
    """`path` is the number of cells on the shortest path, including start and tomb; `symbols` are letters."""

    path: int
    walls: int
    symbols: str


RECIPES = tuple(
    Recipe(path, walls, symbols)
    for path, walls, symbols in (
        (6, 5, "rgkkkt"),
        (6, 6, "xrkkkp"),
        (7, 3, "rgkkkk"),
        (7, 5, "xgkkkt"),
        (7, 6, "xrgkkk"),
        (7, 7, "xgkkkp"),
        (8, 4, "xrgkkk"),
        (8, 5, "rgkkkkt"),
        (8, 6, "xrkkkkp"),
        (8, 6, "xggkkkk"),
        (8, 7, "xrgkkkk"),
        (9, 4, "xrgkkkkt"),
        (9, 5, "xrgkkkkp"),
        (9, 6, "xrgkkkkt"),
        (9, 6, "xxrrgkkkk"),
        (9, 7, "xxrgkkkkt"),
    )
)

ON_PATH = {"k": 4.0, "x": 1.0, "t": 1.0, "r": 0.25, "g": 0.25, "p": 0.1}
"""Weight of a cell on a shortest path, relative to other cells, when a symbol is placed."""


def distances(free: int, origin: int) -> dict[int, int]:
    """The steps from a cell to each free cell that can be reached, by the cell's bit."""
    out = {}
    front, steps, seen = origin, 0, 0
    while front:
        out.update(dict.fromkeys(cells(front), steps))
        seen |= front
        front = beside(front) & free & ~seen
        steps += 1
    return out


def shortest(free: int, start: int, tomb: int) -> tuple[int, int]:
    """The number of cells on a shortest path, including both ends, and the union of all shortest paths; (0, 0) if there
    is no path.
    """
    ahead, back = distances(free, start), distances(free, tomb)
    if tomb not in ahead:
        return 0, 0
    least = ahead[tomb]
    return least + 1, sum(bit for bit, n in ahead.items() if n + back[bit] == least)


def path_of(card: Card) -> tuple[int, int]:
    """The shortest paths of a card, as `shortest` returns them."""
    return shortest(card.free, card.start, card.tomb)


def mirrored(grid: tuple[str, ...]) -> tuple[str, ...]:
    """The grid with left and right exchanged."""
    return tuple(row[::-1] for row in grid)


def layout(recipe: Recipe, rng: Random) -> tuple[str, ...]:
    """Return a random grid that follows the recipe."""
    every = [1 << n for n in range(SIZE * SIZE)]
    while True:
        start, tomb = cell(rng.randrange(SIZE), 0), cell(rng.randrange(SIZE), SIZE - 1)
        walls = sum(rng.sample([bit for bit in every if bit not in (start, tomb)], recipe.walls))
        free = sum(every) & ~walls
        length, union = shortest(free, start, tomb)
        if length == recipe.path and reached(free, start) == free:
            break
    marks = {start: "S", tomb: "T", **dict.fromkeys(cells(walls), "#")}
    for symbol in recipe.symbols:
        left = [bit for bit in every if bit not in marks]
        weights = [ON_PATH[symbol] if bit & union else 1.0 for bit in left]
        marks[rng.choices(left, weights)[0]] = symbol
    return tuple("".join(marks.get(cell(x, y), ".") for x in range(SIZE)) for y in range(SIZE))


def generate() -> list[Card]:
    """Return the 48 cards by number. Their order is shuffled over all colours, so that numbers reveal nothing."""
    rng = Random(SEED)
    seen: set[tuple[str, ...]] = set()
    drawn: list[tuple[str, tuple[str, ...]]] = []
    for colour in COLOURS:
        for recipe in RECIPES:
            grid = layout(recipe, rng)
            while grid in seen or mirrored(grid) in seen:
                grid = layout(recipe, rng)
            seen.add(grid)
            drawn.append((colour, grid))
    rng.shuffle(drawn)
    return [card_of(number, colour, grid) for number, (colour, grid) in zip(range(1, COUNT + 1), drawn, strict=True)]


def content() -> bytes:
    """Return the bytes of the card file, with one card per line for readable diffs."""
    about = (
        "48 cards made by engine/silver_gold_pyramids/generator.py: the rulebook prints no faces, these are this "
        "project's own. How to transcribe printed cards: engine/data/README.md"
    )
    lines = (
        msgspec.json.encode({"number": card.number, "colour": card.colour, "grid": card.grid}).decode()
        for card in generate()
    )
    listed = ",\n    ".join(lines)
    head = msgspec.json.encode(about).decode()
    game = '"game": "silver-gold-pyramids"'
    return f'{{\n  {game},\n  "provenance": {head},\n  "cards": [\n    {listed}\n  ]\n}}\n'.encode()


if __name__ == "__main__":
    TARGET.write_bytes(content())
