"""The image's health check: `python -m pyramido_site.stack.probe PORT`, whether the process on this port answers.

It only asks `/healthz`: restarting a container because the database is down would not help.
"""

from __future__ import annotations

import http.client
import sys

TIMEOUT_S = 3


def main(port: int) -> int:
    """Return the exit status: 0 if the process answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == 200 else 1
    except (OSError, http.client.HTTPException):
        return 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
