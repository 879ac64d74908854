"""A web server in this process that receives POST requests."""

from __future__ import annotations

from collections.abc import Callable
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

Reply = tuple[int, dict[str, str], bytes]


class PostServer:
    """A server on a free port of 127.0.0.1. `reply` takes path, headers and body, and returns status, headers and
    body.
    """

    def __init__(self, reply: Callable[[str, Message, bytes], Reply]) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers, body = reply(self.path, self.headers, body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()
