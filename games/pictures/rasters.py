"""PNG files of drawings, by resvg: it reads nothing but the text that it is given, and the font.

It holds Python’s lock while it draws, up to a second, in which a server would do nothing else. So it draws in a process
of its own, for which this file is the program.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

FAMILY = "Source Serif Pro"
LATIN = 0x250
"""Letters from here on may be missing in the font: then those of the machine are looked at, too, which takes longer."""
LONGEST_S = 30
"""Wall-clock time (s) after which drawing is given up; it takes about one."""


@functools.cache
def fonts() -> list[str]:
    """Return the files of the font, which comes with a package of its own."""
    found = find_spec("font_source_serif_pro")
    assert found is not None and found.origin is not None
    folder = Path(found.origin).parent / "files"
    return [str(folder / f"SourceSerifPro-{weight}.otf") for weight in ("Regular", "Bold")]


def png(svg: str) -> bytes:
    """Return an SVG file as PNG, in its own size. Raise `subprocess.SubprocessError` if it cannot be drawn in time."""
    alone = all(ord(sign) < LATIN or sign in "–—‘’“”…" for sign in svg)
    command = [sys.executable, "-I", __file__, "alone" if alone else "all", *fonts()]
    made = subprocess.run(command, input=svg.encode(), stdout=subprocess.PIPE, timeout=LONGEST_S, check=True)  # noqa: S603 (our own file)
    return made.stdout


def main(which: str, files: list[str]) -> None:
    """Read SVG from standard input and write PNG to standard output, with the machine's fonts unless `which` is
    `alone`.
    """
    import resvg_py

    os.nice(5)  # moves go first
    svg = sys.stdin.buffer.read().decode()
    made = resvg_py.svg_to_bytes(
        svg_string=svg, skip_system_fonts=which == "alone", font_files=files, font_family=FAMILY, serif_family=FAMILY
    )
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
