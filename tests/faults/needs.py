"""The Debian packages that the stack under faults needs, and a check for missing ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from tests import servers

NEEDS: dict[str, Callable[[], object]] = {
    "postgresql": servers.postgres_bin,
    "redis-server": servers.redis_binary,
    "nginx-light": lambda: shutil.which("nginx", path="/usr/sbin:/sbin:/usr/bin:/bin"),
    "faketime": lambda: shutil.which("faketime"),
}
"""Package → function that tells whether it is installed."""


def missing() -> str:
    """Return a sentence naming the packages to install, or "" if none is missing."""
    lacking = [package for package, found in NEEDS.items() if not found()]
    return f"the stack under faults: apt-get install {' '.join(lacking)}" if lacking else ""
