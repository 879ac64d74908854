"""The desk on a narrow screen: the only moderator acts on an opponent, and another moderator confirms it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import NewContext
from tests.live import LiveSite
from tests.people import PASSWORD

pytestmark = pytest.mark.slow(15)

TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

IN_A_GAME = f"""
from accounts.models import User
from games.moderation.selectors import roles
from games.moderation.services.give_role import give
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
names = ("Moderator", "Second", "Player")
by, _other, player = (User.objects.create_user(name, password={PASSWORD!r}) for name in names)
sit_down(player, open_table(by, "pyramido", {{"seats": 2}}).public_id)
give(by, roles.SENIOR)
print(player.public_id)
"""
SECOND = """
from accounts.models import User
from games.moderation.selectors import roles
from games.moderation.services.give_role import give
give(User.objects.get(display_name="Second"), roles.MODERATOR)
"""


def open_as(new_context: NewContext, site: LiveSite, name: str, path: str) -> Page:
    page = new_context(viewport={"width": 360, "height": 740}, color_scheme="dark", reduced_motion="reduce").new_page()
    page.goto(f"{site.url}/accounts/login/?next={path}")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    return page


@pytest.mark.timeout(120)
def test_a_provisional_measure_is_taken_and_confirmed(own_site: LiveSite, new_context: NewContext) -> None:
    own_site.start()
    player = own_site.run(IN_A_GAME).split()[-1]
    page = open_as(new_context, own_site, "Moderator", f"/desk/players/{player}/")
    expect(page.get_by_text("You are the only moderator")).to_be_visible()
    expect(page.locator(".desk-offers > details")).to_have_count(2)
    page.locator("summary", has_text="Mute").press("Enter")
    page.locator("#mute-form-duration").select_option("604800")
    page.locator("#mute-form-reason").fill("Threats in the chat.")
    assert page.evaluate(TOO_WIDE) == 0
    page.get_by_role("button", name="Mute").press("Enter")
    expect(page.get_by_text("waiting for another moderator")).to_be_visible()
    own_site.run(SECOND)
    page = open_as(new_context, own_site, "Second", "/desk/")
    expect(page.get_by_role("heading", name="Waiting for another moderator")).to_be_visible()
    page.locator("summary", has_text="Confirm").press("Enter")
    assert page.evaluate(TOO_WIDE) == 0
    page.get_by_label("Reason for confirming it").fill("I have read it.")
    page.get_by_role("button", name="Confirm it").press("Enter")
    expect(page.get_by_text("The decision was confirmed.")).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting for another moderator")).to_have_count(0)
