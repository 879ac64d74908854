"""The compose file of the whole site is runnable: nothing is missing, and its numbers are consistent."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.utils import translation

from pyramido_site.body_limit import DRAINED
from pyramido_site.header_limit import HEADER_LIMIT
from pyramido_site.stack import compose
from pyramido_site.stack.servers import TEMPLATE
from tests.repository.tree import ROOT, tracked_files

SECRETS = {"SECRET_KEY": "s" * 64, "POSTGRES_PASSWORD": "p" * 48, "REDIS_PASSWORD": "r" * 48}
QUEUES = settings.QUEUES
SPARE_CONNECTIONS = 20
"""For manage.py, backups, health checks (at most one each), and operators."""


@pytest.fixture(scope="module")
def services() -> dict[str, compose.Service]:
    return compose.read(SECRETS)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(compose.COMPOSE_FILE.read_text())
    return read


def test_a_missing_secret_is_one_sentence() -> None:
    for name in SECRETS:
        with pytest.raises(compose.ComposeError, match=rf"^Set {name} in \.env"):
            compose.read({**SECRETS, name: ""})


def test_references_are_filled_in_as_compose_does(services: dict[str, compose.Service]) -> None:
    assert services["web"].environment["DATABASE_URL"].startswith(f"postgresql://pyramido:{'p' * 48}@postgres:5432/")
    assert "requirepass $REDIS_PASSWORD" in services["redis"].command[-1]  # expanded by the shell, not by compose
    assert (
        "2" in services["turns"].command and "5" in compose.read({**SECRETS, "TURNS_PROCESSES": "5"})["turns"].command
    )
    left = [word for service in services.values() for word in [*service.command, *service.environment.values()]]
    assert not [word for word in left if "${" in word]


def test_every_queue_has_its_worker_and_nothing_else_does_the_work(services: dict[str, compose.Service]) -> None:
    workers = {name: one.command for name, one in services.items() if "worker" in one.command}
    assert list(workers) == list(QUEUES)
    assert all(command[command.index("-Q") + 1] == name for name, command in workers.items())
    assert [name for name, one in services.items() if "beat" in one.command] == ["beat"]
    assert services["beat"].replicas == 1


def test_the_site_s_processes_wait_for_the_tables_and_come_back(
    document: dict[str, Any], services: dict[str, compose.Service]
) -> None:
    ours = {name: entry for name, entry in document["services"].items() if entry.get("image") == "pyramido"}
    assert {*ours} == {*QUEUES, "web", "sockets", "beat", "migrate"}
    for name, entry in document["services"].items():
        assert services[name].restarts is (name != "migrate")
        assert services[name].grace_s >= 20
        if name in ours and name != "migrate":
            assert entry["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    for name in ("postgres", "redis"):
        assert "healthcheck" in document["services"][name]


def test_connections_stay_under_postgresql_s_limit(services: dict[str, compose.Service]) -> None:
    """The formula in docs/operations.md."""
    command = services["postgres"].command
    limit = int(next(word for word in command if word.startswith("max_connections=")).split("=")[1])
    most = sum(_connections(services[name]) for name in (*QUEUES, "web", "sockets", "migrate"))
    assert most + SPARE_CONNECTIONS <= limit
    assert f"{most} of {limit}" in (ROOT / "docs" / "operations.md").read_text()


def _connections(service: compose.Service) -> int:
    """Return the maximum connections of all processes of a service; each task runs in a process of its own."""
    words = service.command
    processes = next((int(words[words.index(flag) + 1]) for flag in ("-c", "--workers") if flag in words), 1)
    pool = 1 if service.name == "migrate" else int(service.environment["DATABASE_POOL"])
    pools = (
        2 if service.name == "sockets" else 1
    )  # of its threads and its loop (pyramido_site/infrastructure/loop_database.py)
    return service.replicas * processes * pools * pool


def test_a_request_never_waits_for_a_connection(services: dict[str, compose.Service]) -> None:
    words = services["web"].command
    assert int(words[words.index("--threads") + 1]) <= int(services["web"].environment["DATABASE_POOL"])


def test_the_proxy_knows_every_replica_and_only_the_proxy_publishes_a_port(
    document: dict[str, Any], services: dict[str, compose.Service]
) -> None:
    environment = services["proxy"].environment
    for name in ("web", "sockets"):
        assert environment[f"{name.upper()}_SERVERS"].startswith(f"server {name}:8000 resolve ")
    template = TEMPLATE.read_text()
    assert {*re.findall(r"\$\{([A-Z_]+)\}", template)} <= {*environment}
    assert DRAINED == 2 * 1024 * 1024 and "client_max_body_size 2m;" in template
    assert document["services"]["proxy"]["ports"] == [
        "127.0.0.1:${PORT:-8000}:8080",
        "${TLS_ADDRESS:-127.0.0.1:8443}:8443",
    ]
    assert [name for name, entry in document["services"].items() if "ports" in entry] == ["proxy"]


def test_the_proxy_s_own_messages_equal_the_catalogues() -> None:
    """The proxy cannot read the catalogues, so it has a copy of their texts."""
    template = TEMPLATE.read_text()
    for name in ("too_large", "too_many"):
        [(fr, it, en)] = re.findall(
            rf'map \$language \${name} {{\s*fr "(.*)";\s*it "(.*)";\s*default "(.*)";', template
        )
        for language, sentence in (("en", en), ("fr", fr), ("it", it)):
            with translation.override(language):
                assert sentence == translation.gettext(en), (name, language)
        assert fr != it != en


def test_no_replica_is_ever_passed_over_and_its_headers_fit_the_proxy_s_buffer(
    services: dict[str, compose.Service],
) -> None:
    for name in ("WEB_SERVERS", "SOCKETS_SERVERS"):
        assert services["proxy"].environment[name].split()[-1] == "max_fails=0;"
    sizes = [int(size) * 1024 for size in re.findall(r"proxy_buffer_size (\d+)k;", TEMPLATE.read_text())]
    assert sizes and min(sizes) >= 2 * HEADER_LIMIT


# --- .env.example -----------------------------------------------------------------------------------------------------

EXAMPLE = (ROOT / ".env.example").read_text()


def test_the_example_has_every_variable_and_no_other() -> None:
    shown = set(re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE))
    table = (ROOT / "docs" / "operations.md").read_text().partition("## Settings")[2].partition("\n## ")[0]
    rows = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    named = set(re.findall(r"`([A-Z_]{4,})`", rows)) - {"PYRAMIDO_CLOCK"}  # a site refuses it
    asked = {name for _, name, *_ in compose.REFERENCE.findall(compose.COMPOSE_FILE.read_text()) if name}
    assert {"DATABASE_POOL", "SECRET_KEY"} <= named and {"POSTGRES_PASSWORD", "SECRET_KEY"} <= asked
    assert shown == named | asked


def test_the_example_holds_no_secret() -> None:
    for name in (*SECRETS, "VAPID_KEY", "SECRET_KEY_FALLBACKS", "METRICS_TOKEN", "SENTRY_DSN", "EMAIL_URL"):
        assert re.search(rf"^#?{name}=$", EXAMPLE, re.MULTILINE), name


def test_a_filled_in_example_is_fit_to_be_deployed(tmp_path: Path, services: dict[str, compose.Service]) -> None:
    given = dict(re.findall(r"^([A-Z_]+)=(.+)$", EXAMPLE, re.MULTILINE))
    assert given["HTTPS"] == "1"
    ours = {**services["web"].environment, **given, "SECRET_KEY": "".join(map(chr, range(48, 123)))}
    ours |= {name: str(tmp_path) for name in ("VAR_DIR", "EXPORTS_DIR", "METRICS_DIR")}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT, env={"PATH": os.environ["PATH"], **ours}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


# --- the image --------------------------------------------------------------------------------------------------------


def fits(path: Path, pattern: str) -> bool:
    """Return whether a pattern of .dockerignore matches this path; `**/` matches any leading folders."""
    if pattern.startswith("**/"):
        return path.match(pattern.removeprefix("**/"))
    return path.match(pattern) and len(path.parts) == pattern.count("/") + 1


def in_image(path: Path) -> bool:
    """Apply .dockerignore: of the lines that match the file or a folder around it, the last one counts."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    starts = [Path(*path.parts[: depth + 1]) for depth in range(len(path.parts))]
    held = True
    for line in lines:
        if any(fits(start, line.removeprefix("!").rstrip("/")) for start in starts):
            held = line.startswith("!")
    return held


def test_the_image_contains_exactly_what_the_site_needs(tmp_path: Path) -> None:
    held = [path for path in tracked_files() if in_image(path)]
    assert {path.parts[0] for path in held} == {
        "LICENSE", "accounts", "docker", "docs", "engine", "games", "manage.py", "pyproject.toml", "pyramido_site",
        "ratings", "requirements.txt", "templates",
    } | {path.name for path in held if re.fullmatch(r"requirements-[a-z]+\.txt", path.name)}  # fmt: skip
    assert [path for path in held if path.parts[0] == "docs"] == [Path("docs/rules.md")]
    assert not in_image(Path(".env")) and not in_image(Path("games/__pycache__/x.pyc"))
    for path in held:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    done = subprocess.run(
        [sys.executable, "-c", "import pyramido_site.stack.probe; from pyramido_site import asgi, celery, wsgi"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_the_image_is_built_from_hashes_and_runs_unprivileged() -> None:
    lines = (ROOT / "docker" / "Dockerfile").read_text().splitlines()
    assert "--require-hashes" in next(line for line in lines if "pip install" in line)
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["pyramido"] and any(line.startswith("HEALTHCHECK ") for line in lines)
    assert len([line for line in lines if line.startswith("FROM ")]) == 2
