"""The pictures of the documents: they are small, each is shown somewhere, and the script that makes them works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine import registry
from tests.live import LiveSite
from tests.repository.tree import ROOT, tracked_files, tracked_texts
from tests.tools import pictures

pytestmark = pytest.mark.slow(40)

NAMES = {"home", "pyramido-phone", *(rules.key for rules in registry.games())}
WORLD = f"""
from random import Random
from engine import registry
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.people import account
ada = account("Ada", password="{pictures.PASSWORD}")
for rules in registry.games():
    game = open_table(ada, rules.key, {{"seats": 2}})
    sit_down(play.person(), game.public_id)
    play.play_until(game, Random(1), lambda at: at.seq > 10 and 0 in at.to_move)
"""


def test_the_documents_show_each_of_them() -> None:
    there = {path.stem for path in tracked_files() if path.parent == Path("docs/pictures")}
    shown = "".join(text for _, text in tracked_texts(".md"))
    assert there == NAMES and all(f"pictures/{name}.webp" in shown for name in there)
    assert all((ROOT / "docs" / "pictures" / f"{name}.webp").stat().st_size <= pictures.MOST_BYTES for name in there)


def test_they_are_made_of_a_running_site(browser: Browser, own_site: LiveSite, tmp_path: Path) -> None:
    own_site.run(WORLD)
    games = json.loads(own_site.run(pictures.GAMES_IN_PLAY))
    assert games.keys() == {rules.key for rules in registry.games()}
    own_site.start()
    made = pictures.take(browser, own_site, games, tmp_path)
    assert {path.stem for path in made} == NAMES
    for path in made:
        picture = path.read_bytes()
        assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP" and 10_000 < len(picture) <= pictures.MOST_BYTES
