"""Draw the pictures for readers that take no SVG, from the SVG files: python docs/art/rasters.py (needs Chromium).

The pictures of link previews are JPEG of 1200 by 630 pixels: each game's `preview.jpg` from its cover, the site's from
the explorer's map. `favicon.ico` has the icon in three sizes.
"""

import base64
import struct
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyramido_site.infrastructure.previews import HEIGHT, WIDTH  # noqa: E402
from tests.servers import chromium_binary  # noqa: E402

IMG = ROOT / "pyramido_site" / "static" / "site" / "img"
PAPER = "radial-gradient(circle at 50% 45%, #fbf5e7, #e8d9b9)"
SIZES = (16, 32, 48)


def page_of(svg, style):
    """Return a page that shows nothing but the picture."""
    data = base64.b64encode(svg.read_bytes()).decode()
    return f'<body style="margin:0;background:{PAPER}"><img src="data:image/svg+xml;base64,{data}" style="{style}">'


def jpeg(page, svg, fit, target):
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.set_content(page_of(svg, f"display:block;width:100vw;height:100vh;object-fit:{fit};"))
    page.wait_for_function("document.images[0].complete")
    page.screenshot(path=target, type="jpeg", quality=82)


def icon(page, svg, target):
    """Write an icon of PNG pictures: a directory of 16 bytes for each, then the pictures."""
    pictures = []
    for size in SIZES:
        page.set_viewport_size({"width": size, "height": size})
        page.set_content(page_of(svg, "display:block;width:100vw").replace(PAPER, "transparent"))
        page.wait_for_function("document.images[0].complete")
        pictures.append(page.screenshot(omit_background=True))
    offset, directory = 6 + 16 * len(SIZES), b""
    for size, picture in zip(SIZES, pictures):
        directory += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    target.write_bytes(struct.pack("<HHH", 0, 1, len(SIZES)) + directory + b"".join(pictures))


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium_binary(), args=["--no-sandbox"])
    page = browser.new_page()
    for cover in sorted(ROOT.glob("games/static/games/board/*/cover.svg")):
        jpeg(page, cover, "cover", cover.with_name("preview.jpg"))
    jpeg(page, IMG / "map.svg", "contain", IMG / "preview.jpg")
    icon(page, IMG / "favicon.svg", IMG / "favicon.ico")
    browser.close()
