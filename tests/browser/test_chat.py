"""Two players chat at their table, spectators in a room of their own; text that cannot be sent is kept; private
notes.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.player import NewContext, open_panel
from tests.browser.test_two_browsers import sit_down_together

SCRIPT = "<img src=x onerror=\"document.title='broken'\"> & <b>bold</b>"
NOT_RUNG = """async () => {
  const { results } = await (await fetch("/api/v1/notifications")).json();
  const told = results.filter((one) => one.kind === "chat");
  return told.length === 1 && told.every((one) => one.read);
}"""

LISTEN = """() => {
  const count = document.querySelector(".bell .count");
  window.shown = [];
  window.heard = [];
  new MutationObserver(() => window.shown.push(count.hidden ? "" : count.textContent))
    .observe(count, { attributes: true, childList: true });
  document.addEventListener("bell", (event) => window.heard.push(event.detail));
}"""
"""Keep what the bell shows, and the numbers that the server sends."""


def say(page: Page, text: str) -> None:
    field = page.locator(".chat-field")
    field.fill(text)
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator(".chat-text").last).to_have_text(text)


def open_chat(page: Page) -> None:
    open_panel(page)
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log")).to_be_visible()


def test_players_talk_and_a_spectator_apart(new_context: NewContext) -> None:
    host, guest = sit_down_together(new_context)
    watcher = new_context(viewport={"width": 360, "height": 740}).new_page()
    watcher.goto(host.url)
    open_panel(watcher)
    watcher.get_by_role("tab", name="Chat").click()
    watcher.get_by_role("button", name="Chat as a guest").click()
    watcher.wait_for_selector(".chat-form")

    open_chat(host)
    expect(host.locator(".chat-lines")).to_contain_text("No messages yet.")
    say(host, SCRIPT)
    call = guest.get_by_role("button", name="1 unread chat message")
    call.click()
    expect(guest.locator(".chat-text")).to_have_text(SCRIPT)
    assert guest.locator(".chat-lines :is(img, b)").count() == 0
    expect(call).to_have_count(0)
    expect(host.locator(".bell .count")).to_be_hidden()
    host.evaluate(LISTEN)
    say(guest, "Good luck!")
    expect(host.locator(".chat-text")).to_have_text([SCRIPT, "Good luck!"])
    for page in (host, guest):  # a line read here no longer counts as unread in the bell
        page.wait_for_function(NOT_RUNG, polling=200)
    host.wait_for_function("window.heard.at(-1) === 0")
    assert set(host.evaluate("window.shown")) <= {""}, "the bell stays quiet about a chat that is open"

    guest.get_by_role("group", name="Quick messages").get_by_role("button", name="Have fun!").click()
    expect(host.locator(".chat-text")).to_have_text([SCRIPT, "Good luck!", "Have fun!"])
    expect(guest.get_by_role("button", name="Have fun!")).to_have_count(0)
    expect(guest.get_by_role("button", name="Nice move!")).to_be_visible()

    open_chat(watcher)
    say(watcher, "She should take the blue one")
    expect(watcher.locator(".chat-text")).to_have_count(1)
    say(host, "You too")
    expect(host.locator(".chat-text")).to_have_count(4)

    # Text that cannot be sent stays in the field, and is sent once on the next try.
    host.route(re.compile("/chat$"), lambda route: route.abort())
    field = host.locator(".chat-field")
    field.fill("Are you there?")
    host.get_by_role("button", name="Send", exact=True).click()
    expect(host.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(field).to_have_value("Are you there?")
    expect(host.locator(".chat-text")).to_have_count(4)
    host.unroute(re.compile("/chat$"))
    field.press("Enter")
    expect(field).to_have_value("")
    expect(host.locator(".chat-error")).to_have_count(0)
    expect(guest.locator(".chat-text").last).to_have_text("Are you there?")

    # Report a line and block its writer, by keyboard.
    guest.get_by_role("link", name="Report the message from").first.press("Enter")
    dialog = guest.get_by_role("dialog", name="Report to the moderators")
    expect(dialog).to_contain_text("onerror")
    dialog.get_by_role("radio", name="Something else").press("Space")
    dialog.get_by_role("checkbox", name="Block").press("Space")
    dialog.get_by_role("button", name="Report", exact=True).press("Enter")
    expect(dialog).to_contain_text("Thank you")
    dialog.get_by_role("button", name="Close").last.press("Enter")
    expect(dialog).to_have_count(0)
    expect(guest.locator(".chat-line").first).to_contain_text("reported")
    expect(guest.locator(".chat-lines")).to_be_focused()
    expect(guest.locator(".chat-text").first).to_contain_text("Message from a player you have blocked.")


def test_notes_are_kept_as_one_writes(page: Page) -> None:
    page.goto("/")
    page.locator('form[data-game="forgotten-treasures"] button[value="legend-a.seats-1"]').click()
    page.wait_for_selector(".board[data-phase]")
    page.get_by_role("tab", name="Log").press("ArrowLeft")
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Private notes")
    field.fill("blue: two\n  left")
    expect(page.locator(".note-state")).to_have_attribute("data-state", "saved")
    page.reload()
    page.get_by_role("tab", name="My notes").click()
    expect(field).to_have_value("blue: two\n  left")
