"""The manifest, the service worker and the page without a network, as browsers fetch them."""

from __future__ import annotations

import json
import struct
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from pyramido_site import installable
from pyramido_site.infrastructure import static_file_versions
from tests.people import account, guest, signed_in

LANGUAGES = [language for language, _name in settings.LANGUAGES]


def served(url: str) -> bytes:
    """Return the content of a static file that something names."""
    path = static_file_versions.stored(url.removeprefix(settings.STATIC_URL))
    assert path is not None, url
    return path.read_bytes()


def size(png: bytes) -> str:
    """Return width and height of a PNG file as a manifest writes them."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_has_icons_and_shortcuts_in_the_language_of_the_page(language: str) -> None:
    client = signed_in(account("Ada"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get("/").content.decode()
    address = f"/manifest.webmanifest?language={language}"
    assert f'<link rel="manifest" href="{address}">' in page
    manifest: dict[str, Any] = Client().get(address).json()
    assert (manifest["lang"], manifest["scope"], manifest["display"]) == (language, "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert all(size(served(icon["src"])) == icon["sizes"] for icon in manifest["icons"])
    assert len({shortcut["name"] for shortcut in manifest["shortcuts"]}) == 4
    assert all(client.get(shortcut["url"]).status_code in (200, 302) for shortcut in manifest["shortcuts"])


def test_an_unknown_language_is_the_site_s() -> None:
    assert Client().get("/manifest.webmanifest?language=xx").json()["lang"] == settings.LANGUAGE_CODE
    assert f'lang="{settings.LANGUAGE_CODE}"' in Client().get("/offline/?language=%00").content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_without_a_network_is_the_same_for_everybody(language: str) -> None:
    answer = Client().get(f"/offline/?language={language}")
    assert answer.status_code == 200 and "Set-Cookie" not in answer.headers and not answer.cookies
    assert "Vary" not in answer.headers or "Cookie" not in answer["Vary"]
    assert f'<html lang="{language}">' in answer.content.decode()


def test_the_worker_brings_the_list_of_its_shell() -> None:
    answer = Client().get("/sw.js")
    first, _, script = answer.content.decode().partition("\n")
    assert answer["Cache-Control"] == "no-cache" and 'addEventListener("push"' in script
    shell = json.loads(first.removeprefix("self.SHELL = ").removesuffix(";"))
    assert list(shell["pages"]) == LANGUAGES
    named = set(shell["files"])
    assert all(served(url) for url in named)
    for page in shell["pages"].values():
        shown = Client().get(page).content.decode()
        assert all(url in named for url in hashed_names(shown)), hashed_names(shown)


def hashed_names(page: str) -> list[str]:
    """Return the static files that a page names, without those that style sheets name."""
    return [part.split('"')[0].split("#")[0] for part in page.split('="')[1:] if part.startswith(settings.STATIC_URL)]


def test_another_text_of_the_page_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    installable._shell.cache_clear()
    before = json.loads(installable._shell())["version"]
    monkeypatch.setattr(installable, "_offline", lambda language: "another page")
    installable._shell.cache_clear()
    assert json.loads(installable._shell())["version"] != before
    installable._shell.cache_clear()


@pytest.mark.django_db
def test_each_page_says_whose_it_is_and_no_other_answer_does() -> None:
    ada = account("Ada")
    visitor, player = Client(), signed_in(ada)
    assert visitor.get("/").headers["Pyramido-Account"] == "none"
    assert player.get("/games/mine/").headers["Pyramido-Account"] == ada.public_id
    assert guest().get("/rules/").headers["Pyramido-Account"] not in ("none", ada.public_id)
    assert visitor.get("/games/mine/", follow=True).headers["Pyramido-Account"] == "none"
    for path in ("/sw.js", "/manifest.webmanifest", "/api/v1/account", "/robots.txt"):
        assert "Pyramido-Account" not in player.get(path).headers, path
