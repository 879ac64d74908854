"""The setting for statements on the server's own event loop."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from pyramido_site.infrastructure.loop_database import ThreadsOnly, loop_database
from tests.live import ROOT, environment

WHICH = """
import django
django.setup()
from pyramido_site.infrastructure.loop_database import loop_database
print(type(loop_database).__name__)
"""
POSTGRESQL = "postgresql://somebody:secret@127.0.0.1:1/nowhere"


@pytest.mark.parametrize(
    ("settings", "which"),
    [
        ({"DATABASE_URL": POSTGRESQL}, "PostgreSQLOnLoop"),
        ({"DATABASE_URL": POSTGRESQL, "LOOP_DATABASE": "0"}, "ThreadsOnly"),
    ],
)
def test_a_site_asks_on_its_loop_unless_it_is_switched_off(
    tmp_path: Path, settings: dict[str, str], which: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHICH],
        cwd=ROOT, env={**environment(tmp_path, **settings), "DJANGO_SETTINGS_MODULE": "pyramido_site.settings"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == which, done.stderr


@pytest.mark.sqlite
def test_on_sqlite_it_asks_in_threads() -> None:
    assert isinstance(loop_database, ThreadsOnly)


async def test_switched_off_no_connection_is_ever_free() -> None:
    database = ThreadsOnly()
    database.attach(asyncio.get_running_loop())
    with database.free() as found:
        assert found is None
    await database.detach()
