"""A bot that need not always run: Pyramido calls its address when it is to move, and it answers with an action.

    PYRAMIDO_TOKEN=pyr_… python webhook_bot.py https://pyramido.example https://my-bot.example/move 8080

It needs nothing but Python. The token is a personal one of a bot account, with the scope bot:play. The bot tells
Pyramido its public address, which leads to this program's port, and accepts all challenges at once. It plays random
legal actions: replace `choose` by something better.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import random
import sys
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JSON = dict[str, Any]


def choose(asked: JSON) -> JSON:
    """Return an action. `asked` holds the view of our seat as `frame`, and the legal actions as `actions`."""
    return random.choice(asked["actions"])


def is_signed(secret: str, header: str, body: bytes) -> bool:
    """Whether `t=SECONDS,v1=HEX` is the HMAC-SHA-256 of the seconds, a
    dot, and the body, not older than five minutes.
    """
    parts = dict(part.partition("=")[::2] for part in header.split(","))
    signed = hmac.new(secret.encode(), f"{parts.get('t')}.".encode() + body, hashlib.sha256).hexdigest()
    fresh = parts.get("t", "").isdecimal() and abs(time.time() - int(parts["t"])) < 300
    return bool(fresh and hmac.compare_digest(signed, parts.get("v1", "")))


def server(secret: str, port: int) -> ThreadingHTTPServer:
    """Return a server that answers signed requests with an action."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if not is_signed(secret, self.headers.get("Pyramido-Signature", ""), body):
                self.send_error(403)
                return
            asked = json.loads(body)
            answer = json.dumps({"expected_seq": asked["seq"], "action": choose(asked)}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


def put(site: str, path: str, body: JSON) -> JSON:
    """PUT a JSON body to the API and return the answer."""
    headers = {"Authorization": f"Bearer {os.environ['PYRAMIDO_TOKEN']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{site}/api/v1{path}", json.dumps(body).encode(), headers, method="PUT")
    with urllib.request.urlopen(request) as answer:
        found: JSON = json.load(answer)
        return found


if __name__ == "__main__":
    site, address, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    hook = put(site, "/bot/hook", {"url": address})
    put(site, "/bot/policy", {"automatic": True})
    server(hook["secret"], port).serve_forever()
