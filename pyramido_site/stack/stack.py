"""The whole site of compose.yml as plain processes on loopback: `make stack`, and the basis of tests.

In one file: starting, supervising and stopping share the state of one object.

Commands and environment are those of compose.yml; only addresses, folders and secrets differ. Everything that a stack
keeps is in its folder: the data of PostgreSQL, Redis and the site, a log for each process, and its secrets, created
once. A stack started on the same folder has the same games.
"""

from __future__ import annotations

import fcntl
import functools
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

from pyramido_site.stack import compose, probe
from pyramido_site.stack.compose import Service
from pyramido_site.stack.processes import ROOT, Process, StackError, accepts, wait_until
from pyramido_site.stack.reaper import Reaper
from pyramido_site.stack.servers import START_S, STOP_MODES, Postgres, Proxy, Redis, check_programs
from pyramido_site.stack.supervisor import Supervisor

__all__ = ["Process", "Stack", "StackError"]

STOP_S = 20
"""Time limit (s) of `stop()`."""
SITE_STOP_S = 9
SERVERS = ("postgres", "redis", "proxy")
ONE_OFF = ("migrate",)
LISTENING = ("web", "sockets")
PORTS = range(20_000, 32_000)
"""Below the ephemeral ports of systems, so that no outgoing connection takes the port of a process that restarts."""


