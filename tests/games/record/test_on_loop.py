"""The fast path on the server's event loop writes the same as the one in a thread; what it cannot handle it leaves
alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.models import Event, Game
from games.record import after_commit, positions
from games.record.checking import faults
from games.record.services.submit_action import submit_action, submit_on_loop
from games.record.write import WritePrecondition
from games.requests.refusals import Refusal
from games.seating.services import open_table as opening
from pyramido_site.infrastructure import loop_database as switch
from pyramido_site.infrastructure.loop_database import ThreadsOnly, loop_database
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play, timed
from tests.games.sockets import Socket, in_database

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres, pytest.mark.usefixtures("on_loop")]


@pytest.fixture
def game() -> Game:
    return play.table()[0]


def to_move(game: Game) -> tuple[PublicId, SeatNumber, Seq, Any]:
    """Return (public id, seat, seq, a legal action)."""
    at = play.position(game)
    seat = at.to_move[0]
    return game.public_id, seat, at.seq, play.random_action(at, seat, Random(1))


def written(game: Game) -> int:
    return Event.objects.filter(game_id=game.pk).count()


@pytest.mark.parametrize("pace", ["without clocks", "a day a move"])
async def test_the_loop_writes_what_a_thread_would(pace: str, on_loop: list[str]) -> None:
    """In play by days, the nights of the next player have to be read first: a thread makes those moves."""
    made = (play.table,) if pace == "without clocks" else (timed.under_way, timed.per_move())
    game = (await in_database(*made))[0]
    made_there = 0
    for number in range(60):
        asked = await in_database(to_move, game)
        key = f"k{number}"
        answer = await submit_on_loop(*asked, key=key)
        made_there += answer is not None
        answer = answer or await in_database(submit_action, *asked, key)
        assert await in_database(submit_action, *asked, key) == answer  # the key's first response, from the log
        entry = positions.cache.get(game.public_id)
        assert entry is not None and entry.position.seq == answer.seq
        positions.cache.clear()  # replaying the log yields the same
        assert (await in_database(play.position, game)).hash == entry.position.hash
    assert made_there == len(on_loop) > 50
    assert await in_database(faults, await in_database(play.fresh, game)) == []


@pytest.mark.parametrize(
    "why", ["a stale seq", "a used key", "no such action", "unknown here", "locked", "the precondition"]
)
async def test_commands_that_the_loop_cannot_handle_are_left_alone(game: Game, why: str, on_loop: list[str]) -> None:
    public_id, seat, seq, action = await in_database(to_move, game)
    key, precondition = "k1", None
    if why == "a stale seq":
        seq = Seq(seq - 1)
    elif why == "a used key":
        await in_database(submit_action, public_id, seat, seq, action, key)
        public_id, again, seq, action = await in_database(to_move, game)
        assert again == seat
    elif why == "no such action":
        action = {"type": "legend"}
    elif why == "unknown here":
        positions.cache.clear()
    elif why == "the precondition":
        precondition = WritePrecondition("%s", [False], lambda: None)
    lock = positions.game_lock(public_id)
    before = await in_database(written, game)
    if why == "locked":
        lock.acquire()
    try:
        assert await submit_on_loop(public_id, seat, seq, action, key, precondition) is None
    finally:
        if why == "locked":
            lock.release()
    assert len(on_loop) == (why in ("a used key", "the precondition"))
    assert await in_database(written, game) == before
    with loop_database.free() as still_there:
        assert still_there is not None
    assert lock.acquire(blocking=False)
    lock.release()


async def test_of_many_at_once_one_wins_and_the_others_hear_why(game: Game) -> None:
    asked = await in_database(to_move, game)
    answers = await asyncio.gather(*(submit_on_loop(*asked, key=f"k{number}") for number in range(8)))
    won = [answer for answer in answers if answer is not None]
    assert [answer.seq for answer in won] == [asked[2] + 1]
    with pytest.raises(Refusal) as caught:
        await in_database(submit_action, *asked, "k9")
    assert (caught.value.code, caught.value.seq) == ("stale", asked[2] + 1)


async def test_a_begun_move_is_written_and_published_although_its_caller_is_gone(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    published = asyncio.Event()
    plain: Callable[..., None] = after_commit.publish

    def noted(*arguments: Any) -> None:
        plain(*arguments)
        published.set()

    monkeypatch.setattr(after_commit, "publish", noted)
    asked = await in_database(to_move, game)
    waiting = asyncio.create_task(submit_on_loop(*asked, key="k1"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(published.wait(), 10)
    answer = await in_database(submit_action, *asked, "k1")
    assert answer.seq == asked[2] + 1


async def test_commands_that_need_a_read_first_are_left_to_a_thread(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await in_database(to_move, game)

    def read(*_: Any) -> Any:
        connection.ensure_connection()

    with monkeypatch.context() as reading:
        reading.setattr("games.record.command_context.site_clock.refresh_if_due", read)
        assert await submit_on_loop(*asked) is None
    assert await submit_on_loop(*asked) is not None


async def test_a_move_before_a_bot_s_turn_is_left_to_a_thread(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    """It has to look up the bot's webhook after the commit."""

    def make_a_bot_of(seat: int) -> None:
        User.objects.filter(pk=play.owner_of(game, seat).pk).update(is_bot=True)
        positions.cache.clear()
        play.position(game)

    first = (await in_database(to_move, game))[1]
    await in_database(make_a_bot_of, 1 - first)
    made = []
    while (asked := await in_database(to_move, game))[1] == first:
        made.append(await submit_on_loop(*asked))
        if made[-1] is None:
            await in_database(submit_action, *asked)
    assert len(made) > 1 and made[-1] is None and None not in made[:-1]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_without_a_free_connection_it_is_left_to_a_thread(game: Game) -> None:
    asked = await in_database(to_move, game)
    with loop_database.free() as taken:
        assert taken is not None
        assert await submit_on_loop(*asked) is None
    assert await submit_on_loop(*asked) is not None


