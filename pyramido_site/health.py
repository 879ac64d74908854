"""`/healthz` (is this process alive?) and `/readyz` (can it serve users, and do all its dependencies work?).

They answer before the rest of the site: for any Host, without a redirect to HTTPS, a session or a query on the site's
connections. An answer takes at most two seconds, whatever hangs, and is cached for one second, so that frequent checks
cost nothing (docs/observing.md).
"""

from __future__ import annotations

import copy
import functools
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import redis
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.deadlines.selectors.outages import CHECKPOINT as DEADLINES
from pyramido_site import tasks
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.operator import is_operator

FRESH_S = 1.0
LIMIT_S = 1.5
CONNECT_S = 1
"""Timeout (s) for a connection to the database."""

SWEEP_STALE_MS = 15_000
HEARTBEAT_STALE_MS = {"turns": 45_000, "ai": 90_000, "files": 3_600_000, "signals": 3_600_000}
"""Age (ms) at which the heartbeat of a queue is stale. A queue beats every ten seconds, behind its waiting tasks; those
of `files` and `signals` are long.
"""
HEARTBEAT_STALE_OTHERS_MS = 60_000

NEEDED = ("database", "migrations")
"""Parts without which the site is not ready. Users can play without the others: a server that is taken out of service
for a lost Redis would serve no one.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """The state of one dependency. `says` is public, `detail` is for the operator."""

    ok: bool
    says: str
    detail: str = ""


Parts = dict[str, Part]


class Probe:
    """Runs a check in a thread of its own, one at a time. A check that hangs does not block callers beyond LIMIT_S."""

    def __init__(self, ask: Callable[[], Parts], silence: Parts) -> None:
        self._ask = ask
        self._silence = silence
        self._lock = threading.Lock()
        self._asked: Future[Parts] | None = None
        self._began = 0.0

    def begin(self) -> Callable[[], Parts]:
        """Start a check if the last result is stale; return a function that waits for it."""
        with self._lock:
            asked, now = self._asked, time.monotonic()
            if asked is None or (asked.done() and now - self._began >= FRESH_S):
                asked = self._asked = Future()
                self._began = now
                threading.Thread(target=self._fill, args=(asked,), name="health", daemon=True).start()
            return functools.partial(self._wait, asked, self._began + LIMIT_S)

    def _wait(self, asked: Future[Parts], until_s: float) -> Parts:
        try:
            return asked.result(max(0.0, until_s - time.monotonic()))
        except TimeoutError:
            return self._silence

    def _fill(self, asked: Future[Parts]) -> None:
        try:
            asked.set_result(self._ask())
        except Exception as error:  # noqa: BLE001 (any error means that the part is lost)
            detail = type(error).__name__
            asked.set_result({name: Part(part.ok, part.says, detail) for name, part in self._silence.items()})


# --- the database ---------------------------------------------------------------------------------------------------


def _connect() -> BaseDatabaseWrapper:
    """Return a connection outside the pool: an exhausted pool does not mean that the database is down."""
    of_the_site = connections[DEFAULT_DB_ALIAS]
    own = copy.deepcopy(of_the_site.settings_dict)
    own["OPTIONS"].pop("pool", None)
    if of_the_site.vendor == "postgresql":
        own["OPTIONS"] |= {"connect_timeout": CONNECT_S, "tcp_user_timeout": int(LIMIT_S * 1000)}
    return type(of_the_site)(own, "health")


@functools.cache
def _newest() -> frozenset[tuple[str, str]]:
    """Return the latest migrations of each app in this code."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def _ask_database() -> Parts:
    own = _connect()
    try:
        with own.cursor() as cursor:
            parts = {"database": Part(True, "The database answers.")}
            applied = set()
            if "django_migrations" in own.introspection.table_names(cursor):
                cursor.execute("SELECT app, name FROM django_migrations")
                applied = {(app, name) for app, name in cursor.fetchall()}
            lacking = _newest() - applied
            if lacking:
                names = ", ".join(sorted(".".join(one) for one in lacking))
                parts["migrations"] = Part(False, "Unapplied migrations: run manage.py migrate.", names)
                return {**parts, "sweep": Part(False, "Unknown until all migrations are applied.")}
            parts["migrations"] = Part(True, "All migrations are applied.")
            cursor.execute("SELECT at_ms FROM games_checkpoint WHERE name = %s", [DEADLINES])
            row = cursor.fetchone()
        parts["sweep"] = _swept(None if row is None else int(row[0]))
        return parts
    finally:
        own.close()


