"""Ratings on the pages: profiles with graphs, leaderboards, and beside names."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.models import User
from games.presenters.ratings import pages as shown_ratings
from games.seating.selectors.table_terms import read
from games.seating.services.open_table import open_table
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors
from ratings.models import Rating, RatingChange, RatingPool
from ratings.services.annul import annul
from ratings.services.monthly_leaderboards import snapshot
from tests.games.pages.turning import turned
from tests.games.timed import per_move
from tests.people import account, confirm_all, guest, signed_in
from tests.ratings.results import finish, rate_all

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "pyramido"
BOARD = f"/leaderboards/{KEY}/live/"
BOTS = f"{BOARD}?population=bots"


def played(*players: User | str, games: int, days_ago: float = 1, **more: Any) -> None:
    """Create rated games that ended `days_ago`, a minute apart; the first named player wins them all."""
    start, before = now_ms() - int(days_ago * DAY_MS), RatingChange.objects.count()
    for number in range(games):
        finish(f"r{before}-{number}", *players, at_ms=start + number * 60_000, key=KEY, **more)
    rate_all()
    confirm_all()


@pytest.fixture(autouse=True)
def no_minimum_of_opponents(settings: Any) -> None:
    """Lift the minimum number of opponents, which the ratings' selectors and one test here cover."""
    settings.LEADERBOARD_OPPONENTS = 0


def asked_by(user: User) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_without_rated_games_the_pages_say_how_to_get_one(visitor: Client) -> None:
    anna = account("Anna")
    own = text_of(page_of(signed_in(anna), f"/players/{anna.public_id}/"))
    assert "your rating starts at 1500" in own
    assert "No rated games yet." in text_of(page_of(visitor, f"/players/{anna.public_id}/"))
    assert "First place is up for grabs" in text_of(page_of(visitor, BOARD))
    assert "You have no rating here yet" in text_of(page_of(signed_in(anna), BOARD))
    assert "Guests can only play unrated games" in text_of(page_of(guest(), BOARD))
    assert text_of(page_of(visitor, "/leaderboards/")).count("No players listed yet.") == 6
    for unknown in ("chess/live/", f"{KEY}/slow/", f"{KEY}/live/?population=cats", f"{KEY}/live/?month=2026-10"):
        assert visitor.get(f"/leaderboards/{unknown}").status_code == 404, unknown


def test_a_profile_says_what_the_log_says(visitor: Client) -> None:
    anna, berta = account("Anna"), account("Berta")
    played(anna, berta, games=10, days_ago=3)
    played(berta, anna, games=1)
    [record] = shown_ratings.ratings_of(asked_by(anna), anna)
    log = list(RatingChange.objects.filter(rating__user=anna).order_by("rating_seq"))
    assert record.graph is not None
    assert [(moment.value, moment.provisional) for moment in record.graph.moments] == [
        (change.after, change.is_provisional) for change in log
    ]
    assert [point.points for point in record.page.rows] == [round(change.after / 100) for change in reversed(log)]
    assert [int(point.change.replace("−", "-")) for point in record.page.rows] == [
        round(change.after / 100) - round(change.before / 100) for change in reversed(log)
    ]
    page = page_of(visitor, f"/players/{anna.public_id}/")
    assert page.count('<circle class="dot') == 12  # the games, and the legend entry for provisional ones
    said = text_of(page)
    assert "10 – 0 – 1" in said and "1 loss" in said and "10 wins" in said
    assert "11 games from" in said and f"{record.shown.points} at the end" in said
    assert 'aria-labelledby="pyramido-live-people-title pyramido-live-people-desc"' in page
    assert "Provisional" not in said and record.shown.peak == max(point.points for point in record.page.rows[:2])
    assert f"/players/{berta.public_id}/" in page and "/games/r0-0/" in page


def test_a_provisional_rating_says_so_in_words_and_by_a_mark(visitor: Client) -> None:
    anna, berta = account("Anna"), account("Berta")
    played(anna, berta, games=1)
    page = page_of(visitor, f"/players/{anna.public_id}/")
    assert "1520?" in re.sub(r"<[^>]+>", "", page)
    assert "Provisional: 9 more rated games needed for the leaderboard." in text_of(page)
    assert '<svg class="rating-graph' not in page  # a single game draws no line
    assert "9 more rated games until you are listed" in text_of(page_of(signed_in(anna), BOARD))


def test_an_annulled_game_is_neither_in_the_graph_nor_in_the_results(visitor: Client) -> None:
    anna, berta = account("Anna"), account("Berta")
    played(anna, berta, games=3)
    annul(PublicId("r0-1"), None, "one person", now_ms())
    [record] = shown_ratings.ratings_of(asked_by(anna), anna)
    assert [point.game for point in record.page.rows] == ["r0-2", "r0-0"]
    assert [one.against.games for one in shown_ratings.opponents_of(anna)] == [2]


def test_games_with_the_computer_stand_apart_and_the_computer_is_marked(visitor: Client) -> None:
    anna = account("Anna")
    played(anna, "greedy", games=12)
    page = text_of(page_of(visitor, f"/players/{anna.public_id}/"))
    assert "No rated games against people yet." in page
    assert page.index("No rated games against people yet.") < page.index("With bots and the computer")
    assert "First place is up for grabs" in text_of(page_of(visitor, BOARD))
    rows = re.findall(r"<tr.*?</tr>", page_of(visitor, BOTS), re.S)[1:]
    assert ["Nebu" in row and "computer player" in row for row in rows] == [False, True]


