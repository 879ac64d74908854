"""Bot accounts, and challenges to them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.access import tokens
from accounts.models import Notification, User
from engine import registry, replay
from engine.newtypes import FIRST, SeatNumber, UnixMs
from games.bots.selectors import bot_policies as bots
from games.bots.selectors.bot_policies import Policy
from games.bots.services import set_policy
from games.computer.services.hint import ask_hint
from games.matchmaking.services.seek import seek
from games.models import Game, Invitation, Seat, Seek
from games.people.services.become_bot import become_bot
from games.rated_games.selectors.rating_pool import population_of
from games.record import positions, selectors
from games.record.services.resign import resign
from games.requests.bodies import read
from games.requests.refusals import Refusal
from games.seating.services.invite import invite
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.rematch import ask_rematch
from games.seating.services.sit_down import sit_down
from games.time.terms import LIVE, Terms
from ratings.models import RatingPool
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1"
DAYS = {"system": "per_move", "seconds": 86400}


def a_bot(name: str | None = None, **policy: Any) -> User:
    bot = become_bot(user := play.person(name), user.display_name)
    set_policy.set_policy(bot, Policy(**policy))
    return bot


class Program:
    """A caller with a token."""

    def __init__(self, user: User, *scopes: str) -> None:
        _, self.text = tokens.make(user, "test", scopes or ("games:read", "games:play", "challenges:write"), 30)
        self.http = Client()

    def __call__(self, method: str, path: str, body: Any = None) -> Any:
        more: dict[str, Any] = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(self.http, method)(f"{API}{path}", headers={"Authorization": f"Bearer {self.text}"}, **more)


def refused(call: Any) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def challenge(by: User, bot: User, key: str = play.AI_GAME, **more: Any) -> tuple[Game, Invitation]:
    game = open_table(by, key, {"seats": 2}, invited=[bot], listed=False, **more)
    return game, Invitation.objects.get(game=game)


def test_an_account_becomes_a_bots_for_good() -> None:
    anna = play.person("Anna B")
    client = client_of(anna)

    def upgrade(confirm: str) -> Any:
        return client.post(f"{API}/bot/account/upgrade", {"confirm": confirm}, content_type="application/json")

    assert upgrade("Anna").json()["code"] == "not_confirmed"
    table = open_table(anna, play.AI_GAME, {"seats": 2})
    assert upgrade("Anna B").json()["code"] == "at_table"
    leave_table(anna, table.public_id)
    waiting = seek(anna, play.AI_GAME, {"seats": 2}, Terms(LIVE[0]))
    assert upgrade("Anna B").json() == {"id": anna.public_id, "name": "Anna B", "guest": False, "bot": True}
    assert upgrade("whatever").status_code == 200
    waiting.refresh_from_db()
    assert waiting.state == Seek.State.WITHDRAWN

    game, people = play.table()
    resign(game.public_id, SEAT_0)
    assert refused(lambda: become_bot(people[0], people[0].display_name)) == "has_played"
    guest = User.objects.create_user("Guest 99", is_guest=True)
    assert refused(lambda: become_bot(guest, "Guest 99")) == "guest"
    assert not User.objects.get(pk=people[0].pk).is_bot and not User.objects.get(pk=guest.pk).is_bot


def test_a_bot_plays_with_a_token_and_not_by_page() -> None:
    bot, bert = a_bot("Robbie"), play.person()
    game = open_table(bert, play.GAME, {"seats": 2}, agreed=Terms(LIVE[0]))
    other = open_table(play.person(), play.GAME, {"seats": 2}, agreed=Terms(LIVE[0]))
    page, program = client_of(bot), Program(bot)

    assert page.post(f"{API}/games/{game.public_id}/seats", {}, "application/json").json()["code"] == "bot_by_token"
    answer = page.post(f"/games/{game.public_id}/sit/")
    assert (answer.status_code, answer["Location"]) == (302, "/bot/")
    assert not Seat.objects.filter(user=bot).exists()
    for table in (game, other):  # at two live tables at once
        assert program("post", f"/games/{table.public_id}/seats", {}).status_code == 201

    at = play.position(game)
    seat = at.to_move[0]
    mine = Program(bot) if seat == 1 else Program(bert)
    listed = mine("get", f"/games/{game.public_id}/legal-actions").json()
    assert listed["actions"] and listed["complete"] and listed["seq"] == at.seq
    acted = {"expected_seq": listed["seq"], "action": listed["actions"][-1]}
    assert page.post(f"{API}/games/{game.public_id}/actions", acted, "application/json").status_code == 403
    assert mine("post", f"/games/{game.public_id}/actions", acted).status_code == 200
    assert page.get(f"{API}/games/{game.public_id}/view").json()["table"]["seats"][1]["player"]["bot"] is True
    assert 'class="tag bot"' in page.get(f"/players/{bot.public_id}/").content.decode()
    assert 'class="tag bot"' in client_of(bert).get("/games/mine/").content.decode()


@pytest.mark.parametrize("key", [rules.key for rules in registry.games()])
def test_legal_actions_reveal_no_more_than_the_view(key: str) -> None:
    """Throughout a game, the legal actions of the true position equal those of a position imagined from the view."""
    rules, rng = registry.get(key), Random(4)
    seats = len(rules.seat_kinds(rules.options_from_json({"seats": 2})))
    at = replay.start(key, None, {"seats": 2}, bytes(32), [bytes(32)] * seats, UnixMs(0)).position
    while not at.ended:
        owing = {seat: list(rules.legal_actions(at.state, seat)) for seat in at.to_move}
        for seat in map(SeatNumber, range(seats)) if at.seq % 3 == 0 else ():
            true = [rules.action_to_json(one) for one in owing.get(seat, [])]
            found = selectors.legal_at(at, seat)
            complete = len(true) <= selectors.MOST
            assert found == {"game": key, "seq": at.seq, "actions": true[: selectors.MOST], "complete": complete}
        seat = rng.choice(at.to_move)
        action = rules.action_to_json(rng.choice(owing[seat]))
        at = replay.act(at, seat, action, expected_seq=at.seq, at_ms=UnixMs(at.at_ms + 1)).position


def test_whose_legal_actions_are_listed() -> None:
    game, people = play.with_ai("greedy")
    assert selectors.legal_actions(game.public_id, SEAT_1)["actions"] == []  # an AI's seat
    assert selectors.legal_actions(game.public_id, SEAT_0)["actions"] != []
    stranger = Program(play.person())
    assert stranger("get", f"/games/{game.public_id}/legal-actions").json()["code"] == "not_seated"
    waiting = open_table(people[0], play.GAME, {"seats": 2})
    nothing: dict[str, Any] = {"game": waiting.game_key, "seq": None, "actions": [], "complete": True}
    assert selectors.legal_actions(waiting.public_id, SEAT_0) == nothing


def test_operations_that_bots_may_not_use() -> None:
    bot = a_bot()
    assert refused(lambda: seek(bot, play.AI_GAME, {"seats": 2}, Terms(LIVE[0]))) == "no_bots"
    game = open_table(bot, play.AI_GAME, {"seats": 2}, ai=["greedy"])
    assert refused(lambda: ask_hint(game.public_id, SEAT_0, FIRST)) == "hints_off"
    person = Program(play.person(), "games:read")
    assert person("get", "/bot/policy").json()["code"] == "insufficient_scope"
    assert client_of(play.person()).get(f"{API}/bot/policy").json()["code"] == "not_a_bot"


def test_rated_games_with_a_bot_are_of_their_own_pool() -> None:
    bot = a_bot(automatic=True)
    game, _ = challenge(play.person(), bot, agreed=Terms(LIVE[0], rated=True))
    info = positions.read_info(play.fresh(game))
    assert info.seats[1].is_bot and population_of(info.seats) == RatingPool.Population.BOTS
    play.play_until(game, Random(1), lambda at: at.under_way)
    resign(game.public_id, SEAT_0)
    pools = RatingPool.objects.filter(results__game=game.public_id).values_list("population", flat=True)
    assert list(pools) == ["bots"]


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"challengers": "bots"}, "no"),
        ({"challengers": "nobody"}, "no"),
        ({"games": ["pyramido"]}, "other_game"),
        ({"seats": [3, 4]}, "other_game"),
        ({"paces": ["correspondence", "unlimited"]}, "too_fast"),
        ({"time_controls": [DAYS]}, "too_fast"),
        ({"rated": "rated"}, "unrated"),
        ({"most_games": 0}, "later"),
    ],
)
def test_a_challenge_that_does_not_fit_is_declined_at_once(policy: dict[str, Any], reason: str) -> None:
    bot, anna = a_bot(), play.person()
    set_policy.set_policy(bot, read({**policy, "automatic": True}, Policy))
    game, invitation = challenge(anna, bot, agreed=Terms(LIVE[0]))
    assert (invitation.state, invitation.reason) == ("declined", reason)
    assert play.fresh(game).status == game.status == Game.Status.ABORTED  # the game was meant for both
    assert Notification.objects.get(user=anna, kind="invitation_declined").data["reason"] == reason
    assert not Notification.objects.filter(user=bot, read_ms=None).exists()


def test_acceptable_challenges_are_accepted_at_once_or_wait() -> None:
    patient, eager, anna = a_bot(), a_bot(automatic=True, most_games=1, paces=["live"]), play.person()
    _, waiting = challenge(anna, patient)
    assert waiting.state == "pending"
    game = open_table(play.person(), play.GAME, {"seats": 3}, agreed=Terms(LIVE[0]))
    host = play.owner_of(game, 0)
    assert invite(host, game.public_id, eager).state == "accepted"
    assert invite(host, game.public_id, patient).state == "pending"
    second, invitation = challenge(play.person(), eager, agreed=Terms(LIVE[0]))
    assert invitation.reason == "later" and second.status == Game.Status.ABORTED


def test_a_rematch_with_a_bot_begins_at_once() -> None:
    anna, bot = play.person(), a_bot(automatic=True)
    game, invitation = challenge(anna, bot)
    assert invitation.state == "accepted" and game.status == Game.Status.RUNNING
    resign(game.public_id, SEAT_0)
    again = ask_rematch(anna, game.public_id)
    assert again.status == Game.Status.RUNNING and {seat.user_id for seat in again.seats.all()} == {anna.pk, bot.pk}


def test_a_policy_over_the_interface() -> None:
    bot = a_bot()
    program = Program(bot, "bot:play")
    usual = program("get", "/bot/policy").json()
    assert usual == bots.policy_json(Policy()) and usual["automatic"] is False
    wanted = {"games": ["pyramido"], "time_controls": [DAYS], "rated": "unrated", "automatic": True}
    assert program("put", "/bot/policy", wanted).json() == {**usual, **wanted}
    assert program("get", "/bot/policy").json() == {**usual, **wanted}
    for body, field in (({"games": ["chess"]}, "games[0]"), ({"paces": ["slow"]}, "paces[0]"), ({"x": 1}, "x")):
        answer = program("put", "/bot/policy", body).json()
        assert (answer["status"], answer["field"]) == (400, field)


def test_the_page_of_a_bot_account() -> None:
    anna = play.person("Anna P")
    client = client_of(anna)
    assert "cannot be undone" in client.get("/bot/").content.decode()
    assert client.post("/bot/", {"confirm": "anna"}).status_code == 422
    assert client.post("/bot/", {"confirm": "Anna P"}).status_code == 302
    page = client.get("/bot/").content.decode()
    assert User.objects.get(pk=anna.pk).is_bot and "plays on it" in page and "confirm" not in page


def test_people_sit_down_with_bots_at_listed_tables() -> None:
    bot = a_bot()
    game = open_table(bot, play.GAME, {"seats": 2})
    sit_down(play.person(), game.public_id)
    assert play.fresh(game).status == Game.Status.RUNNING


async def test_a_bot_does_not_play_over_a_socket_of_the_pages() -> None:
    game, _ = await in_database(lambda: challenge(play.person(), a_bot(automatic=True), play.GAME))
    bot = await in_database(play.owner_of, game, 1)
    socket = await Socket.to(game.public_id, bot)
    assert (await socket.frame())["view"]["seat"] == 1  # watching is allowed
    await socket.send({"type": "resign", "ref": "r"})
    assert (await socket.frame())["code"] == "bot_by_token"
    await socket.close()
