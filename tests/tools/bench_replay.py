"""How soon a replay shows any moment of a long game: `make bench-replay` prints JSON lines. Needs Chromium.

Method: an embedded site of the run's own, and on it finished games of each kind with four seats and about 400 and 700
events (`--events`): random moves, of which enough are taken back, or submissions replaced. A visitor opens the replay
of each in Chromium on a desk's screen and goes to 40 moments: by the scrubber, by the address (`#seq`), by Home and by
End. The clock runs in the page, from the request until the frame with the last change has been painted (`shown`);
`processor` is the time in which the page's thread has run meanwhile. `opened` is the first moment, for which the whole
past is loaded; `page_of_steps` is the server's answer to each page of it, as a client on the same machine sees it, for
the first reader of a game and for the next one.

Times follow what else the computer does, processor times hardly: the first line says how busy it was.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests import servers
from tests.live import LiveSite, new_site

EVENTS, MOMENTS, SEATS = (400, 700), 40, 4
DESK: ViewportSize = {"width": 1280, "height": 800}
NEAR, TRIES = 0.05, 30
"""How far a game may be from the wanted number of events, and how many are played at most to find those of a kind."""
WAYS = ("scrubber", "address", "Home", "End")

GO = """([how, value]) => new Promise((done) => {
  const board = () => document.querySelector(".board");
  const now = () => [board()?.dataset.seq, board()?.dataset.replay].join(" ");
  const before = now();
  let [changed, shown] = [performance.now(), null];
  const watching = new MutationObserver(() => {
    changed = performance.now();
    if (now() !== before)
      requestAnimationFrame(() => setTimeout(() => { shown = performance.now() - began; }));
  });
  watching.observe(document.getElementById("board"),
    {attributes: true, characterData: true, childList: true, subtree: true});
  const began = performance.now();
  if (how === "scrubber") {
    const slider = document.querySelector(".replay-scrubber input");
    slider.value = value;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
  } else if (how === "address") location.hash = value;
  else if (how === "open") document.querySelector("[data-replay=first]").click();
  else document.body.dispatchEvent(new KeyboardEvent("keydown", {key: how, bubbles: true}));
  const quiet = setInterval(() => {
    if (performance.now() - changed < (shown === null ? 10_000 : 400)) return;
    clearInterval(quiet);
    watching.disconnect();
    done(shown);
  }, 100);
})"""


def make(wanted: list[int]) -> None:
    """Play the games in the site's process, and print their ids as JSON: for each key those of the wanted lengths."""
    from engine import registry

    print(json.dumps({rules.key: _games(rules.key, wanted) for rules in registry.games()}))


def _games(key: str, wanted: list[int]) -> list[str]:
    """Return the id of a game with about so many events, for each number of them.

    Events grow with the odds that a decision is made again, so each game is played at odds nearer to those wanted.
    """
    played: list[tuple[int, float, str]] = []
    found = []
    for events in wanted:
        while not (near := min(played, key=lambda one: abs(one[0] - events), default=None)) or (
            abs(near[0] - events) > NEAR * events
        ):
            if len(played) == TRIES:
                raise ValueError(f"no game of {key} has about {events} events")
            played.append(_game(key, near[1] * events / near[0] if near else 1.0))
        found.append(near[2])
    return found


def _game(key: str, odds: float) -> tuple[int, float, str]:
    """Play a game in which decisions are made again at these odds; return its events, the odds and its id."""
    from games.seating.services.open_table import open_table
    from games.seating.services.sit_down import sit_down
    from tests.games import play

    host, *others = (play.person() for _ in range(SEATS))
    game = open_table(host, key, {"seats": SEATS})
    for one in others:
        sit_down(one, game.public_id)
    return 1 + _play(game, odds / (1 + odds)), odds, str(game.public_id)


def _play(game: Any, again: float) -> int:
    """Play a game to its end, making decisions again so often; return the seq of its last event."""
    from games.record.services.submit_action import submit_action
    from games.record.services.take_back import take_back
    from tests.games import play

    rng = Random(1)
    while not (at := play.position(game)).over:
        if at.undo_seat is not None and at.can_take_back(at.undo_seat) and rng.random() < again:
            take_back(game.public_id, at.undo_seat, at.seq)
            continue
        seat = rng.choice(at.to_move)
        submit_action(game.public_id, seat, at.seq, play.random_action(at, seat, rng))
        for _ in range(10):
            at = play.position(game)
            sent = at.rules.submissions(at.state)
            if sent is None or sent[seat] is None or rng.random() >= again:
                break
            if next(iter(at.rules.legal_actions(at.state, seat)), None) is None:
                break
            submit_action(game.public_id, seat, at.seq, play.random_action(at, seat, rng))
    return int(at.seq)


