"""`manage.py runserver`: the embedded site for work on it, begun anew when a file changes (what `make dev` runs).

Django's own command watches the files and starts the process again, also after a syntax error; templates it forgets
without a new start, and static files are read from where they lie while DEBUG is on.

Written against the internals of django 5.2.19 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.core.management.commands import runserver
from django.utils import autoreload

from pyramido_site import private_files


class Command(runserver.Command):
    help = "Serve pages, API and sockets, with worker and beat inside, and start again when a file changes."
    default_addr = os.environ.get("HOST") or runserver.Command.default_addr
    default_port = os.environ.get("PORT") or runserver.Command.default_port
    addr: str
    port: str

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve, with new files readable by their owner only."""
        private_files.keep_to_owner()
        super().handle(*args, **options)

    def inner_run(self, *args: Any, **options: Any) -> None:
        """In place of Django's server, the embedded one; in a thread where files are watched."""
        autoreload.raise_last_exception()
        from pyramido_site import embedded

        try:
            listener = embedded.listening_socket(self.addr, int(self.port))
        except OSError as error:
            self.stderr.write(f"{self.addr}:{self.port} cannot be opened: {error.strerror}.")
            os._exit(1)  # a thread cannot end the process otherwise
        shown = "localhost" if self.addr in {"127.0.0.1", "0.0.0.0"} else self.addr  # noqa: S104 (only looked at)
        if not os.environ.get("SITE_URL"):
            settings.SITE_URL = f"http://{shown}:{self.port}"
        with listener:  # closed after an error, too: until it is mended, a request is refused and does not hang
            embedded.serve(listener, lambda: self.stdout.write(f"http://{shown}:{self.port}"))
