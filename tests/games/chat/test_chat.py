"""Chat at a table: permissions to read and write, over REST and sockets; stored texts; limits; reports; private
notes.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import Notification, User
from games.chat import selectors as chat
from games.chat.services.say import REPEAT_MS, say
from games.models import ChatLine, Game, PrivateNote, Report
from games.people.services.purge_game import purge_game
from games.record.services.resign import resign
from games.requests import texts
from games.requests.refusals import Refusal
from games.seating.services.open_table import open_table
from games.time.clocks import HOUR_MS
from tests.games import play
from tests.games.api.test_api import API, client_of, post
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

BOTH = ["players", "spectators"]
Table = tuple[Game, list[User]]


@pytest.fixture
def running() -> Table:
    return play.table()


def tell(user: User | None, game: Game, text: str = "Hello", room: str = "players", **headers: str) -> Any:
    return post(client_of(user), f"/{game.public_id}/chat", {"room": room, "text": text}, **headers)


def read(user: User | None, game: Game, query: str = "") -> Any:
    return client_of(user).get(f"{API}/{game.public_id}/chat{query}")


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def rooms(user: User | None, game: Game) -> tuple[list[str], list[str]]:
    """Return (readable, writable) rooms according to the API, and check that requests agree."""
    told = read(user, game).json()
    for room in BOTH:
        answer = read(user, game, f"?room={room}")
        assert answer.status_code == 200 if room in told["read"] else refusal(answer) == (403, "may_not_read")
        said = tell(user, game, f"{user} in {room} of a game that is {game.status}", room)
        if user is None:
            assert refusal(said) == (401, "not_authenticated")
        else:
            assert said.status_code == 201 if room in told["write"] else refusal(said) == (403, "may_not_write")
    return told["read"], told["write"]


def test_rooms_are_apart_while_the_game_runs_and_open_when_it_is_over(running: Table) -> None:
    game, (anna, bert) = running
    other = play.person()
    assert rooms(anna, game) == rooms(bert, game) == (["players"], ["players"])
    assert rooms(other, game) == (["spectators"], ["spectators"])
    assert rooms(None, game) == ([], [])
    said = read(anna, game).json()["results"]
    assert [line["by"]["name"] for line in said] == [bert.display_name, anna.display_name]
    assert [line["seat"] for line in said] == [1, 0]
    play.play_to_the_end(game)
    over = play.fresh(game)
    assert rooms(anna, over) == (BOTH, BOTH)
    assert rooms(other, over) == (BOTH, ["spectators"])
    assert rooms(None, over) == (BOTH, [])
    assert read(None, over).json()["results"][-2:] == said


def test_before_the_start_players_and_spectators_chat_together() -> None:
    anna, other = play.person(), play.person()
    game = open_table(anna, play.GAME, {"seats": 2})
    assert rooms(anna, game) == (BOTH, BOTH)
    assert rooms(other, game) == (["spectators"], ["spectators"])


@pytest.mark.parametrize("substitute", [None, "greedy"])
def test_a_player_who_left_still_reads_and_writes_among_the_spectators(substitute: str | None) -> None:
    game, (anna, bert, _) = play.with_ai(seats=3, substitute=substitute)
    say(anna, game.public_id, "players", "Good luck")
    resign(game.public_id, SEAT_1)
    assert rooms(bert, play.fresh(game)) == (BOTH, ["spectators"])
    assert read(bert, game).json()["results"][-1]["text"] == "Good luck"
    assert rooms(anna, play.fresh(game)) == (["players"], ["players"])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two\t words \r\n and a line ", "two words and a line"),
        ("Cafe\u0301", "Café"),
        ("a\u202eb\u2066c\u2069d\u200ee\u061c\ufefff\u200b", "abcdef"),
        ("a\x07b\x1b[31m\x7f\x9bc", "ab[31mc"),
        ("<script>alert('1')</script> & <b>", "<script>alert('1')</script> & <b>"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("x" * 500 + " ", "x" * 500),
    ],
)
def test_a_line_is_plain_text(typed: str, kept: str) -> None:
    assert texts.line(typed, ChatLine.MAX_LENGTH) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [("", "empty"), (" \n\t", "empty"), ("\u202e\u200b\u200d", "empty"), ("\u3164\u2800", "empty"), ("\u0301", "empty"),
     ("x" * 501, "too_long")],
)  # fmt: skip
def test_a_line_that_is_refused(running: Table, typed: str, code: str) -> None:
    game, (anna, _) = running
    with pytest.raises(Refusal) as refused:
        say(anna, game.public_id, "players", typed)
    assert (refused.value.status, refused.value.code, refused.value.field) == (422, code, "text")
    assert ("500" in refused.value.detail) == (code == "too_long")
    assert not ChatLine.objects.exists()


def test_the_form_of_requests(running: Table) -> None:
    game, (anna, _) = running
    client = client_of(anna)
    for body in ({}, {"room": "kitchen", "text": "a"}, {"room": "players", "text": 1}, {"room": "players"}):
        assert refusal(post(client, f"/{game.public_id}/chat", body)) == (400, "malformed")
    for query in ("?room=kitchen", "?room=players&cursor=nothing", "?since=3"):
        assert refusal(read(anna, game, query)) == (400, "malformed")
    assert refusal(post(client, "/nothing12345/chat", {"room": "players", "text": "a"})) == (404, "not_found")
    assert refusal(client.get(f"{API}/nothing12345/chat")) == (404, "not_found")


def test_the_same_again_is_refused_for_a_while(running: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, (anna, bert) = running
    say(anna, game.public_id, "players", "Your turn")
    assert refusal(tell(anna, game, " your  TURN ")) == (422, "repeated")
    assert tell(bert, game, "Your turn").status_code == 201
    later = ChatLine.objects.get(user=anna).at_ms + REPEAT_MS
    monkeypatch.setattr("games.chat.services.say.now_ms", lambda: later)
    assert tell(anna, game, "Your turn").status_code == 201


def test_a_repeated_request_posts_one_line(running: Table) -> None:
    game, (anna, _) = running
    first, again = (tell(anna, game, "Hello", **{"Idempotency-Key": "k1"}) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert refusal(tell(anna, game, "Other", **{"Idempotency-Key": "k1"})) == (422, "key_reused")
    assert ChatLine.objects.count() == 1


def test_the_others_at_the_table_are_told_once_an_hour(running: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game, (anna, bert) = running

    def told() -> list[str]:
        kept = Notification.objects.filter(kind="chat", subject=game.public_id).order_by("pk")
        return [f"{one.user.display_name} {one.key}" for one in kept.select_related("user")]

    for text, hour in (("Hello", 7), ("Bert?", 7), ("Your turn", 8)):
        monkeypatch.setattr("games.chat.services.say.now_ms", lambda hour=hour: hour * HOUR_MS)
        say(anna, game.public_id, "players", text)
    say(play.person(), game.public_id, "spectators", "A good game")
    key = f"{bert.display_name} chat:{game.public_id}:{anna.public_id}"
    assert told() == [f"{key}:7", f"{key}:8"]


def test_earlier_lines_come_page_by_page(running: Table) -> None:
    game, (anna, _) = running
    for number in range(2 * chat.PAGE + 1):
        say(anna, game.public_id, "players", f"line {number}")
    pages: list[list[str]] = []
    address: str | None = f"{API}/{game.public_id}/chat?room=players"
    while address is not None:
        answer = client_of(anna).get(address).json()
        pages.append([line["text"] for line in answer["results"]])
        address, back = answer["next"], answer["previous"]
    assert [len(page) for page in pages] == [chat.PAGE, chat.PAGE, 1]
    assert [text for page in pages for text in page] == [f"line {n}" for n in reversed(range(2 * chat.PAGE + 1))]
    before = client_of(anna).get(back).json()
    assert [line["text"] for line in before["results"]] == pages[1]
    assert client_of(anna).get(before["previous"]).json()["previous"] is None


def test_limits_are_half_for_guests(running: Table) -> None:
    game, (anna, bert) = running
    User.objects.filter(pk=bert.pk).update(is_guest=True)
    for user, most in ((anna, 20), (bert, 10)):
        answers = [tell(user, game, f"line {n}") for n in range(most + 1)]
        assert [answer.status_code for answer in answers] == [201] * most + [429]
        problem = answers[-1].json()
        wait_s = -(-problem["retry_after_ms"] // 1000)
        assert (problem["limit"], str(wait_s)) == ("say", answers[-1].headers["Retry-After"]) and wait_s > 0


async def test_limits_hold_for_sockets_too(running: Table) -> None:
    game, (anna, _) = running
    socket = await Socket.to(game.public_id, anna)
    for number in range(20):
        line = {"type": "say", "ref": number, "room": "players", "text": f"line {number}"}
        assert (await socket.answer_to(line))["type"] == "done"
    answer = await socket.answer_to({"type": "say", "ref": 20, "room": "players", "text": "one more"})
    assert (answer["type"], answer["code"]) == ("error", "throttled")
    await socket.close()


class Listener:
    """A user's socket, and the chat lines it received."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.heard: list[str] = []

    @classmethod
    async def at(cls, game: Game, user: User | None) -> Listener:
        listener = cls(await Socket.to(game.public_id, user))
        assert (await listener.socket.frame())["type"] == "view"
        return listener

    async def next(self) -> dict[str, Any]:
        frame = await self.socket.frame()
        if frame["type"] == "chat":
            self.heard.append(frame["line"]["text"])
        return frame

    async def says(self, room: str, text: str) -> dict[str, Any]:
        """Send a line and return the response."""
        await self.socket.send({"type": "say", "ref": 3, "room": room, "text": text})
        while (frame := await self.next())["type"] == "chat":
            pass
        return frame

    async def hears(self, text: str) -> None:
        while text not in self.heard:
            await self.next()


