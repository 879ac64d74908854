"""The connection between a page and the server, under a test's control."""

from __future__ import annotations

from playwright.sync_api import Page, WebSocketRoute


class Cutter:
    """A proxy between a page and the server's socket that can cut the connection and keep it cut."""

    def __init__(self, page: Page) -> None:
        self.whole = True
        self.lines: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/games/**", self.connect)

    def connect(self, line: WebSocketRoute) -> None:
        if self.whole:
            line.connect_to_server()
            self.lines.append(line)
        else:
            line.close()

    def cut(self) -> None:
        self.whole = False
        for line in self.lines:
            line.close()
        self.lines.clear()

    def mend(self) -> None:
        self.whole = True
