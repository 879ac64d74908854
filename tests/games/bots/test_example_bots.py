"""The bots of docs/examples, as programs of their own, many at once, on the real server."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from docs.examples.bot import JSON, Bot
from engine.export import read, rebuild
from tests.live import ROOT, LiveSite, new_site
from tests.servers import free_port, wait_until
from tests.site.infrastructure.patching import apply
from tests.tools.bot_run import new_bots, play

pytestmark = pytest.mark.slow(30)
one_of_two = pytest.mark.sampled(one_of=2, of="games of the example bots")

TIMEOUT_S = 240


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    made = new_site(tmp_path_factory.mktemp("bots") / "var", LOOPBACK_WEBHOOKS="1")
    made.start()
    yield made
    made.stop()
    made.end()


def test_bots_lose_no_action_and_double_none(site: LiveSite) -> None:
    """The short form of `make bots`: a game of each kind."""
    with site.explaining():
        figures = asyncio.run(play(site.url, new_bots(site, 3), games=3, seed=7, seconds=TIMEOUT_S))
    assert figures["faults"] == [] and figures["games"] == 3
    assert figures["cut streams"] > 0 and figures.get("lost answers", 0) + figures.get("sent twice", 0) > 0


@one_of_two
def test_the_examples_play_one_another(site: LiveSite, tmp_path: Path) -> None:
    """One uses streams; the other is called by the server."""
    port = free_port()
    (_, caller), (asked_id, asked) = new_bots(site, 2)
    http = httpx.Client(base_url=f"{site.url}/api/v1", headers={"Authorization": f"Bearer {caller}"})
    programs = [
        program("bot.py", caller, site.url, log=tmp_path / "bot"),
        program("webhook_bot.py", asked, site.url, f"http://127.0.0.1:{port}/", str(port), log=tmp_path / "webhook"),
    ]
    try:
        theirs = {"Authorization": f"Bearer {asked}"}
        wait_until(lambda: http.get("/bot/hook", headers=theirs).status_code == 200, TIMEOUT_S, "the address")
        body = {"game": "silver-gold-pyramids", "options": {"seats": 2}, "invited": [asked_id]}
        table: dict[str, Any] = http.post("/games", json=body).json()
        assert table["status"] == "running"
        path = f"/games/{table['id']}"
        wait_until(lambda: http.get(path).json()["status"] == "finished", TIMEOUT_S, "the end of the game")
        assert rebuild(read(http.get(f"{path}/export").content)).over
        assert http.get("/bot/hook", headers=theirs).json()["problem"] is None
    except TimeoutError as late:
        said = "\n".join(file.read_text() for file in sorted(tmp_path.iterdir()) if file.is_file())
        raise AssertionError(f"{late}\n{said}\n{site.output()}") from late
    finally:
        http.close()
        for one in programs:
            one.kill()
            one.wait()


class SocketBot(Bot):
    """The example bot over a socket for each game: after each `done` it acts on the latest frame."""

    def __init__(self, site: str, token: str) -> None:
        super().__init__(site, token)
        self.site, self.token = site, token
        self.told: list[tuple[int, int]] = []
        """For each `done`: its seq, and the seq of the last frame before it."""

    async def play(self, game: str) -> None:
        address = f"{self.site.replace('http', 'ws', 1)}/ws/games/{game}/"
        async with connect(address, additional_headers={"Authorization": f"Bearer {self.token}"}) as socket:
            here: JSON = {}
            seq, under_way = -1, False
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] == "view":
                    seq, here = frame["seq"], {"table": frame["table"], "view": frame["view"]}
                elif frame["type"] == "events" and frame["seq"] > seq:
                    assert frame["from"] == seq, "nothing was lost"
                    seq, here = frame["seq"], apply(here, frame["patch"])
                elif frame["type"] == "done":
                    self.told.append((frame["seq"], seq))
                    under_way = False
                elif frame["type"] == "error":
                    assert frame["code"] in ("stale", "throttled"), frame
                    if frame["code"] == "throttled":  # on a fast machine
                        after = {"Retry-After": str(frame["retry_after_ms"] / 1000)}
                        await self.wait(httpx.Response(429, headers=after))
                    under_way = False
                if here["table"]["status"] == "finished" and not under_way:
                    return
                if here["view"]["seat"] in here["view"]["to_move"] and not under_way:
                    legal = await self.call("GET", f"/games/{game}/legal-actions")
                    action = self.choose(legal["actions"], frame)
                    under_way = True
                    await socket.send(json.dumps({"type": "act", "ref": 1, "expected_seq": seq, "action": action}))


@one_of_two
async def test_over_a_socket_done_comes_after_the_frame_that_it_names(site: LiveSite) -> None:
    """A client that acts as soon as it reads `done` never acts on a view from before its last move."""
    (_, caller), (asked_id, asked) = await asyncio.to_thread(new_bots, site, 2)
    one, other = SocketBot(site.url, caller), SocketBot(site.url, asked)
    with site.explaining():
        async with asyncio.timeout(TIMEOUT_S), one.http, other.http:
            for key in ("silver-gold-pyramids", "forgotten-treasures"):
                body = {"game": key, "options": {"seats": 2}, "invited": [asked_id]}
                table = await one.call("POST", "/games", body)
                await asyncio.gather(one.play(table["id"]), other.play(table["id"]))
    told = one.told + other.told
    assert len(told) > 60
    assert [pair for pair in told if pair[0] > pair[1]] == [], "done came before its frame"


async def test_a_stream_that_is_refused_in_a_line_is_not_opened_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    error = {"type": "error", "code": "throttled", "limit": "connections", "retry_after_ms": 7000}
    bot = Bot("http://site", "t", httpx.MockTransport(lambda _: httpx.Response(200, json=error)))
    monkeypatch.setattr("docs.examples.bot.asyncio.sleep", sleep)
    async with bot.http:
        assert [frame async for frame in bot.stream("/stream/events")] == [error]
    assert slept == [7]


def program(name: str, token: str, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
    """Start an example as a reader of the documentation would."""
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, str(ROOT / "docs" / "examples" / name), *arguments],
            env={**os.environ, "PYRAMIDO_TOKEN": token},
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )  # fmt: skip
