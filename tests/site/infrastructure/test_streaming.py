"""Answers in blocks, sent as they are made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.test import AsyncRequestFactory

from pyramido_site.infrastructure import streaming


def test_asgi_fetches_a_long_answer_block_by_block_and_closes_it() -> None:
    fetched: list[int] = []
    ended: list[bool] = []

    def blocks() -> Iterator[bytes]:
        try:
            for number in range(100):
                fetched.append(number)
                yield b"x"
        finally:
            ended.append(True)

    async def read_two() -> None:
        answer = streaming.streamed(AsyncRequestFactory().get("/"), blocks(), "text/plain")  # type: ignore[arg-type]
        assert isinstance(answer, StreamingHttpResponse) and answer.is_async
        content = aiter(answer)
        assert [await anext(content), await anext(content)] == [b"x", b"x"]
        assert not ended
        await sync_to_async(answer.close)()

    asyncio.run(read_two())
    assert fetched == [0, 1] and ended == [True]
