"""Health checks: their contents for each caller, and that they respond even if dependencies hang."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.deadlines.services.heartbeat import beat
from pyramido_site import health
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.wsgi import application
from tests import sampling
from tests.games.full_site import FullSite
from tests.live import LiveSite
from tests.servers import free_port, wait_until
from tests.site.plain_http import NO_TLS

TOKEN = "a-token-of-the-operator"


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the cached results, so that each test checks again."""
    monkeypatch.setattr(health, "FRESH_S", 0.0)


def asked(url: str, token: str = "") -> tuple[int, dict[str, Any], float]:
    """Return status, document, and the duration in seconds."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    began = time.monotonic()
    answer = httpx.get(f"{url}/readyz", headers=headers, timeout=60, verify=NO_TLS)
    return answer.status_code, answer.json(), time.monotonic() - began


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_any_host_may_ask_without_a_redirect_to_https(settings: Any, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    for host in ("10.0.0.7:8000", "evil.example", "-"):
        answer = Client().get(path, headers={"host": host})
        assert answer.status_code in (200, 503) and answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers and answer.headers["Content-Type"] == "application/json"
    head = Client().head(path)
    assert head.status_code in (200, 503) and head.content == b""
    assert Client().post(path).status_code == 405


@pytest.mark.django_db  # Django checks each open connection when a request begins
def test_a_process_that_answers_says_so_by_wsgi() -> None:
    started: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": "/healthz", "SERVER_NAME": "x", "SERVER_PORT": "1",
        "wsgi.input": BytesIO(), "wsgi.url_scheme": "http", "wsgi.errors": BytesIO(),
        "wsgi.version": (1, 0), "wsgi.multithread": True,
        "wsgi.multiprocess": True, "wsgi.run_once": False,
    }  # fmt: skip
    body = b"".join(application(environ, lambda status, headers, *more: started.append(status)))
    assert started == ["200 OK"] and json.loads(body) == {"status": "ok"}


@pytest.mark.django_db(transaction=True)
def test_the_site_s_own_connection_is_left_alone(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0) as queries:
        assert isinstance(queries, CaptureQueriesContext)
        answer = Client().get("/readyz")
    assert answer.json()["parts"]["database"]["ok"], answer.content
    assert answer.json()["parts"]["migrations"]["ok"], answer.content


@pytest.mark.django_db(transaction=True)
def test_the_age_of_the_last_sweep_counts(settings: Any) -> None:
    def sweep() -> dict[str, Any]:
        part: dict[str, Any] = Client().get("/readyz").json()["parts"]["sweep"]
        return part

    assert not sweep()["ok"]
    beat(now_ms())
    assert sweep()["ok"]


@pytest.mark.django_db(transaction=True)
def test_a_migration_that_waits_is_not_ready(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(health, "_newest", lambda: frozenset({("games", "9999_the_future")}))
    answer = Client().get("/readyz", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 503 and answer.json()["status"] == "not ready"
    assert answer.json()["parts"]["migrations"]["detail"] == "games.9999_the_future"


def test_frequent_checks_reuse_the_last_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH_S", 60.0)
    calls: list[int] = []

    def ask() -> health.Parts:
        calls.append(1)
        return {"part": health.Part(True, "It is there.")}

    probe = health.Probe(ask, {})
    assert [probe.begin()()["part"].ok for _ in range(50)] == [True] * 50
    assert len(calls) == 1


def test_a_failure_is_named_only_by_its_kind() -> None:
    def ask() -> health.Parts:
        raise ConnectionError("postgresql://user:password@host")

    known = health.Probe(ask, {"part": health.Part(False, "It is lost.")}).begin()()
    assert known == {"part": health.Part(False, "It is lost.", "ConnectionError")}


# --- whole sites ----------------------------------------------------------------------------------------------------


@contextmanager
def deaf() -> Iterator[int]:
    """A port that accepts connections and never responds."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield int(listener.getsockname()[1])


@contextmanager
def site_on(var: Path, database: str, redis: str) -> Iterator[FullSite]:
    site = FullSite(var, database, redis, METRICS_TOKEN=TOKEN)
    try:
        yield site
    finally:
        site.end()


@sampling.NEEDED_BY_NO_GAME
@pytest.mark.slow(30)
def test_the_embedded_site_is_ready(own_site: LiveSite) -> None:
    own_site.settings["METRICS_TOKEN"] = TOKEN
    own_site.start()
    wait_until(lambda: asked(own_site.url)[1]["status"] == "ready", 90, "all queues to give a sign of life")
    status, document, _ = asked(own_site.url, TOKEN)
    assert status == 200 and set(document["parts"]) == {"database", "migrations", "sweep", "redis", "workers"}
    assert "turns: " in document["parts"]["workers"]["detail"]
    plain = json.dumps(asked(own_site.url)[1])
    assert not re.search(r"[0-9]", plain), "no figure, version or host for anonymous callers"


@sampling.NEEDED_BY_NO_GAME
@pytest.mark.slow(30)
def test_lost_parts_are_named_and_only_essential_ones_make_it_fail(
    tmp_path: Path, migrated_postgres: str, private_redis: str
) -> None:
    with site_on(tmp_path / "var", migrated_postgres, private_redis) as site:
        site.start("server")
        url = f"http://127.0.0.1:{site.port}"
        status, document, _ = asked(url)
        assert (status, document["status"]) == (200, "degraded")
        assert [name for name, part in document["parts"].items() if not part["ok"]] == ["sweep", "workers"]
        site.start("worker")
        site.start("beat")
        wait_until(lambda: bool(asked(url)[1]["parts"]["sweep"]["ok"]), 90, "the sweep")
        left = "No worker serves: ai, ratings, mail, bots, files, signals."
        wait_until(lambda: asked(url)[1]["parts"]["workers"]["says"] == left, 30, "the worker's answer")


@sampling.NEEDED_BY_NO_GAME
@pytest.mark.slow(40)
def test_a_check_takes_two_seconds_at_most_whatever_hangs(tmp_path: Path, migrated_postgres: str) -> None:
    refused = free_port()
    with deaf() as hanging:
        for number, (database, redis, ready) in enumerate(
            (
                (migrated_postgres, f"redis://127.0.0.1:{hanging}/0", True),
                (f"postgresql://x:secret@127.0.0.1:{hanging}/x", f"redis://127.0.0.1:{refused}/0", False),
            )
        ):
            with site_on(tmp_path / f"var{number}", database, redis) as site:
                site.start("server")
                url = f"http://127.0.0.1:{site.port}"
                asked(url)  # the first response of a process also loads the migrations
                times = []
                for _ in range(3):
                    status, document, seconds = asked(url)
                    times.append(seconds)
                    assert (status, document["parts"]["database"]["ok"]) == ((200 if ready else 503), ready)
                    assert not document["parts"]["redis"]["ok"]
                print(f"answers after {', '.join(f'{one:.2f}' for one in times)} s")
                assert min(times) < 2.0
                assert httpx.get(f"{url}/healthz", timeout=20).json() == {"status": "ok"}
                assert "secret" not in json.dumps(asked(url, TOKEN)[1])
