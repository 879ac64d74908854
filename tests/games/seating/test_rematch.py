"""Rematches: seats rotate, the others are invited, and there is one table however many players ask."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from accounts.models import User
from accounts.users import blocks
from engine.newtypes import SeatNumber
from games.models import Game, Invitation, Seat
from games.record import selectors
from games.record.services.abort import abort
from games.record.services.resign import resign
from games.requests.refusals import Refusal
from games.seating.services.answer_invitation import decline
from games.seating.services.leave_table import leave_table
from games.seating.services.rematch import ask_rematch
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.seating.test_invitations import API, post, refused
from tests.games.threads import at_once
from tests.games.timed import Now, per_move, under_way
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


def ended(seats: int = 2) -> tuple[Game, list[User]]:
    game, people = play.table(seats)
    for number in range(seats - 1):
        resign(game.public_id, SeatNumber(number))
    return play.fresh(game), people


def sitters(game: Game) -> list[int | None]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("user", flat=True))


def test_seats_rotate_and_the_others_are_invited(now: Now) -> None:
    game, (anna, bert) = under_way(per_move(3600))
    assert refused(partial(ask_rematch, anna, game.public_id)).code == "not_ended"
    resign(game.public_id, SEAT_0)
    assert refused(partial(ask_rematch, play.person(), game.public_id)).code == "not_seated"
    table = client_of(anna).get(f"{API}/games/{game.public_id}").json()
    assert table["rematch"] is None
    again = post(client_of(anna), f"/games/{game.public_id}/rematch", {"nonce": "ab" * 32}).json()
    rematch = play.fresh(again["id"])
    assert sitters(rematch) == [None, anna.pk] and again["seats"][0]["invited"]["id"] == bert.public_id
    assert (rematch.terms, rematch.options, rematch.listed, rematch.host) == (game.terms, game.options, False, anna)
    view = selectors.view_for(game.public_id, SEAT_1)["table"]["rematch"]
    assert view == {
        "id": again["id"],
        "url": f"/games/{again['id']}/",
        "status": "open",
        "rated": False,
        "limited": False,
        "accepted": [0],
    }
    assert ask_rematch(anna, game.public_id) == rematch, "asked twice"
    started = post(client_of(bert), f"/games/{game.public_id}/rematch").json()
    assert (started["id"], started["status"]) == (again["id"], "running")
    assert sitters(rematch) == [bert.pk, anna.pk]
    assert selectors.table_of(selectors.game_by_id(game.public_id), None)["rematch"]["accepted"] == [0, 1]


def test_both_ask_at_once() -> None:
    for _ in range(3):
        game, people = ended()
        answers = at_once([partial(ask_rematch, user, game.public_id) for user in people * 2])
        assert {answer.pk for answer in answers if isinstance(answer, Game)} == {
            Game.objects.get(rematch_of=game).pk
        } and not any(isinstance(answer, Refusal) for answer in answers)
        assert Game.objects.get(rematch_of=game).status == Game.Status.RUNNING


def test_computer_players_rotate_and_players_who_left_are_invited() -> None:
    game, (anna, bert) = play.with_ai("random", seats=3, substitute="greedy")
    resign(game.public_id, SEAT_2)
    assert Seat.objects.get(game=game, number=2).ai == "greedy"
    play.play_to_the_end(game)
    rematch = ask_rematch(bert, game.public_id)
    seats = Seat.objects.filter(game=rematch).order_by("number")
    assert list(seats.values_list("user", "ai")) == [(bert.pk, ""), (None, ""), (None, "random")]
    assert Invitation.objects.get(game=rematch).user == anna and rematch.substitute == "greedy"


def test_a_declined_rematch_may_be_asked_for_again() -> None:
    game, (anna, bert) = ended()
    first = ask_rematch(anna, game.public_id)
    decline(bert, Invitation.objects.get(game=first).public_id, "later")
    assert play.fresh(first).status == Game.Status.ABORTED
    second = ask_rematch(bert, game.public_id)
    assert second != first and sitters(second) == [bert.pk, None]
    leave_table(bert, second.public_id)
    blocks.block(anna, bert)
    assert refused(partial(ask_rematch, bert, game.public_id)).code == "cannot_be_invited"


def test_a_player_who_declined_can_still_join_a_rematch_of_three() -> None:
    game, (anna, bert, cleo) = ended(3)
    rematch = ask_rematch(anna, game.public_id)
    decline(bert, Invitation.objects.get(game=rematch, user=bert).public_id, "later")
    assert ask_rematch(bert, game.public_id) == rematch and ask_rematch(cleo, game.public_id) == rematch
    assert play.fresh(rematch).status == Game.Status.RUNNING and sitters(rematch) == [cleo.pk, anna.pk, bert.pk]


def test_which_games_have_one() -> None:
    aborted, (anna, _) = play.table(2)
    abort(aborted.public_id, SEAT_0)
    assert ask_rematch(anna, aborted.public_id).rematch_of == aborted
    alone, user = play.solo()
    play.play_until(alone, Random(1), lambda at: at.under_way)
    resign(alone.public_id, SEAT_0)
    assert refused(partial(ask_rematch, user, alone.public_id)).code == "no_rematch"
