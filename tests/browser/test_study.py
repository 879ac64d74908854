"""Studies of each game, from a moment of a finished game to a file and back: by pointer, by finger and by keyboard."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.architects import WHOLE, ByFinger, ByKeyboard, ByMouse
from tests.browser.axe import faults
from tests.browser.explorers import Explorer
from tests.browser.player import NewContext, Player, open_panel
from tests.browser.scenes import DESK, signed_in
from tests.live import LiveSite
from tests.people import PASSWORD

TREASURES = "forgotten-treasures"
GAMES = (TREASURES, "pyramido", "silver-gold-pyramids")
CALLED_YOU = """() => [...document.querySelectorAll("#board, #board *, body > [aria-live]")]
  .flatMap(one => [
    one.getAttribute("aria-label"),
    one.getAttribute("title"),
    ...[...one.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data),
  ])
  .filter(text => /\\b(You|Your|Yours)\\b/.test(text ?? ""))"""
"""What is said to the reader instead of to one of the seats."""
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def make() -> None:
    """Print the ids of the games of Ida Study: of each game one that a player has left and one that was played to its
    end, and one that runs.
    """
    from random import Random

    from accounts.models import User
    from games.record.services.resign import resign
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play
    from tests.seats import SEAT_1

    ida, tom = User.objects.create_user("Ida Study", password=PASSWORD), play.person("Tom Study")
    found = {}
    for key, name in [*((key, name) for key in GAMES for name in ("left", "whole")), (TREASURES, "running")]:
        game = open_table(ida, key, {"seats": 2})
        sit_down(tom, game.public_id)
        rng = Random(4)
        for _ in range(7):
            play.step(game, rng)
        if name == "left":
            resign(game.public_id, SEAT_1)
        if name == "whole":
            play.play_to_the_end(game)
        found[f"{key} {name}"] = game.public_id
    print(json.dumps(found))


@functools.cache
def made(live_site: LiveSite) -> dict[str, str]:
    script = "from tests.browser.test_study import make; make()"
    return dict(json.loads(live_site.run(script).splitlines()[-1]))


def moves(page: Page) -> Locator:
    return page.locator(".study-move")


def press(page: Page, way: str, target: Locator) -> None:
    target.scroll_into_view_if_needed()
    if way == "keyboard":
        target.focus()
        page.keyboard.press("Enter")
    else:
        getattr(target, "tap" if way == "finger" else "click")()


def acting(page: Page, game: str, way: str) -> Callable[[], object]:
    """Return a function that makes the next decision. In Pyramido it lays no domino after a seat's first."""
    by_keyboard = way == "keyboard"
    if game == "silver-gold-pyramids":
        return Explorer(page, 1, keyboard=by_keyboard).act
    if game == "pyramido":
        hands = {"keyboard": ByKeyboard, "finger": ByFinger, "pointer": ByMouse}[way]
        return hands(page, 1, WHOLE[:1] * 20).act
    player = Player(page, 1)
    act = player.act_by_keyboard if by_keyboard else player.act_by_clicking
    return lambda: act(player.wait_for_decision())


def to_beginning(page: Page, way: str) -> None:
    """Go to the first position: on a phone, where there is no button for it, by the list."""
    if way == "finger":
        open_panel(page)
        press(page, way, moves(page).first)
    elif page.locator('[data-replay="first"][aria-disabled]').count() == 0:
        press(page, way, page.locator('[data-replay="first"]'))
    expect(page.locator(".board")).to_have_attribute("data-seq", "0")


def begin(page: Page, way: str, game: str) -> None:
    """Begin a study of the first moment of a finished game, from its page."""
    page.goto(f"/games/{game}/#0")
    page.wait_for_selector(".board[data-replay='0']")
    open_panel(page)
    press(page, way, page.locator("a[data-study]"))
    expect(page).to_have_url(re.compile(rf"game={game}&seq=0"))
    page.get_by_label("Title").fill("The first gem")
    press(page, way, page.get_by_role("button", name="Begin the study"))
    page.wait_for_selector(".board.studying[data-phase]")


