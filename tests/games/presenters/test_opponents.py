"""Opponents that are not people: their names, faces, stars and figures, and where they are shown."""

from __future__ import annotations

import html
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation

from accounts.users.name_blocklist import is_blocked
from engine import registry
from engine.ai import levels, strength
from games.models import Seat
from games.presenters.computer_levels import all_levels
from games.presenters.opponents.measured import opponents
from games.seating.services.open_table import open_table
from tests.games import play
from tests.people import account, signed_in

DOCUMENT = Path("docs/ai.md")
SVG = "{http://www.w3.org/2000/svg}"


def rows() -> dict[str, list[tuple[str, str, int, float, int | None]]]:
    """Return the document's results by the paragraph before their table: (player, against, games, won, Elo)."""
    found: dict[str, list[tuple[str, str, int, float, int | None]]] = {}
    heading = ""
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 8 and cells[2].isdecimal():
            percent = re.match(r"([\d.]+)%", cells[4])
            elo = re.match(r"\+(\d+)", cells[5]) or re.match(r"– \(\+(\d+)", cells[5])
            assert percent is not None
            row = (cells[0], cells[1], int(cells[2]), float(percent[1]) / 100, int(elo[1]) if elo else None)
            found.setdefault(heading, []).append(row)
        elif line and not line.startswith("|"):
            heading = line
    return found


def test_the_figures_are_those_of_the_document() -> None:
    told = {heading.partition(", ")[0]: table for heading, table in rows().items()}
    names = list(levels.LEVELS)
    for rules in registry.games():
        for level, measured in strength.AGAINST_WEAKER[rules.key].items():
            weaker = names[names.index(level) - 1]
            (row,) = [row for row in told[rules.name] if row[:2] == (level, weaker)]
            assert row[2:] == (measured.games, measured.won, measured.elo), (rules.key, level)
    for rival, mode in (("legend", "“a”"), ("the-legend", "“the”")):
        (table,) = [table for heading, table in told.items() if mode in heading]
        for level, measured in strength.AGAINST_RIVALS[rival].items():
            (row,) = [row for row in table if row[0] == level]
            assert row[2:] == (measured.games, measured.won, measured.elo), (rival, level)


def test_more_stars_are_more_strength() -> None:
    stars = [who.stars for who in levels.LEVELS.values()]
    assert stars == sorted(set(stars))
    for by_level in strength.AGAINST_WEAKER.values():
        assert list(by_level) == list(levels.LEVELS)[1:]
        assert all(measured.won > 0.5 and measured.elo > 0 for measured in by_level.values())
    rivals = [kind.rival for rules in registry.games() for kind in rules.table_kinds() if kind.rival is not None]
    for rival in rivals:  # stronger than chance (docs/ai.md), weaker than each level that was measured against it
        table = next(table for table in rows().values() if (table[0][0], table[0][1]) == ("random", "legend"))
        assert table[0][3] == 0
        assert levels.LEVELS["random"].stars < rival.stars
        for level, measured in strength.AGAINST_RIVALS[rival.key].items():
            assert measured.won > 0.5
            assert rival.stars < levels.LEVELS[level].stars
    shown = [one.who.stars for one in opponents()]
    assert shown == sorted(shown)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_names_of_levels_are_their_own(language: str) -> None:
    with translation.override(language):
        assert [level.name for level in all_levels()] == ["Miu", "Nebu", "Senet", "Akhet"]


def test_no_person_can_have_the_name_of_a_character() -> None:
    assert all(is_blocked(one.who.name) for one in opponents())


def test_every_character_has_a_face_of_its_own_with_a_name() -> None:
    drawn = set()
    for one in opponents():
        path = finders.find(one.who.face)
        assert isinstance(path, str), one.who.face
        text = Path(path).read_text(encoding="utf-8")
        picture = ElementTree.fromstring(text)
        assert (picture.get("role"), picture.get("aria-label")) == ("img", one.who.name)
        title = picture.find(f"{SVG}title")
        assert title is not None
        assert title.text == one.who.name
        assert "href" not in text
        assert len(text) < 8_000
        drawn.add(text)
    assert len(drawn) == len(opponents())


@pytest.mark.django_db
def test_the_page_tells_of_each(client: Client) -> None:
    page = client.get("/opponents/").content.decode()
    for one in opponents():
        assert f'id="{one.who.key}"' in page
        assert page.count(f'aria-label="{one.who.stars} of 5 stars"') >= 1
        assert one.who.sentence in page
    assert "beats Miu" not in page
    assert "beat Miu in all 400 games" in page
    assert re.search(r"beats Senet in 6\d of 100 games", page)


@pytest.mark.django_db
def test_each_leads_to_the_form_with_a_game_chosen(client: Client) -> None:
    page = html.unescape(client.get("/opponents/").content.decode())
    for level in levels.LEVELS:
        for game in (rules.key for rules in registry.games() if levels.plays(rules.key)):
            address = f"/games/new/?game={game}&with={level}"
            assert f'href="{address.replace(":", "%3A")}"' in page
            form = client.get(address).context["form"]
            assert (form.initial["game"], form.initial[f"with-{game}"]) == (game, level)


@pytest.mark.django_db
def test_the_api_lists_names_and_stars(client: Client) -> None:
    answer = client.get("/api/v1/ai-levels", headers={"accept-language": "fr"}).json()
    assert [(one["level"], one["name"], one["stars"]) for one in answer["levels"]] == [
        ("random", "Miu", 1),
        ("greedy", "Nebu", 3),
        ("search:30ms", "Senet", 4),
        ("search:300ms", "Akhet", 5),
    ]


@pytest.mark.django_db(transaction=True)
def test_faces_in_a_list_cost_no_query(django_assert_max_num_queries: object) -> None:
    user = account("Anna")
    client = signed_in(user)
    solo = next(kind for kind in registry.get(play.GAME).table_kinds() if kind.rival is not None)
    counts = []
    for _ in range(3):
        for options, ai in ((solo.options, []), ({"seats": 2}, ["greedy"])):
            open_table(user, play.GAME, options, ai=ai)
        with django_assert_max_num_queries(60) as caught:  # type: ignore[operator]
            page = client.get("/games/mine/").content.decode()
        counts.append(len(caught))
        assert len(re.findall(r"/nebu\.[0-9a-f]*\.?svg", page)) == Seat.objects.filter(ai="greedy").count()
        assert re.search(r"/legend\.[0-9a-f]*\.?svg", page)
    assert counts[1] == counts[2]
