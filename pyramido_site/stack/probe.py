"""The image's health check: `python -m pyramido_site.stack.probe PORT`. Does the process on this port answer?

Only `/healthz`: a container that is started again because the database is away helps nobody.
"""

from __future__ import annotations

import http.client
import sys

SECONDS = 3


def main(port: int) -> int:
    """The exit status: 0 when it answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        connection.request("GET", "/healthz")
        return 0 if connection.getresponse().status == 200 else 1
    except (OSError, http.client.HTTPException):
        return 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
