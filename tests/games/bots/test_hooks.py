"""Webhooks that are asked for bots' decisions: none is lost, and none is played twice."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Callable, Iterator
from email.message import Message
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.bots.selectors.calls import calls_due
from games.bots.services import call_bot as service
from games.bots.services.call_bot import LEASE_MS, call_bot
from games.bots.services.set_hook import set_hook
from games.deadlines.services.enforce_deadlines import enforce_deadline
from games.live import followups
from games.models import BotCall, BotHook, Event, Game
from games.record.services.resign import resign
from games.time.clocks import HOUR_MS, MINUTE_MS, SECOND_MS, PerMove
from games.time.terms import Terms
from pyramido_site.infrastructure import outbound
from tests.games import play
from tests.games.bots.test_bots import Program, a_bot, challenge
from tests.games.threads import at_once
from tests.games.timed import Now
from tests.post_server import PostServer, Reply
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

Answer = tuple[int, Any]
GAME = "forgotten-treasures"


class Server(PostServer):
    """A bot's own server: `answer` makes the response to a request; the requests are kept."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answer: Callable[[Any], Answer] = first
        super().__init__(self._take)
        self.url += "/move"

    def _take(self, _path: str, headers: Message, body: bytes) -> Reply:
        self.got.append((dict(headers), body))
        status, answer = self.answer(json.loads(body))
        return status, {}, answer if isinstance(answer, bytes) else json.dumps(answer).encode()


def first(asked: Any) -> Answer:
    """Respond with the first legal action."""
    return 200, {"expected_seq": asked["seq"], "action": asked["actions"][0]}


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    settings.LOOPBACK_WEBHOOKS = True
    cache.clear()
    made = Server()
    yield made
    made.end()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The bot calls handed to the broker."""
    made: list[tuple[Any, ...]] = []

    def hand_over(name: str, arguments: tuple[Any, ...], expires_s: float | None = None) -> None:
        if name == "games.tasks.call_bot":
            made.append(arguments)

    monkeypatch.setattr(followups._courier, "hand_over", hand_over)
    return made


Table = tuple[Game, User, BotHook, SeatNumber]


@pytest.fixture
def table(server: Server, now: Now, asked: list[Any]) -> Table:
    """A game against a bot with a webhook, which is to move; with the bot's seat."""
    bot = a_bot(automatic=True)
    hook = set_hook(bot, server.url)
    game, _ = challenge(play.person(), bot, GAME)
    play.play_until(game, Random(2), lambda at: at.to_move == (1,) and play_has_choice(at))
    asked.clear()
    return play.fresh(game), bot, hook, SEAT_1


def play_has_choice(at: Any) -> bool:
    return at.view(1)["decision"]["kind"] == "place"


def actions_of(game: Game, seat: int) -> int:
    return Event.objects.filter(game=game, seat=seat, kind="action").count()


def the_call(game: Game) -> BotCall:
    return BotCall.objects.get(game=game)


def test_the_answer_of_an_address_is_played(server: Server, table: Table, asked: list[Any]) -> None:
    game, _bot, hook, seat = table
    before = actions_of(game, seat)
    since = play.position(game).owed_since[seat]
    call_bot(game.public_id, seat, since)
    assert actions_of(game, seat) == before + 1 and not BotCall.objects.exists()
    (headers, body), sent = server.got[0], json.loads(server.got[0][1])
    assert (sent["game"], sent["seat"], sent["seq"]) == (game.public_id, seat, game.seq)
    assert sent["frame"]["view"]["seat"] == seat and sent["frame"]["table"]["seats"][seat]["you"]
    at, signature = headers["Pyramido-Signature"].split(",v1=")
    signed = hmac.new(hook.secret.encode(), f"{at[2:]}.".encode() + body, hashlib.sha256).hexdigest()
    assert signature == signed and headers["Pyramido-Delivery"] == sent["delivery"]
    hook.refresh_from_db()
    assert hook.answered_ms is not None and hook.problem == ""
    call_bot(game.public_id, seat, since)  # a duplicated task
    assert len(server.got) == 1
    play.play_until(game, Random(3), lambda at: 1 in at.to_move and at.seq > sent["seq"] + 2)
    assert asked and {one[:2] for one in asked} == {(game.public_id, seat)}


