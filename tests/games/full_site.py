"""The full shape from outside: an ASGI server, Celery workers and a beat as processes, on PostgreSQL and Redis."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.live import ROOT, environment
from tests.servers import accepts, free_port, wait_until
from tests.site.plain_http import NO_TLS
from tests.site.site_shell import SiteShell

START_S = 90
TOKEN = "t" * 32
ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""As in compose.yml: a worker does not ask for others when it starts, which takes a second."""

NEW_GAMES = """
import json, secrets
from django.test import Client
from tests.games import play
user = play.person("Explorer " + secrets.token_hex(4))
games = [play.solo(user)[0].public_id for _ in range({count})]
client = Client()
client.force_login(user)
print(json.dumps({{"cookie": client.cookies["sessionid"].value, "games": games}}))
"""


def worker(*queues: str, name: str = "", level: str = "INFO") -> list[str]:
    """Return the command of a worker with one process, by the name of its first queue unless it has another."""
    own = ["-Q", ",".join(queues), "-c", "1", "-n", f"{name or queues[0]}@%h", "-l", level]
    return ["celery", "-A", "pyramido_site", "worker", *own, *ALONE]


class FullSite:
    """A site whose `database` is migrated. Processes are started one by one, and `end()` stops all of them."""

    def __init__(self, var: Path, database: str, redis: str, **settings: str) -> None:
        var.mkdir()
        self.log = var / "log"
        self.database = database
        self.environment = environment(
            var, DATABASE_URL=database, REDIS_URL=redis, SECRET_KEY="x" * 50, LOG_LEVEL="INFO", **settings
        )
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.port = free_port()
        self.shell = SiteShell()
        self._connection: psycopg.Connection[Any] | None = None

    def run(self, script: str) -> str:
        """Run Python inside the site, beside its processes; return what it prints. Raise ServiceError if it fails."""
        return self.shell.ask(self.environment, {"script": script})

    def check_games(self) -> str:
        """Compare all games with their logs; return what the command prints. Raise ServiceError if there are faults."""
        return self.shell.ask(self.environment, {"command": ["check_games"]})

    def start(self, name: str) -> None:
        command = {
            "server": ["uvicorn", "pyramido_site.asgi:application", "--port", str(self.port), "--lifespan", "on"],
            "worker": worker("turns"),
            "ai": worker("ai"),
            "mail": worker("mail"),
            "beat": ["celery", "-A", "pyramido_site", "beat", "-s", str(self.log.with_name("beat"))],
        }[name]
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", *command],
                env=self.environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True,
            )  # fmt: skip
        if name == "server":
            wait_until(lambda: accepts(self.port), START_S, "the server")

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to the process and all its children."""
        os.killpg(self.processes[name].pid, number)

    def kill(self, name: str) -> None:
        self.signal(name, signal.SIGKILL)
        self.processes.pop(name).wait(20)

    def kill_all_but(self, name: str, spared: int) -> None:
        """Kill the process and its children, except one, which is left alone."""
        process = self.processes.pop(name)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        for pid in (process.pid, *(int(child) for child in children if int(child) != spared)):
            os.kill(pid, signal.SIGKILL)
        process.wait(20)

    def end(self) -> None:
        for name in list(self.processes):
            if self.processes[name].poll() is None:
                self.signal(name, signal.SIGCONT)
            try:
                self.kill(name)
            except ProcessLookupError:
                self.processes.pop(name, None)
        self.shell.end()
        if self._connection is not None:
            self._connection.close()

    def query(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        if self._connection is None:
            self._connection = psycopg.connect(self.database, autocommit=True)
        return self._connection.execute(statement.encode(), parameters or None).fetchall()

    def solo_games(self, count: int) -> tuple[Player, list[str]]:
        made = json.loads(self.run(NEW_GAMES.format(count=count)))
        return Player(f"http://localhost:{self.port}", made["cookie"]), made["games"]


class Player:
    """A user with a session who plays over HTTP."""

    def __init__(self, url: str, cookie: str) -> None:
        self.http = httpx.Client(
            base_url=f"{url}/api/v1/games/",
            cookies={"sessionid": cookie, "csrftoken": TOKEN},
            headers={"X-CSRFToken": TOKEN},
            timeout=30,
            verify=NO_TLS,
        )

    def view(self, public_id: str) -> dict[str, Any]:
        answer = self.http.get(f"{public_id}/view")
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def act(self, public_id: str) -> tuple[int, str]:
        """Play the first legal action; return the new seq and the action."""
        view = self.view(public_id)
        action = first_action(view["view"]["decision"])
        body = {"expected_seq": view["seq"], "action": action}
        answer = self.http.post(f"{public_id}/actions", json=body)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seq"]), str(action["type"])

    def turn(self, public_id: str) -> int:
        """Act until a domino has been placed; return the seq. The Legend may respond at any time after that."""
        while True:
            seq, kind = self.act(public_id)
            if kind == "place":
                return seq


def first_action(decision: dict[str, Any]) -> dict[str, Any]:
    if decision["kind"] == "take":
        space = decision["spaces"][0]
        return {"type": "take", "space": space["space"], "gem": space["gems"][0]}
    if decision["kind"] == "reveal":
        return {"type": "reveal", "space": decision["spaces"][0]}
    if decision["kind"] == "place":
        x, y, rotation = decision["placements"][0]
        return {"type": "place", "x": x, "y": y, "rotation": rotation}
    assert decision["kind"] == "score"
    best: dict[str, Any] = decision["best"]
    return best
