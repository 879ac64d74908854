"""Database work of sockets and streams, in threads that all of them share: nothing waits on the server's loop."""

from __future__ import annotations

import asyncio
import contextvars
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import close_old_connections
from django.utils import translation

T = TypeVar("T")

_threads = ThreadPoolExecutor(8, thread_name_prefix="connections")


async def in_thread(call: Callable[..., T], *arguments: object, executor: ThreadPoolExecutor = _threads) -> T:
    """Run a call that uses the database; old connections of its thread are closed before and after.

    It has the caller's context variables and language. What `sync_to_async` does beyond that (a way back to the loop,
    variables that come back) is not needed here, and costs each move of a game.
    """
    work = functools.partial(_work, translation.get_language(), call, arguments)
    return await asyncio.get_running_loop().run_in_executor(executor, contextvars.copy_context().run, work)


def _work(language: str | None, call: Callable[..., T], arguments: tuple[object, ...]) -> T:
    close_old_connections()
    try:
        if language is not None:
            translation.activate(language)
        return call(*arguments)
    finally:
        close_old_connections()
