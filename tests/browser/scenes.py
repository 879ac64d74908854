"""Tables at moments worth viewing, made on a site from outside: `made(site)` returns their ids by name."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize

from tests.browser.architects import WHOLE, WITH_GAPS, Cells, cells
from tests.browser.layout import WHOLE_BOARD
from tests.live import LiveSite
from tests.people import PASSWORD
from tests.seats import SEAT_0

DESK: ViewportSize = {"width": 1280, "height": 800}
"""The size of a desk's screen."""
RING = ((0, 0, 0), (2, 0, 90), (0, 1, 90), (1, 2, 0))
"""Places of dominoes on the ground, the last of which closes a ring around one cell."""
SPLIT = [cells(3, 0, 90), cells(0, 1, 90), cells(1, 1, 0)]
"""Places of dominoes in stage 2, the last of which leaves three cells above and three below."""


@functools.cache
def made(site: LiveSite) -> dict[str, str]:
    """Make the scenes once on a site: their people have unique names, and a worker may run a test module twice."""
    script = "from tests.browser.scenes import make; make()"
    return dict(json.loads(site.run(script).splitlines()[-1]))


def signed_in(page: Page, name: str, address: str) -> Page:
    page.goto(f"/accounts/login/?next={address}")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: urlsplit(url).path == urlsplit(address).path)
    return page


def board(page: Page, name: str, game: str) -> Page:
    signed_in(page, name, f"/games/{game}/")
    page.wait_for_selector(WHOLE_BOARD)
    return page


def make() -> None:
    """Make the scenes, running on the site, and print the ids as JSON. "Ada Scene" and "Ben Scene" sit at every
    table.
    """
    from accounts.models import User
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play
    from tests.games.rated_games.test_rated import rated_game
    from tests.ratings.results import finish, rate_all

    ada, ben = (User.objects.create_user(name, password=PASSWORD) for name in ("Ada Scene", "Ben Scene"))

    def table(key: str) -> Any:
        game = open_table(ada, key, {"seats": 2})
        sit_down(ben, game.public_id)
        return play.fresh(game)

    def adas_turn(kind: str, game: Any) -> Any:
        play.play_until(game, Random(3), lambda at: (at.view(0).get("decision") or {}).get("kind") == kind)
        return game

    for game, at_ms in (("early", 1_760_000_000_000), ("later", 1_760_000_600_000)):
        finish(game, ada, ben, key="pyramido", at_ms=at_ms)
    rate_all()
    ring = [cells(*place) for place in RING[:-1]]
    ended, gold = table(play.GAME), table("silver-gold-pyramids")
    play.play_to_the_end(ended, seed=5)
    play.play_to_the_end(gold, seed=5)
    ids = {
        "live": adas_turn("place", rated_game(ada, ben, ms=1_800_000)),
        "placing": adas_turn("place", table(play.GAME)),
        "offline": adas_turn("place", table(play.GAME)),
        "scoring": adas_turn("score", table(play.GAME)),
        "kept": adas_turn("place", table(play.GAME)),
        "overtaken": adas_turn("place", table(play.GAME)),
        "ring": built(table("pyramido"), ring),
        "split": built(table(play.GAME), [*WHOLE[:10], *SPLIT[:-1]]),
        "no-room": built(table(play.GAME), WITH_GAPS[:9]),
        "spare": adas_turn("place", table("pyramido")),
        "ended": ended,
        "gold": gold,
    }
    print(json.dumps({name: game.public_id for name, game in ids.items()}))


def built(game: Any, plan: Sequence[Cells]) -> Any:
    """Let Ada lay dominoes on these places, the others at random, until she is to lay the next or has no room."""
    from games.record.services.submit_action import submit_action
    from tests.games import play

    rng, places = Random(1), list(plan)
    while True:
        at = play.position(game)
        view = at.view(SEAT_0)
        decision = view.get("decision") or {}
        if view["seats"][SEAT_0]["complete"] and not places:
            return game
        if decision.get("kind") != "place":
            play.step(game, rng)
        elif not places:
            return game
        else:
            wanted = places.pop(0)
            x, y, rotation = next(spot for spot in decision["placements"] if cells(*spot) == wanted)
            quarry = {"quarry": decision["quarry"][0]["space"]} if "quarry" in decision else {}
            action = {"type": "place", **quarry, "x": x, "y": y, "rotation": rotation}
            submit_action(game.public_id, SEAT_0, at.seq, action)
