"""Cost of metrics: `python -m tests.tools.bench_counting`, one JSON line for a single process and one for counters
shared between processes.

`move_ns` is the cost of the metrics of one move over a socket at a table of two: the move, its write, three views, two
look-ups in the position cache, four frames. Processor time, the best of five rounds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

ROUNDS = 5
TIMES = 20_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for shared in ("", f"{folder}/metrics"):
            environment = {
                **os.environ,
                "DJANGO_SETTINGS_MODULE": "pyramido_site.settings",
                "VAR_DIR": folder,
                "METRICS_DIR": shared,
            }
            subprocess.run([sys.executable, "-m", "tests.tools.bench_counting", "measure"], env=environment, check=True)


def measure() -> None:
    import django

    django.setup()
    from django.conf import settings

    from games.record import metrics
    from pyramido_site.infrastructure import connection_metrics as of_accounts

    def move() -> None:
        metrics.MOVES.labels("pyramido", "fast").inc()
        with metrics.WRITE_SECONDS.time():
            pass
        for _ in range(3):
            with metrics.VIEW_SECONDS.time():
                pass
        for _ in range(2):
            metrics.POSITION_FOUND.inc()
        for _ in range(4):
            of_accounts.FRAMES_SENT.inc()

    figures = {
        "counter_ns": ns_of(metrics.POSITION_FOUND.inc),
        "labelled_counter_ns": ns_of(lambda: metrics.MOVES.labels("pyramido", "fast").inc()),
        "histogram_ns": ns_of(lambda: metrics.WRITE_SECONDS.observe(0.002)),
        "move_ns": ns_of(move),
    }
    print(json.dumps({"bench": "counting", "shared": bool(settings.METRICS_DIR), **figures}), flush=True)


def ns_of(call: Callable[[], None]) -> int:
    """Nanoseconds of processor time for one call."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time_ns()
        for _ in range(TIMES):
            call()
        best = min(best, time.process_time_ns() - began)
    return round(best / TIMES)


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()
