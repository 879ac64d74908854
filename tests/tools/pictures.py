"""The pictures of the documents: `python -m tests.tools.pictures` (`make pictures`). Needs Chromium.

A sample site is made and started, Chromium signs in as its first player, and what it shows is written to
`docs/pictures/` as WebP. Cards are drawn anew each time, so the pictures are never twice the same: look at each one.
"""

from __future__ import annotations

import argparse
import base64
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests import servers
from tests.live import ROOT, LiveSite, new_site

FOLDER = ROOT / "docs" / "pictures"
MOST_BYTES = 150_000
PASSWORD = "lantern-Moth-47"
DESKTOP, PHONE = (1280, 800, 1), (390, 844, 2)
"""Width, height, and pixels of the picture for each of the page's."""

GAMES_IN_PLAY = """
import json
from games.models import Seat
mine = Seat.objects.filter(user__display_name="Ada", game__status="running").select_related("game")
turns = [seat.game for seat in mine.order_by("game__seq") if seat.number in seat.game.seats_to_move]
print(json.dumps({game.game_key: game.public_id for game in turns if game.seats.count() < 4}))
"""
"""Of each kind of game the longest in which it is the player's turn."""

WEBP = """async ([png, quality]) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), {width: picture.width, height: picture.height});
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}"""


@dataclass(frozen=True)
class Picture:
    """`shown` is what is waited for on the page."""

    name: str
    address: str
    shown: str
    screen: tuple[int, int, int] = DESKTOP


def pictures(games: dict[str, str]) -> list[Picture]:
    """The home page, a board of each game, and one on a phone."""
    boards = [Picture(key, f"/games/{public_id}/", "#board button") for key, public_id in games.items()]
    on_phone = next(board for board in boards if board.name == "pyramido")
    return [
        Picture("home", "/", "main"),
        *boards,
        Picture(f"{on_phone.name}-phone", on_phone.address, on_phone.shown, PHONE),
    ]


def signed_in(browser: Browser, site: LiveSite, screen: tuple[int, int, int]) -> Page:
    width, height, scale = screen
    context = browser.new_context(
        base_url=site.url, locale="en-GB", viewport={"width": width, "height": height}, device_scale_factor=scale,
        reduced_motion="reduce", color_scheme="light",
    )  # fmt: skip
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", "Ada")
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit], main form .button.primary")
    page.wait_for_url("**/")
    return page


def webp(blank: Page, png: bytes) -> bytes:
    """The picture as WebP, in the best quality that keeps it small."""
    for quality in (0.9, 0.8, 0.7, 0.6, 0.5):
        made = base64.b64decode(blank.evaluate(WEBP, [base64.b64encode(png).decode(), quality]))
        if len(made) <= MOST_BYTES:
            return made
    raise ValueError(f"a picture has more than {MOST_BYTES} bytes in the lowest quality")


def take(browser: Browser, site: LiveSite, games: dict[str, str], folder: Path) -> list[Path]:
    blank = browser.new_page()
    made = []
    for picture in pictures(games):
        page = signed_in(browser, site, picture.screen)
        page.goto(picture.address, wait_until="networkidle")
        page.locator(picture.shown).first.wait_for()
        path = folder / f"{picture.name}.webp"
        path.write_bytes(webp(blank, page.screenshot(animations="disabled")))
        page.context.close()
        made.append(path)
    return made


def make(folder: Path, seed: int = 1) -> list[Path]:
    """Write all pictures into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        site = new_site(Path(temporary) / "var")
        site.manage("make_sample_site", "--seed", str(seed), "--password", PASSWORD)
        games = json.loads(site.run(GAMES_IN_PLAY))
        site.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=servers.chromium_binary(), args=["--no-sandbox", "--disable-gpu"]
                )
                return take(browser, site, games, folder)
        finally:
            site.end()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.pictures", description="Make the documents' pictures.")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    own = servers.begin_run()
    try:
        for path in make(FOLDER, options.seed):
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
    finally:
        if own:
            servers.end_run()


if __name__ == "__main__":
    main()
