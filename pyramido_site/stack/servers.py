"""What the site stands on, as processes: PostgreSQL, Redis, nginx. Started with what compose.yml says of them."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psycopg
import redis

from pyramido_site.stack.compose import COMPOSE_FILE, Service
from pyramido_site.stack.processes import Process, StackError, accepts, system_user, wait_until

START_S = 120
TEMPLATE = COMPOSE_FILE.with_name("nginx.conf.template")
MIME_TYPES = Path("/etc/nginx/mime.types")

STOP_MODES = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
"""PostgreSQL's: wait for everybody; end transactions and write everything down; just end, and recover at the start."""


def program(name: str, package: str, *folders: Path) -> str:
    """The path of a program, on the PATH or in `folders`. Raises StackError saying how to get it."""
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", ""), "/usr/sbin"]))
    if found is None:
        raise StackError(f"{name} is missing: apt-get install {package}")
    return found


def postgres_programs() -> Path:
    """The folder of `initdb` and `postgres`, the newest: Debian keeps them off the PATH. Raises StackError."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    return Path(program("initdb", "postgresql", *reversed(versions))).resolve().parent


def check_programs() -> None:
    """Raises StackError naming the first program that is missing."""
    postgres_programs()
    program("redis-server", "redis-server")
    program("nginx", "nginx-light")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _identity(folder: Path) -> dict[str, object]:
    """PostgreSQL refuses to run as root: root hands it to the system user that Debian's package makes."""
    if os.getuid() != 0:
        return {}
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        raise StackError("PostgreSQL does not run as root, and there is no system user 'postgres'.") from None
    for parent in folder.parents:
        if not parent.stat().st_mode & 0o001:
            raise StackError(
                f"PostgreSQL does not run as root, and its user 'postgres' cannot enter {parent}: "
                "choose another folder, or start the stack as another user."
            )
    return system_user("postgres")


class Postgres(Process):
    """Its data is in `folder`, made with `password` when there is none yet."""

    def __init__(self, service: Service, folder: Path, log: Path, port: int, password: str) -> None:
        self.data = folder / "data"
        self.password = password
        programs = postgres_programs()
        folder.mkdir(exist_ok=True)
        identity = _identity(folder)
        if identity:
            shutil.chown(folder, "postgres", "postgres")
        folder.chmod(0o700)
        options = ["-D", self.data, "-p", port, "-h", "127.0.0.1", "-k", folder, *service.command[1:]]
        environment = {"PATH": f"{programs}:{os.environ.get('PATH', '')}", "LC_ALL": "C.UTF-8"}
        super().__init__(
            f"{service.name}-1",
            [str(programs / "postgres"), *map(str, options)],
            environment,
            log,
            port=port,
            cwd=Path("/"),
            identity=identity,
            grace_seconds=service.grace_seconds,
            stop_signal=STOP_MODES["fast"],
        )
        if not self.data.exists():
            self._initialise(programs, service.environment["POSTGRES_INITDB_ARGS"].split())

    def _initialise(self, programs: Path, arguments: Sequence[str]) -> None:
        secret_file = self.data.parent / "password"
        with os.fdopen(os.open(secret_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(self.password)
        if self.identity:
            shutil.chown(secret_file, "postgres", "postgres")
        command = [str(programs / "initdb"), "-D", str(self.data), "-U", "pyramido", "--auth=scram-sha-256",
                   f"--pwfile={secret_file}", "--no-sync", *arguments]  # fmt: skip
        with self.log.open("ab") as log:
            done = subprocess.run(  # noqa: S603 - initdb
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd="/", check=False,
                env=self.environment, **self.identity,  # type: ignore[call-overload]
            )  # fmt: skip
        secret_file.unlink()
        if done.returncode != 0:
            raise StackError(f"PostgreSQL made no database:\n{self.tail()}")

    def url_of(self, database: str) -> str:
        return f"postgresql://pyramido:{self.password}@127.0.0.1:{self.port}/{database}"

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url_of("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def wait_ready(self) -> None:
        _wait(self, self.answers)
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'pyramido'").fetchone():
                connection.execute("CREATE DATABASE pyramido")


# --- Redis ------------------------------------------------------------------------------------------------------------


class Redis(Process):
    """With the shell line of compose.yml: its password comes by standard input, so that no list of processes has it."""

    def __init__(self, service: Service, folder: Path, log: Path, port: int, password: str) -> None:
        folder.mkdir(exist_ok=True)
        self.password = password
        binary = program("redis-server", "redis-server")
        script = service.command[-1].replace("6379", str(port)).replace("/data", str(folder))
        script = script.replace("redis-server -", f"{binary} - --bind 127.0.0.1", 1)
        environment = {"PATH": os.environ.get("PATH", ""), "REDIS_PASSWORD": password}
        super().__init__(
            f"{service.name}-1", [*service.command[:-1], script], environment, log, port=port, cwd=folder,
            grace_seconds=service.grace_seconds,
        )  # fmt: skip

    def answers(self) -> bool:
        client = redis.Redis(port=self.port or 0, password=self.password, socket_timeout=2, socket_connect_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def wait_ready(self) -> None:
        _wait(self, self.answers)


# --- nginx ------------------------------------------------------------------------------------------------------------


class Proxy(Process):
    """nginx with the same template as in the container, in front of the processes at `upstreams` (name → ports)."""

    def __init__(
        self, service: Service, name: str, folder: Path, log: Path, port: int, upstreams: Mapping[str, Sequence[int]]
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.config = folder / "nginx.conf"
        values = {
            **service.environment,
            "NGINX_PORT": f"127.0.0.1:{port}",
            "NGINX_TEMP": str(folder),
            "NGINX_RESOLVER": "",
            "NGINX_MIME_TYPES": str(MIME_TYPES),
            **{
                name: _servers(service.environment[name], upstreams[name.removesuffix("_SERVERS").lower()])
                for name in service.environment
                if name.endswith("_SERVERS")
            },
        }
        self.config.write_text(re.sub(r"\$\{([A-Z_]+)\}", lambda found: values[found[1]], TEMPLATE.read_text()))
        # Files for requests are made by nginx's children: as root they would be nobody's, who may not enter the folder.
        user = "user root; " if os.getuid() == 0 else ""
        command = [program("nginx", "nginx-light"), "-e", "stderr", "-c", str(self.config), "-g", f"{user}daemon off;"]
        super().__init__(
            name, command, {"PATH": os.environ.get("PATH", "")}, log, port=port, cwd=folder,
            grace_seconds=service.grace_seconds, stop_signal=signal.SIGQUIT,
        )  # fmt: skip

    def wait_ready(self) -> None:
        _wait(self, lambda: accepts(self.port or 0))


def _servers(line: str, ports: Sequence[int]) -> str:
    """compose.yml's line for the replicas of a service, whose names are looked up there, for each of these ports."""
    options = line.partition("resolve")[2]
    return " ".join(f"server 127.0.0.1:{port}{options}" for port in ports or [9])


def _wait(process: Process, answers: Callable[[], bool]) -> None:
    """Raises StackError with the end of the log when the server ends at once or does not answer in time."""
    try:
        wait_until(lambda: answers() or not process.alive, START_S, process.name)
    except StackError as error:
        raise StackError(f"{error}:\n{process.tail()}") from None
    if not process.alive:
        raise StackError(f"{process.name} ended at once:\n{process.tail()}")
