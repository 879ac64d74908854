"""`manage.py runembedded`: run the whole site in one process (as `make play` does)."""

from __future__ import annotations

import errno
import os
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from pyramido_site import environment, private_files


class Command(BaseCommand):
    help = "Serve pages, API and sockets, with worker and beat inside, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the address to listen on."""
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until Ctrl-C or SIGTERM."""
        private_files.keep_to_owner()
        # Handle both signals alike from the start; uvicorn replaces the handlers while it serves and restores them.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            self._serve(options["host"], environment.whole("PORT", str(options["port"]), most=65535, least=1))
        except KeyboardInterrupt:
            self.stdout.write("")

    def _serve(self, host: str, port: int) -> None:
        from pyramido_site import embedded

        try:
            listener = embedded.listening_socket(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CommandError(
                    f"Port {port} is taken by another program. Choose another: PORT={port + 1}"
                ) from None
            raise CommandError(f"{host}:{port} cannot be opened: {error.strerror}.") from None
        shown = "localhost" if host in {"127.0.0.1", "0.0.0.0", "localhost"} else host  # noqa: S104 (only looked at)
        if not os.environ.get("SITE_URL"):
            settings.SITE_URL = f"http://{shown}:{port}"
        embedded.serve(listener, lambda: self.stdout.write(f"http://{shown}:{port}", ending="\n"))
