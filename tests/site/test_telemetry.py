"""Traces and fault reports arrive, on loopback, and contain no user input."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pyramido_site import tracing
from pyramido_site.infrastructure.loop_postgresql import PostgreSQLConnection, PostgreSQLOnLoop
from tests import sampling
from tests.games.full_site import FullSite
from tests.live import ROOT, environment
from tests.post_server import PostServer, Reply
from tests.servers import wait_until

TOKEN = "a-token-of-the-operator"


class Collector(PostServer):
    """Accepts everything posted to it: `received` has (path, body)."""

    def __init__(self) -> None:
        self.received: list[tuple[str, bytes]] = []
        super().__init__(self._take)

    def _take(self, path: str, headers: Message, body: bytes) -> Reply:
        packed = headers.get("Content-Encoding") == "gzip"
        self.received.append((path, gzip.decompress(body) if packed else body))
        return 200, {"Content-Length": "0"}, b""

    def spans(self) -> list[Any]:
        found = []
        for path, body in list(self.received):
            assert path == "/v1/traces"
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                found += [span for scope in resource.scope_spans for span in scope.spans]
        return found


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.end()


@pytest.mark.slow(40)
@sampling.NEEDED_BY_NO_GAME
def test_a_task_belongs_to_the_trace_of_its_request(
    tmp_path: Path, migrated_postgres: str, private_redis: str, collector: Collector
) -> None:
    """Also: the worker's log lines have the request's id, and the server reports the metrics of the worker's
    children.
    """
    site = FullSite(
        tmp_path / "var", migrated_postgres, private_redis,
        OTEL_EXPORTER_OTLP_ENDPOINT=f"http://127.0.0.1:{collector.port}", OTEL_BSP_SCHEDULE_DELAY="200",
        LOG_FORMAT="json", METRICS_DIR=str(tmp_path / "metrics"), METRICS_TOKEN=TOKEN,
    )  # fmt: skip
    route = "POST /api/v1/games/<public_id:public_id>/actions"
    turn = "games.tasks.play_automatic"

    def traces(name: str) -> set[bytes]:
        return {span.trace_id for span in collector.spans() if span.name == name}

    try:
        player, (game,) = site.solo_games(1)
        site.start("server")
        site.start("worker")
        player.turn(game)
        wait_until(lambda: bool(traces(route) & traces(turn)), 60, "the spans of a request and of its task")
        spans = collector.spans()
        (trace,) = traces(route) & traces(turn)
        together = [span for span in spans if span.trace_id == trace]
        by_id = {span.span_id: span for span in together}
        below = {(by_id[span.parent_span_id].name, span.name) for span in together if span.parent_span_id in by_id}
        assert (route, turn) in below
        assert any(above == route and name in {"WITH", "SELECT"} for above, name in below)
        assert any(above == turn and name in {"WITH", "SELECT"} for above, name in below)
        assert any(attribute.key == "db.system.name" and attribute.value.string_value == "redis"
                   for span in spans for attribute in span.attributes)  # fmt: skip
        sent = b"".join(body for _, body in collector.received)
        hidden = [game, *(cookie.value or "" for cookie in player.http.cookies.jar if cookie.name == "sessionid")]
        assert not [value for value in hidden if value.encode() in sent] and len(hidden) > 1

        wait_until(lambda: bool(_lines_of(site.log, turn)), 60, "the worker's line")
        task = _lines_of(site.log, turn)[0]
        (request,) = [one for one in _lines(site.log) if one.get("request_id") == task["request_id"] and "route" in one]
        assert request["game"] == task["game"] == game and request["pid"] != task["pid"]

        answer = httpx.get(
            f"http://127.0.0.1:{site.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30
        ).text
        assert f'pyramido_task_seconds_count{{task="{turn}"}}' in answer
        assert 'pyramido_moves_total{game="forgotten-treasures",path="' in answer
        assert 'pyramido_queue_tasks{queue="ai"} 0.0' in answer
        assert player.http.get(f"{game}/view").status_code == 200
    finally:
        site.end()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
async def test_queries_of_the_server_s_loop_are_spans_of_their_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    collected, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(collected))
    monkeypatch.setattr(tracing, "_tracer", provider.get_tracer("test"))
    monkeypatch.setattr(PostgreSQLConnection, "fetch", PostgreSQLConnection.fetch)  # so that monkeypatch restores it
    tracing._trace_loop_database()
    database = PostgreSQLOnLoop(most=1)
    database.attach(asyncio.get_running_loop())
    with database.free():
        assert database._opening is not None
        await database._opening
    with database.free() as taken, tracing._tracer.start_as_current_span("a frame"):
        assert taken is not None
        assert await taken.fetch("SELECT %s::text", ["hidden"]) == [(b"hidden",)]
    await database.detach()
    asked, frame = collected.get_finished_spans()
    assert (asked.name, frame.name) == ("SELECT", "a frame")
    assert asked.parent is not None and asked.parent.span_id == frame.get_span_context().span_id
    assert dict(asked.attributes or {}) == {"db.system.name": "postgresql", "db.query.text": "SELECT %s::text"}


def _lines(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{") and line.endswith("}")]


def _lines_of(log: Path, task: str) -> list[dict[str, Any]]:
    return [line for line in _lines(log) if line.get("task") == task]


FAILING = """
import json, logging, sys, django
django.setup()
import sentry_sdk
from django.conf import settings
from django.db import IntegrityError
from django.test import Client
from django.urls import path
from pyramido_site import urls

