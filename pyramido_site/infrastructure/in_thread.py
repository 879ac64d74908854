"""Database work of sockets and streams, in shared threads, so that the server's loop never blocks."""

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
    """Run a call that uses the database in a thread, closing the thread's old connections before and after.

    It has the caller's context variables and language. The rest of `sync_to_async` (a way back to the loop, and
    variables set by the call) is not needed here, and would cost time on every move.
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