def test_an_unusable_response_is_reported_and_the_bot_called_again(server: Server, table: Table, now: Now) -> None:
    game, bot, _hook, seat = table
    before, program = actions_of(game, seat), Program(bot, "bot:play")
    illegal = {"type": "place", "x": 99, "y": 99, "rotation": 0}
    for answer, problem, pause in (
        ((500, {}), "it answers 500", 1),
        ((302, {}), "it answers 302", 2),
        ((200, b"<html>"), "malformed_json", 4),
        ((200, b"[" * 70_000), "longer than 65536 bytes", 8),
        ((200, {"action": {}}), "malformed", 16),
        ((200, {"expected_seq": game.seq, "action": illegal}), "99", 32),
        ((200, {"expected_seq": 0, "action": {"type": "reveal", "space": 1}}), "stale", 64),
    ):
        server.answer = lambda _asked, answer=answer: answer  # type: ignore[misc]
        call_bot(game.public_id, seat, None)
        assert problem in program("get", "/bot/hook").json()["problem"]
        assert the_call(game).due_ms == now.ms + pause * SECOND_MS
        call_bot(game.public_id, seat, None)  # not before it is due
        assert the_call(game).due_ms == now.ms + pause * SECOND_MS
        now.ms += pause * SECOND_MS
    assert len(server.got) == 7 and actions_of(game, seat) == before
    server.answer = first
    call_bot(game.public_id, seat, None)
    assert actions_of(game, seat) == before + 1 and program("get", "/bot/hook").json()["problem"] is None


def test_an_address_without_a_response_holds_up_no_other(server: Server, table: Table, now: Now) -> None:
    game, _bot, hook, seat = table
    BotHook.objects.update(url="http://127.0.0.1:1/")  # where no server listens
    call_bot(game.public_id, seat, None)
    now.ms += SECOND_MS
    BotHook.objects.update(url=server.url)  # it is not called again soon, not even for another game
    call_bot(game.public_id, seat, None)
    assert server.got == []
    hook.refresh_from_db()
    assert "ConnectionRefusedError" in hook.problem and the_call(game).due_ms == now.ms + 2 * SECOND_MS


