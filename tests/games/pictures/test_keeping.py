"""Kept pictures: found by name, whole or not at all, of a limited number, and gone with their game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages

from games.pictures.files import WHOLE, file_name
from games.pictures.selectors import kept, tag_of
from games.pictures.services import keep as keeping
from games.pictures.services.keep import forget, keep
from pyramido_site.infrastructure.public_ids import PublicId, new_public_id

TAG = tag_of("something")


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    pictures = settings.STORAGES["pictures"]
    options = {**pictures["OPTIONS"], "location": tmp_path / "pictures"}
    settings.STORAGES = {**settings.STORAGES, "pictures": {**pictures, "OPTIONS": options}}


def content(text: str, ending: str) -> bytes:
    return text.encode() + WHOLE[ending]


def path_of(game: PublicId, tag: str, ending: str) -> Path:
    return Path(storages["pictures"].path(file_name(game, tag, ending)))


@pytest.mark.parametrize("ending", WHOLE)
def test_a_picture_is_found_again(ending: str) -> None:
    game = new_public_id()
    assert kept(game, TAG, ending) is None
    keep(game, TAG, ending, content("first", ending))
    keep(game, TAG, ending, content("second", ending))
    assert kept(game, TAG, ending) == content("second", ending)
    assert kept(game, tag_of("another"), ending) is None
    assert path_of(game, TAG, ending).stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_being_written_is_not_read() -> None:
    game = new_public_id()
    keep(game, TAG, "svg", content("whole", "svg"))
    path_of(game, TAG, "svg").write_bytes(b"<svg>whole</s")
    assert kept(game, TAG, "svg") is None


def test_pictures_of_a_game_are_forgotten() -> None:
    one, other = new_public_id(), new_public_id()
    for game in (one, other):
        for ending in WHOLE:
            keep(game, TAG, ending, content("a picture", ending))
    forget({one})
    assert [kept(one, TAG, ending) for ending in WHOLE] == [None, None]
    assert all(kept(other, TAG, ending) for ending in WHOLE)


def test_the_oldest_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_public_id()
    storage = storages["pictures"]
    tags = [tag_of(number) for number in range(8)]
    for age, tag in enumerate(tags):
        keep(game, tag, "svg", content(tag, "svg"))
        os.utime(path_of(game, tag, "svg"), (1_000_000 + age, 1_000_000 + age))
    monkeypatch.setattr(keeping, "MOST", len(tags))
    newest = tag_of("newest")
    keep(game, newest, "svg", content("newest", "svg"))
    assert kept(game, newest, "svg") is not None
    left = [tag for tag in tags if kept(game, tag, "svg") is not None]
    assert left == tags[2:] and len(storage.listdir("")[1]) == 7


def test_without_room_on_the_disk_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_public_id()

    def full(name: str, content: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(storages["pictures"], "save", full)
    keep(game, TAG, "svg", content("a picture", "svg"))
    assert kept(game, TAG, "svg") is None
