"""What of Debian the stack under faults stands on, and what of it is missing here."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from tests import servers as services

NEEDS: dict[str, Callable[[], object]] = {
    "postgresql": services.postgres_bin,
    "redis-server": services.redis_binary,
    "nginx-light": lambda: shutil.which("nginx", path="/usr/sbin:/sbin:/usr/bin:/bin"),
    "faketime": lambda: shutil.which("faketime"),
}
"""Package → is it here?"""


def missing() -> str:
    """A sentence with what is to be installed; "" when all is here."""
    lacking = [package for package, found in NEEDS.items() if not found()]
    return f"the stack under faults: apt-get install {' '.join(lacking)}" if lacking else ""