def test_characters_that_no_database_stores_are_not_quoted(table: Table) -> None:
    """A problem quotes the status line as it was received."""
    game, _bot, hook, seat = table

    def answer(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(b"NO\0HTTP\r\n")
            while connection.recv(65536):  # unread data would reset the connection
                pass

    with socket.create_server(("127.0.0.1", 0)) as listening:
        BotHook.objects.update(url=f"http://127.0.0.1:{listening.getsockname()[1]}/")
        answering = threading.Thread(target=answer, args=(listening,))
        answering.start()
        call_bot(game.public_id, seat, None)
        answering.join()
    hook.refresh_from_db()
    assert hook.problem.startswith("BadStatusLine: NO\N{REPLACEMENT CHARACTER}HTTP")


def test_a_bot_may_say_that_it_acts_later(server: Server, table: Table, now: Now) -> None:
    game, bot, hook, seat = table
    server.answer = lambda _: (202, {})
    call_bot(game.public_id, seat, None)
    assert the_call(game).accepted and the_call(game).due_ms == now.ms + HOUR_MS
    assert calls_due(now.ms + HOUR_MS - 1, now.ms + HOUR_MS, 9) == []
    assert calls_due(now.ms + HOUR_MS, 0, 9) == [(game.public_id, seat)]
    play.step(game, Random(1))  # over the API
    now.ms += HOUR_MS
    call_bot(game.public_id, seat, None)
    assert len(server.got) == 1 or json.loads(server.got[-1][1])["seq"] > game.seq
    program = Program(bot, "bot:play")
    assert program("put", "/bot/hook", {"url": "https://192.168.0.1/"}).json()["code"] == "bad_address"
    renewed = program("put", "/bot/hook", {"url": server.url}).json()
    assert renewed["secret"] not in ("", hook.secret) and "secret" not in program("get", "/bot/hook").json()
    assert program("delete", "/bot/hook").status_code == 204 and not BotCall.objects.exists()
    assert program("get", "/bot/hook").json()["code"] == "no_hook"


@pytest.mark.parametrize("when", ["before it asks", "before it plays", "after it has played"])
def test_a_worker_that_dies_neither_loses_an_action_nor_doubles_it(
    server: Server, table: Table, now: Now, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    game, _bot, _hook, seat = table
    before = actions_of(game, seat)

    class Killed(BaseException):
        pass

    def die(*_: Any) -> Any:
        raise Killed

    def play_and_die(*arguments: Any) -> None:
        play_it(*arguments)
        raise Killed

    play_it = service._play
    with monkeypatch.context() as patched:
        if when == "before it asks":
            patched.setattr(service, "_ask", die)
        else:
            patched.setattr(service, "_play", play_and_die if when == "after it has played" else die)
        with pytest.raises(Killed):
            call_bot(game.public_id, seat, None)
    assert calls_due(now.ms, 0, 9) == []  # the call may still be in progress
    now.ms += LEASE_MS
    assert calls_due(now.ms, 0, 9) == [(game.public_id, seat)]
    call_bot(game.public_id, seat, None)
    again = 1 if 1 in play.position(game).to_move and when == "after it has played" else 0
    assert actions_of(game, seat) <= before + 1 + again and not BotCall.objects.filter(since__lt=game.seq).exists()
    assert actions_of(game, seat) >= before + 1


@pytest.mark.parametrize("what", ["resigned", "out of time", "acted"])
def test_changes_during_a_call(
    server: Server, table: Table, now: Now, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A response to a decision that is no longer owed changes nothing."""
    bot = table[1]
    game, _ = challenge(play.person(), bot, GAME, agreed=Terms(PerMove(seconds=60)))
    play.play_until(game, Random(2), lambda at: at.to_move == (1,) and play_has_choice(at))
    seqs: list[int] = []
    ask = outbound.ask

    def meanwhile(*arguments: Any) -> outbound.Reply:
        reply = ask(*arguments)
        if what == "resigned":
            resign(game.public_id, SEAT_1)
        elif what == "acted":
            play.step(game, Random(1))
        else:
            now.ms += MINUTE_MS
            assert enforce_deadline(game.public_id)
        seqs.append(play.fresh(game).seq or 0)
        return reply

    monkeypatch.setattr(outbound, "ask", meanwhile)
    call_bot(game.public_id, SEAT_1, None)
    assert seqs == [play.fresh(game).seq] and Event.objects.filter(game=game).count() == seqs[0] + 1


def test_workers_at_once_ask_once(server: Server, table: Table) -> None:
    game, _bot, _hook, seat = table
    before, since = actions_of(game, seat), play.position(game).owed_since[seat]
    at_once([lambda: call_bot(game.public_id, seat, since)] * 4)
    assert len(server.got) == 1 and actions_of(game, seat) == before + 1


def test_the_sweep_finds_calls_that_were_never_made(table: Table, now: Now) -> None:
    game, _bot, _hook, seat = table
    assert calls_due(now.ms, game.last_event_ms or 0, 9) == [(game.public_id, seat)]
    assert calls_due(now.ms, (game.last_event_ms or 0) - 1, 9) == []
    # A call for an earlier decision does not hide a newer one, whenever it is due.
    BotCall.objects.create(game=game, seat=seat, since=Seq(1), seq=Seq(1), due_ms=now.ms + HOUR_MS)
    assert calls_due(now.ms, game.last_event_ms or 0, 9) == [(game.public_id, seat)]
    call_bot(game.public_id, seat, None)
    assert not BotCall.objects.exists()
    BotCall.objects.create(game=game, seat=seat, since=Seq(1), seq=Seq(1), due_ms=now.ms)
    resign(game.public_id, SEAT_0)
    assert calls_due(now.ms, now.ms, 9) == [(game.public_id, seat)]
    call_bot(game.public_id, seat, None)  # the game is over
    assert not BotCall.objects.exists() and calls_due(now.ms, now.ms, 9) == []


def test_a_move_costs_no_query_more_where_no_bot_sits() -> None:
    game, _ = play.table()
    play.step(game, Random(1))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        play.step(game, Random(1))
    assert not [one for one in queries if "bot" in one["sql"].replace("is_bot", "")]
