"""The exact rules on the site: the whole of docs/rules.md, public, linked from where rules are read."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine import registry
from tests.people import visitor

pytestmark = pytest.mark.django_db

ADDRESS = "/rules/exact/"
DOCUMENT = Path(settings.BASE_DIR, "docs", "rules.md").read_text(encoding="utf-8")


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def article(client: Client) -> str:
    found = re.search(r'<article lang="en">(.*?)</article>', client.get(ADDRESS).content.decode(), re.DOTALL)
    assert found is not None
    return found[1]


def test_the_page_has_the_whole_document() -> None:
    _, _, body = DOCUMENT.partition("\n")
    written = re.sub(r"^( *)\d\. ", r"\1", body, flags=re.MULTILINE)  # a browser numbers the items of a list
    written = re.sub(r"\]\([^)]*\)", "]", written).replace("```json", "")
    assert words(html.unescape(re.sub(r"<[^>]*>", " ", article(visitor())))) == words(written)


def test_each_numbered_heading_can_be_linked_to() -> None:
    numbers = re.findall(r"^#{2,3} ([A-E]\d?)\. ", DOCUMENT, re.MULTILINE)
    assert re.findall(r'<h[23] id="([^"]+)">', article(visitor())) == [number.lower() for number in numbers]
    page = visitor().get(ADDRESS).content.decode()
    assert re.findall(r'<li><a href="#(\w+)">', page) == list("abcde")


def test_nothing_in_it_leads_to_files_that_the_site_does_not_serve() -> None:
    assert not re.search(r"<a\b|\sstyle=|<script", article(visitor()))


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_where_rules_are_read_it_is_named(language: str) -> None:
    for address in ["/rules/", "/api/", *(f"/rules/{rules.key}/" for rules in registry.games())]:
        page = visitor().get(address, headers={"accept-language": language}).content.decode()
        assert f'href="{ADDRESS}"' in page, address
