"""What the site says of itself to search engines and in link previews: heads of pages, `robots.txt`, the sitemap."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import Sanction, User
from accounts.sanctions import services as sanctions
from engine import registry
from games.models import Game, Seat
from games.moderation.selectors import roles
from games.moderation.services.decide import decide
from games.people.services.delete_account import delete_account
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import PerMove
from games.time.terms import USUAL, Terms
from tests import sampling
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.pages.heads import Head, check
from tests.games.pages.test_pages import LANGUAGES, OWN, PAGES, world
from tests.people import account, guest, signed_in, user_of

pytestmark = pytest.mark.django_db

NOT_PREVIEWED = ("/games/new/", "/pairing/pools/{pool}/")
PREVIEWED = [path for path in PAGES if "part=" not in path and "/try/" not in path and path not in NOT_PREVIEWED]
"""What is tried in the rules is a part of their pages."""
CRAWLERS = ("Googlebot", "Twitterbot", "facebookexternalhit", "Anything")
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def head(path: str, client: Client | None = None) -> Head:
    answer = (client or Client()).get(path)
    assert answer.status_code == 200, path
    return Head(answer.content.decode())


def ended(*users: User, key: str = "pyramido", scores: tuple[int, ...] = (92, 88), **fields: Any) -> Game:
    """Return a finished game at a listed table; the first user has won. Its row tells so; its log has only begun."""
    game = open_table(users[0], key, {"seats": 2}, agreed=Terms(USUAL))
    for user in users[1:]:
        sit_down(user, game.public_id)
    for number, rank in enumerate(range(1, 1 + len(users))):
        Seat.objects.filter(game=game, number=number).update(rank=rank)
    outcome = {"scores": list(scores), "ranks": [1, 2]}
    Game.objects.filter(pk=game.pk).update(
        **{"status": Game.Status.FINISHED, "finished_ms": 1_795_000_000_000, "outcome": outcome, **fields}
    )
    return play.fresh(game)


# --- heads of pages ---------------------------------------------------------------------------------------------------
def test_every_public_page_keeps_the_rules_of_previews() -> None:
    """In the first tier, two of the three languages: what is described alike in both is found whichever they are."""
    ids, client = world(), Client()
    seen: set[str] = set()
    left_out = LANGUAGES[sampling.seed() % len(LANGUAGES)] if sampling.tier() == sampling.FIRST else None
    for language, path in product((one for one in LANGUAGES if one != left_out), PREVIEWED):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        found = head(path.format(**ids), client)
        check(found, language)
        assert found.one("og:url") == settings.SITE_URL + path.format(**ids)
        assert found.one("description") not in seen, "another page, or another language, is described alike"
        seen.add(found.one("description"))


def test_a_table_is_described_by_what_happens_there() -> None:
    ada, ben = account("Ada"), account("Ben")
    table = open_table(ada, "pyramido", {"seats": 3}, agreed=Terms(USUAL))
    path = f"/games/{table.public_id}/"
    waiting = head(path)
    assert waiting.one("og:title") == "Ada’s table · Pyramido"
    assert waiting.one("description").startswith("Ada is waiting for 2 more players: Pyramido, 3 days a turn, unrated.")
    sit_down(ben, table.public_id)
    assert head(path).one("description").startswith("Ada is waiting for 1 more player: Pyramido")
    sit_down(account("Cleo"), table.public_id)
    running = head(path)
    assert running.one("og:title") == "Ada – Ben – Cleo · Pyramido" and not running.listed
    assert running.one("description").startswith("Ada, Ben and Cleo are playing: Pyramido, 3 days a turn, unrated.")
    over = head(f"/games/{ended(ada, ben).public_id}/")
    assert over.one("og:title") == "Ada 92 – Ben 88 · Pyramido" and over.listed
    assert over.one("description").startswith("Ada 92 – Ben 88. Pyramido, 3 days a turn, unrated, finished on ")
    ada_s = head(f"/players/{ada.public_id}/")
    assert ada_s.one("og:title") == "Ada" and "1 finished game, 1 won: Pyramido." in ada_s.one("description")
    assert ada_s.one("og:type") == "profile" and ada_s.listed


def test_a_computer_and_the_legend_are_named() -> None:
    game, user = play.solo()
    names = head(f"/games/{game.public_id}/").one("og:title")
    assert names.startswith(f"{user.display_name} – The Legend · ")
    other, _ = play.with_ai("greedy")
    assert " – Nebu · " in head(f"/games/{other.public_id}/").one("og:title")


def test_a_private_table_says_nothing_to_whom_it_may_not_concern() -> None:
    """Not even in the page that its host reads: the text is the same for every reader."""
    ada = account("Ada")
    table = open_table(ada, "pyramido", {"seats": 2}, agreed=Terms(USUAL), listed=False)
    assert table.link is not None
    for client in (Client(), signed_in(ada), guest()):
        private = head(f"/games/{table.public_id}/", client)
        assert not private.listed and private.one("og:title") == "A private table · Pyramido"
        assert "Ada" not in private.all_said() and table.link not in private.all_said()
    check(private, "en")
    invited = head(f"/invite/{table.link}/")
    check(invited, "en")
    assert invited.one("og:title") == "Ada invites you to a game · Pyramido" and not invited.listed
    assert "Ada is waiting for 1 more player: Pyramido, 3 days a turn" in invited.one("description")


def test_a_shared_result_says_what_a_stranger_may_see() -> None:
    """The same for all; one played in private is not for search engines, and a name that a moderator has taken away is
    gone from it.
    """
    ada, ben = account("Ada"), account("Rude Name")
    game = ended(ada, ben, listed=False)
    decide(staff(roles.SENIOR), "rename", ben, "An insult")
    path = f"/games/{game.public_id}/"
    stranger = head(path)
    check(stranger, "en")
    assert not stranger.listed and "Rude" not in stranger.all_said()
    assert stranger.one("og:title").startswith("Ada 92 – ")
    assert {head(path, signed_in(user)).all_said() for user in (ada, ben)} == {stranger.all_said()}


def test_previews_are_the_same_for_everybody() -> None:
    game, people = play.table(2)
    path = f"/games/{game.public_id}/"
    said = head(path).all_said()
    assert {head(path, signed_in(user)).all_said() for user in (*people, account("Zoe"))} == {said}


def test_long_and_hostile_names_stay_within_the_rules() -> None:
    names = ['"><b>Anna</b>', "W" * 24, "&amp; 'x'"]
    game, _ = play.table(3)
    for number, name in enumerate(names):
        user = User.objects.create_user(name)  # no form would accept the first
        Seat.objects.filter(game=game, number=number).update(user=user)
    found = head(f"/games/{game.public_id}/")
    check(found, "en")
    assert found.one("og:title").startswith(f"{names[0]} – {names[1]}")


def test_guests_and_closed_accounts_are_not_for_search_engines() -> None:
    ada, banned, deleted = account("Ada"), account("Bad"), account("Gone")
    host = user_of(guest())
    assert host is not None
    games = [ended(ada, other) for other in (banned, deleted, host)]
    sanctions.impose(banned, Sanction.Kind.BAN, "cheating", None)
    delete_account(deleted)
    for user, game in zip((banned, deleted, host), games, strict=True):
        page = head(f"/players/{user.public_id}/")
        check(page, "en")
        assert not page.listed and not head(f"/games/{game.public_id}/").listed
    assert "Bad" not in head(f"/players/{banned.public_id}/").all_said()
    suspended = account("Sus")
    game = ended(ada, suspended)
    before = head(f"/players/{suspended.public_id}/").all_said()
    sanctions.impose(suspended, Sanction.Kind.SUSPENSION, "rude", 2**45)
    assert head(f"/players/{suspended.public_id}/").all_said() == before, "a suspension is between it and the player"
    assert head(f"/games/{game.public_id}/").listed


def test_further_pages_of_a_leaderboard_are_not_listed() -> None:
    assert head("/leaderboards/pyramido/live/").listed
    with_bots = head("/leaderboards/pyramido/live/?population=bots")
    assert with_bots.listed and with_bots.one("og:url").endswith("/leaderboards/pyramido/live/?population=bots")


# --- robots.txt, the icon ---------------------------------------------------------------------------------------------
def test_robots_may_read_what_is_public_and_nothing_else() -> None:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"].startswith("text/plain") and "public" in answer["Cache-Control"]
    robots = RobotFileParser()
    robots.parse(answer.content.decode().splitlines())
    assert robots.site_maps() == [f"{settings.SITE_URL}/sitemap.xml"]
    pages = [path.format(open="a", running="b", finished="c", player="d", pool="e") for path in PREVIEWED]
    private = [*OWN, "/accounts/login/", "/admin/", "/desk/", "/games/new/?invite=x", "/api/v1/games", "/standing/"]
    for crawler in CRAWLERS:
        for path in (*pages, "/invite/secret/", "/sitemap.xml", "/static/site/img/preview.jpg", "/api/"):
            assert robots.can_fetch(crawler, path), path
        for path in private:
            assert not robots.can_fetch(crawler, path), path


def test_the_icon_is_an_icon() -> None:
    answer = Client().get("/favicon.ico")
    icon = answer.content
    assert answer["Content-Type"] == "image/x-icon" and "max-age=86400" in answer["Cache-Control"]
    reserved, kind, count = struct.unpack("<HHH", icon[:6])
    assert (reserved, kind) == (0, 1) and count >= 3
    for number in range(count):
        side, _, _, _, _, _, length, offset = struct.unpack("<BBBBHHII", icon[6 + 16 * number : 22 + 16 * number])
        picture = icon[offset : offset + length]
        assert picture.startswith(b"\x89PNG") and struct.unpack(">II", picture[16:24]) == (side, side)


# --- the sitemap ------------------------------------------------------------------------------------------------------
def locations(path: str) -> list[str]:
    answer = Client().get(path)
    assert answer.status_code == 200 and answer["Content-Type"] == "application/xml"
    return [str(one.text) for one in ET.fromstring(answer.content).iter(f"{NAMESPACE}loc")]


def mapped() -> Iterator[str]:
    """Yield all addresses of the sitemap."""
    parts = locations("/sitemap.xml")
    assert len(parts) == 2 + len(registry.games())
    for part in parts:
        yield from locations(part.replace("http://testserver", ""))


def test_the_sitemap_names_what_a_stranger_may_read() -> None:
    ada, ben = account("Ada"), account("Ben")
    game = ended(ada, ben)
    paired = ended(ada, ben, key="silver-gold-pyramids")
    addresses = list(mapped())
    assert len(set(addresses)) == len(addresses)
    for path in ("/", "/rules/pyramido/", "/learn/pyramido/", "/games/watch/",
                 f"/games/{game.public_id}/", f"/games/{paired.public_id}/",
                 f"/players/{ada.public_id}/", f"/players/{ben.public_id}/"):  # fmt: skip
        assert settings.SITE_URL + path in addresses
    for address in addresses:
        found = head(address.removeprefix(settings.SITE_URL))
        assert found.listed and found.links["canonical"] == [address], address


def test_the_sitemap_names_nobody_and_nothing_else() -> None:
    ada, banned, deleted, newcomer = account("Ada"), account("Bad"), account("Gone"), account("New")
    host = user_of(guest())
    assert host is not None
    hidden = [ended(ada, other) for other in (banned, deleted, host)]
    hidden.append(ended(ada, account("Ben"), listed=False))
    unlisted = open_table(ada, "pyramido", {"seats": 2}, listed=False)
    hidden += [unlisted, open_table(ada, "pyramido", {"seats": 2}, agreed=Terms(PerMove(60))), play.table(2)[0]]
    alone, _ = play.solo(ada)
    play.play_to_the_end(alone)
    hidden += [alone, ended(ada, account("Cid"), status=Game.Status.ABORTED)]
    sanctions.impose(banned, Sanction.Kind.BAN, "cheating", None)
    delete_account(deleted)
    said = "\n".join(mapped())
    for game in hidden:
        assert game.public_id not in said
    for user in (banned, deleted, newcomer, host):
        assert user.public_id not in said
    assert unlisted.link is not None and unlisted.link not in said and ada.public_id in said


def test_the_sitemap_costs_the_same_for_many_games(django_assert_num_queries: Any) -> None:
    ada, ben = account("Ada"), account("Ben")

    ended(ada, ben)
    for name in ("Cleo", "Dan", "Eva"):
        ended(ada, account(name))
        with django_assert_num_queries(4):
            locations("/sitemap-games-pyramido.xml")
            locations("/sitemap-players.xml")


def test_there_is_no_other_part() -> None:
    assert [Client().get(path).status_code for path in ("/sitemap-nothing.xml", "/sitemap-players.xml?p=99")] == [
        404
    ] * 2
