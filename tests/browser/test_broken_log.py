"""A game whose log is damaged says so, shows its intact part, and offers no actions."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.player import NewContext
from tests.live import LiveSite

DAMAGED = """
from random import Random
from django.db import connection
from games.record.log_guard import LOG
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.append_only import lifted_for_flush
from tests.games import play
people = [play.person(f"Reader of a damaged log {number}") for number in range(2)]
game = open_table(people[0], play.GAME, {"seats": 2})
sit_down(people[1], game.public_id)
play.play_until(game, Random(1), lambda at: at.seq >= 12)
connection.settings_dict["TEST"]["NAME"] = connection.settings_dict["NAME"]  # as if it were a database for tests
with lifted_for_flush(connection, LOG), connection.cursor() as cursor:
    cursor.execute("DELETE FROM games_event WHERE game_id = %s AND seq = 7", [game.pk])
print(game.public_id)
"""


def test_a_damaged_log_is_reported_and_its_intact_part_is_shown(live_site: LiveSite, new_context: NewContext) -> None:
    game = live_site.run(DAMAGED).strip().splitlines()[-1]
    page = new_context(reduced_motion="reduce").new_page()
    page.goto(f"/games/{game}/")
    expect(page.locator('[data-banner="broken"]')).to_contain_text("The record of this game is damaged")
    expect(page.locator(".board")).to_have_attribute("data-seq", "6")
    expect(page.locator(".status-text")).to_have_text("This game cannot continue.")
    expect(page.locator(".board")).to_have_attribute("data-decision", "none")
    expect(page.locator(".turn-mark")).to_have_count(0)
    expect(page.locator(".log-line")).not_to_have_count(0)
