"""A game is its rules, its board, its page of rules and one line in the registry; nothing else knows it by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import registry
from tests.repository.tree import tracked_texts

KEYS = [rules.key for rules in registry.games()]
BOARDS = "games/static/games/board/"
OWN = [
    *(f"{BOARDS}{key.replace('-', '_')}/" for key in KEYS),
    "games/migrations/",
    "templates/rules/",
    "templates/games/seats/",  # names of kinds of seats
]
CONTRACT = ("games/record/projections.py", f"{BOARDS}table/players.js")
"""Files that say which kinds of seats play by themselves, a term of the engine's contract, and how these are
labelled.
"""


def common_files() -> Iterator[tuple[str, str]]:
    for path, text in tracked_texts(".py", ".html", ".js", ".css", ".txt"):
        name = path.as_posix()
        if name.startswith(("games/", "templates/", "pyramido_site/static/")) and not name.startswith(tuple(OWN)):
            yield name, text


def naming(word: str) -> re.Pattern[str]:
    """Return a pattern for a key or its folder as a separate word; the project, spelt with a capital, is not
    matched.
    """
    return re.compile(rf"(?<![\w-])(?:{re.escape(word)}|{re.escape(word.replace('-', '_'))})(?![\w-])")


@pytest.mark.parametrize("key", KEYS)
def test_no_common_file_names_a_game(key: str) -> None:
    named = naming(key)
    inside = re.compile(r"'pyramido\.flush'")  # a setting of the project's own in PostgreSQL
    found = [name for name, text in common_files() if named.search(inside.sub("", text))]
    assert found == []


def test_no_common_file_names_a_kind_of_seat_that_plays_by_itself() -> None:
    quoted = re.compile(r"""["']legend["']""")
    found = [name for name, text in common_files() if name not in CONTRACT and quoted.search(text)]
    assert found == []


def test_the_rule_detects_violations() -> None:
    assert naming("silver-gold-pyramids").search('"games/board/silver_gold_pyramids/cover.svg"')
    assert naming("pyramido").search("{% url 'rules' 'pyramido' %}")
    assert not naming("pyramido").search("from pyramido_site import settings  # Pyramido")
    assert {"games/pages/home.py", "templates/games/home.html", f"{BOARDS}main.js", f"{BOARDS}css/board.css"} <= {
        name for name, _ in common_files()
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_its_own_pages_and_pictures(key: str) -> None:
    tracked = {path.as_posix(): text for path, text in tracked_texts(".html", ".svg", ".js")}
    folder = Path(BOARDS, key.replace("-", "_"))
    assert f"templates/rules/{key}.html" in tracked
    assert (folder / "index.js").as_posix() in tracked
    cover = tracked[(folder / "cover.svg").as_posix()]
    assert len(cover.encode()) < 40_000
