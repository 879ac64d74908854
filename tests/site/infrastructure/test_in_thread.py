"""Context of the caller that a call in a thread of sockets and streams sees."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar

import pytest
from django.utils import translation

from pyramido_site.infrastructure.in_thread import in_thread

_asker: ContextVar[str] = ContextVar("asker", default="nobody")


def what_is_there() -> tuple[str, str | None, bool]:
    return _asker.get(), translation.get_language(), threading.current_thread() is threading.main_thread()


async def test_a_call_has_the_language_and_the_context_of_its_caller() -> None:
    _asker.set("somebody")
    with translation.override("fr"):
        first = await in_thread(what_is_there)
    with translation.override("it"):
        second = await in_thread(what_is_there)
    assert (first, second) == (("somebody", "fr", False), ("somebody", "it", False))


async def test_changes_of_a_call_stay_in_its_context() -> None:
    def change() -> None:
        _asker.set("the call")
        translation.activate("it")

    with translation.override("fr"):
        await in_thread(change)
        assert (_asker.get(), translation.get_language()) == ("nobody", "fr")
        assert await in_thread(what_is_there) == ("nobody", "fr", False)


async def test_a_failed_call_fails_its_caller() -> None:
    def fail(code: int) -> None:
        raise LookupError(code)

    with pytest.raises(LookupError, match="7"):
        await in_thread(fail, 7)


async def test_a_caller_that_gives_up_does_not_wait() -> None:
    going_on = threading.Event()
    waiting = asyncio.create_task(in_thread(going_on.wait, 10))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    going_on.set()
