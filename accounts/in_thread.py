"""Database work of sockets and streams, in threads that all of them share: nothing waits on the server's loop."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from channels.db import DatabaseSyncToAsync

T = TypeVar("T")

_threads = ThreadPoolExecutor(8, thread_name_prefix="connections")


async def in_thread(call: Callable[..., T], *arguments: Any, executor: ThreadPoolExecutor = _threads) -> T:
    """Run a call that uses the database; old connections of its thread are closed before and after."""
    return cast(T, await DatabaseSyncToAsync(call, thread_sensitive=False, executor=executor)(*arguments))