@pytest.mark.parametrize("way", ["pointer", "finger", "keyboard"])
@pytest.mark.parametrize("game", GAMES)
def test_a_study_is_played_by_hand_noted_shared_and_carried_on(
    new_context: NewContext, live_site: LiveSite, tmp_path: Path, game: str, way: str
) -> None:
    left = made(live_site)[f"{game} left"]
    screen: Any = PHONE if way == "finger" else {"viewport": DESK}
    page = new_context(**screen, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", "/standing/")
    begin(page, way, left)

    act = acting(page, game, way)
    for _ in range(2):
        expect(page.locator(".status-text")).to_contain_text(re.compile(r"Player [12]: "))
        assert page.evaluate(CALLED_YOU) == []
        act()
    expect(moves(page)).to_have_count(3)
    while moves(page).count() < 4:  # the same move again is no variation
        to_beginning(page, way)
        act()
    expect(page.locator(".study-variations .study-move")).to_have_count(1)
    here = page.locator(".board").get_attribute("data-seq")

    open_panel(page)
    press(page, way, page.locator('[data-glyph="!?"]'))
    expect(page.locator(".study-move[aria-current] .study-glyph")).to_have_text("!?")
    page.get_by_label("Comment").fill("A gem of my colour")
    page.get_by_label("Comment").blur()
    expect(page.locator(".study-comment")).to_have_text("A gem of my colour")
    press(page, way, page.locator('[data-action="promote"]'))
    expect(page.locator(".study-variations .study-move")).to_have_count(2)
    assert faults(page) == []
    press(page, way, page.locator('[data-action="share"]'))
    address = page.locator("input[data-link]").input_value()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    file = tmp_path / "study.json"
    download.value.save_as(file)
    page.reload()
    page.wait_for_selector(f'.board.studying[data-seq="{here}"]')
    expect(moves(page)).to_have_count(4)

    reader = new_context(**screen, reduced_motion="reduce").new_page()
    reader.goto(address)
    reader.wait_for_selector(".board.studying[data-phase]")
    open_panel(reader)
    expect(moves(reader)).to_have_count(4)
    expect(reader.locator(".study-comment")).to_have_text("A gem of my colour")
    expect(reader.locator(".study-notes, [data-action=share], [data-opponent]")).to_have_count(0)
    press(reader, way, moves(reader).nth(1))
    expect(reader.locator(".board")).to_have_attribute("data-seq", here or "")
    expect(reader.locator(".board")).to_have_attribute("data-decision", "none")
    expect(reader.locator("[data-action=confirm], .hand")).to_have_count(0)
    assert faults(reader) == []

    open_panel(page)
    press(page, way, page.locator('[data-action="withdraw"]'))
    question = page.get_by_role("dialog", name="Withdraw this link?")
    expect(question).to_be_visible()
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(page.locator("input[data-link]")).to_have_value(address)
    press(page, way, page.locator('[data-action="withdraw"]'))
    press(page, way, question.get_by_role("button", name="Withdraw link"))
    expect(page.locator('[data-action="share"]')).to_be_visible()
    answer = reader.goto(address)
    assert answer and answer.status == 404
    page.goto("/studies/")
    imported(page, way, file)
    open_panel(page)
    expect(moves(page)).to_have_count(4)
    expect(page.locator(".study-comment")).to_have_text("A gem of my colour")


def imported(page: Page, way: str, file: Path) -> None:
    """Import a file, on the page of one's studies."""
    page.get_by_label("File of a study or a game").set_input_files(file)
    press(page, way, page.get_by_role("button", name="Import"))
    page.wait_for_selector(".board.studying[data-phase]")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_downloaded_is_studied_and_at_every_moment_each_seat_has_its_name(
    new_context: NewContext, live_site: LiveSite, tmp_path: Path, game: str
) -> None:
    whole = made(live_site)[f"{game} whole"]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", f"/games/{whole}/")
    page.wait_for_selector(".board[data-phase='over']")
    page.locator(".fairness summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the whole game").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    ended = sum(event["kind"] in ("action", "submission") for event in json.loads(file.read_text())["events"])
    page.goto("/studies/")
    imported(page, "keyboard", file)
    expect(moves(page)).to_have_count(1 + ended)
    board = page.locator(".board")
    for seq in range(ended + 1):
        expect(board).to_have_attribute("data-seq", str(seq))
        assert page.evaluate(CALLED_YOU) == [], f"at move {seq}"
        page.keyboard.press("ArrowRight")
    expect(board).to_have_attribute("data-phase", "over")
    expect(page.locator(".status-text")).to_contain_text(re.compile(r"Player [12]"))
    act = acting(page, game, "pointer")
    while moves(page).count() < 2 + ended:
        to_beginning(page, "pointer")
        act()
    expect(page.locator(".study-variations .study-move")).to_have_count(1)


def test_keys_lead_along_lines_and_between_variations(new_context: NewContext, live_site: LiveSite) -> None:
    game = made(live_site)[f"{TREASURES} left"]
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", "/standing/")
    begin(page, "pointer", game)
    player = Player(page, seed=3)
    while moves(page).count() < 3:
        to_beginning(page, "pointer")
        player.act_by_clicking(player.wait_for_decision())
    to_beginning(page, "pointer")
    current = page.locator(".study-move[aria-current]")
    current.focus()
    for key, seq in (("ArrowRight", "1"), ("ArrowDown", "2"), ("ArrowDown", "2"), ("ArrowUp", "1"), ("ArrowLeft", "0")):
        page.keyboard.press(key)
        expect(page.locator(".board")).to_have_attribute("data-seq", seq)
        expect(current).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".board")).to_have_attribute("data-seq", "1")
    expect(current).to_be_focused()
    page.locator('[data-action="remove"]').click()
    question = page.get_by_role("dialog", name="Delete from here on?")
    expect(question).to_contain_text("1 move is deleted for good")
    question.get_by_role("button", name="Keep the moves").click()
    expect(question).to_have_count(0)
    expect(moves(page)).to_have_count(3)
    page.locator('[data-action="remove"]').click()
    question.get_by_role("button", name="Delete").click()
    expect(moves(page)).to_have_count(2)
    expect(page.locator(".board")).to_have_attribute("data-seq", "0")
    page.get_by_role("button", name="Delete the study").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page).to_have_url(re.compile(r"/studies/$"))


