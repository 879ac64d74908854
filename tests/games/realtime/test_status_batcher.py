"""Status requests at about the same time are answered together."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.models import Game
from games.realtime.status_batcher import StatusBatcher
from games.record import selectors
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play

pytestmark = pytest.mark.django_db(transaction=True)


async def test_concurrent_requests_cost_one_query(monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = await sync_to_async(play.table)(2)
    questions: list[int] = []
    ask = selectors.table_statuses

    def counted(asked: Any) -> Any:
        questions.append(len(asked))
        return ask(asked)

    monkeypatch.setattr(selectors, "table_statuses", counted)
    standings = StatusBatcher()
    users = [people[0].pk, people[1].pk, None, *range(10**6, 10**6 + 500)]
    answers = await asyncio.gather(
        *(standings.of(game.public_id, user) for user in users), standings.of(PublicId("gone"), None)
    )
    seats = [0, 1, None, *[None] * 500]
    assert answers == [*((game.seq, Game.Status.RUNNING, seat) for seat in seats), None]
    assert questions == [len(users) + 1]


async def test_a_cancelled_request_does_not_cancel_others() -> None:
    game, _ = await sync_to_async(play.table)(2)
    standings = StatusBatcher()
    first, second = (asyncio.create_task(standings.of(game.public_id, None)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == (game.seq, Game.Status.RUNNING, None)


async def test_a_database_fault_reaches_all_callers_and_the_next_batch_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(asked: Any) -> Any:
        raise RuntimeError("away")

    standings = StatusBatcher()
    with monkeypatch.context() as lost:
        lost.setattr(selectors, "table_statuses", away)
        answers = await asyncio.gather(*(standings.of(PublicId("x"), user) for user in (1, 2)), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["away", "away"]
    assert await standings.of(PublicId("x"), 1) is None