async def test_a_line_is_sent_only_to_sockets_with_permission_to_read_it() -> None:
    """During a game whose seat was handed to an AI, and after the game."""
    game, (anna, bert, carla) = await in_database(partial(play.with_ai, seats=3, substitute="greedy"))
    await in_database(resign, game.public_id, 2)
    users = {"anna": anna, "bert": bert, "left": carla, "other": await in_database(play.person), "nobody": None}
    people = {name: await Listener.at(game, user) for name, user in users.items()}
    said = await people["anna"].says("players", "Hello")
    assert (said["type"], said["ref"], said["line"]["text"]) == ("done", 3, "Hello")
    await in_database(say, users["other"], game.public_id, "spectators", "Take the blue one")
    for name, room, code in (
        ("anna", "spectators", "may_not_write"), ("other", "players", "may_not_write"),
        ("nobody", "spectators", "not_authenticated"), ("anna", "kitchen", "malformed"),
    ):  # fmt: skip
        answer = await people[name].says(room, "Psst")
        assert (answer["type"], answer["code"]) == ("error", code)
    await in_database(partial(Game.objects.filter(pk=game.pk).update, status=Game.Status.FINISHED))
    for room, text in (("players", "Well played"), ("spectators", "Bravo")):
        await in_database(say, anna, game.public_id, room, text)
    before = {"anna": ["Hello"], "bert": ["Hello"], "left": ["Hello", "Take the blue one"],
              "other": ["Take the blue one"], "nobody": []}  # fmt: skip
    for name, person in people.items():
        await person.hears("Bravo")
        assert person.heard == [*before[name], "Well played", "Bravo"], name
        await person.socket.close()


