"""Pyramido in two browsers, to its end: one by touch on a narrow screen, one by keyboard only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.architects import (
    NARROW,
    WHOLE,
    WIDE,
    WITH_GAPS,
    Architect,
    ByFinger,
    ByKeyboard,
    in_step,
    middle,
    sit_down,
)
from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.browser.points import shows_where_the_points_come_from

pytestmark = pytest.mark.slow(80)


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(400)
def test_to_the_end(new_context: NewContext) -> None:
    host, guest = sit_down(new_context, WIDE, NARROW)
    players: list[Architect] = [ByKeyboard(host, 3, WHOLE), ByFinger(guest, 4, WITH_GAPS)]
    for _ in range(400):
        in_step([host, guest])
        player = next((one for one in players if one.decision() not in {"none", "over"}), None)
        if player is None:
            break
        player.act()
    for page in (host, guest):
        expect(page.locator(".board-dialog.result")).to_be_visible()
    by_keyboard, by_finger = players
    assert {"place", "mark", "finish", "card"} <= by_keyboard.seen
    assert {"place", "finish", "fill"} <= by_finger.seen
    fits(guest)
    totals = [
        [page.locator(f'.sheet [data-total="{seat}"]').inner_text() for seat in range(2)] for page in (host, guest)
    ]
    assert totals[0] == totals[1]
    for seat in range(2):
        expect(host.locator(f'[data-final="{seat}"]')).to_have_text(re.compile(rf"^{totals[0][seat]} "))
        parts = host.locator(f".sheet tbody td:nth-child({seat + 2}) .row-points").all_inner_texts()
        assert sum(map(int, parts)) == int(totals[0][seat])
        assert len(parts) == 4
    expect(guest.locator(".log-line")).to_have_count(host.locator(".log-line").count())
    for page, read in zip((host, guest), totals, strict=True):
        shows_where_the_points_come_from(page, read)
    fits(guest)


@pytest.mark.timeout(120)
def test_a_turn_is_taken_back_step_by_step(new_context: NewContext) -> None:
    host, guest = sit_down(new_context, WIDE, WIDE)
    players = [ByKeyboard(host, 5, WHOLE), ByKeyboard(guest, 6, WHOLE)]
    player = next(one for one in players if one.decision() != "none")
    page, other = player.page, next(one.page for one in players if one is not player)
    take_back = page.get_by_role("button", name="Take back", exact=True)
    expect(take_back).to_have_count(0)
    player.act()
    if player.decision() == "mark":
        player.act()
    assert player.wait_for_decision() == "finish"
    steps = 1
    if page.locator(".card-face:enabled").count():
        seq = player.seq()
        page.locator(".card-face:enabled").first.click()
        player.confirm()
        player.wait_past(seq)
        expect(page.locator(".card")).to_have_count(2)
        steps += 1
    while player.decision() != "place":
        seq = player.seq()
        take_back.click()
        player.wait_past(seq)
    expect(page.locator(".card")).to_have_count(3)
    expect(page.locator(".marker-row .here")).to_have_count(6)
    expect(page.locator(".quarry-stone:enabled")).to_have_count(3)
    expect(other.locator(".log-line").last).to_contain_text("takes back the last move")
    expect(other.locator(".status-text")).to_contain_text("is choosing a domino from the quarry")

    page.mouse.move(*middle(page, ".quarry-stone >> nth=2"))  # dragged straight from the quarry
    page.mouse.down()
    page.mouse.move(
        *middle(page, ".legal-cells path >> nth=0")
        if page.locator(".legal-cells path").count()
        else middle(page, ".own-pyramid"),
        steps=5,
    )
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".ghost.set")).to_be_visible()
    seq = player.seq()
    player.confirm()
    player.wait_past(seq)
    while player.decision() == "mark":
        player.act()
    player.lays_cards = False
    player.act()
    expect(take_back).to_have_count(0)  # a new domino has been shown: the turn is final