def pages_of_steps(site: LiveSite, game: str) -> Iterator[float]:
    """Yield the time (ms) of each page of a game's steps."""
    address: str | None = f"{site.url}/api/v1/games/{game}/steps"
    while address is not None:
        began = time.perf_counter()
        with urllib.request.urlopen(address) as answer:
            page = json.load(answer)
        yield 1000 * (time.perf_counter() - began)
        address = page["next"]


Times = list[tuple[float, float]]
"""Of each moment the time until it was painted, and the processor time of the page (ms)."""


class Replay:
    """A replay on a page that shows a finished game."""

    def __init__(self, page: Page, slower: float) -> None:
        self.page = page
        self.cdp = page.context.new_cdp_session(page)
        self.cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": slower})

    def go(self, how: str, value: str | None = None) -> tuple[float, float] | None:
        """Go to a moment; return its times, or None if it was there already."""
        before = self._processor_ms()
        shown = self.page.evaluate(GO, [how, value])
        return None if shown is None else (shown, self._processor_ms() - before)

    def moments(self, rng: Random) -> dict[str, Times]:
        """Go to moments in turns; return their times by the way in which each was reached."""
        seq, last = self.seq, int(self.page.locator(".replay-scrubber input").get_attribute("max") or 0)
        found: dict[str, Times] = defaultdict(list)
        for number in range(MOMENTS):
            way = WAYS[number % len(WAYS)]
            value = {"scrubber": str(rng.randrange(1, last)), "address": f"#{rng.randrange(1, seq)}"}.get(way)
            if times := self.go(way, value):
                found[way].append(times)
        return found

    @property
    def seq(self) -> int:
        """The last event that the board shows."""
        return int(self.page.locator(".board").get_attribute("data-seq") or 0)

    def _processor_ms(self) -> float:
        metrics = self.cdp.send("Performance.getMetrics")["metrics"]
        return next(1000 * float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def figures(times: Times) -> dict[str, Any]:
    """Return the median and the greatest of both times (ms)."""
    made: dict[str, Any] = {"moments": len(times)}
    for name, all_of_it in zip(("shown", "processor"), zip(*times, strict=True), strict=True):
        made |= {f"{name}_ms": round(statistics.median(all_of_it)), f"{name}_most_ms": round(max(all_of_it))}
    return made


def measured(page: Page, site: LiveSite, key: str, game: str, slower: float) -> Iterator[dict[str, Any]]:
    """Yield the lines of one game."""
    first, second = ([round(ms, 1) for ms in pages_of_steps(site, game)] for _ in range(2))
    page.goto(f"/games/{game}/")
    page.wait_for_selector(".board-dialog.result")
    page.keyboard.press("Escape")
    page.wait_for_selector(".board-dialog.result", state="detached")
    replay = Replay(page, slower)
    events, opened, back = 1 + replay.seq, replay.go("open"), replay.go("End")
    assert opened and back, f"the replay of {game} did not open"
    of = {"game": key, "events": events}
    yield {**of, "page_of_steps_ms": first, "again_ms": second}
    yield {**of, "opened_ms": round(opened[0]), "opened_processor_ms": round(opened[1])}
    found = replay.moments(Random(2))
    for way, times in found.items():
        yield {**of, "way": way, **figures(times)}
    yield {**of, "way": "all", **figures([one for times in found.values() for one in times])}


def main() -> None:
    """Print a line for the computer, and some for each game."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.bench_replay", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--events", type=int, nargs="+", default=EVENTS, help="how many events the games have, about")
    parser.add_argument("--slower", type=float, default=1, help="how many times slower the processor is")
    options = parser.parse_args()
    own = servers.begin_run()
    try:
        with ExitStack() as stack:
            site = new_site(Path(stack.enter_context(tempfile.TemporaryDirectory())) / "var")
            script = f"from tests.tools.bench_replay import make; make({list(options.events)})"
            games = [(key, game) for key, ids in json.loads(site.run(script)).items() for game in ids]
            stack.callback(site.kill)
            site.start()
            playwright = stack.enter_context(sync_playwright())
            browser = playwright.chromium.launch(executable_path=servers.chromium_binary(), args=["--no-sandbox"])
            load, processors = os.getloadavg()[0], os.cpu_count()
            print(json.dumps({"chromium": browser.version, "load": round(load, 1), "processors": processors}))
            for key, game in games:
                page = browser.new_context(base_url=site.url, locale="en-GB", viewport=DESK).new_page()
                for line in measured(page, site, key, game, options.slower):
                    print(json.dumps(line), flush=True)
                page.context.close()
            print(json.dumps({"load": round(os.getloadavg()[0], 1)}))
            browser.close()
    finally:
        if own:
            servers.end_run()


if __name__ == "__main__":
    main()
