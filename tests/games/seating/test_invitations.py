"""Direct challenges, links, and the host's actions at an open table."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, Notification, User
from accounts.notifications import preferences
from accounts.users import blocks
from games.models import Game, GameSecret, Invitation, Seat
from games.requests.refusals import Refusal
from games.seating.selectors import invitations, open_tables
from games.seating.services import hold_seats
from games.seating.services.answer_invitation import accept, decline, withdraw
from games.seating.services.invite import invite
from games.seating.services.leave_table import leave_table
from games.seating.services.list_table import list_table
from games.seating.services.open_table import open_table
from games.seating.services.remove_player import remove_player
from games.seating.services.seat_ai import seat_ai
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.threads import at_once
from tests.seats import SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1"
RATED = {"time_control": {"system": "per_move", "seconds": 86400}, "rated": True}


def challenge(*people: User, seats: int = 2, **more: Any) -> tuple[Game, list[Invitation]]:
    """Open a table of the first person, to which the others are invited."""
    game = open_table(people[0], play.AI_GAME, {"seats": seats}, invited=people[1:], listed=False, **more)
    return game, list(Invitation.objects.filter(game=game).order_by("seat"))


def refused(call: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value


def told(user: User, kind: str) -> list[dict[str, Any]]:
    return [one.data for one in Notification.objects.filter(user=user, kind=kind).order_by("pk")]


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(f"{API}{path}", data=body or {}, content_type="application/json")


def test_a_challenge_over_the_interface() -> None:
    anna, bert, cleo = play.person("Anna I"), play.person("Bert I"), play.person()
    mine, his = client_of(anna), client_of(bert)
    body = {"game": play.AI_GAME, "options": {"seats": 2}, "nonce": "ab" * 32, "invited": [bert.public_id]}
    table = post(mine, "/games", body).json()
    assert (table["listed"], table["host"], table["seats"][1]["invited"]["name"]) == (False, 0, "Bert I")
    assert (
        table["link"].startswith("/invite/")
        and client_of(cleo).get(f"{API}/games/{table['id']}").json()["link"] is None
    )
    assert client_of(cleo).get(f"{API}/games?status=open").json()["results"] == []
    assert post(client_of(cleo), f"/games/{table['id']}/seats").json()["code"] == "not_listed"
    assert [one["who"] for one in told(bert, "invitation")] == ["Anna I"]
    (to_me,) = his.get(f"{API}/invitations?box=received").json()["results"]
    assert (to_me["by"]["name"], to_me["state"], to_me["table"]["id"]) == ("Anna I", "pending", table["id"])
    assert [one["id"] for one in mine.get(f"{API}/invitations?box=sent").json()["results"]] == [to_me["id"]]
    for client, box, known in ((mine, "received", 0), (mine, "", 1), (his, "", 1), (his, "sent", 0)):
        listed = client.get(f"{API}/invitations", {"box": box} if box else {}).json()["results"]
        assert len(listed) == known, box
    assert mine.get(f"{API}/invitations?box=all").json()["field"] == "box"
    path = f"/invitations/{to_me['id']}"
    assert post(client_of(cleo), f"{path}/accept").status_code == 404
    assert post(mine, f"{path}/accept").json()["code"] == "not_invited"
    for _ in range(2):
        answer = post(his, f"{path}/accept", {"nonce": "cd" * 32})
        assert answer.status_code == 200 and answer.json()["state"] == "accepted"
        assert answer.json()["table"]["status"] == "running"
    assert GameSecret.objects.get(game__public_id=table["id"]).nonces == {"0": "ab" * 32, "1": "cd" * 32}
    assert his.get(f"{API}/invitations").json() == {"next": None, "previous": None, "results": []}
    assert not Notification.objects.filter(user=bert, kind="invitation", read_ms=None).exists()


def test_declining_closes_a_table_for_two_and_frees_a_seat_elsewhere() -> None:
    anna, bert, cleo = play.person(), play.person("Bert D"), play.person()
    game, (one,) = challenge(anna, bert)
    answer = post(client_of(bert), f"/invitations/{one.public_id}/decline", {"reason": "too_slow"})
    assert answer.json()["reason"] == "too_slow"
    assert play.fresh(game).status == Game.Status.ABORTED
    (notice,) = told(anna, "invitation_declined")
    assert (notice["who"], notice["reason"]) == ("Bert D", "too_slow")
    decline(bert, one.public_id, "no")
    assert len(told(anna, "invitation_declined")) == 1 and Invitation.objects.get(pk=one.pk).reason == "too_slow"
    assert refused(partial(accept, bert, one.public_id)).code == "not_pending"

    game, (one, two) = challenge(anna, bert, cleo, seats=3)
    assert refused(partial(seat_ai, anna, game.public_id, "greedy")).code == "seats_held"
    assert refused(partial(seat_ai, anna, game.public_id, "greedy", SEAT_1)).code == "seat_held"
    assert refused(partial(invite, bert, game.public_id, play.person())).code == "not_host"
    decline(bert, one.public_id, "later")
    assert play.fresh(game).status == Game.Status.OPEN
    seat_ai(anna, game.public_id, "greedy", SEAT_1)
    accept(cleo, two.public_id)
    assert play.fresh(game).status == Game.Status.RUNNING


def test_a_free_seat_is_given_to_others_or_to_the_lobby() -> None:
    anna, bert, cleo, dora = (play.person() for _ in range(4))
    game, (one, _two) = challenge(anna, bert, cleo, seats=3)
    assert refused(partial(invite, anna, game.public_id, dora)).code == "seats_held"
    assert refused(partial(withdraw, bert, one.public_id)).code == "not_host"
    withdraw(anna, one.public_id)
    assert refused(partial(sit_down, dora, game.public_id)).code == "not_listed"
    list_table(anna, game.public_id, True)
    assert game in open_tables.open_tables_for(dora)
    invite(anna, game.public_id, dora, SEAT_1)
    assert game not in open_tables.open_tables_for(None), "every free seat is reserved"
    assert refused(partial(sit_down, bert, game.public_id)).code == "seats_held"
    assert refused(partial(invite, anna, game.public_id, dora)).code == "already_invited"
    sit_down(dora, game.public_id)  # which accepts the invitation
    assert list(Seat.objects.filter(game=game).values_list("user", flat=True)) == [anna.pk, dora.pk, None]
    assert Invitation.objects.get(game=game, user=dora).state == "accepted"


def test_a_link_lets_guests_sit_down_but_not_at_a_rated_table() -> None:
    anna, guest = play.person(), User.objects.create_user("Passer-by", is_guest=True)
    game = open_table(anna, play.GAME, {"seats": 2}, listed=False)
    assert game.link is not None and len(game.link) == 22
    assert post(client_of(guest), f"/games/{game.public_id}/seats", {"link": "x" * 22}).status_code == 403
    assert post(client_of(guest), f"/games/{game.public_id}/seats", {"link": game.link}).status_code == 201
    answer = post(
        client_of(anna), "/games", {"game": play.GAME, "options": {"seats": 2}, "terms": RATED, "listed": False}
    )
    table = answer.json()
    link = table["link"].split("/")[2]
    assert post(client_of(guest), f"/games/{table['id']}/seats", {"link": link}).json()["code"] == "guests_unrated"
    answer = post(client_of(anna), f"/games/{table['id']}/invitations", {"player": guest.public_id})
    assert (answer.status_code, answer.json()["code"]) == (422, "unrated")


def test_users_who_cannot_be_invited() -> None:
    anna, bert = play.person(), play.person()
    reasons = set()
    for blocker, blocked in ((anna, bert), (bert, anna)):
        blocks.block(blocker, blocked)
        refusal = refused(partial(challenge, anna, bert))
        reasons.add((refusal.status, refusal.code, refusal.detail, refusal.field))
        blocks.unblock(blocker, blocked)
    for wanted in ("nobody", "played"):
        preferences.change(bert.pk, {"challenges": wanted})
        refusal = refused(partial(challenge, anna, bert))
        reasons.add((refusal.status, refusal.code, refusal.detail, refusal.field))
    assert len(reasons) == 1 and not Game.objects.exists()
    bert_again = open_table(bert, play.GAME, {"seats": 2})
    sit_down(anna, bert_again.public_id)
    _game, (one,) = challenge(anna, bert)
    Block.objects.create(blocker=bert, blocked=anna)  # the invitation is about to be withdrawn
    assert list(invitations.to_user(bert)) == [] and refused(partial(accept, bert, one.public_id)).code == "cannot_sit"
    assert refused(partial(challenge, anna, anna)).code == "invited_twice"
    assert refused(partial(challenge, anna, play.person(), play.person())).code == "no_such_seat"


def test_twenty_invitations_wait_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hold_seats, "MOST_PENDING", 3)
    anna = play.person()
    answers = at_once([partial(challenge, anna, play.person()) for _ in range(5)])
    codes = sorted(answer.code if isinstance(answer, Refusal) else "" for answer in answers)
    assert codes == ["", "", "", *["too_many_invitations"] * 2]
    assert Game.objects.count() == 3


def test_a_host_leaves_and_takes_people_off() -> None:
    anna, bert, cleo, dora = (play.person() for _ in range(4))
    game, (one, two) = challenge(anna, bert, cleo, seats=4, nonce=bytes(range(32)))
    accept(bert, one.public_id, bytes(32))
    leave_table(anna, game.public_id)
    assert GameSecret.objects.get(game=game).nonces == {"1": "00" * 32}
    assert play.fresh(game).host == bert and Invitation.objects.get(pk=two.pk).by == bert
    assert refused(partial(remove_player, anna, game.public_id, SEAT_1)).code == "not_host"
    accept(cleo, two.public_id)
    client = client_of(bert)
    assert client.delete(f"{API}/games/{game.public_id}/seats/1").json()["code"] == "own_seat"
    assert client.delete(f"{API}/games/{game.public_id}/seats/2").status_code == 204
    assert [one["how"] for one in told(cleo, "table_closed")] == ["removed"]
    link = play.fresh(game).link or ""
    assert refused(partial(sit_down, cleo, game.public_id, None, link)).code == "cannot_sit"
    sit_down(dora, game.public_id, None, link)
    invite(bert, game.public_id, cleo)
    sit_down(cleo, game.public_id)
    for user in (bert, cleo, dora):
        leave_table(user, game.public_id)
    assert play.fresh(game).status == Game.Status.ABORTED


def test_two_accept_at_once() -> None:
    anna, bert, cleo = play.person(), play.person(), play.person()
    game, (one, two) = challenge(anna, bert, cleo, seats=3)
    calls = [partial(accept, bert, one.public_id), partial(accept, cleo, two.public_id)] * 2
    assert {type(answer) for answer in at_once(calls)} == {Invitation}
    assert play.fresh(game).status == Game.Status.RUNNING
    assert list(Seat.objects.filter(game=game).values_list("user", flat=True)) == [anna.pk, bert.pk, cleo.pk]


def test_accepting_while_the_host_withdraws_or_leaves() -> None:
    anna, bert = play.person(), play.person()
    for number in range(4):
        game, (one,) = challenge(anna, bert)
        ends = partial(withdraw, anna, one.public_id) if number % 2 else partial(leave_table, anna, game.public_id)
        accepted, ended = at_once([partial(accept, bert, one.public_id), ends])
        row, state = play.fresh(game), Invitation.objects.get(pk=one.pk).state
        if isinstance(accepted, Refusal):
            assert not isinstance(ended, Refusal) and state == "withdrawn" and row.status != Game.Status.RUNNING
        else:
            assert isinstance(ended, Refusal) and state == "accepted" and row.status == Game.Status.RUNNING


def test_the_pages_of_an_invitation() -> None:
    anna, bert = play.person("Anna P"), play.person("Bert P")
    mine = client_of(anna)
    sent = {"game": play.AI_GAME, f"kind-{play.AI_GAME}": "seats-3", "who": "link"}
    address = mine.post("/games/new/", sent).headers["Location"]
    game = Game.objects.get(public_id=address.split("/")[2])
    assert not game.listed and f"/invite/{game.link}/" in mine.get(address).content.decode()
    visitor = Client()
    page = visitor.get(f"/invite/{game.link}/").content.decode()
    assert "Anna P" in page and "is unrated" in page and visitor.get("/invite/nothing/").status_code == 404
    assert visitor.post(f"/invite/{game.link}/sit/").headers["Location"] == address
    assert Seat.objects.get(game=game, number=1).user.is_guest
    mine.post(f"{address}invite/", {"name": "bert p"})
    one = Invitation.objects.get(game=game, user=bert)
    his = client_of(bert)
    assert "Anna P" in his.get("/games/mine/").content.decode()
    answered = his.post(f"/invitations/{one.public_id}/", {"decline": "on", "reason": "later"}, follow=True)
    assert answered.status_code == 200 and Invitation.objects.get(pk=one.pk).reason == "later"
    mine.post(f"{address}remove/", {"seat": "1"})
    assert Seat.objects.get(game=game, number=1).user is None
    challenge_of = {"game": play.AI_GAME, f"kind-{play.AI_GAME}": "seats-2", "invite": bert.public_id}
    address = mine.post("/games/new/", challenge_of).headers["Location"]
    one = Invitation.objects.get(state="pending", user=bert)
    assert his.post(f"/invitations/{one.public_id}/", {"accept": "on"}).headers["Location"] == address
    assert his.get(address).status_code == 200 and one.game.public_id in address
    assert his.post(f"/players/{anna.public_id}/block/").headers["Location"] == f"/players/{anna.public_id}/"
    refused_page = mine.post("/games/new/", challenge_of)
    assert refused_page.status_code == 422 and "cannot be invited" in refused_page.content.decode()


def test_a_rated_table_s_link_asks_to_sign_up_first() -> None:
    agreed = {"time_control": {"system": "per_move", "seconds": 86400}, "rated": True}
    body = {"game": play.GAME, "options": {"seats": 2}, "terms": agreed, "listed": False}
    link = post(client_of(play.person()), "/games", body).json()["link"]
    for client in (Client(), client_of(User.objects.create_user("Guest R", is_guest=True))):
        page = client.get(link).content.decode()
        assert f"/accounts/signup/?next={link}" in page and "sit/" not in page
    people = User.objects.count()
    assert Client().post(f"{link}sit/").headers["Location"] == link and User.objects.count() == people
