"""Reading the head of a page as a search engine or a link preview does, and the rules that it has to keep."""

from __future__ import annotations

import struct
from html.parser import HTMLParser
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client

from pyramido_site.infrastructure import static_file_versions

ONCE = (
    "og:title", "og:type", "og:image", "og:url", "og:description", "og:site_name", "og:locale", "og:image:type",
    "og:image:width", "og:image:height", "og:image:alt", "twitter:card", "twitter:title", "twitter:description",
    "twitter:image:alt", "description",
)  # fmt: skip
"""What every public page says exactly once: all that ogp.me and X's cards require is among it."""
TYPES = ("website", "profile")
"""Types of ogp.me that the site uses; neither has required properties of its own."""
CARDS = ("summary", "summary_large_image", "app", "player")
LEAST_PICTURE = (300, 157)
"""Least size of a large card's picture (X), in pixels; at most 5 MB."""


class Head(HTMLParser):
    """The `meta` and `link` elements of a page. Those of Open Graph are `property`, all others `name`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self.links: dict[str, list[str]] = {}
        self.inside = True
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "body":
            self.inside = False
        elif tag == "meta" and "content" in values:
            assert self.inside, "a meta element outside of the head"
            name = values.get("property") or values.get("name") or values.get("http-equiv", "")
            assert ("property" in values) == name.startswith(("og:", "profile:")), name
            self.said.setdefault(name, []).append(values["content"])
        elif tag == "link":
            self.links.setdefault(values.get("rel", ""), []).append(values.get("href", ""))

    def one(self, name: str) -> str:
        [value] = self.said[name]
        return value

    @property
    def listed(self) -> bool:
        """Whether search engines may list the page."""
        return "noindex" not in " ".join(self.said.get("robots", []))

    def all_said(self) -> str:
        return "\n".join(f"{name}: {value}" for name, values in sorted(self.said.items()) for value in values)


def check(head: Head, language: str) -> None:
    """Assert that the head keeps the rules of ogp.me and of X's cards, and names its canonical address once."""
    for name in ONCE:
        assert len(head.said.get(name, [])) == 1, (name, head.said)
        assert head.one(name).strip() == head.one(name) != "", name
    assert head.one("og:type") in TYPES and head.one("twitter:card") in CARDS
    assert len(head.one("twitter:title")) <= 70 and len(head.one("twitter:description")) <= 200
    assert len(head.one("og:image:alt")) <= 420 and head.one("og:image:alt") == head.one("twitter:image:alt")
    assert head.one("og:description") == head.one("description") == head.one("twitter:description")
    assert head.one("og:locale").partition("_")[0] == language
    assert len({head.one("og:locale"), *head.said["og:locale:alternate"]}) == len(settings.LANGUAGES)
    assert head.links["canonical"] == [head.one("og:url")]
    for name in ("og:url", "og:image"):
        parts = urlsplit(head.one(name))
        assert parts.scheme in ("http", "https") and parts.netloc == urlsplit(settings.SITE_URL).netloc, name
        assert not parts.fragment and parts.path.startswith("/"), name
    check_picture(head)


def check_picture(head: Head) -> None:
    """Assert that the picture is there, and is what the head says of it."""
    path = urlsplit(head.one("og:image")).path
    said = int(head.one("og:image:width")), int(head.one("og:image:height"))
    if head.one("og:image:type") == "image/png":
        answer = Client().get(path)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png"), path
        picture = answer.content
        assert picture[:4] == b"\x89PNG" and struct.unpack(">II", picture[16:24]) == said
    else:
        found = static_file_versions.stored(path.removeprefix(settings.STATIC_URL))
        assert found is not None, path
        picture = found.read_bytes()
        assert head.one("og:image:type") == "image/jpeg" and jpeg_size(picture) == said
    assert all(side >= least for side, least in zip(said, LEAST_PICTURE, strict=True)) and len(picture) < 5_000_000


def jpeg_size(picture: bytes) -> tuple[int, int]:
    """Return width and height from the frame header of a JPEG file."""
    assert picture.startswith(b"\xff\xd8")
    at = 2
    while True:
        marker, length = struct.unpack(">HH", picture[at : at + 4])
        if marker in (0xFFC0, 0xFFC1, 0xFFC2):
            height, width = struct.unpack(">HH", picture[at + 5 : at + 9])
            return width, height
        at += 2 + length