def test_a_leaderboard_lists_the_active_and_shows_the_reader_where_they_are(visitor: Client) -> None:
    anna, berta, cem, dora = map(account, ("Anna", "Berta", "Cem", "Dora"))
    played(anna, berta, games=10)
    played(cem, dora, games=10, days_ago=40)
    rows = re.findall(r"<tr.*?</tr>", page_of(visitor, BOARD), re.S)[1:]
    assert ["Anna" in row for row in rows] == [True, False]
    assert "10 wins" in rows[0] and "10 losses" in rows[1]
    own = page_of(signed_in(berta), BOARD)
    assert "Rank 2 of 2" in text_of(own) and 'class="own"' in own and "Around you" not in own
    assert "for more than 30 days" in text_of(page_of(signed_in(cem), BOARD))
    assert "Anna" in page_of(visitor, "/leaderboards/")
    assert "Dora" not in page_of(visitor, "/leaderboards/")


def test_a_leaderboard_says_who_is_listed_and_why_a_reader_is_not(settings: Any) -> None:
    settings.LEADERBOARD_OPPONENTS = 3
    ada, ben = account("Ada"), account("Ben", email="ben@example.org")
    played(ada, ben, games=10)
    assert "and at least 3 different opponents" in text_of(page_of(signed_in(ada), BOARD))
    assert "You are not listed yet" in text_of(page_of(signed_in(ada), BOARD))
    EmailAddress.objects.filter(user=ada).delete()
    assert "you need a confirmed e-mail address" in text_of(page_of(signed_in(ada), BOARD))


def test_a_long_leaderboard_has_pages_and_shows_the_readers_neighbours(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "PAGE", 2)
    monkeypatch.setattr(selectors.leaderboard, "__defaults__", (0, 2))
    people = [account(f"Player {number}") for number in range(5)]
    pool = RatingPool.objects.create(game=KEY, pace="live", population="people")
    for number, user in enumerate(people):
        Rating.objects.create(pool=pool, user=user, value=150000 - number * 1000, games=12, last_ms=now_ms())
    confirm_all()
    last = signed_in(people[4])
    page = page_of(last, BOARD)
    assert "Around you" in page and "Rank 5 of 5" in text_of(page)
    assert "Next page" in page and "Previous page" not in page
    assert turned(visitor, BOARD, r"Player \d") == [["Player 0", "Player 1"], ["Player 2", "Player 3"], ["Player 4"]]


def test_a_month_is_shown_as_it_stood(visitor: Client) -> None:
    anna, berta = account("Anna"), account("Berta")
    end_of_march = 1_743_400_000_000  # 2025-03-31
    played(anna, berta, games=10, days_ago=(now_ms() - end_of_march) / DAY_MS)
    then = round(Rating.objects.get(user=anna).value / 100)
    snapshot("2025-03")
    played(berta, anna, games=3)
    address = f"{BOARD}?month=2025-03"
    assert '<option value="2025-03">March 2025</option>' in page_of(visitor, BOARD)
    page = text_of(page_of(visitor, address))
    assert "At the end of March 2025" in page and "Streak" not in page
    assert f"Anna {then} 10" in page and page.index("Anna") < page.index("Berta")
    assert visitor.get(f"{BOARD}?month=2025-04").status_code == 404


def test_waiting_players_are_shown_with_their_ratings(visitor: Client, django_assert_max_num_queries: Any) -> None:
    anna, berta, cem = map(account, ("Anna", "Berta", "Cem"))
    played(anna, berta, games=11, pace="correspondence")
    rated, unrated, untimed = (
        open_table(anna, KEY, {"seats": 2}, agreed=read(per_move(rated=True))),
        open_table(cem, KEY, {"seats": 2}, agreed=read(per_move())),
        open_table(berta, KEY, {"seats": 2}),
    )
    new = open_table(cem, KEY, {"seats": 2}, agreed=read(per_move(rated=True)))
    shown = {
        table: [
            text.strip()
            for text in re.findall(r"rating </span>(.*?)</span>", page_of(visitor, f"/games/{table.public_id}/"))
        ]
        for table in (rated, unrated, untimed, new)
    }
    points = round(Rating.objects.get(user=anna).value / 100)
    assert [len(found) for found in shown.values()] == [1, 0, 0, 1]
    assert shown[rated] == [str(points)] and shown[new][0].startswith("1500<")
    for _ in range(5):
        open_table(anna, KEY, {"seats": 2}, agreed=read(per_move(rated=True)))
    with django_assert_max_num_queries(12):
        assert f"{points}</span>" in page_of(visitor, "/games/")


def test_the_pages_cost_the_same_for_many_games(visitor: Client, django_assert_max_num_queries: Any) -> None:
    people = [account(f"Player {number}") for number in range(6)]
    for other in people[1:]:
        played(people[0], other, games=6)
    with django_assert_max_num_queries(20):
        page_of(visitor, f"/players/{people[0].public_id}/")
    client = signed_in(people[0])
    page_of(client, BOARD)  # the first request of a session records that it is in use
    with django_assert_max_num_queries(19):
        page_of(client, BOARD)
    with django_assert_max_num_queries(16):
        page_of(visitor, "/leaderboards/")
