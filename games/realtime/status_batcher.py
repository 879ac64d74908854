"""The status of games, for connections of this process that check whether they have missed anything.

Thousands of connections may check every few seconds: checks at about the same time are answered by one query.
"""

from __future__ import annotations

import asyncio

from games.record import selectors
from games.record.selectors import StatusQuery, TableStatus
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.public_ids import PublicId

GATHER_S = 0.2
"""Seconds for which checks are collected."""


class StatusBatcher:
    """Batcher of checks, for one event loop at a time."""

    def __init__(self) -> None:
        self._waiting: dict[StatusQuery, asyncio.Future[TableStatus | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def of(self, public_id: PublicId, user_id: int | None) -> TableStatus | None:
        """Return the status of a game for this user, or None if there is no such game. An error of the query is raised
        in each call that waits for it.
        """
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._waiting = {}
            self._task = loop.create_task(self._answer(), name="standings")
        answer = self._waiting.setdefault((public_id, user_id), loop.create_future())
        return await asyncio.shield(answer)  # a cancelled check must not cancel others that wait for the same answer

    async def _answer(self) -> None:
        await asyncio.sleep(GATHER_S)
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            try:
                found = await in_thread(selectors.table_statuses, list(asked))
            except Exception as error:  # noqa: BLE001 (raised in each check)
                for answer in asked.values():
                    answer.set_exception(error)
            else:
                for one, answer in asked.items():
                    answer.set_result(found.get(one))
            await asyncio.sleep(GATHER_S if self._waiting else 0)


standings = StatusBatcher()