class Stack:
    """A running site in `folder`.

    `services` are those of the site to start, all by default (PostgreSQL, Redis and the proxy always start); `scale`
    maps services to their numbers of replicas; `environment` is added to that of each process of the site, and fills in
    the variables of compose.yml.
    """

    def __init__(
        self,
        folder: Path,
        services: Iterable[str] | None = None,
        scale: Mapping[str, int] | None = None,
        environment: Mapping[str, str] | None = None,
        port: int | None = None,
    ) -> None:
        self.folder = Path(folder).absolute()
        self._chosen = None if services is None else {*services}
        self._scale = dict(scale or {})
        self._more = dict(environment or {})
        self._proxy_port = port
        self._processes: dict[str, list[Process]] = {}
        self._services: dict[str, Service] = {}
        self._variables: dict[str, str] = {}
        self._lock = threading.RLock()
        self._lock_file: IO[str] | None = None
        self._supervisor: Supervisor | None = None
        self._reaper: Reaper | None = None
        self._ports: set[int] = set()

    # --- reading ------------------------------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The URL of the proxy."""
        return self._one("proxy").url

    @property
    def database_url(self) -> str:
        """The URL of the site's database."""
        return self._postgres.url_of("pyramido")

    @property
    def redis_url(self) -> str:
        """The URL of Redis."""
        return f"redis://:{self._variables['REDIS_PASSWORD']}@127.0.0.1:{self._one('redis').port}/0"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of each process of the site, without a service's own additions."""
        return self._environment(self._services["migrate"])

    def processes(self, service: str) -> list[Process]:
        """Return the replicas of a service. Raise StackError if the stack does not have it."""
        if service not in self._processes:
            raise StackError(f"There is no {service} in this stack; it has {', '.join(self._processes)}.")
        return list(self._processes[service])

    def manage(self, *arguments: str, **more: str) -> str:
        """Run manage.py with these arguments and `more` environment; return its output.

        Raise StackError with it on failure.
        """
        done = subprocess.run(  # noqa: S603 - our own manage.py
            [sys.executable, "manage.py", *arguments],
            env={**self.environment, **more}, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode != 0:
            raise StackError(f"manage.py {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    # --- start and stop -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start everything and wait until the site answers through the proxy.

        Raise StackError, with everything stopped.
        """
        check_programs()
        self._take_folder()
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self) -> None:
        if self._proxy_port is not None and accepts(self._proxy_port):
            taken = self._proxy_port
            raise StackError(f"Port {taken} is taken by another program. Choose another: make stack PORT={taken + 1}")
        self._variables = {**self._secrets(), **self._more}
        self._services = compose.read(self._variables)
        self._reaper = Reaper()
        (self.folder / "logs").mkdir(exist_ok=True)
        for name in {name for service in self._services.values() for name in service.volumes.values()} - {*SERVERS}:
            (self.folder / name).mkdir(exist_ok=True)
        self._start_servers()
        self._migrate()
        for name in self._services:
            if name not in (*SERVERS, *ONE_OFF) and (self._chosen is None or name in self._chosen):
                for _ in range(self._scale.get(name, self._services[name].replicas)):
                    self._launch(self._replica(name))
        ready = [process for name in LISTENING for process in self._processes.get(name, ())]
        self._wait(ready)
        self._launch(self._proxy(self._services["proxy"], self._proxy_port))
        self._supervisor = Supervisor(self._lock, self._all, self._start_process)
        wait_until(self._answers, START_S, f"the site at {self.url}")

    def stop(self, site_s: float = SITE_STOP_S) -> None:
        """Stop everything in order: the proxy, the site, Redis, PostgreSQL.

        Hanging processes are killed, those of the site after `site_s`.
        """
        began = time.monotonic()
        if self._supervisor is not None:
            self._supervisor.stop()
            self._supervisor = None
        with self._lock:
            site = [one for name, replicas in self._processes.items() if name not in SERVERS for one in replicas]
            stages = [self._processes.get(name, []) for name in ("proxy", "redis", "postgres")]
            stages.insert(1, site)
            ends = (1.0, site_s, SITE_STOP_S + 4, STOP_S - 1)
            for stage, end in zip(stages, ends, strict=True):
                for process in stage:
                    process.ask_to_stop()
                for process in stage:
                    process.wait(began + end - time.monotonic())
            self._processes.clear()
        if self._reaper is not None:
            self._reaper.close()
            self._reaper = None
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def __enter__(self) -> Stack:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop_service(self, service: str, mode: str = "fast") -> None:
        """Stop all replicas of a service until `start_service`. `mode` is PostgreSQL's: smart, fast or immediate."""
        number = STOP_MODES[mode] if service == "postgres" else None
        replicas = self.processes(service)
        with self._lock:
            for process in replicas:
                process.ask_to_stop(number)
        for process in replicas:
            process.wait(process.grace_s)

    def start_service(self, service: str) -> None:
        """Start the replicas that `stop_service` stopped, and wait until they answer."""
        replicas = self.processes(service)
        with self._lock:
            for process in replicas:
                if not process.alive:
                    self._start_process(process)
        self.wait_ready(replicas)

    def run_service(
        self, service: str, environment: Mapping[str, str] | None = None, wrapper: Sequence[str] = ()
    ) -> Process:
        """Start a further replica with more environment, or under another program (`["faketime", "-f", "+1h"]`).

        The proxy does not know it: use its own url.
        """
        process = self._replica(service, environment or {}, wrapper)
        self._launch(process)
        self.wait_ready([process])
        return process

    def run_proxy(self, variables: Mapping[str, str]) -> Process:
        """Start a further proxy in front of the same replicas, with these variables of compose.yml. Use its own url."""
        process = self._proxy(compose.read({**self._variables, **variables})["proxy"])
        self._launch(process)
        self.wait_ready([process])
        return process

    def end(self, process: Process) -> None:
        """Stop for good a process started by `run_service` or `run_proxy`."""
        process.stop()
        with self._lock:
            self._processes[process.service].remove(process)

    def restart_rolling(self, service: str) -> None:
        """Restart the replicas gracefully, one after another; the proxy uses the others in the meantime.

        Each must answer before the next one stops and before this returns.
        """
        for process in self.processes(service):
            process.stop()
            with self._lock:
                self._start_process(process)
            self.wait_ready([process])

    def wait_ready(self, replicas: Sequence[Process]) -> None:
        """Wait until each of these answers, if it serves HTTP or is a server.

        Raise StackError with its log if one does not.
        """
        for process in replicas:
            if isinstance(process, Postgres | Redis | Proxy):
                process.wait_ready()
        self._wait([process for process in replicas if process.service in LISTENING])

    # --- parts --------------------------------------------------------------------------------------------------------

    @property
    def _postgres(self) -> Postgres:
        found = self._one("postgres")
        assert isinstance(found, Postgres)
        return found

    def _all(self) -> list[Process]:
        return [process for replicas in self._processes.values() for process in replicas]

    def _one(self, service: str) -> Process:
        return self.processes(service)[0]

    def _take_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        lock_file = (self.folder / "lock").open("a")
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock_file.close()
            raise StackError(f"A stack runs on {self.folder} already.") from None
        self._lock_file = lock_file

    def _secrets(self) -> dict[str, str]:
        """Return the passwords of this stack, created once."""
        kept = self.folder / "secrets.json"
        if not kept.exists():
            made = {name: secrets.token_hex(24) for name in ("POSTGRES_PASSWORD", "REDIS_PASSWORD", "SECRET_KEY")}
            with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(made, file)
        found: dict[str, str] = json.loads(kept.read_text())
        return found

    def _free_port(self) -> int:
        """Return a port that no other process of this stack has. Raise StackError if a hundred tries find none."""
        for port in random.sample(PORTS, 100):
            with socket.socket() as probe:
                try:
                    probe.bind(("127.0.0.1", port))
                except OSError:
                    continue
            if port not in self._ports:
                self._ports.add(port)
                return port
        raise StackError("no free port found")

    def _log(self, name: str) -> Path:
        return self.folder / "logs" / f"{name}.log"

    def _start_servers(self) -> None:
        for name, kind in (("postgres", Postgres), ("redis", Redis)):
            password = self._variables[f"{name.upper()}_PASSWORD"]
            self._launch(kind(self._services[name], self.folder / name, self._log(name), self._free_port(), password))
        for name in ("postgres", "redis"):
            self.wait_ready(self.processes(name))

    def _migrate(self) -> None:
        service = self._services["migrate"]
        process = Process("migrate-1", self._command(service, 0), self._environment(service), self._log("migrate"))
        process.start()
        process.wanted = False
        process.wait(600)
        if process.status != 0:
            raise StackError(f"The migration failed:\n{process.tail()}")

    def _command(self, service: Service, port: int, name: str = "") -> list[str]:
        """Return the command of compose.yml, but on loopback, and with a name that is unique among replicas."""
        places = {"0.0.0.0": "127.0.0.1", "8000": str(port), "%h": name}  # noqa: S104 - replaced by loopback
        command = service.command
        for old, new in places.items():
            command = [word.replace(old, new) for word in command]
        return command

    def _environment(self, service: Service) -> dict[str, str]:
        made = dict(service.environment)
        for old, new in (
            ("@postgres:5432", f"@127.0.0.1:{self._one('postgres').port}"),
            ("@redis:6379", f"@127.0.0.1:{self._one('redis').port}"),
            *((path, str(self.folder / name)) for path, name in service.volumes.items()),
        ):
            made = {name: value.replace(old, new) for name, value in made.items()}
        kept = {name: os.environ[name] for name in ("HOME", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        return {**kept, "PATH": path, **made, **self._more}

    def _replica(self, name: str, environment: Mapping[str, str] | None = None, wrapper: Sequence[str] = ()) -> Process:
        if name not in self._services or name in (*SERVERS, *ONE_OFF):
            raise StackError(f"There is no service {name} to run.")
        service = self._services[name]
        own = f"{name}-{len(self._processes.get(name, ())) + 1}"
        port = self._free_port() if name in LISTENING else None
        return Process(
            own,
            [*wrapper, *self._command(service, port or 0, own)],
            {**self._environment(service), **(environment or {})},
            self._log(own),
            port=port,
            grace_s=service.grace_s,
        )

    def _proxy(self, service: Service, port: int | None = None) -> Proxy:
        own = f"proxy-{len(self._processes.get('proxy', ())) + 1}"
        upstreams = {name: [p.port for p in self._processes.get(name, ()) if p.port] for name in LISTENING}
        return Proxy(service, own, self.folder / own, self._log(own), port or self._free_port(), upstreams)

    def _launch(self, process: Process) -> None:
        with self._lock:
            self._processes.setdefault(process.service, []).append(process)
            self._start_process(process)

    def _start_process(self, process: Process) -> None:
        process.start()
        if self._reaper is not None:
            self._reaper.add(process.pid)

    def _wait(self, replicas: Sequence[Process]) -> None:
        """Wait until each of these is healthy, by the image's health check.

        A process that already listens may need seconds more for its first answer; until then the proxy would count it
        as failed. Raise StackError with the log of one that is not healthy, or has ended without being restarted.
        """

        def settled(process: Process) -> bool:
            assert process.port is not None
            ends = not (process.alive or (process.wanted and self._supervisor is not None))
            return ends or probe.main(process.port) == 0

        for process in replicas:
            try:
                wait_until(functools.partial(settled, process), START_S, process.name)
            except StackError as error:
                raise StackError(f"{error}:\n{process.tail()}") from None
            if process.wanted and not process.alive and self._supervisor is None:
                raise StackError(f"{process.name} ended at once:\n{process.tail()}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/", timeout=5) as answer:  # noqa: S310 - our own
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def main() -> int:
    """`make stack`: run until Ctrl-C. Return the exit status."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    port = os.environ.get("PORT") or "8000"
    if not (port.isdecimal() and 0 < int(port) < 65536):
        sys.stderr.write(f"PORT is {port!r}; say a whole number from 1 to 65535.\n")
        return 1
    stack = Stack(Path(os.environ.get("STACK_DIR") or ROOT / "var" / "stack"), port=int(port))
    sys.stdout.write("Starting …\n")
    sys.stdout.flush()
    try:
        stack.start()
        sys.stdout.write(f"Pyramido is at {stack.url}\nLogs: {stack.folder / 'logs'}\nCtrl-C stops it.\n")
        sys.stdout.flush()
        threading.Event().wait()
    except StackError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stdout.write("Stopping …\n")
    finally:
        stack.stop()
    return 0
