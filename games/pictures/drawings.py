"""A drawing: SVG with its box, which can be put into another one."""

from __future__ import annotations

from dataclasses import dataclass

from games.pictures.shapes import definitions, element, number

SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in a box of the plane: `left`, `top`, `width` and `height` in its own units."""

    left: float
    top: float
    width: float
    height: float
    body: str

    def inside(self, x: float, y: float, width: float, height: float) -> str:
        """Return the drawing as large as fits into a rectangle, and in its middle."""
        scale = min(width / self.width, height / self.height)
        right = x + (width - self.width * scale) / 2 - self.left * scale
        down = y + (height - self.height * scale) / 2 - self.top * scale
        moved = f"translate({number(right)} {number(down)}) scale({scale:.4f})"
        return element("g", {"transform": moved}, self.body)

    def document(self, width: int, about: str) -> str:
        """Return an SVG file, `width` pixels wide, with a text that says what it shows."""
        box = " ".join(map(number, (self.left, self.top, self.width, self.height)))
        size = {"width": width, "height": round(width * self.height / self.width)}
        head = {"xmlns": SVG, "viewBox": box, **size, "role": "img", "aria-label": about}
        return f"{element('svg', head, definitions(self.body), self.body)}\n"