def _swept(at_ms: int | None) -> Part:
    if at_ms is None:
        return Part(False, "The deadline sweep has never run.")
    age_ms = max(0, now_ms() - at_ms)
    detail = f"{age_ms / 1000:.1f} s ago"
    if age_ms <= SWEEP_STALE_MS:
        return Part(True, "The deadline sweep is running.", detail)
    return Part(False, "The deadline sweep has stopped: the beat or the workers of “turns” are down.", detail)


# --- Redis and the workers --------------------------------------------------------------------------------------------


def _ask_redis() -> Parts:
    if settings.REDIS_URL:
        limit_s = settings.REDIS_TIMEOUT_S
        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=limit_s, socket_connect_timeout=limit_s, retry=Retry(NoBackoff(), 0)
        )
        with client:
            client.ping()
        parts = {"redis": Part(True, "Redis answers.")}
    else:
        parts = {"redis": Part(True, "Not needed: one process serves the whole site.")}
    return {**parts, "workers": _served(tasks.heartbeats(settings.QUEUES))}


def _served(beats: dict[str, int]) -> Part:
    now = now_ms()
    ages = {queue: None if queue not in beats else max(0, now - beats[queue]) for queue in settings.QUEUES}
    lost = [
        queue
        for queue, age in ages.items()
        if age is None or age > HEARTBEAT_STALE_MS.get(queue, HEARTBEAT_STALE_OTHERS_MS)
    ]
    said = (f"{queue}: {'never' if age is None else f'{age / 1000:.1f} s ago'}" for queue, age in ages.items())
    sentence = f"No worker serves: {', '.join(lost)}." if lost else "Every queue has a worker."
    return Part(not lost, sentence, ", ".join(said))


# --- answers ----------------------------------------------------------------------------------------------------------

_DATABASE = Probe(
    _ask_database,
    {
        "database": Part(False, "The database does not answer."),
        "migrations": Part(False, "Unknown without the database."),
        "sweep": Part(False, "Unknown without the database."),
    },
)
_REDIS = Probe(
    _ask_redis,
    {
        "redis": Part(False, "Redis does not answer. Moves still work; pages update when it is back."),
        "workers": Part(False, "Unknown without Redis."),
    },
)


def parts() -> Parts:
    """Return the state of all dependencies, within 2 s."""
    waiting = [probe.begin() for probe in (_DATABASE, _REDIS)]
    return {name: part for wait in waiting for name, part in wait().items()}


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process is alive."""
    return _answer(request, 200, {"status": "ok"})


def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 or 503 with the state of all parts; details are for operators."""
    known = parts()
    ready = all(known[name].ok for name in NEEDED)
    status = "not ready" if not ready else "ready" if all(part.ok for part in known.values()) else "degraded"
    detailed = is_operator(request)
    shown = {
        name: {"ok": part.ok, "says": part.says, **({"detail": part.detail} if detailed and part.detail else {})}
        for name, part in known.items()
    }
    return _answer(request, 200 if ready else 503, {"status": status, "parts": shown})


def _answer(request: HttpRequest, status: int, body: dict[str, object]) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return JsonResponse(
        body, status=status, json_dumps_params={"ensure_ascii": False}, headers={"Cache-Control": "no-store"}
    )
