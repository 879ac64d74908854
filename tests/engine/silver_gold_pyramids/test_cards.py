"""docs/rules.md D1: the built-in cards under docs/rules.md D1.3, rule by rule; a bad file is refused with card and cell
named."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from engine.dominoes import content
from engine.silver_gold_pyramids import generator
from engine.silver_gold_pyramids.cards import (
    COLOURS,
    FULL,
    BadCards,
    Card,
    beside,
    built_in,
    cell,
    cell_name,
    parse,
    reached,
)
from engine.silver_gold_pyramids.shapes import CELLS, EXPEDITION, POSITIONS

NAME = "silver_gold_pyramids_cards"
DECK = built_in()
CARDS: list[Card] = [DECK[number] for number in DECK.numbers]
SYMBOLS = ("crosses", "red_gems", "green_gems", "torches", "skulls", "potions")
per_card = pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card.number))


def symbols(card: Card) -> Counter[str]:
    return Counter({kind: getattr(card, kind).bit_count() for kind in SYMBOLS})


def test_the_file_is_what_the_generator_makes() -> None:
    assert content(NAME) == generator.content()


def test_sixteen_cards_of_each_colour() -> None:
    assert Counter(card.colour for card in CARDS) == dict.fromkeys(COLOURS, 16)


@per_card
def test_every_cell_that_is_no_wall_can_be_reached(card: Card) -> None:
    assert reached(card.free, card.start) == card.free


@per_card
def test_start_and_tomb_carry_no_symbol(card: Card) -> None:
    ends = card.start | card.tomb
    assert all(not getattr(card, kind) & ends for kind in SYMBOLS)


@per_card
def test_the_shortest_path_has_six_to_nine_cells(card: Card) -> None:
    assert 6 <= generator.path_of(card)[0] <= 9


@per_card
def test_three_to_seven_walls(card: Card) -> None:
    assert 3 <= (FULL & ~card.free).bit_count() <= 7


@per_card
def test_six_to_nine_symbols_with_a_gem_and_a_skull(card: Card) -> None:
    found = symbols(card)
    assert 6 <= found.total() <= 9
    assert found["red_gems"] + found["green_gems"] >= 1
    assert found["skulls"] >= 1


def test_torches_and_potions_on_some_cards_only() -> None:
    for kind in ("torches", "potions"):
        with_it = sum(bool(symbols(card)[kind]) for card in CARDS)
        assert 0 < with_it < len(CARDS)


def test_no_two_cards_are_alike_or_mirror_images() -> None:
    grids = [card.grid for card in CARDS]
    either = {min(grid, generator.mirrored(grid)) for grid in grids}
    assert len(either) == len(CARDS)


def test_the_colours_have_the_same_totals_and_path_lengths() -> None:
    totals = {}
    for colour in COLOURS:
        mine = [card for card in CARDS if card.colour == colour]
        lengths = sorted(generator.path_of(card)[0] for card in mine)
        totals[colour] = (sum(map(symbols, mine), Counter()), lengths)
    assert totals["green"] == totals["orange"] == totals["purple"]


def test_skulls_lie_on_the_shortest_paths_and_gems_and_potions_beside_them() -> None:
    on: Counter[str] = Counter()
    off: Counter[str] = Counter()
    for card in CARDS:
        union = generator.path_of(card)[1]
        for kind in SYMBOLS:
            on[kind] += (getattr(card, kind) & union).bit_count()
            off[kind] += (getattr(card, kind) & ~union).bit_count()
    assert on["skulls"] > off["skulls"]
    assert on["red_gems"] < off["red_gems"]
    assert on["green_gems"] < off["green_gems"]
    assert on["potions"] < off["potions"]


def test_the_path_length_against_a_plain_search() -> None:
    for card in CARDS:
        steps, front = 1, {card.start}
        while card.tomb not in front:
            front = {1 << n for n in range(25) for c in front if beside(c) & 1 << n & card.free} | front
            steps += 1
        assert generator.path_of(card)[0] == steps


def broken(change: Any) -> bytes:
    raw = json.loads(content(NAME))
    change(raw["cards"])
    return json.dumps(raw).encode()


def put(number: int, x: int, y: int, mark: str) -> Any:
    def change(cards: list[Any]) -> None:
        grid = cards[number - 1]["grid"]
        grid[y] = grid[y][:x] + mark + grid[y][x + 1 :]

    return change


def wall_in(cards: list[Any]) -> None:
    cards[4]["grid"] = ["S#...", "##...", ".....", ".....", "..T.."]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put(3, 1, 2, "?"), r"card 3, cell b3: '\?'"),
        (put(5, 2, 2, "S"), "card 5: exactly one cell must be the start 'S', in the top row; found: .., c3"),
        (put(5, 2, 2, "T"), "card 5: exactly one cell must be the tomb 'T', in the bottom row; found: c3, .5"),
        (
            lambda cards: cards[6].update(grid=["....."] * 4 + ["..T.."]),
            "card 7: exactly one cell must be the start .* found: none",
        ),
        (
            lambda cards: cards[6].update(grid=["....."] * 3 + ["S....", "..T.."]),
            "cell a4: the start must be in the top",
        ),
        (
            lambda cards: cards[6].update(grid=["S....", "..T.."] + ["....."] * 3),
            "cell c2: the tomb must be in the bot",
        ),
        (wall_in, "card 5, cell c5: the tomb cannot be reached"),
        (lambda cards: cards[1].update(grid=["....."] * 4), "card 2: the grid must have five rows .* not 4"),
        (lambda cards: cards[1]["grid"].__setitem__(3, "......"), r"card 2, row 4 \(cells a4 to e4\): '......'"),
        (lambda cards: cards[1].update(grid=[1, 2, 3, 4, 5]), "card 2, row 1 .*: 1 is not a text"),
        (lambda cards: cards[1].update(grid=5), "card 2: the grid must be a list of five rows, not 5"),
        (lambda cards: cards[1].update(number=True), r"card True \(entry 2"),
        (lambda cards: cards.__setitem__(8, "S"), "entry 9 of the list: a card must be an object"),
        (lambda cards: cards[1].update(colour="pink"), "card 2: 'pink'"),
        (lambda cards: cards[1].update(number=1), "card 1: it is listed twice"),
        (lambda cards: cards[1].update(number=49), r"card 49 \(entry 2 of the list\): the number must be"),
        (lambda cards: cards[1].update(number="2"), r"card '2' \(entry 2 of the list\): the number must be"),
        (lambda cards: cards.pop(11), "card 12: it is missing"),
        (
            lambda cards: cards[0].update(colour="green" if cards[0]["colour"] != "green" else "orange"),
            "are .*: there must be 16, not 1[57]",
        ),
        (lambda cards: cards[0].pop("grid"), r"card 1 \(entry 1 of the list\): it has no 'grid'"),
    ],
)
def test_a_bad_file_is_refused_with_card_and_cell(change: Any, said: str) -> None:
    with pytest.raises(BadCards, match=said):
        parse(broken(change))


@pytest.mark.parametrize("raw", [b"", b"[", b"{}", b"[]", b'{"cards": 3}'])
def test_an_invalid_card_file_is_refused(raw: bytes) -> None:
    with pytest.raises(BadCards, match="the card file"):
        parse(raw)


def test_a_replacement_is_checked_only_for_what_printed_cards_must_have() -> None:
    """A file of plain grids is accepted: walls, symbols and lengths depend on the printed cards."""
    cards = [
        {"number": n, "colour": COLOURS[n % 3], "grid": ["S....", ".....", ".....", ".....", "....T"]}
        for n in range(1, 49)
    ]
    assert len(parse(json.dumps({"cards": cards}).encode()).numbers) == 48


@pytest.mark.parametrize(("shape", "ways"), [("I2", 40), ("I3", 30), ("I4", 20), ("V3", 64), ("L4", 96), ("O4", 16)])
def test_every_rotation_and_mirror_image_lies_everywhere_once(shape: str, ways: int) -> None:
    """Counted by hand: bounding boxes times positions, e.g. L4: 8 images × 3·4 positions."""
    assert len(POSITIONS[shape]) == len(set(POSITIONS[shape])) == ways
    assert all(position.bit_count() == len(CELLS[shape]) for position in POSITIONS[shape])
    for position in POSITIONS[shape]:
        first = position & -position
        assert reached(position, first) == position


def test_the_expedition_has_eight_cards_of_six_shapes() -> None:
    assert len(EXPEDITION) == 8
    assert set(EXPEDITION) == set(CELLS)


def test_cells_beside() -> None:
    for x in range(5):
        for y in range(5):
            around = {(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            expected = sum(cell(a, b) for a, b in around if 0 <= a < 5 and 0 <= b < 5)
            assert beside(cell(x, y)) == expected
    assert cell_name(cell(0, 0)) == "a1"
    assert cell_name(cell(4, 3)) == "e4"
