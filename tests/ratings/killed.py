"""A worker that dies by SIGKILL in the middle of rating: `python -m tests.ratings.killed DATABASE POOL STATEMENT`.

It dies after the first statement that begins with STATEMENT.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import django
from django.conf import settings


def main(database: str, pool: str, beginning: str) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "pyramido_site.settings"
    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    from django.db import connection

    from ratings.services.rate_pool import rate_pool

    def die_after(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if sql.startswith(beginning):
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    with connection.execute_wrapper(die_after):
        rate_pool(int(pool), at_ms=0)


if __name__ == "__main__":
    main(*sys.argv[1:])
