"""The real embedded server as a subprocess, for tests that use it from outside."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.servers import ServiceError, free_port, locked, postgres_url, run_folder, wait_until
from tests.site.site_shell import SiteShell

ROOT = Path(__file__).resolve().parent.parent
START_S = 60
STOP_S = 20


def prepared_var() -> Path:
    """Return a `var/` with a migrated SQLite database, made once a run; copy it, never use it."""
    folder = run_folder() / "template-var"
    with locked("template-var"):
        if not (folder / "ready").exists():
            folder.mkdir(exist_ok=True)
            manage(folder, "migrate", "-v", "0")
            (folder / "ready").touch()
    return folder


def open_to_others(folder: Path) -> dict[str, str]:
    """Return the files and folders that other users may read or enter, with their modes."""
    found = {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in (folder, *folder.rglob("*"))}
    return {name: oct(mode) for name, mode in found.items() if mode & 0o077}


def prepared_postgres() -> str:
    """Return the name of a migrated PostgreSQL database, made once a run; use it only as a template."""
    name = "template_pyramido"
    folder = run_folder() / name
    with locked(name):
        if not (folder / "ready").exists():
            with psycopg.connect(postgres_url(), autocommit=True) as admin:
                admin.execute(f"CREATE DATABASE {name}".encode())
            folder.mkdir()
            manage(folder, "migrate", "-v", "0", DATABASE_URL=postgres_url(name))
            (folder / "ready").touch()
    return name


def environment(var: Path, **more: str) -> dict[str, str]:
    """Return the environment of an embedded site with its data in `var`, independent of this process's settings."""
    ours = (
        "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "PORT", "HOST", "SITE_URL", "EMAIL_URL",
        "DEFAULT_FROM_EMAIL", "VAPID_KEY", "LOOPBACK_WEBHOOKS", "OPERATOR_NAME", "OPERATOR_CONTACT", "TEMPLATES_DIR",
    )  # fmt: skip
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    # All browsers of the tests come from one address, and many of them are guests.
    limits = {"GUEST_LIMIT": "100000/h/ip", "TERMS_VERSION": "0"}
    return {**kept, "VAR_DIR": str(var), "PYTHONUNBUFFERED": "1", **limits, **more}


def manage(var: Path, *arguments: str, **more: str) -> str:
    """Run `manage.py` on the site in `var` and return its output. Raise ServiceError with the output if it fails."""
    return manage_in(environment(var, **more), *arguments)


def manage_in(environment: dict[str, str], *arguments: str) -> str:
    """Run `manage.py` in this environment, in the same way."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise ServiceError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


class LiveSite:
    """One embedded server: `url` like `http://localhost:43211`, its data in `var`, its output in `log`."""

    def __init__(self, var: Path, **settings: str) -> None:
        self.var = var
        self.log = var / "server.log"
        self.settings = settings
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.shell = SiteShell()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it responds. Raise ServiceError with its output if it does not."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                # What is checked at the start is the same for all: `manage.py check` is tried once (test_headers.py).
                [sys.executable, str(ROOT / "manage.py"), "runembedded", "--skip-checks", "--port", str(self.port)],
                env=environment(self.var, **self.settings), cwd=ROOT,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        try:
            wait_until(self._answers_or_died, START_S, "the embedded server to answer")
        except TimeoutError as error:
            self.kill()
            raise ServiceError(f"{error}\n{self.output()}") from error
        if self.process.poll() is not None:
            raise ServiceError(f"the embedded server ended at once:\n{self.output()}")

    def _answers_or_died(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            return True
        try:
            with urllib.request.urlopen(self.url, timeout=5) as answer:
                return bool(answer.status == 200)
        except urllib.error.HTTPError:
            return True  # it responds; the test will say what is wrong
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def stop(self) -> int:
        """Stop the server as Ctrl-C does; return its exit status. Raise TimeoutExpired if it hangs."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(STOP_S)
        finally:
            self.kill()

    def kill(self) -> None:
        """Kill the server and all its children; do nothing if it has already ended."""
        if self.process is not None and self.process.poll() is None:  # its process id may have been reused
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(STOP_S)

    def restart(self) -> None:
        """Stop the server if it runs and start it again on the same port with the same data."""
        self.stop()
        self.start()

    def end(self) -> None:
        """Kill the server, and end the process of `run`."""
        self.kill()
        self.shell.end()

    def manage(self, *arguments: str, **more: str) -> str:
        return manage(self.var, *arguments, **{**self.settings, **more})

    def run(self, script: str) -> str:
        """Run Python inside the site, beside the server; return what it prints. Raise ServiceError if it fails."""
        return self.shell.ask(environment(self.var, **self.settings), {"script": script})

    def check_games(self) -> str:
        """Compare all games with their logs; return what the command prints. Raise ServiceError if there are faults."""
        return self.shell.ask(environment(self.var, **self.settings), {"command": ["check_games"]})

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Add the server's output to a TimeoutError of what is done inside."""
        try:
            yield
        except TimeoutError as late:
            raise AssertionError(f"{late}\n{self.output()}") from late

    def output(self, lines: int = 60) -> str:
        """Return the last lines of the server's output."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])


def new_site(var: Path, **settings: str) -> LiveSite:
    """Return a site in the folder `var` (which must not exist yet), migrated but not started."""
    shutil.copytree(prepared_var(), var)
    return LiveSite(var, **settings)
