"""Measure pages, and print a table."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests import servers
from tests.live import new_site
from tests.tools.pages.visit import SCREEN, Phone, Visit
from tests.tools.pictures import GAMES_IN_PLAY, PASSWORD

BOARD = "#board .board[data-seq]"
CHOICE = "#board .stage-of-play :is(button, [role=button], [data-stop]):not(:disabled, [aria-disabled=true]):visible"


@dataclass(frozen=True)
class Subject:
    """A page that is measured: `shown` selects what it is visited for, `tapped` what can be chosen on it."""

    name: str
    address: str
    shown: str
    tapped: str | None = None
    player: str | None = "Ada"


def subjects(games: dict[str, str]) -> list[Subject]:
    """The home page of a visitor and of a player, and a table of each game where it is the player's turn."""
    tables = [Subject(key, f"/games/{public_id}/", BOARD, CHOICE) for key, public_id in sorted(games.items())]
    return [Subject("home, visitor", "/", "footer", player=None), Subject("home", "/", "footer"), *tables]


def signed_in(browser: Browser, url: str, player: str) -> list[object]:
    """Return the cookies of a player who has signed in."""
    context = browser.new_context(base_url=url)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", player)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit], main form .button.primary")
    page.wait_for_url("**/")
    cookies = context.cookies()
    context.close()
    return list(cookies)


def measured(
    new_context: Callable[[Subject], BrowserContext], subject: Subject
) -> tuple[Visit, Visit, list[tuple[str, float]]]:
    """Return a cold and a warm visit, and what the cold one loaded with its bytes."""
    context = new_context(subject)
    phone = Phone(context.new_page(), subject.shown)
    cold = phone.visit(subject.address)
    loaded = list(phone.wire.carried)
    warm = phone.visit(subject.address, subject.tapped)
    context.close()
    return cold, warm, loaded


def row(name: str, runs: list[tuple[Visit, Visit]]) -> str:
    """Return a page's line of the table, the medians of its runs."""

    def middle(take: Callable[[Visit], float], which: int) -> float:
        return statistics.median(take(run[which]) for run in runs)

    def both(take: Callable[[Visit], float], form: str) -> str:
        return f"{middle(take, 0):{form}} / {middle(take, 1):{form}}"

    def warm(times: list[float | None]) -> str:
        known = [time for time in times if time is not None]
        return f"{statistics.median(known):.0f}" if known else "–"

    cells = [
        name,
        both(lambda visit: visit.usable_ms / 1000, ".2f"),
        both(lambda visit: visit.lcp_ms / 1000, ".2f"),
        both(lambda visit: visit.task_ms, ".0f"),
        both(lambda visit: visit.kilobytes, ".0f"),
        both(lambda visit: visit.requests, ".0f"),
        warm([visit.answer_ms for _, visit in runs]),
        warm([visit.settled_ms for _, visit in runs]),
    ]
    return f"| {' | '.join(cells)} |"


HEAD = """| page, cold / warm | usable, s | LCP, s | longest task, ms | kB | requests | answer, ms | settled, ms |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def lines(browser: Browser, url: str, wanted: list[Subject], runs: int, verbose: bool) -> Iterator[str]:
    """Measure each page `runs` times in turns, and return the lines of the table."""
    cookies = {player: signed_in(browser, url, player) for player in {one.player for one in wanted} if player}

    def new_context(subject: Subject) -> BrowserContext:
        context = browser.new_context(
            base_url=url, locale="en-GB", viewport=SCREEN, device_scale_factor=2, is_mobile=True, has_touch=True
        )
        if subject.player:
            context.add_cookies(cookies[subject.player])  # type: ignore[arg-type]
        return context

    taken: dict[str, list[tuple[Visit, Visit]]] = {one.name: [] for one in wanted}
    for run in range(runs):
        for subject in wanted:
            cold, warm, loaded = measured(new_context, subject)
            taken[subject.name].append((cold, warm))
            if verbose and run == 0:
                yield from (f"  {size:8,.0f}  {address.removeprefix(url)}" for address, size in loaded)
    yield HEAD
    yield from (row(name, visits) for name, visits in taken.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.pages", description="Measure how fast pages are.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--site", default="", metavar="URL", help="a sample site that runs, with --games")
    parser.add_argument("--games", default="", help="JSON of its games: key → public id")
    parser.add_argument("--verbose", action="store_true", help="list what a cold visit loads")
    options = parser.parse_args()
    own = servers.begin_run()
    try:
        with ExitStack() as stack:
            url, games = options.site, json.loads(options.games or "{}")
            if not url:
                site = new_site(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "var")
                site.manage("make_sample_site", "--seed", str(options.seed), "--password", PASSWORD)
                games = json.loads(site.run(GAMES_IN_PLAY))
                stack.callback(site.kill)
                site.start()
                url = site.url
            playwright = stack.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=servers.chromium_binary(), args=["--no-sandbox"])
            print(f"Chromium {browser.version}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            wanted = [one for one in subjects(games) if options.only in one.name]
            for line in lines(browser, url, wanted, options.runs, options.verbose):
                print(line, flush=True)
            browser.close()
    finally:
        if own:
            servers.end_run()


if __name__ == "__main__":
    main()
