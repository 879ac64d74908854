"""A bot for Pyramido: accepts every challenge it gets, and plays random legal actions in any game.

    pip install httpx
    PYRAMIDO_TOKEN=pyr_… python bot.py https://pyramido.example

The token is a personal one of a bot account, with the scopes games:read, games:play and challenges:write. Replace
`choose` by something better: `frame` is the latest frame of the game's stream, and actions are described in
docs/formats/actions.md. A bot that is written like this one

- learns of challenges and games from one stream, and of the events of each game from that game's own;
- resumes after the last known event when a connection is lost, with `since`;
- retries a request without an answer with the same Idempotency-Key, so that nothing is done twice;
- waits as long as it is told to when it sends requests too often.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx

JSON = dict[str, Any]
SILENCE_S = 20
"""Timeout (s). A stream sends something every seven seconds; without that it is lost."""


class Bot:
    """A bot account on one site."""

    def __init__(self, site: str, token: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(
            base_url=f"{site}/api/v1", headers=headers, timeout=SILENCE_S, transport=transport,
            limits=httpx.Limits(max_connections=None),
        )  # fmt: skip
        self.games: dict[str, asyncio.Task[None]] = {}

    def choose(self, actions: list[JSON], frame: JSON) -> JSON:
        """Return one of the legal actions."""
        return random.choice(actions)

    async def run(self) -> None:
        """Play for ever."""
        async with self.http:
            while True:
                async for frame in self.stream("/stream/events"):
                    await self.hear(frame)

    async def hear(self, frame: JSON) -> None:
        """Handle a frame of the account: the first of a connection holds all that waits, later ones are news."""
        for invitation in frame.get("invitations", []):
            await self.accept(invitation["id"])
        for game in frame.get("games", []):
            self.begin(game["id"])
        if frame["type"] == "notification" and frame["kind"] == "invitation":
            await self.accept(frame["key"].removeprefix("invitation:"))
        elif frame["type"] == "notification" and frame["subject"]:
            self.begin(frame["subject"])
        elif frame["type"] == "turn":
            self.begin(frame["game"])

    async def accept(self, invitation: str) -> None:
        """Accept an invitation and play its game."""
        accepted = await self.call("POST", f"/invitations/{invitation}/accept", {})
        if "table" in accepted:  # otherwise the invitation has expired
            self.begin(accepted["table"]["id"])

    def begin(self, game: str) -> None:
        """Play a game, unless that has begun."""
        if game not in self.games:
            self.games[game] = asyncio.create_task(self.play(game))

    async def play(self, game: str) -> None:
        """Play one game to its end. `since` is the last event received, `seen` the last one acted on."""
        since = seen = None
        while (await self.call("GET", f"/games/{game}")).get("status") in ("open", "running"):
            async for frame in self.stream(f"/games/{game}/stream", since):
                if frame["type"] in ("view", "events") and frame["seq"] is not None:
                    since = frame["seq"]
                    if seen is None or since > seen:  # otherwise it is our own action
                        seen = await self.move(game, frame)

    async def move(self, game: str, frame: JSON) -> int | None:
        """Act while it is our turn; return the last known event."""
        while True:
            legal = await self.call("GET", f"/games/{game}/legal-actions")
            if not legal.get("actions"):
                return legal.get("seq")
            action = {"expected_seq": legal["seq"], "action": self.choose(legal["actions"], frame)}
            await self.call("POST", f"/games/{game}/actions", action)  # if it was refused, look again

    async def call(self, method: str, path: str, body: JSON | None = None) -> JSON:
        """Return the answer, or the problem if it is refused; retry if there is no answer."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        while True:
            try:
                answer = await self.http.request(method, path, json=body, headers=headers if body else None)
                if answer.status_code != 429 and answer.status_code < 500:
                    return answer.json() if answer.content else {}
                await self.wait(answer)
            except httpx.TransportError:
                await asyncio.sleep(0.5)

    async def stream(self, path: str, since: int | None = None) -> AsyncIterator[JSON]:
        """Yield the frames of one connection. Raise httpx.HTTPStatusError if the token does not allow it."""
        try:
            async with self.http.stream("GET", path, params={} if since is None else {"since": since}) as answer:
                if answer.status_code in (401, 403):
                    answer.raise_for_status()
                if answer.status_code != 200:
                    await self.wait(answer)
                    return
                async for line in answer.aiter_lines():
                    frame = json.loads(line)
                    yield frame
                    if frame["type"] == "error":  # the last line: too many streams, or a revoked token
                        await asyncio.sleep(frame.get("retry_after_ms", 2000) / 1000)
        except httpx.TransportError:
            await asyncio.sleep(0.5)

    async def wait(self, answer: httpx.Response) -> None:
        """Wait as long as the answer asks for."""
        await asyncio.sleep(float(answer.headers.get("Retry-After", 2)))


if __name__ == "__main__":
    asyncio.run(Bot(sys.argv[1], os.environ["PYRAMIDO_TOKEN"]).run())
