"""Every page, for a visitor, a guest and an account, in the three languages."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine import registry
from games.seating.services.open_table import open_table
from tests.games import play
from tests.games.pages.catalogue import entries
from tests.games.seeking import seeking
from tests.people import account, guest, signed_in, user_of, visitor

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
"""The database makes no difference here, and the tests are slow: once is enough."""

LANGUAGES = ("en", "fr", "it")
PEOPLE: dict[str, Callable[[], Client]] = {
    "visitor": visitor,
    "guest": guest,
    "account": lambda: signed_in(account("Anna")),
}
PAGES = {
    "/": "games/home.html",
    "/games/": "games/lobby.html",
    "/games/?part=tables": "games/parts/lobby.html",
    "/games/new/": "games/open_table.html",
    "/games/watch/": "games/watch.html",
    "/games/search/": "games/search.html",
    "/games/{open}/": "games/waiting.html",
    "/pairing/": "games/seeks.html",
    "/pairing/pools/{pool}/": "games/pairing_pool.html",
    "/games/{running}/": "games/table.html",
    "/games/{finished}/": "games/table.html",
    "/players/{player}/": "games/player.html",
    "/leaderboards/": "games/leaderboards.html",
    "/leaderboards/pyramido/live/": "games/leaderboard.html",
    "/data/": "games/data.html",
    "/terms/": "site/terms.html",
    "/privacy/": "site/privacy.html",
    "/opponents/": "games/opponents.html",
    **{f"/learn/{rules.key}/": "games/learn.html" for rules in registry.games()},
    "/learn/pyramido/basics/": "games/lesson.html",
    "/rules/": "games/rules_index.html",
    "/rules/exact/": "games/exact_rules.html",
    "/api/errors/": "games/api_errors.html",
    **{f"/rules/{rules.key}/": f"rules/{rules.key}.html" for rules in registry.games()},
    "/rules/pyramido/try/mark/": "games/trial.html",
}
BOARDS = ("games/table.html", "games/lesson.html", "games/trial.html")
"""Their headings are written by scripts."""
ENTRANCE = {"/accounts/login/": "account/login.html", "/accounts/signup/": "account/signup.html"}
OWN = {
    "/games/mine/": "games/my_games.html",
    "/studies/": "games/studies.html",
    "/studies/new/?game={running}": "games/new_study.html",
    "/studies/new/?game={finished}": "games/new_study.html",
    "/notifications/": "account/notifications.html",
    "/accounts/settings/": "account/settings/play.html",
    "/accounts/settings/notifications/": "account/settings/notifications.html",
    "/accounts/settings/notifications/fine-tune/": "account/settings/fine_tune.html",
    "/accounts/settings/account/": "account/settings/account.html",
    "/accounts/settings/privacy/": "account/settings/privacy.html",
    "/accounts/settings/developers/": "account/settings/developers.html",
    "/accounts/logout/": "account/logout.html",
}


def world() -> dict[str, str]:
    """A table of each kind, and a player who sits at all of them."""
    open_ = open_table(play.person("Zoé Quatermain"), play.GAME, {"seats": 3})
    running, _ = play.table(2)
    finished, user = play.solo()
    play.play_to_the_end(finished)
    return {
        "open": open_.public_id,
        "pool": seeking().pool.public_id,
        "running": running.public_id,
        "finished": finished.public_id,
        "player": user.public_id,
    }


def pages_of(who: str) -> dict[str, str]:
    if who == "visitor":
        return {**PAGES, **ENTRANCE}
    return {
        **PAGES,
        **OWN,
        **(ENTRANCE if who == "guest" else {"/accounts/password/change/": "account/password_change.html"}),
    }


def english_left(page: str, language: str) -> list[str]:
    """Return untranslated sentences of the catalogues on the page, except those that are English in every language."""
    page = re.sub(r'<(article|ol) lang="en">.*?</\1>', "", page, flags=re.S)
    said = re.sub(r'<script.*?</script>|<style.*?</style>|\s(?:href|src|action)="[^"]*"', "", page, flags=re.S)
    shown = html.unescape(re.sub(r"\s+", " ", said))
    found = []
    for source, translation in entries(language):
        telling = len(source) > 12 and "%(" not in source and translation != source
        if telling and source in shown and re.search(rf"(?<!\w){re.escape(source)}(?!\w)", shown):
            found.append(source)
    return found


@pytest.mark.sampled(one_of=9)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", PEOPLE)
def test_pages(who: str, language: str) -> None:
    ids = world()
    client = PEOPLE[who]()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    for address, template in pages_of(who).items():
        answer = client.get(address.format(**ids))
        assert answer.status_code == 200, address
        assert template in {one.name for one in answer.templates}, address  # not the first: rules are read before
        page = answer.content.decode()
        if "part=" not in address:
            assert f'<html lang="{language}"' in page
            assert page.count("<h1") == 1 or template in BOARDS, address
        if language != "en":
            assert english_left(page, language) == [], address


@pytest.mark.parametrize(
    ("language", "copied", "points"),
    [
        ("fr", "Copié", ["%(count)s point", "%(count)s points"]),
        ("it", "Copiato", ["%(count)s punto", "%(count)s punti"]),
    ],
)
def test_the_catalogue_of_the_scripts(visitor: Client, language: str, copied: str, points: list[str]) -> None:
    visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    script = visitor.get("/jsi18n/").content.decode()
    found = re.search(r"const newcatalog = (\{.*?\});\n", script, re.S)
    assert found is not None
    catalogue = json.loads(found[1])
    assert catalogue["Copied"] == copied
    assert catalogue["%(count)s point"] == points


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_waits_for_translation(language: str) -> None:
    unfinished = [source for source, translation in entries(language, unfinished=True) if not translation]
    assert unfinished == []


def test_french_punctuation_stays_on_the_line_of_its_word() -> None:
    """A no-break space stands before : ; ! ? » and after «."""
    assert [translation for _, translation in entries("fr") if re.search(r" [:;!?»]|« ", translation)] == []


def test_no_template_says_anything_inline() -> None:
    """The Content-Security-Policy refuses inline scripts, styles and handlers."""
    inline = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)(?![^>]*application/json)|javascript:")
    templates = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
    assert templates
    assert [path.name for path in templates if inline.search(path.read_text())] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_switching_the_language(visitor: Client, language: str) -> None:
    answer = visitor.post("/i18n/setlang/", {"language": language, "next": "/games/"})
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
    assert f'<html lang="{language}"' in visitor.get("/games/").content.decode()


@pytest.mark.parametrize(
    ("accepted", "language"), [("fr-CA,fr;q=0.9", "fr"), ("it", "it"), ("de,en;q=0.5", "en"), ("de", "en")]
)
def test_the_browsers_language_counts(accepted: str, language: str) -> None:
    page = visitor(headers={"accept-language": accepted}).get("/").content.decode()
    assert f'<html lang="{language}"' in page


def test_private_pages_redirect_visitors(visitor: Client) -> None:
    for address in OWN:
        assert visitor.get(address).status_code == 302, address


def test_the_header_counts_the_games_that_wait() -> None:
    client = guest()
    user = user_of(client)
    assert user is not None
    play.solo(user)
    page = client.get("/games/").content.decode()
    assert re.search(r'<span class="count"[^>]*data-games-waiting[^>]*><span data-number>1<', page)
