"""Save a picture of every phase of every game, on every size of screen and in every theme, under `var/screens/`.

A site is made, tables are played with a seeded player until each phase, and Chromium shows them to their first player:
as they come, and with what the player tries out before sending. Each picture is named
`<game>/<seats>-<moment>-<size>-<theme>.png`. Look at each one. What is out of sight, covered or too small
(tests/browser/six_things.py) is printed, and makes the command fail. Needs Chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests import servers
from tests.browser.phases import MOMENTS, NAMES, PASSWORD, made
from tests.browser.six_things import hidden
from tests.live import ROOT, LiveSite, new_site
from tests.tools.screens.drafts import DRAFTS

FOLDER = ROOT / "var" / "screens"
SIZES = ("360x560", "360x640", "640x360", "768x1024", "1024x768", "1280x800")
THEMES = ("light", "dark")
READY = ".board[data-phase]:has(.side)"
SETTLED = """async () => {
  await document.fonts.ready;
  for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
}"""
"""Fonts are there, and sizes have been measured; everything that moves is off."""


def viewport(size: str) -> ViewportSize:
    width, height = map(int, size.split("x"))
    return {"width": width, "height": height}


def signed_in(browser: Browser, site: LiveSite, theme: str) -> Page:
    context = browser.new_context(
        base_url=site.url, locale="en-GB", reduced_motion="reduce", color_scheme="dark" if theme == "dark" else "light",
        viewport=viewport(SIZES[0]),
    )  # fmt: skip
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", NAMES[0])
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit], main form .button.primary")
    page.wait_for_url("**/")
    return page


def shots(page: Page, table: dict[str, Any], options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Show a table, alone and with each draft, on each size; yield the names of the moment and of the size."""
    kind = table["moment"].partition("-")[0]
    for name, draft in (("", None), *DRAFTS.get((table["game"], kind), ())):
        for size in options.size:
            page.set_viewport_size(viewport(size))
            page.goto(f"/games/{table['id']}/")
            page.wait_for_selector(READY)
            if draft is not None:
                draft(page)
            page.mouse.move(1, 1)
            page.evaluate(SETTLED)
            yield "-".join(filter(None, (table["moment"], name))), size


def make(options: argparse.Namespace, folder: Path) -> tuple[int, list[str]]:
    """Write the pictures into the folder; return how many, and what is wrong on them."""
    count, wrong = 0, []
    with tempfile.TemporaryDirectory() as temporary:
        site = new_site(Path(temporary) / "var")
        tables = made(site, options.game, options.seats, options.moment, options.seed)
        site.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=servers.chromium_binary(), args=["--no-sandbox", "--disable-gpu"]
                )
                for theme in options.theme:
                    page = signed_in(browser, site, theme)
                    for table in tables:
                        for moment, size in shots(page, table, options):
                            path = folder / table["game"] / f"{table['seats']}-{moment}-{size}-{theme}.png"
                            path.parent.mkdir(parents=True, exist_ok=True)
                            page.screenshot(path=path, animations="disabled")
                            count += 1
                            wrong += [f"{path.relative_to(folder)}: {text}" for text in out_of_sight(page)]
        finally:
            site.end()
    return count, wrong


def out_of_sight(page: Page) -> list[str]:
    board = page.locator(".board")
    if board.get_attribute("data-phase") == "over":
        return []
    return hidden(page, board.get_attribute("data-decision") or "none")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.screens", description="Picture every phase.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", choices=sorted(MOMENTS))
    parser.add_argument("--seats", action="append", type=int, choices=(1, 2, 3, 4), help="1: the solo game")
    parser.add_argument("--moment", action="append", help="like take, or place-first; all by default")
    parser.add_argument("--size", action="append", help="like 360x560; six by default")
    parser.add_argument("--theme", action="append", choices=THEMES, help="light by default")
    options = parser.parse_args()
    options.game = options.game or sorted(MOMENTS)
    options.seats = options.seats or [1, 2, 3, 4]
    options.size = options.size or list(SIZES)
    options.theme = options.theme or ["light"]
    options.moment = options.moment or []
    own = servers.begin_run()
    try:
        count, wrong = make(options, FOLDER)
    finally:
        if own:
            servers.end_run()
    print(*wrong, f"{count} pictures in {FOLDER.relative_to(ROOT)}/", sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
