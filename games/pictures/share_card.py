"""The card of a position: boards, names and points in the colours of the site, in the size of link previews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from games.pictures.drawings import Drawing
from games.pictures.shapes import element, number
from pyramido_site.infrastructure.previews import HEIGHT, WIDTH

FONT = "'Source Serif Pro', 'Source Serif 4', Georgia, 'Times New Roman', serif"
EDGE, GAP = 44, 24
TOP, BOTTOM = 118, 602
NAME = 78
"""Height of a name below its board."""

JUNGLE, JUNGLE_DEEP, CREAM, GLOW, GOLD = "#2c5a42", "#12291f", "#fdf9ee", "#f6dfb8", "#e8b84a"
RIM = "#cdbf9a"

NARROW, WIDE = "iljtfrI .,’'-", "mwMW"
"""Letters that are narrower or wider than others."""


@dataclass(frozen=True, slots=True)
class Line:
    """A seat on the card: who sits there, the points, the board if the seat has one, whether it has won."""

    name: str
    points: int
    board: Drawing | None
    won: bool = False


def card(title: str, stage: str, lines: Sequence[Line], field: Sequence[str]) -> Drawing:
    """Return the card of a position; `field` are the colours of the ground around boards."""
    with_board = [line for line in lines if line.board is not None]
    without = [line for line in lines if line.board is None]
    places = _places(len(with_board), bool(without))
    parts = [_ground(field), _head(title, stage)]
    parts += [_seat(line, *place, beside=len(with_board) > 3) for line, place in zip(with_board, places, strict=True)]
    for at, line in enumerate(without):
        x, y = WIDTH - EDGE - 340, TOP + 120 + at * 130
        parts.append(_stacked(line, x, y, 340, 40))
    return Drawing(0, 0, WIDTH, HEIGHT, "".join(parts))


def _places(count: int, others: bool) -> list[tuple[float, float, float, float]]:
    """Return a rectangle for each seat with a board, its words included: x, y, width, height."""
    width, height = WIDTH - 2 * EDGE, BOTTOM - TOP
    if others:
        width -= 340 + 2 * GAP
    columns = min(count, 3) if count < 4 else 2
    rows = -(-count // columns) if count else 0
    wide, high = (width - (columns - 1) * GAP) / max(columns, 1), (height - (rows - 1) * GAP) / max(rows, 1)
    return [
        (EDGE + (at % columns) * (wide + GAP), TOP + (at // columns) * (high + GAP), wide, high) for at in range(count)
    ]


def _ground(field: Sequence[str]) -> str:
    light, middle, edge = field
    stops = (
        element("stop", {"offset": at, "stop-color": colour}) for at, colour in ((0, light), (0.62, middle), (1, edge))
    )
    dark = (
        element("stop", {"offset": 0, "stop-color": JUNGLE}), element("stop", {"offset": 1, "stop-color": JUNGLE_DEEP}),
    )  # fmt: skip
    sand = {"id": "picture-field", "cx": 0.5, "cy": 0.45, "r": 0.75}
    night = {"id": "picture-night", "x1": 0, "y1": 0, "x2": 0.5, "y2": 1}
    # a pyramid of lines, large and faint, behind everything
    far = "".join(
        f"M{number(WIDTH - 250 - 62 * at)} {110 + 74 * at}H{number(WIDTH - 250 + 62 * at)}" for at in range(1, 8)
    )
    return (
        element("defs", {}, element("radialGradient", sand, *stops), element("linearGradient", night, *dark))
        + element("rect", {"width": WIDTH, "height": HEIGHT, "fill": "url(#picture-night)"})
        + element(
            "path",
            {
                "d": f"M{WIDTH - 250} 110L{WIDTH + 210} 660M{WIDTH - 250} 110L{WIDTH - 710} 660{far}",
                "fill": "none", "stroke": GLOW, "stroke-width": 2, "stroke-opacity": 0.08,
            },
        )
    )  # fmt: skip


def _head(title: str, stage: str) -> str:
    sign = f"M{WIDTH - EDGE - 42} 80L{WIDTH - EDGE - 21} 44L{WIDTH - EDGE} 80Z"
    steps = f"M{WIDTH - EDGE - 35} 68H{WIDTH - EDGE - 7}M{WIDTH - EDGE - 28} 56H{WIDTH - EDGE - 14}"
    beside = element("tspan", {"dx": 18, "font-size": 29, "font-weight": 400, "fill": GLOW}, escape(stage))
    return (
        text(fitted(title, 700, 48), EDGE, 80, 48, CREAM, beside if stage else "")
        + text("Pyramido", WIDTH - EDGE - 58, 79, 32, GLOW, anchor="end")
        + element("path", {"d": sign, "fill": GOLD})
        + element("path", {"d": steps, "stroke": JUNGLE_DEEP, "stroke-width": 2.6, "fill": "none"})
        + element("path", {"d": f"M{EDGE} 100H{WIDTH - EDGE}", "stroke": "#8d7a43", "stroke-width": 2})
    )


def _seat(line: Line, x: float, y: float, width: float, height: float, *, beside: bool) -> str:
    panel = (x, y, width * 0.68, height) if beside else (x, y, width, height - NAME)
    words = (
        _stacked(line, x + width * 0.68 + 20, y + height / 2 - 4, width * 0.32 - 20, 30)
        if beside
        else _beneath(line, x, y + height - NAME, width)
    )
    return _panel(line, *panel) + words


def _panel(line: Line, x: float, y: float, width: float, height: float) -> str:
    box = {"x": x, "y": y, "width": width, "height": height, "rx": 20}
    shadow = {**box, "y": y + 6, "fill": "#000", "fill-opacity": 0.3}
    rim = {"stroke": GOLD, "stroke-width": 5} if line.won else {"stroke": RIM, "stroke-width": 3}
    board = line.board.inside(x + 12, y + 12, width - 24, height - 24) if line.board is not None else ""
    return element("rect", shadow) + element("rect", {**box, "fill": "url(#picture-field)", **rim}) + board


def _beneath(line: Line, x: float, y: float, width: float) -> str:
    points = str(line.points)
    room = width - wide(points, 44) - 24
    star = _star(x + 20, y + 44) if line.won else ""
    from_ = x + (46 if line.won else 6)
    name = fitted(line.name, room - (46 if line.won else 6), 34)
    return star + text(name, from_, y + 55, 34, CREAM) + text(points, x + width - 6, y + 58, 44, GLOW, anchor="end")


def _stacked(line: Line, x: float, y: float, width: float, size: float) -> str:
    star = _star(x + 17, y - size - 22) if line.won else ""
    name = text(fitted(line.name, width, size), x, y, size, CREAM)
    return star + name + text(str(line.points), x, y + size * 1.7, size * 1.5, GLOW)


def _star(x: float, y: float) -> str:
    points = [(0, -17), (5, -6), (17, -5), (8, 3), (11, 15), (0, 8), (-11, 15), (-8, 3), (-17, -5), (-5, -6)]
    return element("polygon", {"points": " ".join(f"{number(x + a)},{number(y + b)}" for a, b in points), "fill": GOLD})


def text(said: str, x: float, y: float, size: float, colour: str, more: str = "", *, anchor: str = "start") -> str:
    """Return a line of text; `more` is SVG that follows it."""
    look = {"font-family": FONT, "font-size": size, "font-weight": 700, "fill": colour, "text-anchor": anchor}
    return element("text", {"x": x, "y": y, **look}, escape(said), more)


def wide(said: str, size: float) -> float:
    """Return about how wide a bold text is."""
    return size * sum(
        0.33 if sign in NARROW else 0.88 if sign in WIDE else 0.7 if sign.isupper() else 0.56 for sign in said
    )


def fitted(said: str, width: float, size: float) -> str:
    """Return a text, shortened if it is wider than this."""
    if wide(said, size) <= width:
        return said
    while said and wide(f"{said}…", size) > width:
        said = said[:-1]
    return f"{said.rstrip()}…"
