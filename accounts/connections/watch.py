"""All open sockets and streams of this process: how many a caller may have, and whether their callers are still valid.

A revoked token, a signed-out session, a changed password or an inactive account closes its connections within seconds,
whichever process caused it: every two seconds one batch query checks all of them. Everything here runs on the server's
loop, except that query.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.utils.translation import gettext_noop

from accounts.access import callers
from accounts.access.callers import Caller
from pyramido_site.infrastructure import connection_metrics as metrics
from pyramido_site.infrastructure.in_thread import in_thread

logger = logging.getLogger(__name__)

EVERY_S = 2.0
"""Interval (s) between checks for callers that are no longer valid."""

RETRY_S = 10
"""Seconds after which a caller with too many connections is told to try again."""

TOO_MANY = gettext_noop("You have too many open streams and sockets; the maximum is %(most)s.")

ACCOUNT_CLOSED = "account_closed"
SIGNED_OUT, INVALID_TOKEN, STOPPING, TOO_SLOW = "signed_out", "invalid_token", "stopping", "too_slow"
"""Why a connection ends: session or token no longer valid, server stopping, or client not reading."""

SENTENCES = {
    SIGNED_OUT: gettext_noop("You are no longer signed in."),
    INVALID_TOKEN: gettext_noop("Invalid token: it is unknown, expired or revoked."),
}

# A thread of its own, so that the query does not wait behind the sockets' work.
_thread = ThreadPoolExecutor(1, thread_name_prefix="watch")


class TooMany(Exception):
    """The caller, or the address, already has `most` connections open."""

    def __init__(self, most: int) -> None:
        super().__init__(TOO_MANY % {"most": most})
        self.most = most


class Connection:
    """An open socket or stream.

    `end` is called on the loop with one of the reasons above, at most once; it must not block, and the connection
    leaves when it is closed. `kind` (socket or stream) is the label of its metric.
    """

    def __init__(self, caller: Caller, address: str, end: Callable[[str], None], kind: str = "socket") -> None:
        self.kind = kind
        self.caller = caller
        self.address = address
        self.end = end
        self.ending = False

    @property
    def owner(self) -> tuple[str, int | str]:
        """The account or address whose limit counts."""
        return ("address", self.address) if self.caller.user is None else ("account", self.caller.user.pk)


class Watch:
    """The connections of this process, and the task that checks them while any has a user."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._counts: Counter[tuple[str, int | str]] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.task: asyncio.Task[None] | None = None
        self._lost = False

    def __len__(self) -> int:
        return len(self._open)

    def check(self, caller: Caller, address: str) -> None:
        """Raise TooMany if no further connection may be opened."""
        self._check(Connection(caller, address, lambda _why: None).owner)

    def enter(self, connection: Connection) -> None:
        """Count and watch the connection from now on. Raise TooMany if there is no room."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # a new server: connections of the old one are gone
            for lost in list(self._open):
                self._forget(lost)
            self._counts.clear()
            self._loop, self.task = loop, None
        self._check(connection.owner)
        self._open.add(connection)
        metrics.CONNECTIONS.labels(connection.kind).inc()
        self._counts[connection.owner] += 1
        if connection.caller.user is not None and self.task is None:
            self.task = loop.create_task(self._look(), name="watch")

    def change(self, connection: Connection, caller: Caller) -> None:
        """Set the caller of a connection. Raise TooMany, leaving it anonymous, if the caller has too many."""
        self._check(Connection(caller, connection.address, connection.end).owner)
        self.leave(connection)
        connection.caller = caller
        self.enter(connection)

    def leave(self, connection: Connection) -> None:
        """Stop counting a closed connection. Idempotent."""
        if connection not in self._open:
            return
        self._forget(connection)
        self._counts[connection.owner] -= 1
        self._counts += Counter()  # drops the zeros
        if self.task is not None and not self._watched():
            self.task.cancel()
            self.task = None

    def end_all(self, why: str) -> None:
        """End all connections."""
        for connection in list(self._open):
            self._end(connection, why)

    def _forget(self, connection: Connection) -> None:
        self._open.discard(connection)
        metrics.CONNECTIONS.labels(connection.kind).dec()

    def _check(self, owner: tuple[str, int | str]) -> None:
        most = settings.CONNECTIONS_PER_ADDRESS if owner[0] == "address" else settings.CONNECTIONS_PER_ACCOUNT
        if self._counts[owner] >= most:
            raise TooMany(most)

    def _watched(self) -> list[Connection]:
        return [one for one in self._open if one.caller.user is not None and not one.ending]

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            watched = self._watched()
            try:
                gone = await in_thread(callers.ended, [one.caller for one in watched], executor=_thread)
            except Exception:
                if not self._lost:
                    logger.exception("whose connections are to be closed cannot be asked; they stay open meanwhile")
                self._lost = True
                continue
            if self._lost:
                logger.warning("whose connections are to be closed can be asked again")
            self._lost = False
            for index in gone:
                connection = watched[index]
                self._end(connection, INVALID_TOKEN if connection.caller.token else SIGNED_OUT)

    def _end(self, connection: Connection, why: str) -> None:
        if not connection.ending and connection in self._open:
            connection.ending = True
            connection.end(why)


watch = Watch()
