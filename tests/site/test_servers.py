"""The servers that tests use are private and leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from tests import servers

ROOT = Path(__file__).resolve().parents[2]


def test_each_test_gets_an_empty_postgres_of_its_own(private_postgres: str) -> None:
    with psycopg.connect(private_postgres) as connection:
        connection.execute("CREATE TABLE mine (id int)")
        rows = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert rows == (1,)
    assert "127.0.0.1" in private_postgres


def test_redis_answers_only_with_its_password(private_redis: str) -> None:
    client = redis.Redis.from_url(private_redis)
    assert client.ping()
    client.close()
    address, _, _ = private_redis.rpartition("@")
    stranger = redis.Redis.from_url(private_redis.replace(address, "redis://:wrong"))
    with pytest.raises(redis.AuthenticationError):
        stranger.ping()
    stranger.close()


RUN = """
from tests import servers
assert servers.begin_run()
print(servers.run_folder())
print(servers.postgres_url())
print(servers.redis_url().rpartition(':')[2])
{end}
"""


ENDS = {
    "ended": "servers.end_run()",
    "died, and its servers stand still": """
import os, signal
for name in servers.PID_FILES.values():
    os.kill(int((servers.run_folder() / name).read_text().split()[0]), signal.SIGSTOP)
os._exit(9)
""",
}


@pytest.mark.private_postgres
@pytest.mark.private_redis
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_nothing_is_left_of_a_run(end: str) -> None:
    outside = {name: value for name, value in os.environ.items() if name != servers.RUN_VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(end=end)], env=outside, cwd=ROOT, capture_output=True, text=True, check=False
    )
    folder, postgres, redis_port = done.stdout.split()
    if "_exit" in end:
        subprocess.run([sys.executable, "-c", RUN.format(end="servers.end_run()")], env=outside, cwd=ROOT, check=True)
    assert not Path(folder).exists(), done.stderr
    assert not servers.accepts(_port(postgres))
    assert not servers.accepts(int(redis_port.partition("/")[0]))


def _port(url: str) -> int:
    return int(url.rpartition(":")[2].partition("/")[0])
