"""The servers that the site needs, as processes: PostgreSQL, Redis, nginx, started as in compose.yml."""

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
"""Shutdown modes of PostgreSQL: wait for clients; abort transactions and
write a checkpoint; abort, and recover on start.
"""


def program(name: str, package: str, *folders: Path) -> str:
    """Return the path of a program, on the PATH or in `folders`. Raise StackError with the package to install."""
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ.get("PATH", ""), "/usr/sbin"]))
    if found is None:
        raise StackError(f"{name} is missing: apt-get install {package}")
    return found


def postgres_programs() -> Path:
    """Return the folder of the newest `initdb` and `postgres`, which Debian keeps off the PATH. Raise StackError."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    return Path(program("initdb", "postgresql", *reversed(versions))).resolve().parent


def check_programs() -> None:
    """Raise StackError naming the first program that is missing."""
    postgres_programs()
    program("redis-server", "redis-server")
    program("nginx", "nginx-light")


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


def _identity(folder: Path) -> dict[str, object]:
    """Return the user for PostgreSQL, which refuses to run as root: then the user of Debian's package.

    Raise StackError if that user does not exist or cannot enter the folder.
    """
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
    """PostgreSQL with its data in `folder`, initialised with `password` if there is none yet."""

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
            grace_s=service.grace_s,
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
        """Return the URL of a database."""
        return f"postgresql://pyramido:{self.password}@127.0.0.1:{self.port}/{database}"

    def answers(self) -> bool:
        """Whether it accepts connections."""
        try:
            psycopg.connect(self.url_of("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def wait_ready(self) -> None:
        """Wait until it accepts connections, and create the site's database if needed.

        Raise StackError if it does not.
        """
        _wait(self, self.answers)
        with psycopg.connect(self.url_of("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = 'pyramido'").fetchone():
                connection.execute("CREATE DATABASE pyramido")


# --- Redis ------------------------------------------------------------------------------------------------------------


class Redis(Process):
    """Redis, started by the shell line of compose.yml: its password arrives
    on standard input, not in the process list.
    """

    def __init__(self, service: Service, folder: Path, log: Path, port: int, password: str) -> None:
        folder.mkdir(exist_ok=True)
        self.password = password
        binary = program("redis-server", "redis-server")
        script = service.command[-1].replace("6379", str(port)).replace("/data", str(folder))
        script = script.replace("redis-server -", f"{binary} - --bind 127.0.0.1", 1)
        environment = {"PATH": os.environ.get("PATH", ""), "REDIS_PASSWORD": password}
        super().__init__(
            f"{service.name}-1", [*service.command[:-1], script], environment, log, port=port, cwd=folder,
            grace_s=service.grace_s,
        )  # fmt: skip

    def answers(self) -> bool:
        """Whether it answers a ping."""
        client = redis.Redis(port=self.port or 0, password=self.password, socket_timeout=2, socket_connect_timeout=2)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def wait_ready(self) -> None:
        """Wait until it answers a ping. Raise StackError if it does not."""
        _wait(self, self.answers)


# --- nginx ------------------------------------------------------------------------------------------------------------


class Proxy(Process):
    """nginx with the container's template, in front of the processes at `upstreams` (name → ports)."""

    def __init__(
        self, service: Service, name: str, folder: Path, log: Path, port: int, upstreams: Mapping[str, Sequence[int]]
    ) -> None:
        folder.mkdir(exist_ok=True)
        self.config = folder / "nginx.conf"
        values = {
            **service.environment,
            "NGINX_PORT": f"127.0.0.1:{port}",
            "NGINX_TEMP": str(folder),
            "NGINX_TLS": str(folder / "tls"),
            "NGINX_RESOLVER": "",
            "NGINX_MIME_TYPES": str(MIME_TYPES),
            **{
                name: _servers(service.environment[name], upstreams[name.removesuffix("_SERVERS").lower()])
                for name in service.environment
                if name.endswith("_SERVERS")
            },
        }
        self.config.write_text(re.sub(r"\$\{([A-Z_]+)\}", lambda found: values[found[1]], TEMPLATE.read_text()))
        # nginx's children create files for requests: as root they would run as `nobody`, who may not enter the folder.
        user = "user root; " if os.getuid() == 0 else ""
        command = [program("nginx", "nginx-light"), "-e", "stderr", "-c", str(self.config), "-g", f"{user}daemon off;"]
        super().__init__(
            name, command, {"PATH": os.environ.get("PATH", "")}, log, port=port, cwd=folder,
            grace_s=service.grace_s, stop_signal=signal.SIGQUIT,
        )  # fmt: skip

    def wait_ready(self) -> None:
        """Wait until it accepts connections. Raise StackError if it does not."""
        _wait(self, lambda: accepts(self.port or 0))


def _servers(line: str, ports: Sequence[int]) -> str:
    """Return compose.yml's line for the replicas of a service (looked up by name there), for each of these ports."""
    options = line.partition("resolve")[2]
    return " ".join(f"server 127.0.0.1:{port}{options}" for port in ports or [9])


def _wait(process: Process, answers: Callable[[], bool]) -> None:
    """Wait for a server. Raise StackError with the end of its log if it ends or does not answer in time."""
    try:
        wait_until(lambda: answers() or not process.alive, START_S, process.name)
    except StackError as error:
        raise StackError(f"{error}:\n{process.tail()}") from None
    if not process.alive:
        raise StackError(f"{process.name} ended at once:\n{process.tail()}")
