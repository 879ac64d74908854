"""Private servers for the tests: PostgreSQL, Redis, and the browser's path.

Nothing here touches a server that already runs. A server is started on loopback, on a free port, with a random password
and its data in the run's own folder; it is stopped and removed with that folder.

One run (`python -m tests`, or one `pytest`) has one folder, whose path is in the environment variable
`PYRAMIDO_TEST_RUN` of all its processes. The first process that needs a server starts it, under a file lock; the
process that made the folder stops it.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramido_site.stack.processes import accepts as accepts

RUN_VARIABLE = "PYRAMIDO_TEST_RUN"
PHASE_VARIABLE = "PYRAMIDO_TEST_PHASE"
"""Which of the phases that share a run's folder this process belongs to."""
FOLDER_PREFIX = "pyramido-tests-"
TRIES = 5
PORTS = range(10_100, 20_000)
"""Neither those of a stack's own processes, nor those that kernels choose for outgoing connections, nor 10080, to which
browsers do not connect.
"""


class ServiceError(RuntimeError):
    """A server could not be started; the message holds the end of its log."""


def free_port() -> int:
    """Return a TCP port on 127.0.0.1 that is free, and that was not returned before in this run.

    Seconds pass until the server listens on it. If another server of the run took the port meanwhile, a test would talk
    to the wrong one.
    """
    given = run_folder() / "ports"
    given.mkdir(exist_ok=True)
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            (given / str(port)).touch(exist_ok=False)
            probe.bind(("127.0.0.1", port))
            return port


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Poll until `condition` is true. Raise TimeoutError naming `what` if it is not within `seconds`.

    Most conditions ask a server, and so take time from what is waited for: the longer it lasts, the less often.
    """
    began = time.monotonic()
    while not condition():
        waited = time.monotonic() - began
        if waited > seconds:
            raise TimeoutError(f"waited {seconds:g} s for {what}")
        time.sleep(min(max(0.02, waited / 5), 0.25))


async def eventually(condition: Callable[[], object], seconds: float = 10) -> None:
    """Poll between coroutines until `condition` is true. Raise TimeoutError if it is not within `seconds`."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - any condition, not one event
            await asyncio.sleep(0.01)


# --- what is installed ---------------------------------------------------------------------------------------------


def postgres_bin() -> Path | None:
    """Return the folder with `initdb` and `pg_ctl`, newest version first (Debian keeps them off the PATH)."""
    debian = Path("/usr/lib/postgresql")
    versions = sorted(debian.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("pg_ctl")
    for folder in [*versions, *([Path(on_path).resolve().parent] if on_path else [])]:
        if (folder / "initdb").is_file() and (folder / "pg_ctl").is_file():
            return folder
    return None


def redis_binary() -> str | None:
    return shutil.which("redis-server")


def chromium_binary() -> str | None:
    """Return `PYRAMIDO_CHROMIUM` if it is set, else Chromium on the PATH, preferably the headless shell, which is
    faster.
    """
    chosen = os.environ.get("PYRAMIDO_CHROMIUM")
    if chosen:
        return chosen if Path(chosen).is_file() else None
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next((path for name in names if (path := shutil.which(name))), None)


# --- one folder a run ----------------------------------------------------------------------------------------------


def run_folder() -> Path:
    """Return the folder of this run. Raise KeyError if no run has begun."""
    return Path(os.environ[RUN_VARIABLE])


MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 6 * 2**30
"""Free bytes that a folder in memory needs; a run takes less than one GiB of them, and none of a small machine."""


def temporary_folder() -> Path:
    """Return where a run has its files: in memory if there is room, since a busy disk takes long to commit."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM_IN_MEMORY:
        return MEMORY
    return Path(tempfile.gettempdir())


def begin_run() -> bool:
    """Make the run's folder, also for the files of its tests, and announce it in the environment. Return False if this
    process is already inside a run.
    """
    if RUN_VARIABLE in os.environ:
        return False
    _sweep_dead_runs()
    folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=temporary_folder()))
    folder.chmod(0o755)  # another system user (postgres) must be able to reach its own folder inside
    (folder / "owner").write_text(str(os.getpid()))
    os.environ[RUN_VARIABLE] = str(folder)
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))
    return True


def end_run() -> None:
    """Stop this run's servers and remove its folder."""
    _remove(Path(os.environ.pop(RUN_VARIABLE)))


def _sweep_dead_runs() -> None:
    """Remove what a killed run has left: its servers and its folder."""
    for folder in (
        found for place in (tempfile.gettempdir(), MEMORY) for found in Path(place).glob(f"{FOLDER_PREFIX}*")
    ):
        try:
            if folder.stat().st_uid != os.getuid():
                continue
            with (folder / "owner").open() as owner:
                fcntl.flock(owner, fcntl.LOCK_EX)  # two new runs may clean up at the same time
                if folder.exists() and not _alive(int(owner.read() or os.getpid())):
                    _remove(folder)
        except FileNotFoundError:
            continue  # a run that is just beginning or ending handles its folder itself


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _remove(folder: Path) -> None:
    for name, stop in STOPPERS.items():
        state = folder / f"{name}.json"
        if state.exists():
            _continue(folder / PID_FILES[name])
            stop(json.loads(state.read_text()))
    shutil.rmtree(folder, ignore_errors=True)


def _continue(pid_file: Path) -> None:
    """Let a server go on that a signal has halted: otherwise it would not end when it is asked to."""
    try:
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGCONT)
    except (FileNotFoundError, ProcessLookupError):
        return  # it has already ended


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Hold the run's lock called `name`; other processes of the run wait."""
    with (run_folder() / f"{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _shared(name: str, start: Callable[[], dict[str, str]]) -> dict[str, str]:
    """Return what `start()` returned in the first process of the run that requested the server `name`."""
    state = run_folder() / f"{name}.json"
    with locked(name):
        if not state.exists():
            state.write_text(json.dumps(start()))
        found: dict[str, str] = json.loads(state.read_text())
        return found


# --- PostgreSQL ----------------------------------------------------------------------------------------------------

POSTGRES_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
    "max_connections": "300",  # two phases share it
    "log_min_messages": "warning",
}


