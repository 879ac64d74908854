"""The points of a finished game by stage and source, on its page."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def shows_where_the_points_come_from(page: Page, totals: list[str]) -> None:
    """Check, by keyboard, the way from the result to the bars with their labels in words, and to the numbers, which add
    up.
    """
    result = page.locator(".board-dialog.result")
    result.get_by_role("link", name="Where the points come from").focus()
    page.keyboard.press("Enter")
    expect(result).to_have_count(0)
    section = page.get_by_role("region", name="Where the points come from")
    expect(section).to_be_focused()
    expect(section.get_by_role("heading", name="Where the points come from")).to_be_in_viewport()
    for seat, total in enumerate(totals):
        bars = section.locator(f".points-panel li:nth-child({seat + 1})").get_by_role("img")
        said = [bar.get_attribute("aria-label") or "" for bar in bars.all()]
        assert f" {total} point" in said[0] and len(said) == 5, said
        shown = [_number(text) for text in bars.first.locator("title").all_text_contents()]
        assert sum(shown) == _number(total)

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for seat, total in enumerate(totals):
        table = section.get_by_role("table").nth(seat)
        expect(table.locator("tfoot td").last).to_have_text(total)
        cells = [_number(text) for text in table.locator("tbody td:not(:last-child)").all_inner_texts()]
        assert sum(cells) == _number(total)


def _number(text: str) -> int:
    """Return the number at the end of a text, which may have a typographic minus sign."""
    return int(text.split()[-1].replace("−", "-"))
