"""A rated game on a phone: ratings beside names, the rating changes, and where to find them afterwards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.layout import fits
from tests.browser.player import NewContext, open_panel
from tests.live import LiveSite
from tests.people import PASSWORD

A_RATED_GAME = f"""
from accounts.models import User
from games.time.clocks import MINUTE_MS
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import RatingPool
from ratings.services.rate_pool import rate_pool
from tests.games.rated_games.test_rated import rated_game
from tests.ratings.results import finish
ada, ben, cleo, dan = (User.objects.create_user(f"Rated {{name}}", password={PASSWORD!r})
                       for name in ("Ada", "Ben", "Cleo", "Dan"))
ada.emailaddress_set.create(email="rated.ada@example.org", verified=True, primary=True)
for number, other in enumerate([*[ben] * 12, cleo, dan]):
    finish(f"early{{number}}", *((ada, other) if number % 3 else (other, ada)), key="pyramido",
           at_ms=now_ms() - (20 - number) * 60 * MINUTE_MS)
rate_pool(RatingPool.objects.get(game="pyramido", pace="live").pk, now_ms())
print(rated_game(ada, ben, ms=30 * MINUTE_MS).public_id, ada.public_id)
"""


def test_rating_changes_of_a_rated_game(new_context: NewContext, live_site: LiveSite) -> None:
    printed = live_site.run(A_RATED_GAME)
    game, ada = printed.split()[-2:]
    page = new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce").new_page()
    page.goto(f"/accounts/login/?next=/games/{game}/")
    page.get_by_label("Name or e-mail address").fill("Rated Ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    beside = page.locator(".other-name .rating-beside")
    expect(beside).to_have_text(re.compile(r"rating 1\d{3}$"))
    strong = int((beside.text_content() or "")[-4:])

    open_panel(page)
    page.get_by_role("button", name="Resign…").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name="Rating changes").press("Enter")
    section = page.get_by_role("region", name="Rating changes")
    expect(section).to_be_focused()
    moved = section.get_by_role("listitem")
    expect(moved).to_have_count(2)
    expect(moved.first).to_contain_text(re.compile(r"Lost: 0% scored, \d\d% expected\."))
    expect(moved.first.locator(".change")).to_have_text(re.compile(r"^−\d+$"))
    expect(moved.first).to_contain_text("K = 40, as in every player’s first 20 games.")
    expect(moved.nth(1).locator(".from-to")).to_contain_text(str(strong))
    after = moved.first.locator("strong").inner_text()
    section.locator("summary").press("Enter")
    expect(section.locator(".sums li").first).to_contain_text(re.compile(r"1\d{3}\.\d\d \+ 40 × \(0\.00% − "))
    fits(page)
    page.reload()
    expect(section.get_by_role("listitem").first.locator("strong")).to_have_text(after)

    page.goto(f"/players/{ada}/")
    graph = page.get_by_role("img", name="Rating over time: Pyramido, Live")
    expect(graph).to_be_visible()
    expect(graph.locator("circle")).to_have_count(15)
    page.locator(".graph-table summary").press("Enter")
    newest = page.locator(".graph-table tbody tr").first
    expect(newest).to_contain_text(after)
    expect(newest.get_by_role("link")).to_have_attribute("href", f"/games/{game}/")
    fits(page)

    page.get_by_role("link", name="See this leaderboard").press("Enter")
    expect(page.get_by_role("row", name="Rated Ada you")).to_contain_text(after)
    fits(page)
    page.get_by_role("link", name="People and bots").press("Enter")
    expect(page.get_by_role("link", name="People and bots")).to_have_attribute("aria-current", "page")
    expect(page.get_by_role("heading", name="First place is up for grabs")).to_be_visible()
    fits(page)
