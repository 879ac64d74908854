"""Without a network: the page that is shown, the move that waits, and whose all that is which the browser keeps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.browser.player import NewContext, Player
from tests.browser.scenes import DESK, board, signed_in
from tests.conftest import PAGE_TIMEOUT_MS
from tests.live import LiveSite
from tests.people import PASSWORD

pytestmark = pytest.mark.slow(40)

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      found[`${name} ${pathname}${search}`] = await (await cache.match(request)).text();
    }
  }
  return found;
}"""
AT_START = """
window.atStart = "caches" in self ? caches.match("/kept/unsent/refused", { cacheName: "kept" }).then(Boolean) : null;
"""
"""Run before anything of a page: whether what was kept is still there."""
LEAVE_A_MOVE = """async () => {
  const record = { game: "refused", key: "k", seq: 1, action: {}, csrf: "", title: "Old game", refused: "Moved on." };
  await (await caches.open("kept")).put("/kept/unsent/refused", Response.json(record));
}"""
PLAYERS = """
from accounts.models import User
from tests.people import PASSWORD
for name in ("{}", "{}"):
    User.objects.create_user(name, password=PASSWORD)
"""


def wait_until(page: Page, condition: str) -> None:
    """Wait until a JavaScript expression, which may be a promise, is true."""
    page.evaluate(
        f"""async () => {{
          for (const end = performance.now() + {PAGE_TIMEOUT_MS}; !(await {condition}); ) {{
            if (performance.now() > end) throw new Error({condition!r});
            await new Promise(requestAnimationFrame);
          }}
        }}"""
    )


def controlled(page: Page) -> None:
    """Wait until the service worker is active, and open the page again under its control."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    wait_until(page, "navigator.serviceWorker.controller")


def with_worker(page: Page) -> Page:
    """Wait until the service worker controls the page, and the account's games are kept."""
    controlled(page)
    wait_until(page, "caches.match('/kept/games', { cacheName: 'kept' })")
    return page


def allowing(new_context: NewContext, **more: Any) -> BrowserContext:
    return new_context(viewport=DESK, reduced_motion="reduce", service_workers="allow", **more)


def at_the_board(context: BrowserContext, game: str) -> Page:
    page = with_worker(board(context.new_page(), "Ada Scene", game))
    page.wait_for_selector('.board[data-decision="place"]')
    return page


def place_without_network(context: BrowserContext, page: Page, game: str) -> None:
    page.locator(".legal-cells path").first.click(force=True)
    expect(page.locator(".ghost.set")).to_be_visible()
    context.set_offline(True)
    expect(page.locator(".connection")).to_have_attribute("data-link", "lost", timeout=3000)
    page.locator('[data-action="confirm"]').click()
    expect(page.get_by_role("alert").filter(has_text="Your move is saved")).to_be_visible()
    wait_until(page, f"caches.match('/kept/unsent/{game}', {{ cacheName: 'kept' }})")


def seq_of(page: Page, game: str) -> int:
    return int(page.request.get(f"/api/v1/games/{game}/view").json()["seq"])


def test_my_games_are_shown_as_last_seen(new_context: NewContext, scenes: dict[str, str]) -> None:
    context = allowing(new_context)
    page = with_worker(signed_in(context.new_page(), "Ada Scene", "/games/mine/"))
    context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    games = page.locator("#kept .kept-game")
    expect(games.first).to_contain_text("Ben Scene")
    expect(games.first).to_contain_text("Your turn")
    expect(page.locator("#kept [data-seen]")).to_contain_text("As of")
    context.set_offline(False)
    expect(page.get_by_role("heading", name="You are offline")).to_have_count(0)
    assert page.url.endswith("/games/")


def test_nothing_of_what_lies_on_the_table_is_kept(new_context: NewContext, scenes: dict[str, str]) -> None:
    page = with_worker(board(allowing(new_context).new_page(), "Ada Scene", scenes["kept"]))
    page.wait_for_selector(".board[data-seq]")
    found: dict[str, str] = page.evaluate(KEPT)
    shell = re.compile(r"shell-\w+ (/static/[\w./-]+|/offline/\?language=\w\w|/shell/language)")
    assert {name for name in found if not shell.fullmatch(name)} == {"kept /kept/owner", "kept /kept/games"}
    games = json.loads(found["kept /kept/games"])["games"]
    assert {key for game in games for key in game} == {"url", "game", "others", "yours", "open", "deadline_ms"}
    stored = page.evaluate("() => ({ ...localStorage, ...sessionStorage })")
    assert set(stored) <= {"seen"}, "up to which event the reader has looked"
    seen = json.loads(stored.get("seen", '{"me": "", "games": []}'))
    assert set(seen) == {"me", "games"} and all(isinstance(seq, int) for _game, seq in seen["games"])
    assert page.evaluate("() => indexedDB.databases()") == []


def test_a_move_waits_in_sight_beyond_its_page_and_goes_once(new_context: NewContext, scenes: dict[str, str]) -> None:
    context = allowing(new_context)
    page = at_the_board(context, scenes["kept"])
    before = seq_of(page, scenes["kept"])
    place_without_network(context, page, scenes["kept"])
    waiting = json.loads(page.evaluate(KEPT)[f"kept /kept/unsent/{scenes['kept']}"])
    assert set(waiting) == {"game", "key", "seq", "action", "csrf", "title"}
    assert set(waiting["action"]) == {"type", "x", "y", "rotation"}, "what was chosen, and nothing that was dealt"
    page.reload()
    expect(page.locator("#unsent .message")).to_contain_text(
        "Your move in Pyramido: Forgotten Treasures is not sent yet"
    )
    context.set_offline(False)
    page.wait_for_selector(".board[data-seq]")
    expect(page.locator(".board")).not_to_have_attribute("data-decision", "place")
    expect(page.locator("#unsent .message")).to_have_count(0)
    wait_until(page, f"caches.match('/kept/unsent/{scenes['kept']}').then((one) => !one)")
    events = page.request.get(f"/api/v1/games/{scenes['kept']}/events?since={before}").json()["events"]
    assert [event["kind"] for event in events if event["seat"] == 0].count("action") == 1


