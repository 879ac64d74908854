"""What a player tries out before sending, by game and kind of decision."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

Draft = tuple[str, Callable[[Page], None]]


def take_space(page: Page) -> None:
    page.locator(".pile-top:enabled").first.click()


def take_gem(page: Page) -> None:
    take_space(page)
    other = page.locator(".gem-button:enabled:not(.chosen)")
    if other.count():
        other.first.click()


def reveal(page: Page) -> None:
    page.locator(".pile-top:enabled").first.click()


def set_down(page: Page) -> None:
    page.locator(".legal-cells path").first.click(force=True)
    page.locator(".ghost.set").wait_for()


def take_stone(page: Page) -> None:
    page.locator(".quarry-stone:enabled").first.click()


def lay_stone(page: Page) -> None:
    take_stone(page)
    set_down(page)


def mark_block(page: Page) -> None:
    page.locator(".mark-button").first.click()


def choose_pile(page: Page) -> None:
    page.locator(".pile.open").first.click()


def lay_card(page: Page) -> None:
    page.locator(".card-face:enabled").first.click()


def keep(page: Page) -> None:
    for number in (0, 2):
        page.locator(".keep-card").nth(number).click()


def mark_shape(page: Page) -> None:
    page.locator("[data-lit]").first.click(force=True)


def replace(page: Page) -> None:
    page.locator(".choosing [data-reserve]").first.click()


FT, PYRAMIDO, GOLD = "forgotten-treasures", "pyramido", "silver-gold-pyramids"
DRAFTS: dict[tuple[str, str], tuple[Draft, ...]] = {
    (FT, "take"): (("space", take_space), ("gem", take_gem)),
    (FT, "reveal"): (("chosen", reveal),),
    (FT, "place"): (("down", set_down),),
    (PYRAMIDO, "place"): (("stone", take_stone), ("down", lay_stone)),
    (PYRAMIDO, "mark"): (("chosen", mark_block),),
    (PYRAMIDO, "finish"): (("pile", choose_pile), ("card", lay_card)),
    (PYRAMIDO, "fill"): (("card", lay_card),),
    (GOLD, "keep"): (("chosen", keep),),
    (GOLD, "mark"): (("marked", mark_shape),),
    (GOLD, "replace"): (("chosen", replace),),
}
