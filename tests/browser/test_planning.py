"""A turn planned on the board during the opponent's turn: played when it comes, dropped if it no longer fits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.architects import ACT, NARROW, VIEW
from tests.browser.layout import fits
from tests.browser.player import Player
from tests.browser.test_two_browsers import in_step, sit_down_together

WHOLE = ("take", "reveal", "place")


def plan_a_turn(page: Page, seed: int, by: str) -> None:
    """Plan on the board up to the summary: by `click`ing, or with the keyboard only (`type`)."""
    player = Player(page, seed)
    if by == "type":
        player.tab_into('[data-action="plan"]')
        player.press("Enter")
    else:
        page.locator('[data-action="plan"]').click()
    for step, decision in enumerate(WHOLE):
        expect(player.board).to_have_attribute("data-planned", str(step))
        expect(player.board).to_have_attribute("data-decision", decision)
        expect(player.board).to_have_attribute("data-sending", "nothing")
        getattr(player, f"{by}_{decision}")()
    expect(page.get_by_role("heading", name="Your plan")).to_be_visible()


def take_a_turn(page: Page, space: int) -> None:
    """Take a turn over REST: the domino of this space, and the same space turned up again."""
    for kind in WHOLE:
        view = page.evaluate(VIEW)
        if kind == "take":
            there = view["spaces"][space]
            action = {"type": "take", "space": there["space"], "gem": next(iter(there["gems"]))}
        elif kind == "reveal":
            action = {"type": "reveal", "space": space + 1}
        else:
            x, y, rotation = view["decision"]["placements"][0]
            action = {"type": "place", "x": x, "y": y, "rotation": rotation}
        page.evaluate(ACT, [view["seq"], action])


@pytest.mark.timeout(120)
def test_a_turn_is_planned_played_and_dropped(new_context: Callable[..., BrowserContext]) -> None:
    pages = list(sit_down_together(new_context))
    mover, planner = sorted(pages, key=lambda page: page.locator(".board").get_attribute("data-decision") == "none")
    assert mover.locator('[data-action="plan"]').count() == 0, "the player to move cannot plan"

    plan_a_turn(planner, seed=5, by="type")
    chosen = planner.evaluate(VIEW)["spaces"]
    boxes = planner.locator(".plan-condition input")
    expect(boxes.first).to_be_checked()
    expect(planner.locator(".plan-condition").first).to_contain_text("still has its domino")
    planner.get_by_role("button", name="Save this plan").press("Enter")
    note = planner.locator('[data-plan="waiting"]')
    expect(note).to_be_visible()
    assert "planning" not in (planner.locator(".board").get_attribute("class") or "").split()
    expect(planner.locator('[data-action="plan"]')).to_have_count(0)
    note.locator("summary").press("Enter")
    expect(note.locator(".plan-deeds li").first).to_contain_text("the domino from space")
    space = int(re.findall(r"\d", note.locator(".plan-deeds li").first.inner_text())[-1]) - 1
    turned = int(re.findall(r"\d", note.locator(".plan-deeds li").nth(1).inner_text())[-1]) - 1
    planner.reload()
    expect(note).to_be_visible()

    other = next(at for at, one in enumerate(chosen) if one["face_up"] and at not in (space, turned))
    take_a_turn(mover, other)
    expect(mover.locator(".board")).to_have_attribute("data-decision", "take")
    in_step(pages)
    expect(note).to_have_count(0)
    seats = planner.evaluate(VIEW)["seats"]
    assert [len(seat["dominoes"]) for seat in seats] == [1, 1]
    assert "plan" not in mover.locator(".log-lines, .log-panel").first.inner_text().lower()

    planner.set_viewport_size(NARROW["viewport"])
    plan_a_turn(planner, seed=6, by="click")
    fits(planner)
    planner.get_by_role("button", name="Step back").last.click()
    expect(planner.locator(".board")).to_have_attribute("data-planned", "2")
    fits(planner)
    planner.locator('[data-action="plan-finish"]').click()
    planner.get_by_role("button", name="Save this plan").click()
    note.locator("summary").click()
    space = int(re.findall(r"\d", note.locator(".plan-deeds li").first.inner_text())[-1]) - 1
    take_a_turn(mover, space)
    dropped = planner.locator('[data-plan="dropped"]')
    expect(dropped).to_contain_text(f"It applied only if space {space + 1} still has its domino.")
    expect(planner.locator(".board")).to_have_attribute("data-decision", "take")
    dropped.get_by_role("button", name="OK", exact=True).click()
    expect(dropped).to_have_count(0)
