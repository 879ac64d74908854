"""States of pages worth a look, for each kind of reader: `reached(page, place)` yields their names one after the other.

A state is an address, or what a click opens on the page before it. `places(site)` makes what they need, once on a site.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator

from playwright.sync_api import Page

from tests.browser.layout import WHOLE_BOARD
from tests.browser.scenes import made, signed_in
from tests.live import LiveSite
from tests.people import PASSWORD

TRIALS = {"forgotten-treasures": "costs", "pyramido": "mark", "silver-gold-pyramids": "where-to-mark"}
"""Of each game something to try beside its rules."""

Places = dict[str, str]
States = Callable[[Page, Places], Iterator[str]]


@functools.cache
def places(site: LiveSite) -> Places:
    """Return the addresses of what the states show, beside the scenes."""
    script = f"from tests.browser.page_states import make; make({made(site)!r})"
    return dict(json.loads(site.run(script).splitlines()[-1]))


def make(scenes: dict[str, str]) -> None:
    """Make it, running on the site, and print the addresses as JSON: what waits for Ada of the scenes or concerns her,
    and for a moderator, Judy.
    """
    from random import Random

    from accounts.access import tokens
    from accounts.models import User
    from accounts.users import blocks
    from engine.newtypes import FIRST, SeatNumber
    from games.chat.services.say import say
    from games.matchmaking.services.seek import seek
    from games.matchmaking.services.withdraw_seek import withdraw_seek
    from games.models import Game, Report
    from games.moderation.selectors import roles
    from games.moderation.services import claim_report, report
    from games.moderation.services.appeal import appeal
    from games.moderation.services.decide import decide
    from games.moderation.services.give_role import give
    from games.search.selectors.filters import Filters
    from games.search.services.save_filters import save_filters
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from games.study.selectors import MoveNumber, beginning_of
    from games.study.services.begin_study import begin_study
    from games.study.services.change_study import note_move
    from games.study.services.play_move import play_move
    from games.study.services.share_study import share_study
    from games.time.clocks import DAY_MS, SECOND_MS, PerMove
    from games.time.terms import Terms
    from pyramido_site.infrastructure.public_ids import PublicId
    from tests.games.play import person, random_action

    ada, ben = (User.objects.get(display_name=f"{name} Scene") for name in ("Ada", "Ben"))
    cleo, judy = (User.objects.create_user(f"{name} Scene", password=PASSWORD) for name in ("Cleo", "Judy"))
    give(judy, roles.SENIOR)
    days = Terms(PerMove(3 * DAY_MS // SECOND_MS))
    late = open_table(person("Dora Scene"), "pyramido", {"seats": 2}, agreed=days, watch_delay=10)
    sit_down(person("Emil Scene"), late.public_id)
    listed = open_table(ada, "pyramido", {"seats": 3}, agreed=days)
    private = open_table(ada, "pyramido", {"seats": 2}, agreed=days, listed=False, invited=(cleo,))
    open_table(cleo, "pyramido", {"seats": 2}, agreed=days, listed=False, invited=(ada,))
    waits = seek(ada, "pyramido", {"seats": 2}, days)
    seek(ada, "silver-gold-pyramids", {"seats": 2}, days, keep=2)
    ended = seek(ada, "forgotten-treasures", {"seats": 2}, days)
    withdraw_seek(ada, ended.public_id)
    gold = PublicId(scenes["gold"])
    say(ben, gold, "players", "Well played.")
    rude = say(ada, gold, "players", "You play like a rock.")
    report.report_line(ben, gold, rude["id"], "insult")
    name = report.file(ben, Report.Kind.NAME, Report.About.PROFILE, reported=cleo, text="Is this a joke?")
    claim_report.claim(judy, name.public_id)
    warned = decide(judy, "warning", cleo, "Links to other sites in the chat")
    appeal(cleo, warned.public_id, "It was a link to the rules.")
    study = begin_study(ada, PublicId(scenes["ended"]), FIRST, title="The first domino")
    mover = SeatNumber(beginning_of(study).to_move[0])
    for rng in (Random(1), Random(2)):
        play_move(ada, study.public_id, MoveNumber(0), mover, random_action(beginning_of(study), mover, rng))
    note_move(ada, study.public_id, MoveNumber(1), comment="The other one fits better.", glyph="?!")
    shared = share_study(ada, study.public_id)
    theirs = share_study(ben, begin_study(ben, PublicId(scenes["ended"]), FIRST, title="Another way").public_id)
    insults = report.file(ben, Report.Kind.HARASSMENT, Report.About.STUDY, link=str(shared.link), text="It insults me.")
    claim_report.claim(judy, insults.public_id)
    save_filters(ada, "Long games that I won", Filters(mine=True, result="won", days_from=7))
    blocks.block(ada, cleo)
    tokens.make(ada, "A program", ["games:read"], None)
    about = {
        "late": f"/games/{late.public_id}/",
        "listed": f"/games/{listed.public_id}/",
        "private": f"/games/{private.public_id}/",
        "invitation": f"/invite/{Game.objects.get(pk=private.pk).link}/",
        "seek": f"/pairing/seeks/{waits.public_id}/",
        "ended seek": f"/pairing/seeks/{ended.public_id}/",
        "study": f"/studies/{study.public_id}/",
        "shared study": f"/studies/shared/{shared.link}/",
        "study of another": f"/studies/shared/{theirs.link}/",
        "pool": f"/pairing/pools/{waits.pool.public_id}/",
        "ada": f"/players/{ada.public_id}/",
        "ben": f"/players/{ben.public_id}/",
        "reported": f"/desk/reports/{name.public_id}/",
        "reported study": f"/desk/reports/{insults.public_id}/",
        "cleo": f"/desk/players/{cleo.public_id}/",
        **{game: f"/games/{public_id}/" for game, public_id in scenes.items()},
    }
    print(json.dumps(about))


def visitor(page: Page, at: Places) -> Iterator[str]:
    yield from _visited(page, "/", "/games/", "/games/?game=pyramido", "/pairing/", "/games/new/", "/leaderboards/")
    yield from _visited(
        page, "/games/search/", "/games/search/?moves_from=1&game=pyramido", "/games/search/?points_from=999"
    )
    yield from _visited(page, "/leaderboards/pyramido/live/", "/data/", at["ada"])
    page.goto("/games/watch/")
    page.wait_for_selector(".small-board .other")
    yield "/games/watch/"
    page.goto(at["late"])
    page.wait_for_selector("[data-banner=late]")
    yield "a game that is seen late"
    page.goto(at["shared study"])
    page.wait_for_selector(".board.studying[data-phase]")
    yield "a shared study"
    page.goto("/api/")
    page.wait_for_selector("#reference h3")
    yield "/api/"
    yield from _visited(page, "/api/errors/", "/api/errors/too_many_replacements")
    yield from _visited(page, at["listed"], at["private"], at["invitation"], "/nothing/here/")


def reader(page: Page, at: Places) -> Iterator[str]:
    yield from _visited(page, "/rules/", "/rules/exact/", "/rules/pyramido/", "/rules/forgotten-treasures/")
    yield from _visited(page, "/rules/?q=domino", "/rules/?q=zzz")
    for game, trial in TRIALS.items():
        page.goto(f"/rules/{game}/try/{trial}/")
        page.wait_for_selector(".board[data-phase]")
        yield f"a small board of {game}"
    yield from _visited(page, "/rules/silver-gold-pyramids/", "/terms/", "/privacy/", "/accounts/password/reset/")
    yield from _visited(page, "/accounts/signup/")
    page.fill("[name=username]", "Ada Scene")
    page.fill("[name=password1]", "short")
    page.locator("main form .button.primary").click()
    page.wait_for_selector("[aria-invalid=true]")
    yield "refused sign-up"
    page.goto("/accounts/login/")
    page.fill("[name=login]", "Ada Scene")
    page.fill("[name=password]", "wrong")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert], .errorlist, .notice.error")
    yield "refused sign-in"


def player(page: Page, at: Places) -> Iterator[str]:
    signed_in(page, "Ada Scene", "/")
    yield "/"
    for menu in page.locator(".site-header summary:visible").all():
        menu.click()
        yield "an open menu"
    yield from _visited(page, "/games/search/?whose=mine&players=Ben+Scene&moves_from=9&moves_to=8")
    yield from _visited(page, "/games/search/?whose=mine&players=Ben+Scene&points_from=1")
    yield from _visited(page, "/games/mine/", "/notifications/", at["ada"], at["ben"], f"{at['ben']}report/")
    yield from _visited(page, "/pairing/", at["seek"], at["ended seek"], at["pool"], "/games/new/?game=pyramido")
    new = [f"/studies/new/?game={at[name].split('/')[2]}" for name in ("placing", "ended")]
    yield from _visited(page, "/studies/", *new, f"{at['study of another']}report/")
    page.goto(at["study of another"])
    page.wait_for_selector(".board.studying [data-report]")
    yield "a study of another player"
    page.goto(at["study"])
    page.wait_for_selector(".board.studying[data-phase]")
    yield "a study"
    page.locator(".study-move").nth(1).click()
    page.wait_for_selector(".board[data-seq='1']")
    yield "a move of a study"
    yield from _visited(page, at["listed"], at["private"], "/vacation/", "/reports/", "/standing/", "/bot/")


def settings(page: Page, at: Places) -> Iterator[str]:
    signed_in(page, "Ada Scene", "/accounts/settings/")
    yield "/accounts/settings/"
    tabs = ("notifications/", "notifications/fine-tune/", "account/", "privacy/", "developers/", "access/")
    yield from _visited(page, *(f"/accounts/settings/{tab}" for tab in tabs))
    more = ("password/change/", "email/", "sessions/", "factors/", "settings/access/token/")
    yield from _visited(page, *(f"/accounts/{address}" for address in more))
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("[name=name]")
    yield "a new token"
    page.fill("[name=name]", "A program")
    page.keyboard.press("Enter")
    page.wait_for_selector("main code")
    yield "its secret"
    yield from _visited(page, "/accounts/settings/access/application/", "/account/delete/", "/accounts/factors/app/")


def moderator(page: Page, at: Places) -> Iterator[str]:
    signed_in(page, "Judy Scene", "/desk/")
    yield "/desk/"
    unclaimed = page.locator("main a[href^='/desk/reports/']").first.get_attribute("href")
    assert unclaimed and unclaimed not in (at["reported"], at["reported study"])
    desk = ("signals/", "log/", "appeals/", "players/", "players/?q=a")
    yield from _visited(
        page, *(f"/desk/{address}" for address in desk), unclaimed, at["reported"], at["reported study"]
    )
    yield from _visited(page, at["cleo"])
    page.eval_on_selector_all(
        "main details", "all => all.forEach(one => { one.removeAttribute('name'); one.open = true; })"
    )
    yield "all that can be done about a player"


def treasures(page: Page, at: Places) -> Iterator[str]:
    yield from _boards(page, at, "placing", "live")
    page.locator("[data-action=look-back]").click()
    page.wait_for_selector(".board[data-replay]")
    yield "the past of a running game"
    page.keyboard.press("Escape")
    page.wait_for_selector(".board:not([data-replay])")
    page.locator(".leave a[data-report]").click()
    page.wait_for_selector(".report-dialog")
    yield "a report"
    yield from _result(page, at, "ended")


def architects(page: Page, at: Places) -> Iterator[str]:
    yield from _boards(page, at, "ring", "spare")
    for tab in page.locator(".talk-tab").all():
        tab.click()
        yield f"{tab.get_attribute('id')}"
    page.locator(".leave button").last.click()
    page.wait_for_selector("[role=dialog], dialog[open]")
    yield "whether to resign"


def explorers(page: Page, at: Places) -> Iterator[str]:
    yield from _boards(page, at)
    yield from _result(page, at, "gold")


def learner(page: Page, at: Places) -> Iterator[str]:
    yield from _visited(page, *(f"/learn/{game}/" for game in TRIALS))
    for game in TRIALS:
        page.goto(f"/learn/{game}/basics/")
        page.wait_for_selector(".board[data-step]")
        yield f"the first step of {game}"
    page.goto("/learn/pyramido/mino/")
    for step in (1, 2):
        for action in ("show", "confirm"):
            page.locator(f"[data-action={action}]").click()
        page.wait_for_selector(f'.board[data-step="{step}"][data-sending=nothing]')
    page.wait_for_selector(".board[data-over=true]")
    yield "the end of a lesson"
    page.goto("/learn/forgotten-treasures/basics/")
    page.locator("[data-anchor^=gem-1-]:enabled").first.click()
    page.locator("[data-action=confirm]").click()
    page.wait_for_selector(".status.refused")
    yield "a refusal"


READERS = (visitor, reader, learner, player, settings, moderator, treasures, architects, explorers)
STATES: dict[str, States] = {state.__name__: state for state in READERS}


def _visited(page: Page, *addresses: str) -> Iterator[str]:
    for address in addresses:
        page.goto(address)
        yield address


def _boards(page: Page, at: Places, *names: str) -> Iterator[str]:
    signed_in(page, "Ada Scene", "/standing/")
    for name in names:
        page.goto(at[name])
        page.wait_for_selector(WHOLE_BOARD)
        yield name


def _result(page: Page, at: Places, name: str) -> Iterator[str]:
    page.goto(at[name])
    page.wait_for_selector(".board-dialog.result")
    yield f"{name}: the result"
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-dialog.result", state="detached")
    yield name
    page.locator("[data-replay=back]").click()
    page.wait_for_selector(".board[data-replay]")
    page.locator(".points-over-time summary").click()
    yield f"{name}: its past"
