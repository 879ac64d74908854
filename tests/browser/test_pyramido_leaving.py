"""Pyramido with three seats and a visitor: the shared view, also when a player leaves or loses."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.architects import NARROW, WHOLE, WIDE, WITH_GAPS, Hasty, hasten, in_step, sit_down
from tests.browser.layout import fits
from tests.browser.player import NewContext, open_panel

pytestmark = pytest.mark.slow(35)


def resign(page: Page) -> None:
    open_panel(page)
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()


def name_of(page: Page, seat: int) -> str:
    """Return the name of the player in a seat, from a page that has another pyramid in the middle."""
    return page.locator(f'article:has([data-look="{seat}"]) .name').inner_text()


@pytest.mark.timeout(240)
def test_three_seats_a_visitor_and_players_who_leave(new_context: NewContext) -> None:
    pages = sit_down(new_context, WIDE, WIDE, NARROW)
    visitor, passer_by = (new_context(reduced_motion="reduce", **screen).new_page() for screen in (WIDE, NARROW))
    for watching in (visitor, passer_by):
        watching.goto(pages[0].url)
        watching.wait_for_selector(".board[data-phase]")
        expect(watching.locator('.board[data-decision="none"]')).to_be_visible()
        expect(watching.locator(".action-bar button")).to_have_count(0)
        expect(watching.get_by_role("button", name="Resign…")).to_have_count(0)
    expect(visitor.locator(".turn-panel")).to_contain_text("You are watching this game.")
    players = [Hasty(page, WHOLE) for page in pages]
    leaving = hasten(players, lambda view: view["phase"] == "finish" and len(view["seats"][0]["dominoes"]) > 2)
    everywhere = [*pages, visitor, passer_by]
    in_step(everywhere)
    seat = players.index(leaving)

    # the visitor puts any pyramid in the middle, and sees the latest placement there
    other = (seat + 1) % 3
    for watching, control in ((visitor, "article [data-look]"), (passer_by, ".chip[data-look]")):
        expect(watching.locator(".latest")).to_have_count(3)
        for wanted in (other, seat):
            if watching.locator(f'article [data-look="{wanted}"]').count():
                name = name_of(watching, wanted)
                watching.locator(f'{control}[data-look="{wanted}"]').click()
                expect(watching.locator(".pyramid-caption .whose")).to_have_text(name)
                if watching is visitor:
                    expect(watching.locator(".holdings .whose")).to_have_text(name)
                expect(watching.locator(f'article [data-look="{wanted}"]')).to_have_count(0)
        expect(watching.locator(".quarry-stone.empty")).to_have_count(1)
        expect(watching.locator(".strip .chip.moving.main")).to_have_count(1)
    fits(passer_by)

    # a player leaves in the middle of a turn: by rule the quarry is filled, and the next player is to move
    resign(leaving.page)
    expect(leaving.page.locator(".status-text")).to_contain_text("You are out.")
    if leaving.page is not pages[2]:
        expect(leaving.page.locator(".turn-panel")).to_contain_text("You can stay and watch.")
    in_step(everywhere)
    for page in everywhere:
        expect(page.locator(".quarry-stone.empty")).to_have_count(0)
        resigned = page.locator(".log-line", has_text="You resign." if page is leaving.page else " resigns.")
        expect(resigned).to_have_count(1)
        expect(page.locator(".score-sheet .blank[aria-label='is out']")).to_have_count(4)
        expect(page.locator(".chip.out")).to_have_count(1)
    staying = [page for page in pages if page is not leaving.page]
    for page in staying:
        expect(page.locator(".architect.out .turn-mark.gone")).to_have_text("is out")
    for page in (pages[2], passer_by):
        fits(page)
    after = hasten([player for player in players if player is not leaving], lambda view: True)
    assert players.index(after) == other  # clockwise

    # the second player leaves: the last one wins, and the result says who is out
    resign(after.page)
    in_step(everywhere)
    winner = next(page for page in staying if page is not after.page)
    expect(winner.locator(".board-dialog.result h2")).to_have_text("You win: all the others are out.")
    for page in everywhere:
        expect(page.locator(".ranking .note")).to_have_text(["is out", "is out"])
        expect(page.locator(".ranking li").first.locator(".note")).to_have_count(0)
    fits(passer_by)


@pytest.mark.timeout(240)
def test_a_player_with_too_few_cards_for_the_gaps_is_out_and_the_others_go_on(new_context: NewContext) -> None:
    pages = sit_down(new_context, NARROW, WIDE, WIDE)
    players = [Hasty(pages[0], WITH_GAPS, spends_cards=True), *(Hasty(page, WHOLE) for page in pages[1:])]
    next_one = hasten(players, lambda view: view["seats"][0]["out"] is not None)
    loser = pages[0]
    expect(loser.locator(".status-text")).to_contain_text("You are out.")
    expect(loser.locator(".turn-panel")).to_contain_text("your cards were too few for the gaps")
    expect(
        loser.locator(".log-line", has_text="No domino fits, and you have too few cards for the gaps.")
    ).to_have_count(1)
    fits(loser)
    for page in pages[1:]:
        expect(
            page.locator(".log-line", has_text=re.compile("No domino fits, and .* has too few cards"))
        ).to_have_count(1)
        expect(page.locator(".architect.out")).to_have_count(1)
    seq = next_one.page.locator(".board").get_attribute("data-seq")
    next_one.act(next_one.view())
    expect(loser.locator(".board")).not_to_have_attribute("data-seq", seq or "")
    hasten(players, lambda view: view["stage"] == 2)
    for page in pages:
        expect(page.locator(".sheet tbody tr").first.locator(".row-points")).to_have_count(2)
        expect(page.locator(".sheet tbody tr").first.locator("[aria-label='is out']")).to_have_count(1)


@pytest.mark.timeout(240)
def test_a_game_that_ends_since_one_is_out_says_why_and_what_does_not_count(new_context: NewContext) -> None:
    pages = sit_down(new_context, NARROW, NARROW)
    players = [Hasty(pages[0], WITH_GAPS, spends_cards=True), Hasty(pages[1], WHOLE)]
    while (view := players[0].view())["phase"] != "over":
        mover = next(one for one in players if one.seat == view["turn"])
        mover.act(mover.view())
    for page, title, why in (
        (pages[0], "^You are out: .+ wins.$", r"^You left gaps .+ so the \d+ points of .+ in it do not count.$"),
        (pages[1], "^You win: .+ is out.$", r"^.+ left gaps .+ so your \d+ points in it do not count.$"),
    ):
        expect(page.locator(".board-dialog.result h2")).to_have_text(re.compile(title))
        expect(page.locator(".board-dialog.result .why")).to_have_text(re.compile(why))
        expect(page.locator(".board-dialog.result .why")).to_be_in_viewport(ratio=1)
        row = page.locator(".board-dialog.result .score-sheet tbody tr").first
        expect(row.locator(".blank", has_text=re.compile(r"^\(\d+\)$"))).to_have_count(1)
        fits(page)
