"""Prometheus metrics: who may read them, what is counted where, and how processes add up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from celery import current_app
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from pyramido_site.infrastructure.counting import REGISTRY
from tests import sampling
from tests.games import play
from tests.live import ROOT, environment

TOKEN = "a-token-of-the-operator"
DOCUMENT = ROOT / "docs" / "observing.md"

Values = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def asked() -> Values:
    """Return the metrics by name and labels."""
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


def of(values: Values, name: str, **labels: str) -> float:
    return values.get((name, tuple(sorted(labels.items()))), 0.0)


def labels_of(values: Values) -> set[tuple[str, str, str]]:
    return {(name, *label) for name, labels in values for label in labels if label[0] != "le"}


@pytest.mark.django_db
@pytest.mark.parametrize("shown", [None, "Bearer ", "Bearer no", f"bearer {TOKEN}", f"Basic {TOKEN}", "Bearer ä"])
def test_they_are_the_operator_s(shown: str | None, settings: Any) -> None:
    headers = {} if shown is None else {"authorization": shown}
    assert Client().get("/metrics", headers=headers).status_code == 404
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_game_is_counted_where_it_happens() -> None:
    before = asked()
    user = play.person("Explorer")
    game = play.solo(user)[0]
    chance = Random(1)
    for _ in range(3):
        play.step(game, chance)
    client = Client()
    client.force_login(user)
    refused = client.post(
        f"/api/v1/games/{game.public_id}/actions",
        {"expected_seq": 0, "action": {"type": "reveal", "space": 0}},
        content_type="application/json",
    )
    assert refused.status_code >= 400
    after = asked()

    def more(name: str, **labels: str) -> float:
        return of(after, name, **labels) - of(before, name, **labels)

    moves = sum(more("pyramido_moves_total", game=game.game_key, path=path) for path in ("fast", "locking"))
    assert moves == 3
    assert more("pyramido_write_seconds_count") == moves
    assert more("pyramido_view_seconds_count") > 0
    assert more("pyramido_positions_total", found="yes") + more("pyramido_positions_total", found="no") >= moves
    assert more("pyramido_refusals_total", code=refused.json()["code"]) == 1
    assert more("pyramido_request_seconds_count", of="api", status="4xx") == 1


@pytest.mark.django_db(transaction=True)
def test_nothing_grows_with_people_or_games() -> None:
    for number in range(2):
        play.play_to_the_end(play.solo(play.person(f"Explorer {number}"))[0], seed=number)
    known = labels_of(asked())
    for number in range(2, 5):
        play.play_to_the_end(play.solo(play.person(f"Explorer {number}"))[0], seed=number)
    assert labels_of(asked()) == known


@pytest.mark.django_db
def test_pending_work_is_reported_for_every_queue_and_channel(settings: Any) -> None:
    values = asked()
    for queue in settings.QUEUES:
        for name in ("pyramido_queue_tasks", "pyramido_queue_oldest_seconds", "pyramido_queue_heartbeat_seconds"):
            assert (name, (("queue", queue),)) in values
    for channel in ("letter", "email", "push", "webhook"):
        assert of(values, "pyramido_outbox_messages", channel=channel) == 0
    assert ("pyramido_sweep_seconds", ()) in values


@pytest.mark.redis
@pytest.mark.django_db
def test_studies_wait_behind_games_and_are_counted() -> None:
    with current_app.connection() as connection:
        queue = current_app.amqp.queues["ai"].bind(connection.channel())
        queue.declare()
        queue.purge()
        study, game = "games.tasks.study_opponent", "games.tasks.play_ai"
        current_app.send_task(study, args=("none", 1))
        current_app.send_task(game, args=("none", 0, None))
        assert of(asked(), "pyramido_queue_tasks", queue="ai") == 2
        taken = connection.SimpleQueue(queue.name)
        messages = [taken.get(timeout=10) for _ in range(2)]
        assert [message.headers["task"] for message in messages] == [
            "games.tasks.play_ai",
            "games.tasks.study_opponent",
        ]
        for message in messages:
            message.ack()
        taken.close()


# --- several processes ------------------------------------------------------------------------------------------------

COUNTING = """
import os, sys, django
django.setup()
from pyramido_site.infrastructure import connection_metrics as metrics
from games.record.metrics import MOVES, WRITE_SECONDS
def count():
    MOVES.labels("pyramido", "fast").inc(10)
    WRITE_SECONDS.observe(0.002)
    metrics.CONNECTIONS.labels("socket").inc(3)
count()
if sys.argv[1:] == ["fork"]:
    child = os.fork()
    if child == 0:
        count()
        os._exit(0)
    os.waitpid(child, 0)
