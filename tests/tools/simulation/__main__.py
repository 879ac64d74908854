"""A simulated month of play by days: `python -m tests.tools.simulation --tables 200 --days 30 --seed 1` (`make
simulate`).

People with nights and moods play on the real services and the real database, while a driver moves the clock from one
event to the next. Without `--full` the tasks run in this process on SQLite; with it, Celery workers run them on
PostgreSQL and Redis (DATABASE_URL and REDIS_URL, or servers started for this run), and are killed at random.

At the end everything is checked. The exit status is 1 if anything is wrong; the earliest fault is named first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests import servers
from tests.live import prepared_var


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.simulation", description="Simulate a month of play.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--full", action="store_true", help="on PostgreSQL and Redis, with workers that are killed")
    parser.add_argument("--kills", type=int, default=30, help="how often a worker is killed, with --full")
    parser.add_argument("--json", type=Path, help="write the figures into this file")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # so that started processes end too
    own = servers.begin_run()
    folder = Path(tempfile.mkdtemp(prefix="pyramido-month-", dir=servers.temporary_folder()))
    try:
        _prepare(options.full, folder)
        from tests.tools.simulation.month import simulate

        return simulate(options, folder)
    finally:
        shutil.rmtree(folder)
        if own:
            servers.end_run()


def _prepare(full: bool, folder: Path) -> None:
    """Set the environment of a site for this run, and set up Django."""
    settings = {"VAR_DIR": str(folder), "SITE_URL": "https://play.example", "SECRET_KEY": "x" * 50}
    settings["EMAIL_URL"] = f"smtp://127.0.0.1:{servers.free_port()}"
    settings["PYRAMIDO_CLOCK"] = str(folder / "clock")
    if full:
        settings["DATABASE_URL"] = os.environ.get("DATABASE_URL") or servers.postgres_url()
        settings["REDIS_URL"] = os.environ.get("REDIS_URL") or servers.redis_url(15)
    else:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        shutil.copy(prepared_var() / "db.sqlite3", folder)
    os.environ.update(settings, DJANGO_SETTINGS_MODULE="tests.quick_passwords")
    (folder / "clock").write_text("0")
    import django
    from django.core.management import call_command

    django.setup()
    if full:
        call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main())
