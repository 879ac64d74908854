"""Searching finished games by keyboard, on a desk and, without JavaScript, on a phone; filters are saved."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.layout import fits
from tests.browser.player import NewContext
from tests.browser.scenes import DESK
from tests.live import LiveSite
from tests.people import PASSWORD

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": {"viewport": {"width": 360, "height": 640}, "java_script_enabled": False},
}

MADE = f"""
from accounts.models import User
from tests.games.search.ended import ended
one, two = (User.objects.create_user(f"Seeker {{name}} %(screen)s", password={PASSWORD!r}) for name in ("One", "Two"))
ended([one, two], (90, 60)), ended([two, one], (130, 70), days=12)
"""


@pytest.mark.sampled(one_of=2)
@pytest.mark.parametrize("screen", SCREENS)
def test_searching(new_context: NewContext, live_site: LiveSite, screen: str) -> None:
    live_site.run(MADE % {"screen": screen})
    page = new_context(**SCREENS[screen]).new_page()
    page.goto("/accounts/login/?next=/games/search/")
    page.get_by_label("Name or e-mail address").fill(f"Seeker One {screen}")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_label("Players", exact=True).focus()
    page.keyboard.type(f"seeker two {screen}")
    page.keyboard.press("Enter")
    found = page.get_by_role("region", name="Games found").get_by_role("listitem").filter(has=page.locator("h3"))
    expect(found).to_have_count(2)

    opened(page)
    page.get_by_label("Result", exact=True).focus()
    page.keyboard.type("w")
    page.get_by_role("group", name="Days").get_by_label("at least").focus()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(found).to_have_count(1)
    expect(found).to_contain_text("130")
    chips = page.get_by_role("list", name="Active filters")
    expect(chips.get_by_role("listitem")).to_have_count(3)
    fits(page)

    page.get_by_label("Save these filters as").focus()
    page.keyboard.type("Long games that Two won")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Filters saved.")).to_be_visible()
    chips.get_by_role("link", name=re.compile("At least 2 days")).press("Enter")
    expect(chips.get_by_role("listitem")).to_have_count(2)
    for name in ("Won", f"Seeker Two {screen}"):
        chips.get_by_role("link", name=re.compile(name)).press("Enter")
    expect(chips).to_have_count(0)
    page.get_by_role("link", name=re.compile("Long games that Two won")).press("Enter")
    expect(chips.get_by_role("listitem")).to_have_count(3)
    expect(found).to_have_count(1)

    opened(page)
    page.get_by_label("Players", exact=True).fill("Nobody at all")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is no player named “Nobody at all”.")).to_be_visible()
    fits(page)


def opened(page: Page) -> None:
    """Open the filters, which are closed above what they have found."""
    page.locator(".filters-card > summary").press("Enter")
