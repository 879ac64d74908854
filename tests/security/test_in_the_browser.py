"""In Chromium: the administration works under its own policy, and hostile texts have no effect anywhere."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import NewContext
from tests.live import LiveSite
from tests.people import PASSWORD

WRITE = """
import json
from accounts.models import User
from tests.games import play
from tests.security import hostile
game, (one, two) = play.table()
boss = User.objects.create_superuser("Chief of staff", password={password!r})
User.objects.filter(pk=one.pk).update(password=boss.password)
ids = hostile.written(one, two, boss, game)
User.objects.filter(pk=one.pk).update(display_name="Victim here", name_key="victim here")
print(json.dumps(ids))
"""


@pytest.fixture(scope="module")
def ids(live_site: LiveSite) -> dict[str, str]:
    written: dict[str, str] = json.loads(live_site.run(WRITE.format(password=PASSWORD)).splitlines()[-1])
    return written


def signed_in(page: Page, name: str, address: str) -> None:
    page.goto(address)
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**{address}*")


def unharmed(page: Page, address: str) -> None:
    """Open the page; the context fails the test on exit if the policy had to block anything."""
    page.goto(address)
    page.wait_for_load_state()
    assert page.evaluate("window.evil === undefined"), address
    assert page.locator("img[src=x]").count() == 0, address


def test_the_administration_works_under_its_policy(new_context: NewContext, ids: dict[str, str]) -> None:
    page = new_context(viewport={"width": 1280, "height": 800}).new_page()
    signed_in(page, "Chief of staff", "/admin/")
    expect(page.get_by_role("link", name="Moderators’ log").first).to_be_visible()
    for address in (
        "/admin/games/report/",
        "/admin/accounts/user/",
        "/admin/games/decision/",
        "/admin/accounts/outbox/",
    ):
        unharmed(page, address)
    page.goto("/admin/accounts/user/")
    page.get_by_role("button", name="Filters").press("Enter")
    expect(page.get_by_text("By bot").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Victim here").click()
    page.get_by_label("Role").select_option(label="moderator")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("was changed successfully")).to_be_visible()
    for address in ("/desk/", f"/desk/reports/{ids['report']}/", f"/desk/players/{ids['owner']}/", "/desk/log/"):
        unharmed(page, address)


def test_hostile_texts_do_nothing_on_the_site(new_context: NewContext, ids: dict[str, str]) -> None:
    page = new_context(viewport={"width": 360, "height": 740}).new_page()
    signed_in(page, "Victim here", "/accounts/settings/access/")
    for address in (
        "/accounts/settings/privacy/", "/accounts/settings/developers/", "/accounts/settings/access/",
        "/notifications/", "/reports/", "/standing/",
        "/games/mine/", f"/players/{ids['other']}/",
    ):  # fmt: skip
        unharmed(page, address)
    page.goto(f"/games/{ids['game']}/")
    page.get_by_role("button", name="1 unread chat message").click()
    expect(page.locator(".chat-text").first).to_contain_text("onerror")
    assert page.evaluate("window.evil === undefined")
    assert page.locator("img[src=x]").count() == 0