print("counted", flush=True)
sys.stdin.read()
"""

ADDING = """
import json, django
django.setup()
from pyramido_site.infrastructure.counting import counted
print(json.dumps([[one.name, one.labels, one.value] for metric in counted() for one in metric.samples]))
"""


class Counters:
    """Processes that count into one folder."""

    def __init__(self, var: Path) -> None:
        self.folder = var / "metrics"
        self.environment = environment(
            var, METRICS_DIR=str(self.folder), DJANGO_SETTINGS_MODULE="pyramido_site.settings"
        )
        self.running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", COUNTING, *arguments],
            cwd=ROOT, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.running.append(process)
        assert process.stdout is not None and process.stdout.readline() == "counted\n"
        return process

    def kill(self, process: subprocess.Popen[str]) -> None:
        process.kill()
        process.communicate()

    def sums(self) -> Values:
        done = subprocess.run(
            [sys.executable, "-c", ADDING], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        )
        return {(name, tuple(sorted(labels.items()))): value for name, labels, value in json.loads(done.stdout)}


@pytest.mark.slow(15)
@sampling.NEEDED_BY_NO_GAME
def test_processes_add_up_what_they_count_also_after_they_are_killed(tmp_path: Path) -> None:
    counters = Counters(tmp_path)
    try:
        first, second = counters.start("fork"), counters.start()
        sums = counters.sums()
        assert of(sums, "pyramido_moves_total", game="pyramido", path="fast") == 30
        assert of(sums, "pyramido_write_seconds_count") == 3
        assert of(sums, "pyramido_write_seconds_bucket", le="0.0025") == 3
        assert of(sums, "pyramido_connections", kind="socket") == 6  # the forked child has ended

        counters.kill(first)
        sums = counters.sums()
        assert of(sums, "pyramido_moves_total", game="pyramido", path="fast") == 30
        assert of(sums, "pyramido_connections", kind="socket") == 3

        counters.kill(second)
        counters.start()
        sums = counters.sums()
        assert of(sums, "pyramido_moves_total", game="pyramido", path="fast") == 40
        assert of(sums, "pyramido_write_seconds_count") == 4
        assert of(sums, "pyramido_connections", kind="socket") == 3
        # The number of files does not grow with past processes: those of the living process, of the reader, and the
        # sums.
        assert len(list(counters.folder.glob("*.alive"))) <= 2
        assert len(list(counters.folder.glob("counter_*.db"))) <= 3
    finally:
        for process in counters.running:
            counters.kill(process)


@pytest.mark.slow(5)
def test_a_full_disk_costs_counts_and_no_move(tmp_path: Path) -> None:
    script = """
import resource, django
django.setup()
from games.record.metrics import MOVES
from pyramido_site.infrastructure.counting import counted
MOVES.labels("pyramido", "fast").inc()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
import os, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
if os.fork() == 0:
    MOVES.labels("pyramido", "fast").inc()  # would make files of the child's own
    os._exit(7)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=Counters(tmp_path).environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "7", done.stderr


# --- what is written of them ------------------------------------------------------------------------------------------

QUERIED = re.compile(r"\bpyramido_[a-z_]+")


@pytest.mark.django_db
def test_each_is_described_as_it_is() -> None:
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).content.decode()
    text = DOCUMENT.read_text()
    rows = {
        name: (kind, set(re.findall(r"`([a-z]+)`", labels)))
        for name, kind, labels in re.findall(r"^\| `(pyramido_[a-z_]+)` \| (\w+) \|([^|]*)\|", text, re.MULTILINE)
    }
    told = {
        family.name + ("_total" if family.type == "counter" else ""): (
            family.type,
            {label for one in family.samples for label in one.labels} - {"le"},
        )
        for family in text_string_to_metric_families(answer)
    }
    assert {name: kind for name, (kind, _) in rows.items()} == {name: kind for name, (kind, _) in told.items()}
    for name, (_, labels) in told.items():
        assert labels <= rows[name][1], name
    assert all(metric.name in answer for metric in REGISTRY.collect())


@pytest.mark.django_db
def test_alerts_refer_to_existing_metrics() -> None:
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).content.decode()
    known = set()
    for family in text_string_to_metric_families(answer):
        suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
        known |= {f"{family.name}{suffix}" for suffix in suffixes}
    rules = [
        rule
        for group in yaml.safe_load((ROOT / "docker" / "alerts.yml").read_text())["groups"]
        for rule in group["rules"]
    ]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    for rule in rules:
        names = set(QUERIED.findall(rule["expr"]))
        assert names <= known, rule["alert"]
        assert names or "up{" in rule["expr"]
        assert rule["annotations"]["summary"].endswith(".")
        assert f"`{rule['alert']}`" in DOCUMENT.read_text()
