"""Addresses of moments: copied by hand where the browser refuses, and followed in the same tab."""

from __future__ import annotations

import json
import re

from playwright.sync_api import BrowserContext, expect

from tests.browser.layout import WIDE
from tests.browser.player import NewContext, open_panel
from tests.browser.scenes import DESK, signed_in
from tests.browser.test_study import PHONE, TREASURES, made
from tests.live import LiveSite

REFUSING = """if (navigator.clipboard)
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));"""
SELECTED = "() => document.activeElement.value?.slice(document.activeElement.selectionStart, 1e6)"
STUDY = """
import json
from random import Random
from accounts.models import User
from engine.newtypes import Seq
from games.study.services.begin_study import begin_study
from games.study.services.share_study import share_study
from tests.games.study.studies import play_on
ida, rng, number = User.objects.get(display_name="Ida Study"), Random(2), 0
study = begin_study(ida, {game!r}, Seq(0), title="Three moves")
for _ in range(3):
    number = play_on(ida, study, number, rng)
print(json.dumps([study.public_id, share_study(ida, study.public_id).link]))
"""


def of_ida(live_site: LiveSite, game: str) -> list[str]:
    """Make a study of three moves; return its id and the secret part of its link."""
    return list(json.loads(live_site.run(STUDY.format(game=game)).splitlines()[-1]))


def refusing(new_context: NewContext, **screen: object) -> BrowserContext:
    context = new_context(reduced_motion="reduce", **screen)
    context.add_init_script(REFUSING)
    return context


def test_an_address_that_the_browser_refuses_to_copy(new_context: NewContext, live_site: LiveSite) -> None:
    game = made(live_site)[f"{TREASURES} whole"]
    study, link = of_ida(live_site, game)
    for screen in ({"viewport": DESK}, PHONE):
        page = refusing(new_context, **screen).new_page()
        page.goto(f"/games/{game}/#3")
        page.get_by_role("button", name="Copy link to this moment").click()
        expect(page.get_by_role("alert")).to_contain_text("did not allow copying")
        assert page.evaluate(SELECTED).endswith(f"/games/{game}/#3")
        assert page.evaluate(WIDE) == [0, []]
        page.get_by_role("button", name="Next move", exact=True).click()
        expect(page.locator(".replay-address")).to_have_count(0)

        signed_in(page, "Ida Study", f"/studies/{study}/")
        page.wait_for_selector(".board.studying[data-phase]")
        open_panel(page)
        page.get_by_role("button", name="Copy link").click()
        expect(page.get_by_role("alert")).to_contain_text("did not allow copying")
        assert page.evaluate(SELECTED).endswith(f"/studies/shared/{link}/")


def test_the_address_of_a_study_leads_to_its_moves(new_context: NewContext, live_site: LiveSite) -> None:
    _, link = of_ida(live_site, made(live_site)[f"{TREASURES} whole"])
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    page.goto(f"/studies/shared/{link}/#2")
    board = page.locator(".board.studying")
    expect(board).to_have_attribute("data-seq", "2")
    for address, seq, stays in (("#1", "1", "#1"), ("#99", "1", "#1"), ("#3", "3", "#3"), ("#main", "3", "#main")):
        page.evaluate(f"location.hash = '{address}'")
        expect(page).to_have_url(re.compile(f"/{link}/{stays}$"))
        expect(board).to_have_attribute("data-seq", seq)
    page.evaluate("location.hash = '#2'")
    expect(board).to_have_attribute("data-seq", "2")
    page.go_back()
    expect(page).to_have_url(re.compile("#main$"))
    page.go_back()
    expect(board).to_have_attribute("data-seq", "3")
