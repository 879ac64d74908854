"""Limits on what one player adds to a log, and on the size of responses."""

from __future__ import annotations

from random import Random
from typing import Any, Unpack

import pytest
from django.test import Client

from accounts.models import User
from engine import export, replay
from engine.newtypes import SeatNumber
from engine.position import Position, Step
from games.deadlines.services.consent import answer, ask
from games.models import Game
from games.record import selectors
from games.record.append import append_events
from games.record.command_context import CommandContext
from games.record.services import event_caps as caps
from games.record.services.submit_action import submit_action
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from pyramido_site.infrastructure.streaming import WHOLE
from tests.games import play
from tests.games.api import api_world
from tests.games.api.api_rows import ROWS
from tests.games.api.test_api import API, client_of
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db(transaction=True)

MOST_BYTES = 1_000_000


def secret_table() -> tuple[Game, list[User]]:
    """Start a table at which all seats owe a secret submission."""
    people = [play.person(), play.person()]
    game = open_table(people[0], "silver-gold-pyramids", {"seats": 2})
    sit_down(people[1], game.public_id)
    return play.fresh(game), people


def submit(game: Game, seat: int, rng: Random) -> None:
    at = play.position(game)
    submit_action(game.public_id, SeatNumber(seat), at.seq, play.random_action(at, seat, rng))


def refused(call: Any) -> tuple[int, str]:
    with pytest.raises(Refusal) as caught:
        call()
    assert caught.value.seq is not None and caught.value.detail
    return caught.value.status, caught.value.code


