"""The bell updates by itself, and the settings work on a phone and with the keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.live import LiveSite
from tests.people import PASSWORD

TELL = """
from accounts.models import User
from accounts.notifications.services import tell
anna = User.objects.get(display_name="Bell Ringer")
for seq in range(2):
    tell("your_turn", [anna.pk], subject=f"p3Xk9QvT2mW{seq}", key=f"k{seq}", data={"game": "Pyramido"})
"""


def test_the_bell_and_the_settings_on_a_phone(new_context: NewContext, live_site: LiveSite) -> None:
    context = new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill("Bell Ringer")
    page.get_by_label("E-mail address").fill("bell@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".bell .count")).to_be_hidden()
    live_site.run(TELL)
    page.goto("/games/mine/")
    expect(page.locator(".bell .count")).to_have_text("2")
    expect(page).to_have_title("(2) My games · Pyramido")

    other = context.new_page()
    other.goto("/notifications/")
    fits(other)
    other.get_by_role("button", name="Mark as read: Pyramido – it is your turn.").first.click()
    expect(page.locator(".bell .count")).to_have_text("1")
    expect(page).to_have_title("(1) My games · Pyramido")
    other.get_by_role("button", name="Mark all as read").click()
    expect(page.locator(".bell .count")).to_be_hidden()
    expect(page).to_have_title("My games · Pyramido")

    other.goto("/accounts/settings/#push")
    other.wait_for_url("**/settings/notifications/#push")
    tabs = other.get_by_role("navigation", name="Settings")
    expect(tabs.get_by_role("link", name="Notifications")).to_have_attribute("aria-current", "page")
    fits(other)
    expect(other.get_by_role("radio", name="Everything")).to_be_checked()
    other.get_by_role("radio", name="Only my turn").focus()
    other.keyboard.press("ArrowRight")
    expect(other.get_by_role("radio", name="Quiet")).to_be_checked()
    other.keyboard.press("Enter")
    expect(other.get_by_role("status").filter(has_text="Your settings are saved.")).to_be_visible()
    expect(other.get_by_role("radio", name="Quiet")).to_be_checked()

    other.get_by_role("link", name="Fine-tune").click()
    other.wait_for_url("**/notifications/fine-tune/")
    fits(other)
    expect(other.get_by_role("combobox", name="E-mail: Your turn")).to_have_value("off")
    other.get_by_text("Chat and invitations").press("Enter")
    expect(other.get_by_role("row", name="Chat")).to_contain_text("New message")
    other.get_by_role("checkbox", name="Browser: Chat").focus()
    other.keyboard.press("Space")
    other.get_by_role("combobox", name="E-mail: Chat").focus()
    other.keyboard.press("o")
    other.get_by_role("button", name="Save settings").press("Enter")
    expect(other.get_by_role("radio", name="Custom")).to_be_checked()
    other.get_by_role("link", name="Fine-tune").click()
    other.get_by_text("Chat and invitations").click()
    expect(other.get_by_role("checkbox", name="Browser: Chat")).to_be_checked()
    expect(other.get_by_role("combobox", name="E-mail: Chat")).to_have_value("digest")

    other.get_by_role("link", name="Play", exact=True).click()
    other.wait_for_url("**/accounts/settings/")
    fits(other)
    other.get_by_label("from").fill("23:00")
    other.get_by_label("to", exact=True).fill("07:00")
    other.get_by_role("button", name="Save settings").press("Enter")
    expect(other.get_by_role("status").filter(has_text="Your settings are saved.")).to_be_visible()
    expect(other.get_by_label("from")).to_have_value("23:00")