def test_reporting_a_line(running: Table, admin_client: Client) -> None:
    game, (anna, bert) = running
    line = say(anna, game.public_id, "players", "You fool")
    path = f"/{game.public_id}/chat/{line['id']}/report"
    other = play.person()
    assert refusal(post(client_of(other), path, {"reason": "insult"})) == (404, "no_such_line")
    assert refusal(post(client_of(anna), path, {"reason": "insult"})) == (422, "own_line")
    assert refusal(post(client_of(bert), path, {"reason": "ugly"})) == (400, "malformed")
    assert refusal(post(client_of(), path, {"reason": "insult"})) == (401, "not_authenticated")
    for reason in ("insult", "spam"):
        assert post(client_of(bert), path, {"reason": reason}).status_code == 204
    assert list(Report.objects.values_list("line", "reporter", "kind")) == [(line["id"], bert.pk, "harassment")]
    (reported,) = admin_client.get("/api/v1/moderation/reports").json()["results"]
    assert (reported["line"], reported["game"], reported["kind"]) == (line["id"], game.public_id, "harassment")
    assert (reported["reporter"]["name"], reported["reported"]["name"]) == (bert.display_name, anna.display_name)
    ChatLine.objects.update(hidden=True)
    hidden = read(bert, game).json()["results"][0]
    assert (hidden["hidden"], hidden["text"]) == (True, "")


def test_a_note_is_private(running: Table) -> None:
    game, (anna, bert) = running
    mine, path = client_of(anna), f"{API}/{game.public_id}/note"

    def write(text: Any) -> Any:
        return mine.put(path, {"text": text}, content_type="application/json")

    assert mine.get(path).json() == {"text": "", "at_ms": None}
    kept = write("blue:\n  \u202edomino 7 \r\n\n").json()
    assert kept["text"] == "blue:\n  domino 7"
    assert mine.get(path).json() == kept
    assert write("other").json()["text"] == "other"
    assert client_of(bert).get(path).json()["text"] == ""
    assert refusal(client_of().get(path)) == (401, "not_authenticated")
    assert refusal(write("x" * 5001)) == (422, "too_long")
    assert refusal(write(None)) == (400, "malformed")
    assert PrivateNote.objects.get().text == "other"
    assert write(" \n").json() == {"text": "", "at_ms": None}
    assert not PrivateNote.objects.exists()


def test_removing_a_game_removes_its_chat(running: Table) -> None:
    game, (anna, _) = running
    say(anna, game.public_id, "players", "Hello")
    PrivateNote.objects.create(game=game, user=anna, text="a note", at_ms=1)
    purge_game(game.public_id, "a test")
    assert not any(model.objects.exists() for model in (ChatLine, PrivateNote))