sent = json.load(sys.stdin)

def boom(request, token):
    password = sent["local"]
    raise IntegrityError(f"new row violates\\nDETAIL:  Failing row contains ({sent['row']}).")

urls.urlpatterns.append(path("fails/<str:token>/", boom))
settings.ALLOWED_HOSTS = ["*"]
client = Client(raise_request_exception=False)
client.cookies["sessionid"] = sent["cookie"]
answer = client.post(
    f"/fails/{sent['path']}/?q={sent['query']}", {"text": sent["body"]}, headers={"authorization": sent["header"]}
)
try:
    raise IntegrityError(f"again\\nDETAIL:  Key (secret)=({sent['key']}) already exists.")
except IntegrityError as error:
    logging.getLogger("games").exception("something failed: %s", error)
sentry_sdk.flush(20)
print(answer.status_code)
"""
"""Its source contains none of the sent data, because reports quote lines of the failing program."""


@pytest.mark.slow(10)
def test_a_fault_is_reported_without_user_input(tmp_path: Path, collector: Collector) -> None:
    program = tmp_path / "failing.py"
    program.write_text(FAILING)
    hidden = {name: f"hidden-{name}" for name in ("local", "row", "cookie", "path", "query", "body", "header", "key")}
    done = subprocess.run(
        [sys.executable, program],
        cwd=ROOT,
        env=environment(
            tmp_path,
            SENTRY_DSN=f"http://public@127.0.0.1:{collector.port}/1",
            DJANGO_SETTINGS_MODULE="pyramido_site.settings",
            PYTHONPATH=str(ROOT),
        ),
        input=json.dumps(hidden),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "500", done.stderr
    wait_until(lambda: len(collector.received) >= 2, 20, "two reports")
    sent = b"\n".join(body for _, body in collector.received).decode()
    assert "IntegrityError" in sent and "new row violates" in sent and "/fails/{token}/" in sent
    assert "password = sent[" in sent, "the lines around the fault"
    assert "something failed" in sent and "hidden" not in sent
    assert "hidden" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value"), [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"), ("SENTRY_DSN", "http://x@127.0.0.1:1/1")]
)
def test_a_missing_optional_package_is_reported_in_one_sentence(tmp_path: Path, name: str, value: str) -> None:
    hide = (
        "import sys, runpy\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('opentelemetry', 'sentry_sdk'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Without())\n"
        "sys.argv = ['manage.py', 'check']\n"
        "runpy.run_path('manage.py', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", hide],
        cwd=ROOT, env=environment(tmp_path, **{name: value}), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == f"{name} is set, and what it needs is missing: install requirements-telemetry.txt.\n"