async def test_a_site_with_the_switch_off_plays_the_same(
    on_loop: list[str], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games with the same secret over sockets, move for move: with the setting off, threads write everything."""
    monkeypatch.setattr(opening, "secrets", SimpleNamespace(token_bytes=bytes))
    told: dict[bool, list[Any]] = {}
    logs: dict[bool, list[Any]] = {}
    for on in (True, False):
        settings.LOOP_DATABASE = on
        chosen = loop_database if on else switch.chosen()
        assert on or isinstance(chosen, ThreadsOnly)
        monkeypatch.setattr("games.record.append.loop_database", chosen)
        on_loop.clear()
        game, people = await in_database(play.table)
        sockets = [await Socket.to(game.public_id, user) for user in people]
        for socket in sockets:
            assert (await socket.frame())["type"] == "view"
        told[on] = []
        for number in range(40):
            _, seat, seq, action = await in_database(to_move, game)
            act = {"type": "act", "ref": number, "expected_seq": seq, "action": action, "idempotency_key": f"k{number}"}
            await sockets[seat].send(act)
            for of, socket in enumerate(sockets):
                frames = [await socket.frame() for _ in range(2 if of == seat else 1)]  # the mover also gets `done`
                frames.sort(key=lambda frame: str(frame["type"]))
                assert [frame["type"] for frame in frames] == (["done", "events"] if of == seat else ["events"])
                told[on].append([(event["kind"], event["seat"], event["payload"]) for event in frames[-1]["events"]])
        for socket in sockets:
            await socket.close()
        logs[on] = await in_database(log_of, game)
        assert len(on_loop) == (40 if on else 0)
        assert await in_database(faults, await in_database(play.fresh, game)) == []
    assert told[True] == told[False] and len(told[True]) == 80
    assert logs[True] == logs[False] and len(logs[True]) > 40


def log_of(game: Game) -> list[Any]:
    return list(Event.objects.filter(game_id=game.pk).order_by("seq").values_list("kind", "seat", "payload"))
