"""Pytest plugin of the run on PostgreSQL and Redis; `-p tests.stack` loads it before Django's settings are read.

Each process of a parallel run gets a Redis database of its own: gw0 has 1, gw1 has 2, …
"""

import os

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if WORKER:
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{int(WORKER.removeprefix('gw')) + 1}"
