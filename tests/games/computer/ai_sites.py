"""Games against AIs on a site that runs in processes of its own."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engine import registry
from engine.ai import players
from tests.games.full_site import Player
from tests.servers import wait_until

SLOW = "search:60000ms"
"""Thinks for a minute about each turn; no table offers this level."""

AI_SECONDS = 1
PATIENT_AI_SECONDS = 30
"""Longer than a busy machine takes from the beginning of a thought until the test has interrupted it."""
TIMEOUT_S = 60

NEW_TABLES = """
import json, secrets
from django.test import Client
from tests.games import play
made = []
for game, levels in {tables!r}:
    user = play.person("Person " + secrets.token_hex(4))
    client = Client()
    client.force_login(user)
    if levels is None:
        table, _ = play.solo(user)
    else:
        table = play.against(user, game, levels)
    made.append([table.public_id, client.cookies["sessionid"].value])
print(json.dumps(made))
"""


class Person(Player):
    """A person at one table with AIs, who plays over HTTP what a player of the engine chooses from the view."""

    def __init__(self, url: str, public_id: str, cookie: str) -> None:
        super().__init__(url, cookie)
        self.public_id = public_id
        self.rng = Random(public_id)

    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.view(self.public_id)["table"]
        return table

    def events(self, since: int = -1) -> list[dict[str, Any]]:
        answer = self.http.get(f"{self.public_id}/events?since={since}")
        assert answer.status_code == 200, answer.text
        events: list[dict[str, Any]] = answer.json()["events"]
        return events

    def of_seat(self, seat: int) -> list[dict[str, Any]]:
        return [event for event in self.events() if event["seat"] == seat]

    def post(self, verb: str, body: Any) -> Any:
        return self.http.post(f"{self.public_id}/{verb}", json=body)

    def owes(self) -> bool:
        return self.view(self.public_id)["view"]["decision"] is not None

    def decide(self, player: str = "greedy") -> bool:
        """Act if there is a decision to make now; return whether there was one."""
        seen = self.view(self.public_id)
        view = seen["view"]
        if view["decision"] is None or view["seat"] not in seen["table"]["to_move"]:
            return False
        action = registry.get(view["game"]).action_to_json(players.get(player).choose(view, self.rng))
        answer = self.post("actions", {"expected_seq": seen["seq"], "action": action})
        assert answer.status_code == 200, answer.text
        return True

    def until_the_ai_is_to_move(self) -> None:
        while 1 not in self.table()["to_move"]:
            assert self.decide()

    def play_to_the_end(self) -> dict[str, Any]:
        while self.table()["status"] == "running":
            self.decide()
        return self.table()


def new_tables(site: Any, url: str, *tables: tuple[str, list[str] | None]) -> list[Person]:
    """Make a running table of one person and AIs for each (game, levels); without levels it is one with the Legend."""
    made = json.loads(site.run(NEW_TABLES.format(tables=list(tables))))
    return [Person(url, public_id, cookie) for public_id, cookie in made]


def move_pool(group: int) -> list[int]:
    """Return the thinking processes of a site whose processes belong to this group."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            command = (entry / "cmdline").read_bytes().split(b"\0")
            state, _, its_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if b"think" in command and int(its_group) == group and state != "Z":
            found.append(int(entry.name))
    return found


def thinking(group: int) -> int:
    """Return the process that is thinking now."""
    wait_until(lambda: any(map(is_thinking, move_pool(group))), TIMEOUT_S, "a process in the middle of a thought")
    (pid,) = move_pool(group)
    return pid


def is_thinking(pid: int) -> bool:
    """Return whether the process is in the middle of a thought, however little of a processor it gets: it has started
    its second thread, which reads requests, and its first one does not wait for any.
    """
    try:
        threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
        state = Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return threads > 1 and state == "R"


def gone(group: int) -> Callable[[], bool]:
    return lambda: not move_pool(group)


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
