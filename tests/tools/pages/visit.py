"""One visit to a page: what Chromium says about how long it took, and what went over the network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page, ViewportSize

SCREEN: ViewportSize = {"width": 360, "height": 640}
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""Latency in ms, throughput in bytes a second."""
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
SLOWER = 4
"""How many times slower the processor is."""
QUIET_MS = 1500
"""Time without a request or a long task after which a page counts as loaded."""

WATCH = """
(() => {
  const seen = { usable: null, lcp: 0, tasks: [], events: [] };
  Object.defineProperty(window, "measured", { value: seen });
  const each = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true, ...more });
  each("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  each("longtask", (entry) => { seen.tasks.push([entry.startTime, entry.duration]); });
  each("event", (entry) => { if (entry.interactionId) seen.events.push(entry.duration); }, { durationThreshold: 16 });
  const there = () => {
    if (seen.usable !== null || !document.querySelector(SELECTOR)) return;
    watching.disconnect();
    seen.usable = -1;
    requestAnimationFrame(() => setTimeout(() => { seen.usable = performance.now(); }));
  };
  const watching = new MutationObserver(there);
  watching.observe(document, { childList: true, subtree: true });
})();
"""


WATCH_BOARD = """
() => {
  const seen = Object.assign(measured, { events: [], tapped: null, changed: null, settled: null });
  addEventListener("pointerdown", (event) => { seen.tapped = event.timeStamp; }, { capture: true, once: true });
  new MutationObserver((changes) => {
    const clock = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest("[data-clock]");
    if (seen.tapped === null || changes.every(clock)) return;
    seen.changed ??= performance.now() - seen.tapped;
    requestAnimationFrame(() => setTimeout(() => { seen.settled = performance.now() - seen.tapped; }));
  }).observe(document.getElementById("board"), {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
}
"""
"""From the next tap on, note when the board begins to change, and when its last change has been painted (ms)."""


@dataclass(frozen=True)
class Visit:
    """Times in ms. `answer_ms` and `settled_ms` are None on a page where nothing was tapped."""

    usable_ms: float
    lcp_ms: float
    task_ms: float
    kilobytes: float
    requests: int
    answer_ms: float | None = None
    settled_ms: float | None = None


class Wire:
    """Count what the network carries for a page."""

    def __init__(self, cdp: CDPSession) -> None:
        self.bytes, self.addresses = 0.0, dict[str, str]()
        self.carried: list[tuple[str, float]] = []
        cdp.on("Network.requestWillBeSent", self._sent)
        cdp.on("Network.loadingFinished", self._finished)

    def begin(self) -> None:
        """Forget what was counted."""
        self.carried = []

    def _sent(self, event: dict[str, Any]) -> None:
        self.addresses[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        size = event["encodedDataLength"]
        if size > 0:
            self.carried.append((self.addresses.get(event["requestId"], "?"), size))


class Phone:
    """A page in a browser context, whose visits are measured."""

    def __init__(self, page: Page, shown: str) -> None:
        """`shown` selects what the page is visited for."""
        self.page = page
        self.cdp = page.context.new_cdp_session(page)
        self.wire = Wire(self.cdp)
        self.cdp.send("Network.enable")
        page.add_init_script(WATCH.replace("SELECTOR", repr(shown)))

    def visit(self, address: str, tapped: str | None = None) -> Visit:
        """Visit an address, and tap what `tapped` selects if given."""
        self.page.goto("about:blank")
        self.cdp.send("Network.emulateNetworkConditions", SLOW_4G)
        self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.wire.begin()
        self.page.goto(address, wait_until="commit")
        self.page.wait_for_function("() => measured.usable > 0", timeout=60_000)
        self._settle()
        seen = self.page.evaluate("() => measured")
        carried = list(self.wire.carried)
        answer, settled = (None, None) if tapped is None else self._answer(tapped)
        self.cdp.send("Network.emulateNetworkConditions", FAST)
        self.cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        return Visit(
            usable_ms=seen["usable"],
            lcp_ms=seen["lcp"],
            task_ms=max((duration for _, duration in seen["tasks"]), default=0.0),
            kilobytes=sum(size for _, size in carried) / 1000,
            requests=len(carried),
            answer_ms=answer,
            settled_ms=settled,
        )

    def _pause(self) -> None:
        self.page.evaluate("(ms) => new Promise((done) => setTimeout(done, ms))", QUIET_MS)

    def _settle(self) -> None:
        """Wait until the page has neither asked for anything nor been busy for a while."""
        known = None
        while known != (known := (len(self.wire.carried), self.page.evaluate("() => measured.tasks.length"))):
            self._pause()

    def _answer(self, tapped: str) -> tuple[float, float]:
        """Tap what is selected first; return the time until the page answered, and until the board had changed (ms).

        The tap goes to a place on the screen: Playwright's own search for what is there would be measured, too.
        """
        target = self.page.locator(tapped).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None, tapped
        self._pause()
        self.page.evaluate(WATCH_BOARD)
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._pause()
        seen = self.page.evaluate("() => measured")
        assert seen["changed"] is not None, f"a tap on {tapped} has changed nothing"
        painted = max(seen["events"], default=16.0)
        return painted if seen["changed"] <= painted else seen["settled"], seen["settled"]
