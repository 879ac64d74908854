"""What the end of a game brought its players, and the table that follows it with one press."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Seat
from games.record.services.resign import resign
from games.seating.selectors.endings import Ending, ending
from games.seating.services.open_table import open_table
from games.seating.services.rematch import play_again
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.seating.test_invitations import API, refused
from tests.seats import SEAT_0

pytestmark = pytest.mark.django_db

SOLO = {"seats": 1, "legend": "a"}
THE = {"seats": 1, "legend": "the"}


def over(
    game: Game, scores: Sequence[int], ranks: Sequence[int], at_ms: int = 1, status: str = Game.Status.FINISHED
) -> Game:
    """Return the game as it is once it has ended like this."""
    outcome = {"reason": "completed", "scores": scores, "ranks": ranks}
    Game.objects.filter(pk=game.pk).update(status=status, seq=9, outcome=outcome, finished_ms=at_ms)
    for number, rank in enumerate(ranks):
        Seat.objects.filter(game=game, number=number).update(rank=rank)
    return play.fresh(game)


def solo(user: User, mine: int, legend: int, at_ms: int, options: dict[str, Any] = SOLO) -> Game:
    ranks = (1, 2) if mine > legend else (2, 1)
    return over(open_table(user, play.GAME, options), (mine, legend), ranks, at_ms)


def levels(game: Game) -> list[str]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("ai", flat=True))


def test_best_and_streak_are_those_of_the_players_games_of_this_kind_until_then() -> None:
    anna, bert = play.person(), play.person()
    first = solo(anna, 40, 50, 1)
    assert ending(first, anna) == Ending(40, None, 1, 0, ())
    second, third = solo(anna, 60, 50, 2), solo(anna, 70, 50, 3)
    fourth = solo(anna, 65, 60, 3)  # at the same time as the third, opened later
    solo(bert, 99, 50, 2)
    other = over(open_table(anna, play.GAME, {"seats": 2}), (90, 0), (1, 2), 2)
    left = over(open_table(anna, play.GAME, SOLO), (80, 10), (2, 1), 3)
    Seat.objects.filter(game=left, number=0).update(ai="greedy")
    later = solo(anna, 10, 50, 9)
    assert ending(second, anna).best_before == 40
    assert ending(third, anna) == Ending(70, 60, 3, 2, ())
    assert ending(fourth, anna) == Ending(65, 70, 4, 3, ())
    assert ending(later, anna) == Ending(10, 70, 5, 0, ())
    assert ending(other, anna) == Ending(90, None, 1, 1, ())
    assert ending(left, anna) == Ending(None, None, 4, 0, ())


def test_the_first_win_alone_unlocks() -> None:
    anna = play.person()
    lost, won, more = solo(anna, 1, 2, 1), solo(anna, 3, 2, 2), solo(anna, 3, 2, 3)
    assert [len(ending(game, anna).unlocked) for game in (lost, won, more)] == [0, 1, 0]
    assert ending(won, anna).unlocked[0].options == THE


def test_what_the_api_tells() -> None:
    anna = play.person()
    game = solo(anna, 71, 59, 1)
    told = client_of(anna).get(f"{API}/games/{game.public_id}/ending", headers={"accept-language": "fr"}).json()
    harder = {"options": THE, "ai": [], "name": "Deviens La Légende"}
    assert told == {
        "points": 71,
        "best_before": None,
        "games": 1,
        "streak": 1,
        "unlocked": [{"options": THE, "name": harder["name"]}],
        "again": {"options": SOLO, "ai": [], "name": told["again"]["name"]},
        "harder": harder,
    }
    running, _anna = play.solo(anna)
    refusal = client_of(anna).get(f"{API}/games/{running.public_id}/ending")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "not_ended")


@pytest.mark.parametrize(
    ("had", "harder"), [(["random", "greedy"], ["greedy", "search:30ms"]), (["search:300ms", "greedy"], None)]
)
def test_harder_is_the_next_level(had: list[str], harder: list[str] | None) -> None:
    harder = harder or ["search:300ms", "search:30ms"]
    game, (anna,) = play.with_ai(*had)
    assert refused(partial(play_again, anna, game.public_id)).code == "not_ended"
    over(game, (5, 6, 7), (3, 2, 1))
    again = play_again(anna, game.public_id)
    assert (levels(again), again.options, again.terms) == (["", *had], game.options, game.terms)
    assert play.fresh(again).status == Game.Status.RUNNING
    assert levels(play_again(anna, game.public_id, harder=True)) == ["", *harder]


def test_nothing_is_harder_than_the_hardest() -> None:
    game, (anna,) = play.with_ai("search:300ms")
    over(game, (5, 6), (2, 1))
    assert refused(partial(play_again, anna, game.public_id, harder=True)).code == "no_next_table"
    assert client_of(anna).get(f"{API}/games/{game.public_id}/ending").json()["harder"] is None
    assert levels(play_again(anna, game.public_id)) == ["", "search:300ms"]


def test_only_a_win_leads_to_a_harder_legend() -> None:
    anna = play.person()
    game = solo(anna, 1, 2, 1)
    assert refused(partial(play_again, anna, game.public_id, harder=True)).code == "no_next_table"
    solo(anna, 3, 2, 2)
    assert play_again(anna, game.public_id, harder=True).options == THE
    assert play_again(anna, game.public_id).options == SOLO


def test_people_ask_for_a_rematch_instead() -> None:
    game, (anna, bert) = play.table()
    resign(game.public_id, SEAT_0)
    for user, code in ((anna, "no_next_table"), (bert, "no_next_table"), (play.person(), "not_seated")):
        assert refused(partial(play_again, user, game.public_id)).code == code
    assert client_of(bert).get(f"{API}/games/{game.public_id}/ending").json()["again"] is None


def test_a_level_that_is_gone_is_not_offered_again() -> None:
    anna = play.person()
    game = over(play.against(anna, play.AI_GAME, ["greedy"]), (5, 6), (2, 1))
    Seat.objects.filter(game=game, number=1).update(ai="search:9s")
    assert refused(partial(play_again, anna, game.public_id)).code == "no_next_table"


def test_the_button_opens_the_next_table() -> None:
    anna = play.person()
    game = solo(anna, 3, 2, 1)
    client = client_of(anna)
    address = f"/games/{game.public_id}/again/"
    for posted, options in (({}, SOLO), ({"harder": "on"}, THE)):
        answer = client.post(address, posted)
        opened = Game.objects.order_by("-pk")[0]
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/games/{opened.public_id}/")
        assert (opened.options, opened.status) == (options, Game.Status.RUNNING)
    stranger = client_of(play.person()).post(address, follow=True)
    assert "You are not a player at this table." in stranger.content.decode()
    assert client_of().post(address).headers["Location"].startswith("/accounts/login/")
    assert Game.objects.filter(status=Game.Status.RUNNING).count() == 2
    assert client.get(address).status_code == 405


def test_a_game_with_a_person_and_the_computer_is_for_a_rematch() -> None:
    anna, bert = play.person(), play.person()
    game = open_table(anna, play.AI_GAME, {"seats": 3}, None, ["greedy"])
    sit_down(bert, game.public_id)
    over(game, (1, 2, 3), (3, 2, 1))
    assert refused(partial(play_again, anna, game.public_id)).code == "no_next_table"