def test_a_submission_is_replaced_twenty_times(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = secret_table()
    rng = Random(1)
    for _ in range(1 + caps.REPLACEMENTS):
        submit(game, 0, rng)
    seq = play.fresh(game).seq
    assert refused(lambda: submit(game, 0, rng)) == (422, "too_many_replacements")
    assert play.fresh(game).seq == seq == 1 + caps.REPLACEMENTS
    submit(game, 1, rng)
    assert play.position(game).rules.revealed(play.position(game).state) == 1, "the last submission counts"
    # Logs with more replacements stay valid.
    monkeypatch.setattr(caps, "REPLACEMENTS", 100)
    at = play.play_until(game, rng, lambda at: at.rules.submissions(at.state) is not None and 0 in at.to_move)
    for _ in range(40):
        submit(game, 0, rng)
    assert at.seq + 40 == play.fresh(game).seq
    monkeypatch.undo()
    assert refused(lambda: submit(game, 0, rng)) == (422, "too_many_replacements")
    play.play_to_the_end(game)
    assert export.rebuild(export.read(selectors.export_of(game.public_id))).over


async def test_so_it_is_over_a_socket() -> None:
    game, people = await in_database(secret_table)
    socket = await Socket.to(game.public_id, people[0])
    await socket.frame()
    for number in range(2 + caps.REPLACEMENTS):
        at = await in_database(play.position, game)
        action = play.random_action(at, 0, Random(number))
        done = await socket.answer_to({"type": "act", "ref": number, "expected_seq": at.seq, "action": action})
        assert done.get("code") == ("too_many_replacements" if number > caps.REPLACEMENTS else None)
    await socket.close()


def test_the_same_is_asked_for_five_times_a_turn() -> None:
    game, _ = play.table(2)
    rng = Random(1)
    for number in range(caps.REQUESTS):
        asked = ask(game.public_id, SEAT_0, "pause").seq
        answer(game.public_id, SeatNumber(number % 2), False, asked)
    assert refused(lambda: ask(game.public_id, SEAT_0, "pause")) == (422, "too_many_requests")
    answer(game.public_id, SEAT_0, False, ask(game.public_id, SEAT_1, "pause").seq)
    play.play_until(game, rng, lambda at: at.can_ask_back(0))
    for _ in range(caps.REQUESTS):
        answer(game.public_id, SEAT_1, False, ask(game.public_id, SEAT_0, "take_back").seq)
    assert refused(lambda: ask(game.public_id, SEAT_0, "take_back")) == (422, "too_many_requests")
    assert ask(game.public_id, SEAT_0, "pause").seq == play.fresh(game).seq


def test_events_come_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = play.table(2)
    play.play_until(game, Random(1), lambda at: at.seq >= 20)
    monkeypatch.setattr(selectors, "EVENTS_AT_ONCE", 7)
    last = play.fresh(game).seq
    assert last is not None
    for user in (people[0], None):
        found, address, pages = [], f"{API}/{game.public_id}/events", 0
        while address:
            page = client_of(user).get(address).json()
            assert (page["seq"], len(page["events"]) <= 7) == (last, True)
            found += [event["seq"] for event in page["events"]]
            address, pages = page["next"], pages + 1
        assert (found, pages) == (list(range(last + 1)), -(-(last + 1) // 7))
    assert client_of().get(f"{API}/{game.public_id}/events?since={last}").json() == {
        "game": game.game_key, "seq": last, "next": None, "events": [],
    }  # fmt: skip


@pytest.fixture
def long_game() -> Game:
    """A finished game from before the caps, in which a player has replaced a submission 3,000 times."""
    game, _ = secret_table()
    rng = Random(3)
    at = play.play_until(game, rng, lambda at: at.seq > 10 and at.rules.submissions(at.state) is not None)
    seat = at.to_move[0]
    longest = max((play.random_action(at, seat, rng) for _ in range(200)), key=lambda one: len(str(one)))

    def all_of_them(position: Position, /, **context: Unpack[CommandContext]) -> Step:
        step = Step(position, ())
        for _ in range(3000):
            more = replay.act(step.position, seat, longest, expected_seq=None, **context)
            step = Step(more.position, (*step.events, *more.events))
        return step

    append_events(game.public_id, seat, all_of_them)
    play.play_to_the_end(game)
    return play.fresh(game)


def test_no_answer_is_larger_than_a_megabyte(long_game: Game) -> None:
    """The log's thousands of events come in small pages, and its export is streamed."""
    path, client = f"{API}/{long_game.public_id}", client_of()
    pages, address = [], f"{path}/events"
    while address:
        answered = client.get(address)
        pages.append(len(answered.content))
        address = answered.json()["next"]
    assert len(pages) > 3 and max(pages) < MOST_BYTES
    whole = client.get(f"{path}/export")
    assert whole.streaming, "it is not built in memory"
    content = b"".join(getattr(whole, "streaming_content", ()))
    assert export.rebuild(export.read(content)).over and len(content) > WHOLE
    assert int(whole.headers["Content-Length"]) == len(content)
    part = client.get(f"{path}/export", headers={"range": "bytes=100-299"})
    assert (part.status_code, part.content) == (206, content[100:300])
    assert part.headers["Content-Range"] == f"bytes 100-299/{len(content)}"
    beyond = client.get(f"{path}/export", headers={"range": f"bytes={len(content)}-"})
    assert (beyond.status_code, beyond.json()["code"]) == (416, "no_such_part")
    assert client.get(f"{path}/export", headers={"if-none-match": whole.headers["ETag"]}).status_code == 304
    for what in ("", "/view", "/points", "/chat"):
        assert len(client.get(f"{path}{what}").content) < MOST_BYTES, what


def test_nothing_is_made_for_head(monkeypatch: pytest.MonkeyPatch) -> None:
    game, people = play.table(2)
    play.play_to_the_end(game)
    path = f"{API}/{game.public_id}/export"
    etag = client_of().get(path).headers["ETag"]
    monkeypatch.setattr(selectors, "export_of", lambda public_id: pytest.fail("nobody has asked for it"))
    head = client_of().head(path)
    assert (head.status_code, head.content, head.headers["ETag"]) == (200, b"", etag)
    assert client_of().head(path, headers={"if-none-match": etag}).status_code == 304
    assert client_of().head(f"{API}/nothing/export").status_code == 404
    monkeypatch.setattr("games.presenters.account_data.games_of", lambda user: map(pytest.fail, ["it is read"]))
    assert client_of(people[0]).head("/api/v1/account/games").status_code == 200


def test_whatever_anybody_may_ask_for_is_small() -> None:
    """The API matrix's world, in pages of the maximum size."""
    world = api_world.make()
    sizes = {}
    for row in ROWS:
        if row.method == "GET" and row.expected("anonymous") == 200:
            path = next(one.path for one in addresses(world) if one.name == row.name)
            sizes[row.name] = len(Client().get(path + row.query).content)
    for address in addresses(world):
        if not address.path.startswith("/api/"):
            answered = Client().get(address.path)
            sizes[address.name] = 0 if answered.streaming else len(answered.content)
    assert max(sizes.values()) < MOST_BYTES, max(sizes.items(), key=lambda one: one[1])
    assert len(sizes) > 60