def test_an_opponent_answers_and_a_running_game_has_none(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", f"/studies/new/?game={made(live_site)[f'{TREASURES} running']}")
    expect(page.get_by_label("The other seats are played by")).to_have_count(0)
    page.get_by_role("button", name="Begin the study").click()
    page.wait_for_selector(".board.studying[data-phase]")
    expect(page.locator(".study-by-hand")).to_be_visible()
    expect(page.locator("[data-opponent], [data-action=share], .hint-button")).to_have_count(0)
    page.goto(f"/studies/new/?game={made(live_site)[f'{TREASURES} left']}")
    page.get_by_label("The other seats are played by").select_option("greedy")
    page.get_by_role("button", name="Begin the study").click()
    page.wait_for_selector(".board.studying[data-phase]")
    expect(page.locator(".chip.you .name")).to_have_text("You")
    player = Player(page, seed=5)
    for _ in range(4):
        player.act_by_clicking(player.wait_for_decision())
    expect(page.locator('.board[data-thinking="false"]')).to_have_count(1)
    assert moves(page).count() > 5


def test_an_answer_leaves_a_comment_alone(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", f"/studies/new/?game={made(live_site)[f'{TREASURES} left']}")
    page.get_by_label("The other seats are played by").select_option("greedy")
    waiting: list[Route] = []
    page.route(re.compile("/opponent$"), functools.partial(waiting.append))
    page.get_by_role("button", name="Begin the study").click()
    page.wait_for_selector(".board.studying[data-phase]")
    player, thinks = Player(page, seed=5), page.locator('.board[data-thinking="true"]')
    while thinks.count() == 0:
        decision, seq = player.wait_for_decision(), str(player.seq())
        getattr(player, f"click_{decision}")()
        expect(player.board).not_to_have_attribute("data-seq", seq)
    known = moves(page).count()
    page.get_by_label("Comment").press_sequentially("Is this")
    waiting[0].continue_()
    expect(page.locator('.board[data-thinking="false"]')).to_have_count(1)
    assert moves(page).count() > known
    page.get_by_label("Comment").press_sequentially(" good?")
    page.get_by_label("Comment").blur()
    expect(page.locator(".study-comment")).to_have_text("Is this good?")


def test_a_refused_comment_is_not_said_to_be_saved(new_context: NewContext, live_site: LiveSite) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    left = made(live_site)[f"{TREASURES} left"]
    signed_in(page, "Ida Study", "/standing/")
    begin(page, "pointer", left)
    comment, said = page.get_by_label("Comment"), page.locator("body > [aria-live]")
    comment.fill("You fuck")
    comment.blur()
    expect(page.locator(".problem")).to_have_text("This text contains a word that is not allowed here.")
    expect(said).not_to_contain_text("Saved.")
    expect(comment).to_have_value("You fuck")
    comment.fill("You took gold")
    comment.blur()
    expect(said).to_contain_text("Saved.")
    expect(page.locator(".problem")).to_have_count(0)


def test_an_opponent_who_was_refused_is_asked_again_at_the_same_move(
    new_context: NewContext, live_site: LiveSite
) -> None:
    page = new_context(viewport=DESK, reduced_motion="reduce").new_page()
    signed_in(page, "Ida Study", f"/studies/new/?game={made(live_site)[f'{TREASURES} left']}")
    page.get_by_label("The other seats are played by").select_option("greedy")
    page.get_by_role("button", name="Begin the study").click()
    page.wait_for_selector(".board.studying[data-phase]")
    page.route(re.compile("/opponent$"), refuse)
    player, trouble = Player(page, seed=5), page.locator(".problem")
    while trouble.count() == 0:
        player.act_by_clicking(player.wait_for_decision())
    expect(trouble).to_have_text("Opponents are thinking in other studies of yours. Try again in a moment.")
    page.unroute(re.compile("/opponent$"))
    known = moves(page).count()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(moves(page).nth(known)).to_be_attached()
    expect(trouble).to_have_count(0)


def refuse(route: Route) -> None:
    """Answer as if opponents thought in other studies."""
    detail = "Opponents are thinking in other studies of yours. Try again in a moment."
    route.fulfill(status=429, json={"code": "throttled", "detail": detail})
