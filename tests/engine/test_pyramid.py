"""Geometry compared with plain, slow implementations of docs/rules.md A2–A4, and a proof by search of the last line
of docs/rules.md A3.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dominoes import ROTATIONS, Block, built_in
from engine.pyramid import (
    DOMINOES,
    FIRST,
    SPOTS,
    TRIPLES,
    Placed,
    Pyramid,
    Single,
    areas,
    cell,
    ground,
    quadrants,
    spread,
)  # fmt: skip
from tests.sampling import examples

FACES = built_in("forgotten_treasures_dominoes")
STEP = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
TURN = {"tl": "tr", "tr": "br", "br": "bl", "bl": "tl"}
seeds = st.integers(0, 2**32)


def random_pyramid(rng: Random, dominoes: int) -> Pyramid:
    """Return random placements over as many stages as needed; a stage without room ends with gaps."""
    pyramid = Pyramid()
    ids = iter(rng.sample(list(FACES.ids), 40))
    for _ in range(dominoes):
        while pyramid.full or not pyramid.has_room():
            pyramid = pyramid.anchor()
            if pyramid.stage == 4:
                return pyramid
            pyramid = pyramid.open_stage(pyramid.stage + 1)
        pyramid = pyramid.place(next(ids), *rng.choice(pyramid.placements(TRIPLES)))
    return pyramid


def cells_of(pyramid: Pyramid, stage: int) -> set[tuple[int, int]]:
    return {
        c
        for p in pyramid.placed
        if p.stage == stage
        for c in ((p.x, p.y), (p.x + STEP[p.rotation][0], p.y + STEP[p.rotation][1]))
    }


def plain_legal(pyramid: Pyramid) -> set[tuple[int, int, int]]:
    """docs/rules.md A3, literally."""
    legal = set()
    taken = cells_of(pyramid, pyramid.stage)
    for x in range(-9, 10):
        for y in range(-9, 10):
            for rotation, (dx, dy) in STEP.items():
                both = {(x, y), (x + dx, y + dy)}
                if both & taken:
                    continue
                if pyramid.stage == 1:
                    if not taken:
                        fits = (x, y) == (0, 0)
                    else:
                        touches = any((cx + sx, cy + sy) in taken for cx, cy in both for sx, sy in STEP.values())
                        xs, ys = zip(*(taken | both), strict=True)
                        size = sorted((max(xs) - min(xs) + 1, max(ys) - min(ys) + 1))
                        fits = touches and size[0] <= 4 and size[1] <= 5
                else:
                    assert pyramid.stage_1_size is not None
                    columns, rows = (n + 1 - pyramid.stage for n in pyramid.stage_1_size)
                    fits = all(0 <= cx < columns and 0 <= cy < rows for cx, cy in both)
                if fits:
                    legal.add((x, y, rotation))
    return legal


def icons_of(domino: int, index: int, rotation: int) -> set[str]:
    block = FACES.faces[domino][index]
    names = {name for bit, name in enumerate(("tl", "tr", "br", "bl")) if block.icons >> bit & 1}
    for _ in range(rotation // 90):
        names = {TURN[name] for name in names}
    return names


def plain_areas(pyramid: Pyramid) -> set[tuple[int, int, int, frozenset[tuple[int, int]]]]:
    """docs/rules.md A4, literally: the topmost block of each quadrant, then a flood fill over blocks."""
    top: dict[tuple[int, int], tuple[int, int]] = {}
    icons: dict[tuple[int, int], set[tuple[int, int]]] = {}
    colour: dict[tuple[int, int], int] = {}
    ox, oy = (0, 0) if pyramid.anchored else (pyramid.x0, pyramid.y0)
    for p in sorted(pyramid.placed, key=lambda p: p.stage):
        for index in (0, 1):
            dx, dy = STEP[p.rotation] if index else (0, 0)
            x, y = p.stage - 1 + 2 * (p.x + dx - ox), p.stage - 1 + 2 * (p.y + dy - oy)
            where = {"tl": (x, y), "tr": (x + 1, y), "bl": (x, y + 1), "br": (x + 1, y + 1)}
            block = (p.domino, index)
            colour[block] = FACES.faces[p.domino][index].colour
            icons[block] = {where[name] for name in icons_of(p.domino, index, p.rotation)}
            for q in where.values():
                top[q] = block
    out = set()
    left = set(top.values())
    while left:
        group = {left.pop()}
        todo = list(group)
        while todo:
            block = todo.pop()
            for (x, y), owner in top.items():
                if owner == block:
                    for dx, dy in STEP.values():
                        other = top.get((x + dx, y + dy))
                        if other is not None and other not in group and colour[other] == colour[block]:
                            group.add(other)
                            todo.append(other)
        left -= group
        seen = frozenset(q for q, owner in top.items() if owner in group)
        count = sum(q in icons[owner] for q, owner in top.items() if owner in group)
        corner = min(seen, key=lambda q: (q[1], q[0]))
        out.add((*corner, count, seen))
    return out


@settings(max_examples=examples(300))
@given(seed=seeds, dominoes=st.integers(0, 20))
def test_legal_placements(seed: int, dominoes: int) -> None:
    pyramid = random_pyramid(Random(seed), dominoes)
    listed = pyramid.placements(TRIPLES)
    assert len(listed) == len(set(listed))
    assert set(listed) == plain_legal(pyramid)
    assert pyramid.has_room() == bool(listed)


@settings(max_examples=examples(300))
@given(seed=seeds, dominoes=st.integers(1, 20))
def test_areas(seed: int, dominoes: int) -> None:
    pyramid = random_pyramid(Random(seed), dominoes)
    found = {(*a.corner, a.icons, frozenset(quadrants(a.quadrants))) for a in pyramid.areas(FACES)}
    assert found == plain_areas(pyramid)
    corners = [a.corner[::-1] for a in pyramid.areas(FACES)]
    assert corners == sorted(corners)


@settings(max_examples=examples(200))
@given(seed=seeds)
def test_a_stage_one_without_room_measures_5x4_or_4x5_and_moves_to_the_corner(seed: int) -> None:
    rng = Random(seed)
    pyramid = Pyramid()
    while not pyramid.full and pyramid.has_room():
        pyramid = pyramid.place(1 + len(pyramid.placed), *rng.choice(pyramid.placements(TRIPLES)))
    before = {(*a.corner, a.icons) for a in pyramid.areas(FACES)}
    closed = pyramid.anchor()
    assert closed.size == closed.stage_1_size and closed.size in ((5, 4), (4, 5))
    assert closed.anchor() is closed
    cells = cells_of(closed, 1)
    assert (min(x for x, _ in cells), min(y for _, y in cells)) == (0, 0)
    assert closed.occupied == sum(cell(x, y) for x, y in cells)
    assert {(*a.corner, a.icons) for a in closed.areas(FACES)} == before
    for stage in (2, 3, 4):
        opened = closed.open_stage(stage)
        assert not opened.occupied and not opened.full
        assert len({c for p in opened.placements(TRIPLES) for c in [p[:2]]}) == 2 * DOMINOES[stage]


def test_a_stage_one_in_which_no_domino_fits_always_measures_5x4_or_4x5() -> None:
    """docs/rules.md A3, last line, by search: every set of cells that a smaller stage could have, connected or not, has
    room.

    Boxes that still fit and are neither 5×4 nor 4×5 lie within 4×4, 5×3 or 3×5. All their subsets with an even number
    of cells, a superset of what can be built, are tried.
    """
    tried = 0
    for columns, rows in ((4, 4), (5, 3), (3, 5)):
        bits = [cell(x, y) for y in range(rows) for x in range(columns)]
        for subset in range(1, 1 << len(bits)):
            if subset.bit_count() % 2:
                continue
            cells = [divmod(i, columns)[::-1] for i in range(len(bits)) if subset >> i & 1]
            xs, ys = [x for x, _ in cells], [y for _, y in cells]
            occupied = sum(bits[i] for i in range(len(bits)) if subset >> i & 1)
            stage = Pyramid(1, occupied, min(xs), min(ys), max(xs), max(ys), False, _SOMETHING)
            assert stage.has_room(), cells
            tried += 1
    assert tried == (2**15 - 1) + 2 * (2**14 - 1)


_SOMETHING = Pyramid().place(1, 0, 0, 0).placed


@settings(max_examples=examples(100))
@given(seed=seeds, dominoes=st.integers(1, 10))
def test_the_boxes_that_are_left_hold_all_cells_and_no_others_do(seed: int, dominoes: int) -> None:
    pyramid = random_pyramid(Random(seed), dominoes)
    while pyramid.stage > 1:
        pyramid = random_pyramid(Random(seed), dominoes := dominoes - 1)
    taken = cells_of(pyramid, 1)
    left = {
        (columns, rows, x, y)
        for columns, rows in ((5, 4), (4, 5))
        for x in range(-9, 10)
        for y in range(-9, 10)
        if all(x <= cx < x + columns and y <= cy < y + rows for cx, cy in taken)
    }
    boxes = pyramid.boxes()
    assert len(boxes) == len(left) and set(boxes) == left
    if pyramid.full:
        assert left == {(pyramid.x1 - pyramid.x0 + 1, pyramid.y1 - pyramid.y0 + 1, pyramid.x0, pyramid.y0)}
        assert pyramid.anchor().boxes() == [(*pyramid.size, 0, 0)]


def test_an_empty_pyramid_may_have_either_box() -> None:
    assert Pyramid().boxes() == [(5, 4, 0, 0), (4, 5, 0, 0)]
    assert Pyramid().empty_cells() == [(0, 0)] and not Pyramid().full


@settings(max_examples=examples(100))
@given(seed=seeds, dominoes=st.integers(1, 20))
def test_empty_cells_are_those_of_the_stage_without_a_domino(seed: int, dominoes: int) -> None:
    pyramid = random_pyramid(Random(seed), dominoes)
    taken = cells_of(pyramid, pyramid.stage)
    if pyramid.stage == 1:
        xs, ys = zip(*taken, strict=True)
        columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    else:
        assert pyramid.stage_1_size is not None
        columns, rows = (range(n + 1 - pyramid.stage) for n in pyramid.stage_1_size)
    assert pyramid.empty_cells() == [(x, y) for y in rows for x in columns if (x, y) not in taken]


@settings(max_examples=examples(100))
@given(seed=seeds, dominoes=st.integers(1, 20), turned=st.booleans())
def test_a_card_hides_what_lies_below_it_and_nothing_else(seed: int, dominoes: int, turned: bool) -> None:
    """docs/rules.md C2, C3: over a block of the open stage, or in a gap of it; later stages lie above it."""
    rng = Random(seed)
    pyramid = random_pyramid(rng, dominoes)
    columns, rows = pyramid.size
    corner = (pyramid.x0, pyramid.y0) if pyramid.stage == 1 else (0, 0)
    x, y = corner[0] + rng.randrange(columns), corner[1] + rng.randrange(rows)
    covered = pyramid.cover(x, y, Block(9, 0b0101))
    assert covered.placed == pyramid.placed and covered.singles == (Single(pyramid.stage, x, y, Block(9, 0b0101)),)
    assert (x, y) not in covered.empty_cells()
    shift = (pyramid.x0, pyramid.y0) if not pyramid.anchored else (0, 0)
    left, top = (pyramid.stage - 1 + 2 * (at - by) for at, by in zip((x, y), shift, strict=True))
    square = {(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)}
    (card,) = [area for area in covered.areas(FACES) if area.colour == 9]
    assert set(quadrants(card.quadrants)) == square
    assert card.icons == 2 and card.corner == (left, top)
    marks = {(left, top), (left + 1, top + 1)}
    assert set(quadrants(covered.icons(FACES))) == set(quadrants(pyramid.icons(FACES))) - square | marks
    assert set(quadrants(ground(pyramid.stage, x - shift[0], y - shift[1]))) == square
    seen = {q for area in pyramid.areas(FACES) for q in quadrants(area.quadrants)}
    assert {q for area in covered.areas(FACES) for q in quadrants(area.quadrants)} == seen | square


@settings(max_examples=examples(100))
@given(seed=seeds, dominoes=st.integers(1, 10))
def test_a_card_of_stage_1_moves_with_the_stage_and_is_hidden_by_the_next(seed: int, dominoes: int) -> None:
    rng = Random(seed)
    pyramid = Pyramid()
    while not pyramid.full and pyramid.has_room():
        pyramid = pyramid.place(1 + len(pyramid.placed), *rng.choice(pyramid.placements(TRIPLES)))
    x, y = rng.choice(sorted(cells_of(pyramid, 1)))
    covered = pyramid.cover(x, y, Block(9, 0b1111))
    before = {(*a.corner, a.colour, a.icons) for a in covered.areas(FACES)}
    closed = covered.anchor()
    assert closed.singles == (Single(1, x - pyramid.x0, y - pyramid.y0, Block(9, 0b1111)),)
    assert {(*a.corner, a.colour, a.icons) for a in closed.areas(FACES)} == before
    above = closed.open_stage(2)
    assert above.singles == closed.singles
    while not above.full and above.has_room():
        above = above.place(40 + len(above.placed), *rng.choice(above.placements(TRIPLES)))
    hidden = {q for cx, cy in cells_of(above, 2) for q in quadrants(ground(2, cx, cy))}
    shown = {q for area in above.areas(FACES) if area.colour == 9 for q in quadrants(area.quadrants)}
    assert shown == set(quadrants(ground(1, closed.singles[0].x, closed.singles[0].y))) - hidden


def test_a_card_may_lie_in_a_stage_that_has_no_domino_yet() -> None:
    pyramid = Pyramid().place(1, 0, 0, 0).anchor().open_stage(2).cover(0, 0, Block(9, 0b0001))
    assert pyramid.icons(FACES) & ground(2, 0, 0) == 1 << 11 + 1
    assert {q for area in pyramid.areas(FACES) if area.colour == 9 for q in quadrants(area.quadrants)} == {
        (1, 1), (2, 1), (1, 2), (2, 2),
    }  # fmt: skip


def test_the_bits_are_those_of_the_description() -> None:
    """What the head of the module says; and the numbers of docs/rules.md A2."""
    assert [cell(x, y).bit_length() - 1 for x, y in ((-4, -4), (-3, -4), (-4, -3), (0, 0), (4, 4))] == [
        0,
        1,
        10,
        44,
        88,
    ]
    assert [quadrants(ground(*where))[0] for where in ((1, 0, 0), (2, 0, 0), (4, 1, 2))] == [(0, 0), (1, 1), (5, 7)]
    assert (ground(1, 0, 0), ground(1, 1, 0), ground(1, 0, 1)) == (
        0b11 | 0b11 << 11,
        0b1100 | 0b1100 << 11,
        3 << 22 | 3 << 33,
    )
    assert DOMINOES == {1: 10, 2: 6, 3: 3, 4: 1}
    assert len(SPOTS) == 4 * 9 * 8 and all(spot.pair.bit_count() == 2 for spot in SPOTS.values())
    for (x, y, rotation), spot in SPOTS.items():
        xs, ys = zip((x, y), (x + STEP[rotation][0], y + STEP[rotation][1]), strict=True)
        assert (spot.x0, spot.x1, spot.y0, spot.y1) == (min(xs), max(xs), min(ys), max(ys))
        assert spot.across is (rotation in (0, 180))
        assert (spot.low, spot.pair) == (cell(min(xs), min(ys)), cell(xs[0], ys[0]) | cell(xs[1], ys[1]))


def test_spread_adds_the_quadrants_beside() -> None:
    assert sorted(quadrants(spread(1 << 3 * 11 + 4))) == [(3, 3), (4, 2), (4, 3), (4, 4), (5, 3)]


def test_cells_of_a_placed_domino() -> None:
    assert [Placed(1, 1, 2, 3, rotation).cells for rotation in ROTATIONS] == [
        ((2, 3), (3, 3)), ((2, 3), (2, 4)), ((2, 3), (1, 3)), ((2, 3), (2, 2)),
    ]  # fmt: skip


def test_a_block_split_by_a_gap_is_one_piece() -> None:
    """docs/rules.md A4.1, A4.2: a block visible in two corners is one area; an invisible block is none."""
    shown = areas([(0, 1 << 1 | 1 << 11, 0), (1, 0b11 | 0b11 << 11, 0b1)])
    by_colour = {a.colour: a for a in shown}
    assert quadrants(by_colour[1].quadrants) == [(0, 0), (1, 1)]
    assert by_colour[1].icons == 1
    hidden = areas([(0, 0b11 | 0b11 << 11, 0), (1, 0b11 | 0b11 << 11, 0b1)])
    assert [a.colour for a in hidden] == [0]
    beside = areas([(0, 0b10, 0b10), (0, 0b1, 0b1), (0, 0b1000, 0)])
    assert [(a.quadrants, a.icons) for a in beside] == [(0b11, 2), (0b1000, 0)]


def test_first_domino_may_be_turned_but_not_moved() -> None:
    assert set(Pyramid().placements(TRIPLES)) == set(FIRST) == {(0, 0, r) for r in ROTATIONS}
    assert all(key in SPOTS for key in FIRST)