def postgres_url(database: str = "postgres") -> str:
    """Return `postgres://user:password@127.0.0.1:port/database` of the run's private cluster, started on demand."""
    return _shared("postgres", _start_postgres)["url"].removesuffix("postgres") + database


def postgres_log() -> Path:
    """Return the log file of the run's private cluster, started on demand."""
    return Path(_shared("postgres", _start_postgres)["data"]).parent / "server.log"


def _as_postgres() -> dict[str, object]:
    """Return the user for `subprocess`: for root Debian's system user postgres, because PostgreSQL refuses root."""
    if os.getuid() != 0:
        return {}
    try:
        entry = pwd.getpwnam("postgres")
    except KeyError:
        raise ServiceError("PostgreSQL does not run as root, and there is no system user 'postgres'") from None
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _start_postgres() -> dict[str, str]:
    binaries = postgres_bin()
    if binaries is None:
        raise ServiceError("PostgreSQL is not installed")
    identity = _as_postgres()
    home = run_folder() / "pg"
    home.mkdir()
    data, password, secret_file = home / "data", secrets.token_hex(16), home / "password"
    secret_file.write_text(password)
    secret_file.chmod(0o600)
    if identity:
        for path in (home, secret_file):
            shutil.chown(path, "postgres", "postgres")
    home.chmod(0o700)

    def run(*command: object) -> None:
        with (run_folder() / "postgres.log").open("ab") as log:
            done = subprocess.run(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd="/", check=False, timeout=120,
                **identity,  # type: ignore[call-overload]
            )  # fmt: skip
        if done.returncode != 0:
            raise ServiceError(_tail("PostgreSQL", "postgres.log"))

    run(binaries / "initdb", "-D", data, "-U", "pyramido", "--auth=scram-sha-256", f"--pwfile={secret_file}",
        "--encoding=UTF8", "--locale=C", "--no-sync")  # fmt: skip
    for attempt in range(TRIES):
        port = free_port()
        options = {**POSTGRES_SETTINGS, "port": port, "unix_socket_directories": home}
        flags = " ".join(f"-c {name}='{value}'" for name, value in options.items())
        try:
            run(binaries / "pg_ctl", "start", "-w", "-s", "-D", data, "-l", home / "server.log", "-o", flags)
            break
        except ServiceError:  # another process took the port meanwhile
            if attempt == TRIES - 1:
                raise
    return {"url": f"postgres://pyramido:{password}@127.0.0.1:{port}/postgres", "data": str(data)}


def _stop_postgres(state: dict[str, str]) -> None:
    binaries = postgres_bin()
    if binaries is not None and (Path(state["data"]) / "postmaster.pid").exists():
        subprocess.run(
            [str(binaries / "pg_ctl"), "stop", "-w", "-s", "-m", "immediate", "-D", state["data"]],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", check=False,
            **_as_postgres(),  # type: ignore[call-overload]
        )  # fmt: skip


# --- Redis ---------------------------------------------------------------------------------------------------------


def redis_url(database: int = 0) -> str:
    """Return `redis://:password@127.0.0.1:port/database` (0–63) of the run's private server, started on demand."""
    return f"{_shared('redis', _start_redis)['url']}/{database}"


def _start_redis() -> dict[str, str]:
    binary = redis_binary()
    if binary is None:
        raise ServiceError("Redis is not installed")
    home = run_folder() / "redis"
    home.mkdir()
    password = secrets.token_hex(16)
    for _ in range(TRIES):
        port = free_port()
        config = home / "redis.conf"
        config.write_text(
            f"bind 127.0.0.1\nport {port}\nrequirepass {password}\ndaemonize yes\ndir {home}\n"
            f'pidfile {home}/redis.pid\nlogfile {home}/redis.log\nsave ""\nappendonly no\ndatabases 64\n'
        )
        config.chmod(0o600)
        with (run_folder() / "redis.log").open("ab") as log:
            subprocess.run([binary, str(config)], stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=True)
        try:
            wait_until(lambda at=port: accepts(at) and (home / "redis.pid").exists(), 10, "Redis")  # type: ignore[misc]
        except TimeoutError:  # another process took the port meanwhile
            continue
        return {"url": f"redis://:{password}@127.0.0.1:{port}", "port": str(port), "password": password}
    raise ServiceError(_tail("Redis", "redis/redis.log"))


def _stop_redis(state: dict[str, str]) -> None:
    port = int(state["port"])
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(f"AUTH {state['password']}\r\nSHUTDOWN NOSAVE\r\n".encode())
            while line.recv(4096):
                pass
    except ConnectionError:
        return  # it has already ended
    wait_until(lambda: not accepts(port), 10, "Redis to stop")


STOPPERS: dict[str, Callable[[dict[str, str]], None]] = {"postgres": _stop_postgres, "redis": _stop_redis}
PID_FILES = {"postgres": "pg/data/postmaster.pid", "redis": "redis/redis.pid"}
"""In the run's folder, with the process id on the first line."""


def _tail(name: str, log: str) -> str:
    path = run_folder() / log
    lines = path.read_text(errors="replace").splitlines()[-15:] if path.exists() else []
    return "\n".join([f"{name} did not start:", *lines])
