"""Finding a game on pages: quick pairing, waiting, standing seeks, a pool's commitments; without JavaScript."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.matchmaking.seek_lifetimes import PRESENT_MS
from games.matchmaking.services.end_or_renew_seeks import end_or_renew_seeks
from games.matchmaking.services.pair_seeks import pair_seeks
from games.models import Game, PairingPool, Seek
from games.seating.services.open_table import open_table
from games.time.clocks import PerMove
from games.time.terms import Terms
from tests.games import play
from tests.games.seeking import seeking
from tests.games.timed import Now
from tests.people import account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db

NONCE = "ab" * 32
LIVE = {"pick": "pyramido/fischer-300-5-600", "players": "2", "nonce": NONCE}
DAYS = {"pick": "silver-gold-pyramids/per_move-86400", "players": "3"}
STANDING = {"table": "pyramido/seats-2", "time": "per_move-259200", "keep": "3"}


def seek(client: Client, body: dict[str, str]) -> str:
    """Post a seek; return the address to which it redirects."""
    answer = client.post("/pairing/seek/", body)
    assert answer.status_code == 302, answer.content
    return str(answer["Location"])


def text(answer: Any) -> str:
    page = re.sub(r"<[^>]+>", " ", re.sub(r"<(style|noscript|script).*?</\1>", "", answer.content.decode(), flags=re.S))
    return html.unescape(re.sub(r"\s+", " ", page))


@pytest.mark.parametrize("path", ["/", "/games/", "/pairing/"])
def test_the_grid_offers_every_game_in_one_click(visitor: Client, path: str) -> None:
    page = visitor.get(path).content.decode()
    picks = re.findall(r'name="pick" value="([^"]+)"', page)
    assert len(picks) == len(set(picks)) == 18
    assert {pick.split("/")[0] for pick in picks} == {"forgotten-treasures", "pyramido", "silver-gold-pyramids"}
    assert re.findall(r'name="players" value="(\d)"', page) == ["2", "3", "4"]
    assert 'name="rated"' not in page and "Unrated: you need an account for rated games." in page
    assert 'name="rated"' in signed_in(account("Anna")).get(path).content.decode()


def test_two_clicks_and_one_table(visitor: Client, now: Now) -> None:
    where = seek(visitor, LIVE)
    seeker = user_of(visitor)
    assert seeker is not None and seeker.is_guest
    made = Seek.objects.get()
    assert (made.user, made.nonce, made.pool.live, made.pool.options) == (seeker, NONCE, True, {"seats": 2})
    assert where == f"/pairing/seeks/{made.public_id}/"
    now.ms += 66_999
    page = visitor.get(where)
    shown = text(page)
    assert "Looking for an opponent" in shown and "1:06" in shown
    assert "ratings from about 879 to 2121" in shown and "no other players waiting" in shown
    assert '<meta http-equiv="refresh" content="5">' in page.content.decode()
    assert page["Cache-Control"].startswith("max-age=0")
    assert "You are looking for a game: Pyramido · 2 players · 5 min + 5 s" in text(visitor.get("/games/"))
    assert seek(visitor, LIVE) == where, "a repeated seek is the same seek"

    other = guest()
    joined = other.get("/")
    assert "Pyramido · 2 players · 5 min + 5 s · unrated 1 waiting" in text(joined)
    theirs = seek(other, {"pool": made.pool.public_id, "nonce": "cd" * 32})
    assert "1 other player waiting" in text(visitor.get(where))
    assert pair_seeks() == 1
    table = f"/games/{Game.objects.get().public_id}/"
    assert visitor.get(where)["Location"] == other.get(theirs)["Location"] == table
    assert visitor.get(table).status_code == 200
    assert visitor.post(f"{where}withdraw/")["Location"] == where, "too late: it leads to the table"
    answer = visitor.post("/pairing/seek/", {**LIVE, "pick": "pyramido/per_move-60"}, follow=True)
    assert answer.redirect_chain == [(table, 302)]
    assert "You are already playing. Finish that game first." in text(answer)


def test_a_seek_is_withdrawn_or_ends_and_is_begun_again(visitor: Client, now: Now) -> None:
    where = seek(visitor, LIVE)
    answer = visitor.post(f"{where}withdraw/", follow=True)
    assert "Your search was cancelled." in text(answer) and "No searches yet." in text(answer)
    assert "You cancelled it." in text(visitor.get(where))
    again = seek(visitor, {"pool": PairingPool.objects.get().public_id})
    assert again != where
    now.ms += PRESENT_MS
    ended = visitor.get(again)
    assert "The search has ended" in text(ended) and "refresh" not in ended.content.decode()
    stranger = guest()
    assert stranger.get(again).status_code == stranger.post(f"{again}withdraw/").status_code == 404
    assert Client().get(again)["Location"].startswith("/accounts/login/")


def test_an_account_seeks_rated_and_a_guest_is_told_why_not(visitor: Client) -> None:
    anna = signed_in(account("Anna"))
    seek(anna, {**DAYS, "rated": "on"})
    made = Seek.objects.get()
    assert (made.pool.options, made.pool.terms["rated"], made.pool.live) == ({"seats": 3}, True, False)
    page = text(anna.get(f"/pairing/seeks/{made.public_id}/"))
    assert "Looking for opponents" in page and "You can close this page." in page
    assert "1 waiting" not in text(visitor.get("/")), "seeks are hidden from users who cannot match them"
    users = User.objects.count()
    for client in (visitor, guest()):
        answer = client.post("/pairing/seek/", {**DAYS, "rated": "on"}, follow=True)
        assert "Guests can only play unrated games. Sign up first." in text(answer)
    assert User.objects.count() == users + 1, "no guest account was made without reason"


def test_a_player_at_a_live_table_is_redirected_there(visitor: Client) -> None:
    seek(visitor, LIVE)
    user = user_of(visitor)
    assert user is not None
    table = open_table(user, "pyramido", {"seats": 2}, agreed=Terms(PerMove(60)))
    answer = visitor.post("/pairing/seek/", LIVE, follow=True)
    assert answer.redirect_chain == [(f"/games/{table.public_id}/", 302)]
    assert "You are already waiting at a table. Leave it first." in text(answer)
    assert not Seek.objects.filter(state="waiting").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"pick": "chess/per_move-60"},
        {"pick": "pyramido/per_move-61"},
        {"pick": "pyramido"},
        {"players": "7"},
        {"players": "two"},
        {"players": ""},
        {"nonce": "xy"},
        {"pool": "nowhere"},
        {"keep": "-1"},
        {"keep": "99"},
        {**STANDING, "keep": "99"},
        {"table": "pyramido/seats-9", "time": "per_move-60"},
    ],
)
def test_requests_that_no_page_sends_are_refused(visitor: Client, change: dict[str, str]) -> None:
    assert visitor.post("/pairing/seek/", {**LIVE, **change}).status_code in (302, 400)
    assert not Seek.objects.exists()


def test_a_standing_seek_is_made_changed_and_withdrawn() -> None:
    anna = signed_in(account("Anna"))
    assert seek(anna, {**STANDING, "rated": "on"}) == "/pairing/"
    assert "0 of 3 games in progress. Looking for 3 more." in text(anna.get("/pairing/"))
    made = Seek.objects.get()
    seeking(agreed={**made.pool.terms}, game="pyramido")
    assert pair_seeks() == 1
    end_or_renew_seeks()
    assert "1 of 3 games in progress. Looking for 2 more." in text(anna.get("/pairing/"))
    address = f"/pairing/seeks/{made.public_id}/"
    assert anna.get(address)["Location"] == "/pairing/"
    assert "1 of 1 games in progress. When one ends, we look for the next." in text(
        anna.post(f"{address}keep/", {"keep": "1"}, follow=True)
    )
    made.refresh_from_db()
    assert (made.concurrent_games, made.state) == (1, "paired")
    assert "Looking for 1 more." in text(anna.post(f"{address}keep/", {"keep": "2"}, follow=True))
    assert "Choose 1 to 10 games at a time." in text(anna.post(f"{address}keep/", {"keep": "11"}, follow=True))
    assert anna.post(f"{address}keep/", {"keep": "x"}).status_code == 400
    assert "You already have a search for this game." in text(
        anna.post("/pairing/seek/", {**STANDING, "rated": "on"}, follow=True)
    )
    anna.post(f"{address}withdraw/")
    assert "games in progress" not in text(anna.get("/pairing/"))
    assert "This is not a recurring search, or it has ended." in text(
        anna.post(f"{address}keep/", {"keep": "2"}, follow=True)
    )
    live = {**STANDING, "time": "per_move-60"}
    assert "Recurring searches are available only" in text(anna.post("/pairing/seek/", live, follow=True))


def test_a_pools_seals_are_shown_before_and_after(visitor: Client) -> None:
    one = seeking()
    seeking()
    pool = one.pool
    address = f"/pairing/pools/{pool.public_id}/"
    before = visitor.get(address).content.decode()
    pair_seeks()
    after = visitor.get(address).content.decode()
    game = Game.objects.get()
    assert game.commitment in before and f"/games/{game.public_id}/" not in before
    row = re.search(rf"<tr[^>]*>((?!</tr>).)*{game.commitment}.*?</tr>", after, re.S)
    assert row is not None and f"/games/{game.public_id}/" in row[0]
    assert after.count('<tr class="next">') == 1
    assert game.commitment not in visitor.get(f"{address}?from=1").content.decode()
    assert "No seals with these numbers." in text(visitor.get(f"{address}?from=999999999"))
    assert visitor.get("/pairing/pools/nowhere/").status_code == 404
    assert play.fresh(game).pool == pool