def test_a_server_that_falls_silent_is_told(new_context: NewContext, scenes: dict[str, str]) -> None:
    """Within three seconds: tests/js/connection.test.js."""
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    speaks = [True]

    def connect(line: WebSocketRoute) -> None:
        line.connect_to_server().on_message(lambda frame: line.send(frame) if speaks[0] else None)

    page.route_web_socket("**/ws/games/**", connect)
    told = board(page, "Ada Scene", scenes["placing"]).locator(".connection")
    expect(told).to_have_attribute("data-link", "live")
    speaks[0] = False
    expect(told).to_have_text("The server is not responding. Trying again…")
    speaks[0] = True
    expect(told).to_have_text("Connected")


def test_a_move_for_an_earlier_decision_is_refused_with_words(new_context: NewContext, scenes: dict[str, str]) -> None:
    context = allowing(new_context)
    page = at_the_board(context, scenes["overtaken"])
    place_without_network(context, page, scenes["overtaken"])
    page.close()

    other = board(new_context(viewport=DESK, reduced_motion="reduce").new_page(), "Ada Scene", scenes["overtaken"])
    Player(other, seed=3).act_by_clicking("place")
    expect(other.locator(".board")).not_to_have_attribute("data-decision", "place")
    after = seq_of(other, scenes["overtaken"])

    page = context.new_page()
    page.goto("/games/")
    context.set_offline(False)
    told = page.locator("#unsent .message")
    expect(told).to_contain_text("Your move in Pyramido: Forgotten Treasures was not made:")
    assert seq_of(page, scenes["overtaken"]) == after
    told.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def sign_out(page: Page, site: LiveSite, name: str) -> None:
    page.locator("details.menu", has_text=name).locator("summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")


def become_another(page: Page, site: LiveSite, name: str) -> None:
    page.context.clear_cookies()
    page.request.get("/accounts/login/")
    token = next(one["value"] for one in page.context.cookies() if one["name"] == "csrftoken")
    form: dict[str, str | float | bool] = {"login": f"{name} Two", "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert page.request.post("/accounts/login/", form=form, headers={"Referer": site.url}).ok
    page.goto("/games/mine/")


def end_session(page: Page, site: LiveSite, name: str) -> None:
    ended = "from django.contrib.sessions.models import Session; print(Session.objects.all().delete())"
    site.run(ended)
    page.goto("/games/mine/")


@pytest.mark.parametrize("change", [sign_out, become_another, end_session], ids=lambda one: one.__name__)
def test_it_is_emptied_before_anything_is_shown(own_site: LiveSite, new_context: NewContext, change: Any) -> None:
    own_site.start()
    name = "Cleo"
    own_site.run(PLAYERS.format(name, f"{name} Two"))
    context = allowing(new_context, base_url=own_site.url)
    page = with_worker(signed_in(context.new_page(), name, "/games/mine/"))
    page.evaluate(LEAVE_A_MOVE)
    page.reload()
    expect(page.locator("#unsent .message")).to_contain_text("Your move in Old game was not made: Moved on.")
    page.add_init_script(AT_START)
    change(page, own_site, name)
    assert page.evaluate("() => window.atStart") is False
    expect(page.locator("#unsent .message")).to_have_count(0)
    context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.locator("#unsent .message, .kept-game")).to_have_count(0)


def test_a_new_version_waits_until_the_pages_of_the_one_before_are_closed(
    own_site: LiveSite, new_context: NewContext, tmp_path: Path
) -> None:
    own_site.start()
    context = allowing(new_context, base_url=own_site.url)
    page = context.new_page()
    page.goto("/rules/")
    controlled(page)
    styles = "() => Promise.all([...document.styleSheets].map((one) => fetch(one.href).then((answer) => answer.ok)))"
    first = page.evaluate(KEPT)

    (tmp_path / "site").mkdir()
    old = (Path(__file__).parents[2] / "templates/site/offline.html").read_text()
    (tmp_path / "site/offline.html").write_text(old.replace("data-again>", "data-again>Second version. "))
    own_site.settings["TEMPLATES_DIR"] = str(tmp_path)
    own_site.restart()
    page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)")
    wait_until(page, "navigator.serviceWorker.getRegistration().then((one) => one.waiting)")
    assert all(page.evaluate(styles)), "the files of a page that is open stay"
    assert {one: text for one, text in page.evaluate(KEPT).items() if one in first} == first
    page.goto("/rules/")  # a page of the second version under the worker of the first
    context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("link", name="Try again")).not_to_contain_text("Second version")

    context.set_offline(False)
    waiting = True
    while waiting:  # a page that is opened at once may still get the version before
        page.close()
        page = context.new_page()
        page.goto("/rules/")
        waiting = page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)")
    context.set_offline(True)
    page.goto("/games/")
    expect(page.get_by_role("link", name="Second version. Try again")).to_be_visible()


def test_it_can_be_installed(new_context: NewContext) -> None:
    page = allowing(new_context).new_page()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}, "contexts of tests are private windows"
