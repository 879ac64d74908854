"""Time on the pages: the form for time controls, the order of the user's games, the next waiting game, and
vacations.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from accounts.notifications import preferences
from games.deadlines.selectors import vacation_days as vacations
from games.deadlines.services.consent import ask
from games.deadlines.services.vacation import settle_vacations
from games.models import Game
from games.people.services.purge_game import purge_game
from games.presenters import game_lists as queries
from games.presenters import times as shown_time
from games.record.services.abort import abort
from games.seating.services.leave_table import leave_table
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time import terms
from games.time.clocks import DAY_MS, PerMove
from games.time.terms import PRESETS, Terms
from pyramido_site.infrastructure.site_clock import now_ms
from tests.games import play
from tests.games.timed import reply
from tests.people import account, signed_in
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)


def opened(client: Client, **fields: str) -> Game:
    """Open a table through the form, for two people of Pyramido by default."""
    form = {"game": "pyramido", "kind-pyramido": "seats-2", "with-pyramido": "people", **fields}
    made = client.post("/games/new/", form)
    assert made.status_code == 302, made.content.decode()
    return Game.objects.get(public_id=made.headers["Location"].split("/")[-2])


def test_every_preset_can_be_chosen(visitor: Client) -> None:
    page = visitor.get("/games/new/").content.decode()
    for control in PRESETS:
        value = shown_time.ShownControl(control).value
        assert shown_time.OFFERED[value].control == control
        assert page.count(f'value="{value}"') == 3  # once for each game
    assert page.count('value="per_move-259200" data-days selected') == 3


@pytest.mark.parametrize(
    ("fields", "agreed"),
    [
        ({}, Terms(PerMove(3 * 86400))),
        ({"time-pyramido": "per_move-86400", "vacation-pyramido": "on"}, Terms(PerMove(86400))),
        ({"time-pyramido": "per_move-86400", "weekend-pyramido": "on"}, Terms(PerMove(86400), "UTC", vacation=False)),
        # Neither weekends nor vacations stop the clocks in live play.
        ({"time-pyramido": "per_move-30", "weekend-pyramido": "on"}, Terms(PerMove(30), vacation=False)),
        ({"time-pyramido": "none", "weekend-pyramido": "on"}, Terms()),
        # There are no other people to wait for.
        ({"time-pyramido": "per_move-86400", "with-pyramido": "greedy"}, Terms()),
    ],
)
def test_the_form_opens_a_table_with_its_terms(fields: dict[str, str], agreed: Terms, visitor: Client) -> None:
    assert terms.of(opened(visitor, **fields).terms) == agreed


def test_weekends_are_those_of_the_host() -> None:
    user = account("Anna")
    client = signed_in(user)
    preferences.change(user.pk, {"zone": "Pacific/Auckland"})
    assert "Pacific/Auckland" in client.get("/games/new/").content.decode()
    game = opened(client, **{"time-pyramido": "per_move-86400", "weekend-pyramido": "on"})
    assert terms.of(game.terms).weekend == "Pacific/Auckland"
    for page in (visitor_page(f"/games/{game.public_id}/"), visitor_page("/games/")):
        assert "1 day a turn" in page
    assert "Clocks stop on weekends (Pacific/Auckland)" in visitor_page(f"/games/{game.public_id}/")


def visitor_page(path: str) -> str:
    return Client().get(path).content.decode()


def test_an_unknown_time_is_refused(visitor: Client) -> None:
    form = {"game": "pyramido", "kind-pyramido": "seats-2", "time-pyramido": "per_move--1"}
    refused = visitor.post("/games/new/", form)
    assert refused.status_code == 422
    assert "Choose one of the times on this page." in refused.content.decode()


def of_two(user: User, days: int | None, mine: bool = True) -> Game:
    """Start a game of the user and another person, in which the user is to move (`mine`) or not."""
    agreed = terms.UNLIMITED if days is None else Terms(PerMove(days * 86400))
    while True:
        game = open_table(user, play.GAME, {"seats": 2}, agreed=agreed)
        sit_down(play.person(), game.public_id)
        if (play.fresh(game).to_move == 1) == mine:
            return play.fresh(game)
        purge_game(game.public_id, "the other one begins")


def test_my_games_begin_with_the_nearest_deadline() -> None:
    user = account("Anna")
    slow, none, quick = (of_two(user, days) for days in (7, None, 2))
    theirs = [of_two(user, days, mine=False) for days in (5, None, 1)]
    lists = queries.my_games(user)
    assert [one.game.pk for one in lists.mine_to_move] == [quick.pk, slow.pk, none.pk]
    assert [one.game.pk for one in lists.others_to_move] == [theirs[2].pk, theirs[0].pk, theirs[1].pk]
    client = signed_in(user)
    page = client.get("/games/mine/").content.decode()
    assert page.index("2 d left for you") < page.index("7 d left for you") < page.index("1 d left for the others")
    assert "Next game" in page
    assert client.get("/next/").headers["Location"] == f"/games/{quick.public_id}/"
    assert 'data-next="/next/"' in client.get(f"/games/{quick.public_id}/").content.decode()


def test_a_paused_game_is_not_waiting_and_an_open_request_is() -> None:
    user = account("Anna")
    client = signed_in(user)
    assert client.get("/next/").headers["Location"] == "/games/mine/"
    game = of_two(user, 3, mine=False)
    assert (queries.waiting_count(user), queries.next_game(user)) == (0, None)
    ask(game.public_id, SEAT_1, "pause")
    assert (queries.waiting_count(user), queries.next_game(user)) == (1, game.public_id)
    assert queries.waiting_count(user, but=game.public_id) == 0
    assert "Pause requested" in client.get("/games/mine/").content.decode()
    reply(game, 0, True)
    own = of_two(user, 3)
    ask(own.public_id, SEAT_0, "pause")
    reply(own, 1, True)
    assert (queries.waiting_count(user), queries.next_game(user)) == (0, None)
    assert client.get("/games/mine/").content.decode().count("The game is paused.") == 2


def test_an_aborted_game_is_shown_and_a_closed_table_is_not() -> None:
    user = account("Anna")
    client = signed_in(user)
    game = of_two(user, 3)
    abort(game.public_id, SEAT_0)
    shown = client.get(f"/games/{game.public_id}/")
    assert (shown.status_code, 'id="board"' in shown.content.decode()) == (200, True)
    closed = open_table(user, play.GAME, {"seats": 2})
    leave_table(user, closed.public_id)
    assert client.get(f"/games/{closed.public_id}/").status_code == 410


def test_a_vacation_from_its_page() -> None:
    user = account("Anna")
    client = signed_in(user)
    game = of_two(user, 3)
    assert "You have 10 days of vacation left" in client.get("/vacation/").content.decode()
    no_number = (400, "1 to 60 days")
    too_many = (422, f"You have 10 days of vacation left in {datetime.now(UTC).year}, not 11.")
    for days, (status, sentence) in {"11": too_many, "-1": no_number, "": no_number}.items():
        refused = client.post("/vacation/", {"days": days})
        assert (refused.status_code, sentence in refused.content.decode()) == (status, True)
    client.post("/vacation/", {"days": "4"})
    vacation = vacations.current(user, now_ms())
    assert vacation is not None
    assert vacation.until_ms - vacation.from_ms == 4 * DAY_MS
    settle_vacations(user.pk)
    assert play.position(game).away == (0,)
    for path in ("/vacation/", "/games/mine/"):
        assert "You are on vacation until" in client.get(path).content.decode()
    client.post("/vacation/", {"end": "1"})
    assert vacations.current(user, now_ms()) is None
    assert client.post("/vacation/", {"end": "1"}).status_code == 409
    assert Client().get("/vacation/").status_code == 302
