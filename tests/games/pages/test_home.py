"""The first page: what waits for its reader comes first, and a game starts in one press."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine import registry
from engine.ai.levels import LEVELS
from games.models import Game, Seat
from games.people.services.purge_game import purge_game
from games.presenters.computer_levels import QUICK
from games.presenters.home.first_page import OTHERS_SHOWN, WAITING_SHOWN
from games.seating.services.invite import invite
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.terms import USUAL, Terms
from tests.games import play
from tests.games.seeking import DAYS, LIVE, seeking
from tests.people import account, guest, signed_in

pytestmark = pytest.mark.django_db

KEYS = [rules.key for rules in registry.games()]
WEAKEST = next(iter(LEVELS))
START = r'<button class="start" name="(\w+)" value="([^"]+)">'
"""The button of a cover: name and value of its field."""


def page(client: Client) -> str:
    answer = client.get("/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def text(found: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found)))


def two(ada: User, name: str, mover: int = 0) -> Game:
    """Start a game over days against a player of this name; Ada has seat 0, and seat `mover` begins."""
    ben = account(name)
    while True:
        game = open_table(ada, "pyramido", {"seats": 2}, agreed=Terms(USUAL))
        sit_down(ben, game.public_id)
        if play.position(game).to_move == (mover,):
            return play.fresh(game)
        purge_game(game.public_id, "the other one begins")


# --- for who is new ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("key", KEYS)
def test_a_cover_starts_a_game_in_one_press(visitor: Client, key: str) -> None:
    shown = page(visitor)
    [form] = re.findall(rf'<form [^>]*data-game="{key}">.*?</form>', shown, re.S)
    name, value = re.findall(START, form)[0]
    assert visitor.post("/games/now/", {"game": key, name: value}).status_code == 302
    game = Game.objects.get()
    assert (game.game_key, game.status) == (key, Game.Status.RUNNING)
    assert list(Seat.objects.filter(game=game).order_by("number").values_list("ai", flat=True)) == ["", WEAKEST]


def test_who_has_finished_a_game_meets_the_usual_opponent_and_who_has_chosen_one_meets_that() -> None:
    def level(client: Client) -> str:
        form = re.findall(rf'<form [^>]*data-game="{play.GAME}">.*?</form>', page(client), re.S)[0]
        return str(re.findall(START, form)[0][1])

    game, ada = play.solo()
    client = signed_in(ada)
    assert level(client) == WEAKEST
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert level(client) == QUICK
    strongest = list(LEVELS)[-1]
    for chosen in (strongest, WEAKEST):
        client.post("/games/now/", {"game": play.GAME, "with": chosen})
        assert level(client) == chosen


def test_terms_and_age_are_said_once(visitor: Client, settings: Any) -> None:
    settings.TERMS_VERSION = 1
    shown = page(visitor)
    said = text(shown)
    assert said.count(f"By playing you confirm that you are at least {settings.MINIMUM_AGE} years old") == 1
    assert said.count("you will play as a guest") == 0 and said.count("No account needed.") == 1
    assert shown.index('class="start-covers"') < shown.index("By playing you confirm") < shown.index('id="pairing"')
    for client in (guest(), signed_in(account("Ada"))):
        assert "By playing you confirm" not in page(client)


def test_an_account_without_games_is_welcomed_too() -> None:
    ada = account("Ada")
    game = open_table(account("Ben"), "pyramido", {"seats": 2})
    invite(play.owner_of(game, 0), game.public_id, ada)
    said = text(page(signed_in(ada)))
    assert "Every map here leads to a pyramid" in said and "No account needed." not in said
    assert "You have 1 invitation to a game. Answer" in said


# --- for who returns --------------------------------------------------------------------------------------------------
def test_what_waits_for_the_reader_comes_first() -> None:
    ada = account("Ada")
    mine, theirs = two(ada, "Ben"), two(ada, "Cleo", mover=1)
    alone, _ = play.solo(ada)
    waiting = open_table(ada, "pyramido", {"seats": 3}, agreed=Terms(USUAL))
    shown = page(signed_in(ada))
    assert shown.count("<h1") == 1 and "Every map here leads" not in shown
    parts = [shown.index(f"/games/{game.public_id}/") for game in (mine, alone, theirs, waiting)]
    assert parts == sorted(parts) and parts[-1] < shown.index('class="start-covers"') < shown.index('id="pairing"')
    said = text(shown)
    assert "Your turn 2" in said and "Start another game" in said
    assert re.search(r"Pyramido with Ben · last move just now (2 d 23 h|3 d) left", said), said[:1200]
    assert "Continue : Pyramido, with Ben" in said and "with The Legend" in said
    assert said.index("Your turn 2") < said.index("Opponents’ turn") < said.index("Waiting for players")
    assert "Pyramido with Cleo" in said and "2 free seats · 3 days a turn" in said
    assert f'href="/games/{mine.public_id}/">Continue' in shown and "with free seat" not in said


def test_nothing_waits() -> None:
    ada = account("Ada")
    two(ada, "Ben", mover=1)
    said = text(page(signed_in(ada)))
    assert "Your games" in said and "No games are waiting for you right now." in said and "Your turn" not in said


def test_many_games_cost_no_more_queries() -> None:
    ada = account("Ada")
    client = signed_in(ada)

    def more(number: int) -> int:
        """Add a game of each sort; return how many queries the page takes."""
        two(ada, f"Ben {number}")
        two(ada, f"Cleo {number}", mover=1)
        open_table(ada, "pyramido", {"seats": 3})
        with CaptureQueriesContext(connection) as asked:
            page(client)
        return len(asked)

    more(0)  # the first request of a session records that it is in use
    assert len({more(number) for number in range(1, WAITING_SHOWN + 3)}) == 1
    shown = page(client)
    assert f"Your turn {WAITING_SHOWN + 3}" in text(shown)
    assert shown.count(">Continue<") == WAITING_SHOWN and shown.count(">Open<") == 2 * OTHERS_SHOWN


# --- pairing ----------------------------------------------------------------------------------------------------------
def test_how_many_wait_is_said_for_each_pace(visitor: Client) -> None:
    assert "No player is waiting right now." in text(page(visitor))
    assert re.search(r'data-nobody>.*href="#start".*href="#pairing-days"', page(visitor), re.S)
    ada = account("Ada")
    one = seeking(game="pyramido", agreed=LIVE)
    seeking(game="pyramido", agreed={"time_control": {"system": "per_move", "seconds": 30}}, user=one.user)
    seeking(game="pyramido", agreed=LIVE, seats=3)
    seeking(game="pyramido", agreed={**DAYS, "rated": True})
    own = seeking(ada, game="silver-gold-pyramids")

    def waiting(client: Client) -> dict[str, str]:
        """Return what is said at each pace, without those at which no player waits."""
        tags = re.findall(r'data-pace="([^"]+)">([^<]+)<', page(client))
        return dict(tags)

    assert own.user == ada
    assert waiting(visitor) == {"pyramido/live": "2 waiting", "silver-gold-pyramids/slow": "1 waiting"}
    assert waiting(signed_in(ada)) == {"pyramido/live": "2 waiting", "pyramido/slow": "1 waiting"}
    assert (
        'data-counts="pyramido/live:2 silver-gold-pyramids/slow:1"'
        in visitor.get("/games/?part=tables").content.decode()
    )
    assert "data-nobody hidden" in page(visitor)
