"""Static files under hashed names: what they are called, what is stored, what replaces a version that is not there."""

from __future__ import annotations

import gzip
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.templatetags.static import static

from pyramido_site.infrastructure import static_file_versions
from pyramido_site.static_server import file_table
from tests.site.test_asgi import fetch

TOKENS = "site/tokens.css"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """An empty STATIC_ROOT."""
    settings.STATIC_ROOT = tmp_path / "static"
    static_file_versions.hashed.cache_clear()
    static_file_versions.bundles.cache_clear()
    yield settings.STATIC_ROOT
    static_file_versions.hashed.cache_clear()
    static_file_versions.bundles.cache_clear()


async def got(url: str, accept_encoding: str = "") -> tuple[int, dict[str, str], bytes]:
    from pyramido_site.static_server import StaticFiles

    async def django(*args: Any) -> None:
        raise AssertionError("Django was asked")

    return await fetch(StaticFiles(django), url, accept_encoding=accept_encoding)


async def test_a_named_file_is_stored_compressed_and_kept_for_a_year(folder: Path) -> None:
    url = static(TOKENS)
    assert url != f"/static/{TOKENS}" and static_file_versions.plain(url) == f"/static/{TOKENS}"
    stored = folder / url.removeprefix("/static/")
    assert gzip.decompress(stored.with_name(stored.name + ".gz").read_bytes()) == stored.read_bytes()
    status, headers, body = await got(url, accept_encoding="gzip")
    assert (status, headers["cache-control"]) == (200, "max-age=31536000, public, immutable")
    assert gzip.decompress(body) == stored.read_bytes()
    assert headers["vary"] == "Accept-Encoding" and headers["content-type"].startswith("text/css")
    assert (await got(url))[2] == stored.read_bytes()


async def test_an_earlier_version_is_served_as_long_as_it_is_stored(folder: Path) -> None:
    static(TOKENS)
    old = folder / "site" / f"tokens.{static_file_versions.digest_of(b'a{}')}.css"
    old.write_bytes(b"a{}")
    assert (await got(f"/static/site/{old.name}"))[2] == b"a{}"
    os.utime(old, (0, time.time() - static_file_versions.KEPT_S - 1))
    static_file_versions.forget_old()
    status, headers, body = await got(f"/static/site/{old.name}")
    assert (status, headers["cache-control"]) == (200, "no-store") and b"--paper" in body


@pytest.mark.parametrize("name", ["../../settings.0123456789ab.py", "site/none.0123456789ab.css", "0123456789ab.css"])
async def test_other_names_are_not_found(name: str) -> None:
    assert (await got(f"/static/{name}"))[0] == 404


def test_while_debugging_and_without_a_place_to_store_files_keep_their_names(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.STATIC_ROOT = tmp_path / "file"
    assert static(TOKENS) == f"/static/{TOKENS}"
    settings.DEBUG = True
    assert static("site/base.css") == "/static/site/base.css"


def test_a_bundle_stands_for_its_file_while_its_sources_are_the_same(settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    source, bundles = tmp_path / "tokens.css", tmp_path / "pyramido_site" / "static" / "bundles"
    (bundles / "site").mkdir(parents=True)
    (bundles / TOKENS).write_text("small{}")
    source.write_text("large {}")
    sources = {"tokens.css": static_file_versions.digest_of(source.read_bytes())}
    (bundles / "sources.json").write_text(json.dumps({"sources": sources, "bundles": {TOKENS: ["tokens.css"]}}))
    assert static_file_versions.bundles() == {TOKENS: bundles / TOKENS}
    assert static_file_versions.digest_of(b"small{}") in static(TOKENS)
    source.write_text("larger {}")
    static_file_versions.hashed.cache_clear()
    static_file_versions.bundles.cache_clear()
    assert static_file_versions.bundles() == {} and static_file_versions.digest_of(b"small{}") not in static(TOKENS)


@pytest.mark.parametrize("name", ["i18n/en.js", "i18n/fr.js", "components/pyramido.1.json"])
async def test_what_has_no_source_is_made(name: str) -> None:
    status, headers, body = await got(static(name))
    assert status == 200 and len(body) > 1000 and "immutable" in headers["cache-control"]
    assert file_table().find(static(name)) is not None
