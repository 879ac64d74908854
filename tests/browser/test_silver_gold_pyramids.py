"""Silver & Gold: Pyramids in the browser: whole games, secrets kept, a spectator, and a player who leaves."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.explorers import DECISIONS, Explorer, in_step, sit_down, sit_down_together
from tests.browser.layout import fits
from tests.browser.player import NewContext, open_panel, rendered
from tests.browser.points import shows_where_the_points_come_from

pytestmark = pytest.mark.slow(60)


@pytest.mark.sampled(one_of=6, of="whole games in the browser")
@pytest.mark.timeout(300)
def test_to_the_end_in_two_browsers(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    pages = [host, guest]
    players = [Explorer(host, 3), Explorer(guest, 4, keyboard=True)]
    reloaded = False
    for moves in range(DECISIONS):
        in_step(pages)
        owing = [player for player in players if player.owes()]
        if not owing:
            assert all(player.decision() == "over" for player in players)
            break
        player = owing[moves % len(owing)]
        if moves > 20 and not reloaded and player.page is guest and len(owing) == 1 and player.decision() == "mark":
            # the host has submitted: after a reload the marks are still there, and can still be changed
            marked = host.locator('[data-marked="now"]').count()
            host.reload()
            expect(host.locator('[data-marked="now"]')).to_have_count(marked)
            expect(host.locator(".status-text")).to_contain_text("you can still change")
            reloaded = True
        player.act()
    assert reloaded
    totals = [[page.locator(f'.sheet [data-total="{seat}"]').inner_text() for seat in range(2)] for page in pages]
    assert totals[0] == totals[1]
    for page in pages:
        expect(page.locator(".board-dialog.result")).to_be_visible()
        expect(page.locator(".log-line", has_text="Step 28")).to_have_count(1)
    shows_where_the_points_come_from(guest, totals[1])


@pytest.mark.timeout(120)
def test_nothing_that_was_sent_shows_before_the_last_is_in(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    frames: list[str] = []
    guest.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
    guest.reload()
    guest.wait_for_selector(".board[data-phase]")
    first, second = Explorer(host, 5), Explorer(guest, 6)

    frames.clear()
    first.act()
    expect(guest.locator(".other .sent-mark")).to_be_visible()
    assert [frame for frame in frames if "keep" in json.dumps(json.loads(frame).get("events", []))] == []
    second.act()

    in_step([host, guest])
    frames.clear()
    first.act()
    expect(guest.locator(".other .sent-mark")).to_be_visible()
    assert [
        frame for frame in frames if '"cells"' in frame or '"mark"' in json.dumps(json.loads(frame).get("events", []))
    ] == []
    expect(guest.locator(".other .trodden")).to_have_count(0)
    expect(host.locator(".status-text")).to_contain_text("Waiting for")

    # a change that was begun and abandoned
    sent = host.locator('[data-marked="now"]').evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    host.locator('[data-action="change"]').click()
    expect(host.locator('[data-marked="now"]')).to_have_count(0)
    expect(host.locator(".hint")).to_contain_text("Your earlier choice stands")
    host.locator('[data-action="restore"]').click()
    expect(host.locator('[data-marked="now"]')).to_have_count(len(sent))
    expect(host.locator(".status-text")).to_contain_text("Waiting for")

    # changed before the last submission: the latest one counts
    seq = host.locator(".board").get_attribute("data-seq")
    host.locator('[data-action="change"]').click()
    host.locator('[data-use="single"]').click()
    rendered(host)
    host.locator('[data-lit="now"]').first.click()
    rendered(host)
    while host.locator("[data-owed]").count():
        host.locator('[data-lit="now"]').first.click()
        rendered(host)
    cells = host.locator('[data-marked="now"]').evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    confirm = host.locator('[data-action="confirm"]')
    if confirm.is_enabled():
        confirm.click()
        expect(host.locator(".board")).not_to_have_attribute("data-seq", str(seq))
    second.act()
    in_step([host, guest])
    for cell in cells:
        expect(host.locator(f'[data-marked="before"][data-cell="{cell}"]')).not_to_have_count(0)
    expect(guest.locator(".other .trodden")).not_to_have_count(0)


@pytest.mark.timeout(240)
def test_three_play_one_watches_and_one_leaves(new_context: NewContext) -> None:
    pages = sit_down(new_context, 3)
    watcher = new_context(reduced_motion="reduce", viewport={"width": 360, "height": 740}).new_page()
    watcher.goto(pages[0].url)
    watcher.wait_for_selector(".board[data-phase]")
    everybody = [*pages, watcher]
    players = [Explorer(page, 20 + seat) for seat, page in enumerate(pages)]
    host, guest, leaver = players

    expect(watcher.locator(".watch-seat")).to_have_count(3)
    fits(watcher)
    for player in players:
        player.act()
    in_step(everybody)
    host.act()
    expect(watcher.locator('[data-watch="0"]')).to_contain_text("is done")
    expect(watcher.locator('[data-watch="1"]')).to_contain_text("is marking")
    expect(watcher.locator(".trodden")).to_have_count(0)
    expect(watcher.locator(".action-row")).to_have_count(0)

    # a departure is announced once, and the player is not waited for
    leaver.page.locator('[data-action="resign"]').click()
    leaver.page.locator('[data-action="resign-now"]').click()
    expect(leaver.page.locator('[data-action="resign"]')).to_have_count(0)
    expect(leaver.page.locator(".status-text")).to_contain_text("You have left the expedition")
    for page in (host.page, guest.page, watcher):
        expect(page.locator(".log-line", has_text="resigns")).to_have_count(1)
        expect(page.locator(".log-line", has_text="has left")).to_have_count(0)
    expect(host.page.locator('[data-other="2"]')).to_contain_text("has left")
    expect(host.page.locator(".status-text")).not_to_contain_text("and")

    # after the last submission all marks are revealed, and a player to watch can be chosen
    guest.act()
    in_step(everybody)
    expect(watcher.locator(".work-card .fresh")).not_to_have_count(0)
    fits(watcher)
    expect(host.page.locator('[data-other="1"] .fresh')).not_to_have_count(0)
    mine = guest.page.locator(".work-card [data-card]").evaluate_all("cards => cards.map(card => card.dataset.card)")
    watcher.locator('.chip[data-look="1"]').click()
    expect(watcher.locator('.chip.main[data-seat="1"]')).to_be_visible()
    shown = watcher.locator(".work-card [data-card]")
    assert shown.evaluate_all("cards => cards.map(card => card.dataset.card)") == mine

    # until a player replaces a card: the others and the spectator see who is choosing
    for _ in range(DECISIONS):
        in_step(everybody)
        owing = [player for player in (host, guest) if player.owes()]
        if owing[0].decision() == "replace":
            break
        owing[0].act()
    chooser = owing[0]
    seat = players.index(chooser)
    other = guest if chooser is host else host
    expect(other.page.locator(f'[data-other="{seat}"]')).to_contain_text("is choosing")
    expect(watcher.locator(f'[data-watch="{seat}"]')).to_contain_text("is choosing")
    fits(watcher)
    chooser.act()
    in_step(everybody)
    open_panel(watcher)
    expect(watcher.locator(".log-line", has_text="golden tomb").first).to_be_visible()
    finished = watcher.locator(f'.chip[data-look="{seat}"]')
    if finished.count():
        finished.click()
    watcher.locator(".explored-card").first.click()
    expect(watcher.get_by_role("dialog").locator(".trodden path + path")).not_to_have_count(0)
