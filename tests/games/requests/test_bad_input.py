"""Every bad input gets a 4xx or an error frame with a code and a sentence, and the log stays as it was."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Event, Game, GameSecret, Seat
from games.record.services.resign import resign
from games.requests import bodies
from games.requests import frames as socket_requests
from games.requests.refusals import Refusal
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.sampling import examples
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db(transaction=True)

LARGE = json.dumps({"expected_seq": 0, "action": "x" * 70_000})

BAD_BODIES: list[tuple[str, int, str]] = [
    ("{", 400, "malformed_json"),
    ("", 400, "malformed"),
    ("nothing", 400, "malformed_json"),
    ("[]", 400, "malformed"),
    ("3", 400, "malformed"),
    ("null", 400, "malformed"),
    ('{"expected_seq": 0}', 400, "malformed"),
    ('{"action": {}}', 400, "malformed"),
    ('{"expected_seq": 0, "action": {"type": "take"}, "more": 1}', 400, "malformed"),
    ('{"expected_seq": "0", "action": {}}', 400, "malformed"),
    ('{"expected_seq": true, "action": {}}', 400, "malformed"),
    ('{"expected_seq": null, "action": {}}', 400, "malformed"),
    ('{"expected_seq": -2, "action": {}}', 400, "malformed"),
    ('{"expected_seq": 99999999999, "action": {}}', 400, "malformed"),
    ('{"expected_seq": 0.0, "action": {}}', 400, "malformed_json"),
    ('{"expected_seq": NaN, "action": {}}', 400, "malformed_json"),
    ('{"expected_seq": 0, "expected_seq": 0, "action": {}}', 400, "malformed_json"),
    ('{"expected_seq": 0, "action": ' + "[" * 40 + "]" * 40 + "}", 400, "malformed_json"),
    ('{"expected_seq": 0, "action": ' + "[" * 30_000, 400, "malformed_json"),
    ('{"expected_seq": 0, "action": {"type": "\\ud800"}}', 400, "malformed_json"),
    ('{"expected_seq": 0, "action": {"type": "\\u0000"}}', 400, "malformed_json"),
    (LARGE, 413, "too_large"),
]

BAD_ACTIONS: list[Any] = [
    None, 1, "take", [], {}, {"type": None}, {"type": "dance"}, {"type": "take"},
    {"type": "take", "space": "2", "gem": "red"},
    {"type": "take", "space": 2, "gem": "mud"}, {"type": "take", "space": 2, "gem": "red", "more": 1},
    {"type": "take", "space": True, "gem": "red"}, {"type": "take", "space": 2**40, "gem": "red"},
    {"type": "place", "x": 10**15, "y": 0, "rotation": 90}, {"type": "place", "x": 0, "y": 0, "rotation": 45},
    {"type": "score", "activate": [{"x": 0}]}, {"type": "score", "activate": {}}, {"type": "\U0001d11e" * 50},
]  # fmt: skip


class Untouched:
    """Everything stored about the games, before and after."""

    def __init__(self) -> None:
        self.before = self.now()

    def now(self) -> list[Any]:
        return [list(model.objects.order_by("pk").values_list()) for model in (Game, Seat, GameSecret, Event)]

    def check(self) -> None:
        assert self.now() == self.before


@pytest.fixture
def game() -> Game:
    return play.table()[0]


@pytest.fixture
def untouched(game: Game) -> Iterator[Untouched]:
    state = Untouched()
    yield state
    state.check()


def client_at(game: Game, seat: int) -> Client:
    client = Client()
    client.force_login(play.owner_of(game, seat))
    return client


def problem(answer: Any, status: int, code: str | None = None) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = answer.json()
    assert set(body) - {"rules"} == {"type", "title", "status", "code", "detail", "field", "seq"}
    assert body["status"] == status and body["detail"] and body["title"]
    assert code in (None, body["code"]), body
    return body


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(("raw", "status", "code"), BAD_BODIES)
def test_bad_bodies_over_rest(game: Game, raw: str, status: int, code: str) -> None:
    client = client_at(game, play.position(game).to_move[0])
    answer = client.post(f"/api/v1/games/{game.public_id}/actions", data=raw, content_type="application/json")
    assert problem(answer, status, code)["seq"] == (0 if status == 400 else None)


@pytest.mark.parametrize(
    ("value", "kind", "field", "detail"),
    [
        ({"expected_seq": True, "action": {}}, bodies.Act, "expected_seq", "Expected `int`, got `bool`: true."),
        ({"expected_seq": "3", "action": {}}, bodies.Act, "expected_seq", 'Expected `int`, got `str`: "3".'),
        ({"expected_seq": -2, "action": {}}, bodies.Act, "expected_seq", "Expected `int` >= -1: -2."),
        ({"action": "é"}, bodies.Act, "expected_seq", 'missing required field `expected_seq`: {"action": "é"}.'),
        ({"more": 7}, bodies.Nothing, "more", 'unknown field `more`: {"more": 7}.'),
        ({"nonce": "z" * 200}, bodies.TakeSeat, "nonce", f"$': \"{'z' * 79}…."),
        ([[]], bodies.Nothing, None, "got `array`: [[]]."),
        ({"type": "ping", "ref": [1]}, None, "ref", "got `array`: [1]."),
    ],
)
def test_a_refused_form_is_quoted(value: Any, kind: Any, field: str | None, detail: str) -> None:
    with pytest.raises(Refusal) as caught:
        bodies.read(value, kind) if kind else socket_requests.read(value)
    assert (caught.value.code, caught.value.field) == ("malformed", field)
    assert caught.value.detail.endswith(detail)


@pytest.mark.usefixtures("untouched")
def test_bad_actions_over_rest(game: Game) -> None:
    client = client_at(game, play.position(game).to_move[0])
    for action in BAD_ACTIONS:
        body = {"expected_seq": 0, "action": action}
        answer = client.post(f"/api/v1/games/{game.public_id}/actions", data=body, content_type="application/json")
        assert answer.status_code in (400, 422), (action, answer.content)
        assert problem(answer, answer.status_code)["seq"] == 0


def test_callers_who_may_not_act(game: Game, untouched: Untouched) -> None:
    at = play.position(game)
    seat = at.to_move[0]
    path = f"/api/v1/games/{game.public_id}/actions"
    body = {"expected_seq": 0, "action": play.random_action(at, seat, Random(1))}
    stranger = Client()
    stranger.force_login(play.person())
    for client, status, code in (
        (Client(), 401, "not_authenticated"),
        (stranger, 403, "not_seated"),
        (client_at(game, 1 - seat), 422, None),
    ):
        problem(client.post(path, data=body, content_type="application/json"), status, code)
    client = client_at(game, seat)
    problem(client.post(path, data={**body, "expected_seq": 9}, content_type="application/json"), 400, "seq_ahead")
    elsewhere = "/api/v1/games/nothing/actions"
    problem(client.post(elsewhere, data=body, content_type="application/json"), 404, "not_found")
    assert client.post(path, data=body, content_type="application/json").status_code == 200
    untouched.before = untouched.now()
    stale = problem(client.post(path, data=body, content_type="application/json"), 409, "stale")
    assert (stale["seq"], stale["rules"]) == (1, "/rules/forgotten-treasures/#whose-turn")


def test_a_finished_game_takes_nothing(game: Game) -> None:
    resign(game.public_id, SEAT_0)
    state = Untouched()
    seq = play.fresh(game).seq
    for seat in (0, 1):
        client = client_at(game, seat)
        base = f"/api/v1/games/{game.public_id}"
        for path, body in (
            ("actions", {"expected_seq": seq, "action": {"type": "take", "space": 1, "gem": "red"}}),
            ("actions", {"expected_seq": 0, "action": {"type": "take", "space": 1, "gem": "red"}}),
            ("take-back", {"expected_seq": seq}),
            ("resign", {}),
            ("seats", {}),
        ):
            answer = client.post(f"{base}/{path}", data=body, content_type="application/json")
            assert answer.status_code in (409, 422), answer.content
            problem(answer, answer.status_code)
        problem(client.delete(f"{base}/seats/mine"), 409, "not_open")
    state.check()


@pytest.mark.usefixtures("untouched")
def test_other_refusals_are_problems_too(game: Game) -> None:
    client = client_at(game, 0)
    base = f"/api/v1/games/{game.public_id}"
    problem(client.get("/api/v1/nothing"), 404, "not_found")
    problem(client.get("/api/v1/games/nothing"), 404, "not_found")
    problem(client.get("/api/v1/games/nothing/view"), 404, "not_found")
    problem(client.get("/api/v1/games/nothing/events"), 404, "not_found")
    problem(client.get("/api/v1/games/nothing/export"), 404, "not_found")
    problem(client.get(f"{base}/export"), 409, "still_running")
    problem(client.put(base, data={}, content_type="application/json"), 405, "method_not_allowed")
    problem(client.get(f"{base}/actions"), 405, "method_not_allowed")
    problem(Client().trace("/api/v1/account/tokens"), 405, "method_not_allowed")
    form = "application/x-www-form-urlencoded"
    problem(client.post(f"{base}/actions", data="a=b", content_type=form), 415, "unsupported_media_type")
    problem(client.post(f"{base}/actions", data="a", content_type="text/plain"), 415, "unsupported_media_type")
    for since in ("x", "", "-2", "1.0", "99999999999", "٣"):
        problem(client.get(f"{base}/events", {"since": since}), 400, "malformed")
    for odd in ("%00", "a%00b"):
        for path in (odd, f"{odd}/view"):
            problem(client.get(f"/api/v1/games/{path}"), 400, "malformed")
        assert client.get(f"/games/{odd}/").status_code == client.get(f"/players/{odd}/").status_code == 400
    for odd in ("%F0%9F", "x" * 17, "..%2f", "%20"):
        for path in (odd, f"{odd}/view", f"{odd}/events", f"{odd}/export"):
            problem(client.get(f"/api/v1/games/{path}"), 404, "not_found")
        assert client.get(f"/games/{odd}/").status_code == 404
        assert client.get(f"/players/{odd}/").status_code == 404
    forged = [
        b64encode(text).decode() for text in (b"p=yesterday", b"p=%00", b"o=-1", b"o=x", b"r=1&p=2026-13-40", b"\xff")
    ]
    for cursor in forged:
        answer = client.get("/api/v1/games", {"cursor": cursor})
        assert answer.status_code in (200, 400, 404), (cursor, answer.content)
    for query in ({"status": "lost"}, {"mine": "yes"}, {"more": "1"}, {"cursor": "zzz"}):
        answer = client.get("/api/v1/games", query)
        problem(answer, answer.status_code)
        assert answer.status_code in (400, 404)


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "game"),
        ({"game": "chess"}, "game"),
        ({"game": 3}, "game"),
        ({"game": play.GAME, "options": []}, "options"),
        ({"game": play.GAME, "options": {"seats": 9}}, None),
        ({"game": play.GAME, "options": {"seats": "2"}}, None),
        ({"game": play.GAME, "options": {"colour": "red"}}, None),
        ({"game": play.GAME, "options": {"seats": 2, "legend": "a"}}, None),
        ({"game": play.GAME, "options": {"seats": 2}, "nonce": "ab"}, "nonce"),
        ({"game": play.GAME, "options": {"seats": 2}, "nonce": "zz" * 32}, "nonce"),
        ({"game": play.GAME, "options": {"seats": 2}, "nonce": 7}, "nonce"),
        ({"game": play.GAME, "options": {"seats": 2}, "more": 7}, "more"),
    ],
)
def test_bad_tables(game: Game, body: Any, field: str | None) -> None:
    answer = client_at(game, 0).post("/api/v1/games", data=body, content_type="application/json")
    assert field in (None, problem(answer, 400)["field"])


async def test_bad_frames_over_a_socket(game: Game, untouched: Untouched) -> None:
    at = await in_database(play.position, game)
    seat = at.to_move[0]
    owner = await in_database(play.owner_of, game, seat)
    act = {"type": "act", "ref": 5, "expected_seq": 0, "action": {"type": "take", "space": 1, "gem": "red"}}
    socket = await Socket.to(game.public_id, owner)
    await socket.frame()
    frames: list[tuple[Any, str | None]] = [
        ("{", "malformed_json"), ("[]", "malformed"), ("3", "malformed"), ("null", "malformed"), ("{}", "malformed"),
        ('{"type": 3}', "malformed"), ('{"type": "dance", "ref": 1}', "unknown_type"),
        ({"type": "act", "ref": 1}, "malformed"), ({**act, "more": 1}, "malformed"),
        ({**act, "ref": None}, "malformed"),
        ({**act, "ref": "x" * 65}, "malformed"), ({**act, "ref": {}}, "malformed"),
        ({**act, "expected_seq": "0"}, "malformed"),
        ({**act, "idempotency_key": ""}, "malformed"), ({**act, "idempotency_key": "a b"}, "malformed"),
        ({"type": "take_back", "ref": 1}, "malformed"), ({"type": "resign"}, "malformed"),
        ({"type": "sync"}, "malformed"),
        ({"type": "sync", "since": -5}, "malformed"), ({"type": "ping"}, "malformed"),
        ({**act, "expected_seq": 9}, "seq_ahead"),
        ({"type": "take_back", "ref": 1, "expected_seq": 0}, "nothing_to_take_back"),
        (json.dumps({**act, "action": "x" * 70_000}), "too_large"), ('{"type": "ping", "ref": NaN}', "malformed_json"),
    ]  # fmt: skip
    for frame, code in frames:
        answer = await socket.answer_to(frame)
        assert set(answer) - {"rules"} == {"type", "ref", "code", "detail", "field", "seq"}
        assert (answer["type"], answer["code"]) == ("error", code), (frame, answer)
        assert answer["detail"]
        assert answer["seq"] == (None if code == "too_large" else 0), (frame, answer)
    await socket.send_bytes(b"\xff\xfe")
    assert (await socket.frame())["code"] == "malformed_json"
    await socket.close()
    socket = await Socket.to(game.public_id, owner)
    await socket.frame()
    for action in BAD_ACTIONS:
        answer = await socket.answer_to({**act, "action": action})
        assert (answer["type"], answer["ref"], answer["seq"]) == ("error", 5, 0), (action, answer)
    await socket.close()
    await in_database(untouched.check)


async def test_callers_who_may_not_act_over_a_socket(game: Game, untouched: Untouched) -> None:
    at = await in_database(play.position, game)
    seat = at.to_move[0]
    act = {"type": "act", "ref": 5, "expected_seq": 0, "action": play.random_action(at, seat, Random(1))}
    other = await in_database(play.owner_of, game, 1 - seat)
    for user, code in ((None, "not_seated"), (await in_database(play.person), "not_seated"), (other, "not_your_turn")):
        socket = await Socket.to(game.public_id, user)
        await socket.frame()
        for frame in (act, {"type": "take_back", "ref": 5, "expected_seq": 0}):
            answer = await socket.answer_to(frame)
            assert answer["type"] == "error"
            assert frame["type"] == "take_back" or answer["code"] == code
        await socket.close()
    await in_database(untouched.check)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["take", "place", "red", "type"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "space", "gem", "x", "y", "rotation", "activate"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


class AnythingAtAll(TestCase):
    """No body makes the server fail."""

    table: Game

    @classmethod
    def setUpTestData(cls) -> None:
        cls.table = play.table()[0]

    @settings(max_examples=examples(150))
    @given(st.one_of(values, st.fixed_dictionaries({"expected_seq": st.integers(-2, 3), "action": values})))
    def test_any_body(self, body: Any) -> None:
        cache.clear()  # rate limits
        seat = play.position(self.table).to_move[0]
        client = client_at(self.table, seat)
        before = Event.objects.count()
        answer = client.post(
            f"/api/v1/games/{self.table.public_id}/actions", data=json.dumps(body), content_type="application/json"
        )
        if answer.status_code == 200:
            assert Event.objects.count() > before
        else:
            problem(answer, answer.status_code)
            assert 400 <= answer.status_code < 500
            assert Event.objects.count() == before
